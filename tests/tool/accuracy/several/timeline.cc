/* SPDX-License-Identifier: GPL-3.0-or-later
 * Events wait in a sorted list. */
#include <cstdio>
#include <cstdlib>
#include <vector>
#include <list>
#include <map>
#include <set>
#include <deque>
#include <string>
#include <numeric>

struct Event {
    long time;
    int kind, who;
};

static unsigned long z = 3;

static unsigned rnd()
{
    z = z * 6364136223846793005ul + 1442695040888963407ul;
    return (unsigned)(z >> 33);
}

struct Queue {
    std::list<Event> events;
    void add(Event e)
    {
        auto it = events.begin();
        while (it != events.end() && it->time <= e.time)
            ++it;
        events.insert(it, e);
    }
    Event pop()
    {
        Event e = events.front();
        events.pop_front();
        return e;
    }
};

static long simulate(int n, std::map<int, int> &visits)
{
    Queue q;
    for (int i = 0; i < n; i++)
        q.add({(long)(rnd() % 100000), (int)(rnd() % 3), i});
    long last = 0;
    for (int k = 0; k < 2 * n; k++) {
        Event e = q.pop();
        last = e.time;
        visits[e.who]++;
        q.add({e.time + 1 + (long)(rnd() % 100000), e.kind, e.who});
    }
    return last;
}

static int moving(const std::vector<int> &v)
{
    std::deque<int> w;
    long s = 0;
    int best = 0;
    for (int x : v) {
        w.push_back(x);
        s += x;
        if (w.size() > 16) {
            s -= w.front();
            w.pop_front();
        }
        best = std::max(best, (int)(s / (long)w.size()));
    }
    return best;
}

static unsigned primes(int n)
{
    std::vector<char> c(n + 1);
    unsigned k = 0;
    for (int i = 2; i <= n; i++) {
        if (c[i])
            continue;
        k++;
        for (long j = (long)i * i; j <= n; j += i)
            c[j] = 1;
    }
    return k;
}

static std::string join(const std::vector<int> &v)
{
    std::string s;
    for (int x : v) {
        s += std::to_string(x);
        s += ' ';
    }
    return s;
}

static int words(const std::string &s)
{
    int n = 0;
    bool in = false;
    for (char c : s) {
        if (c == ' ')
            in = false;
        else if (!in) {
            in = true;
            n++;
        }
    }
    return n;
}

int main(int, char **a)
{
    int n = atoi(a[1]);
    std::map<int, int> visits;
    long last = simulate(n, visits);
    std::vector<int> v;
    for (auto &p : visits)
        v.push_back(p.second * 7 % 101);
    std::set<int> d(v.begin(), v.end());
    std::string s = join(v);
    printf("%ld %zu %d %u %d %zu\n", last, visits.size(), moving(v), primes(10 * n), words(s), d.size());
}
