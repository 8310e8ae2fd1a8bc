/* SPDX-License-Identifier: GPL-3.0-or-later
 * Jobs in a priority queue, sums and texts: nothing is steep. */
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <queue>
#include <string>
#include <unordered_map>
#include <vector>

struct job {
    int at, id, length;

    bool operator<(const job &o) const
    {
        return at > o.at;
    }
};

static unsigned long state = 97;

static unsigned next_random()
{
    state = state * 6364136223846793005ul + 1;
    return (unsigned)(state >> 33);
}

static std::vector<job> make(int n)
{
    std::vector<job> v(n);
    for (int i = 0; i < n; i++)
        v[i] = { (int)(next_random() % (4u * n)), i, (int)(1 + next_random() % 8) };
    return v;
}

static long simulate(const std::vector<job> &v, std::unordered_map<int, int> &done)
{
    std::priority_queue<job> q;
    for (auto &j : v)
        q.push(j);
    long waited = 0;
    int now = 0;
    while (!q.empty()) {
        job j = q.top();
        q.pop();
        if (now < j.at)
            now = j.at;
        waited += now - j.at;
        now += j.length;
        done[j.id] = now;
    }
    return waited;
}

static double mean(const std::vector<job> &v)
{
    double s = 0;
    for (auto &j : v)
        s += j.length;
    return s / (double)v.size();
}

static int latest(const std::unordered_map<int, int> &m)
{
    int most = 0;
    for (auto &p : m)
        most = p.second > most ? p.second : most;
    return most;
}

static long moving(const std::vector<job> &v)
{
    std::deque<int> d;
    long sum = 0, best = 0;
    for (auto &j : v) {
        d.push_back(j.length);
        sum += j.length;
        if (d.size() > 20) {
            sum -= d.front();
            d.pop_front();
        }
        best = sum > best ? sum : best;
    }
    return best;
}

static std::string trace(const std::vector<job> &v)
{
    std::string t;
    for (auto &j : v) {
        t += std::to_string(j.id);
        t += j.length > 4 ? '!' : '.';
    }
    return t;
}

static unsigned digest(const std::string &t)
{
    unsigned h = 0;
    for (unsigned char c : t)
        h = h * 33 + c;
    return h;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 1000;
    auto v = make(n);
    std::unordered_map<int, int> done;
    long w = simulate(v, done);
    std::printf("%ld %.3f %d %ld %u\n", w, mean(v), latest(done), moving(v), digest(trace(v)));
    return 0;
}
