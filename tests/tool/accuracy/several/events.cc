/* SPDX-License-Identifier: GPL-3.0-or-later
 * An agenda that is kept in order by insertion. */
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

struct event {
    long at;
    int kind;
    int who;
};

static unsigned long s = 12345678912345ul;

static unsigned rnd()
{
    s ^= s << 13;
    s ^= s >> 7;
    s ^= s << 17;
    return (unsigned)(s >> 20);
}

struct agenda {
    std::vector<event> list;

    void add(event e)
    {
        list.push_back(e);
        size_t i = list.size() - 1;
        while (i && list[i - 1].at > e.at) {
            list[i] = list[i - 1];
            i--;
        }
        list[i] = e;
    }

    event pop()
    {
        event e = list.back();
        list.pop_back();
        return e;
    }
};

struct agent {
    int id, state;
    long score;
    std::vector<int> history;
};

static long checksum(const std::vector<agent> &a)
{
    long x = 0;
    for (auto &p : a) {
        x = x * 7 + p.score;
        for (int h : p.history)
            x ^= h;
    }
    return x;
}

static int busiest(const std::vector<agent> &a)
{
    int b = 0;
    for (size_t i = 1; i < a.size(); i++)
        if (a[i].history.size() > a[b].history.size())
            b = (int)i;
    return b;
}

static void warm(std::vector<agent> &a, int n)
{
    for (int i = 0; i < n; i++)
        a.push_back({ i, 0, i % 5, {} });
}

int main(int c, char **v)
{
    int n = atoi(v[1]);
    std::vector<agent> agents;
    warm(agents, n / 10 + 1);
    agenda q;
    std::unordered_map<int, int> kinds;
    std::deque<int> recent;
    long now = 0;
    for (int i = 0; i < n; i++)
        q.add({ -(long)(rnd() % 1000000), (int)(rnd() % 6), (int)(rnd() % agents.size()) });
    while (!q.list.empty()) {
        event e = q.pop();
        now = -e.at;
        kinds[e.kind]++;
        agents[e.who].score += e.kind;
        agents[e.who].history.push_back((int)now);
        recent.push_back(e.kind);
        if (recent.size() > 50)
            recent.pop_front();
        if (e.kind == 0) {
            int sum = 0;
            for (int k : recent)
                sum += k;
            agents[e.who].score += sum;
        }
    }
    std::string line;
    for (auto &p : agents) {
        if (p.id % 1000 == 0)
            line += std::to_string(p.score) + ",";
    }
    int most = 0;
    for (auto &k : kinds)
        if (k.second > most)
            most = k.second;
    printf("%ld %d %d %zu\n", checksum(agents), busiest(agents), most, line.size());
}
