/* SPDX-License-Identifier: GPL-3.0-or-later
 * The k-th edit of a list is found by a walk from its head. */
#include <cstdio>
#include <cstdlib>
#include <list>
#include <numeric>
#include <string>
#include <unordered_map>
#include <vector>

struct edit {
    int at, kind;
    long stamp;
};

static unsigned long state = 23;

static unsigned next_random()
{
    state = state * 6364136223846793005ul + 1;
    return (unsigned)(state >> 33);
}

class document
{
    std::list<edit> history;

  public:
    void apply(edit e)
    {
        history.push_back(e);
    }

    size_t size() const
    {
        return history.size();
    }

    const edit &nth(size_t k) const
    {
        auto it = history.begin();
        while (k--)
            ++it;
        return *it;
    }

    long kinds() const
    {
        long n[4] = {};
        for (auto &e : history)
            n[e.kind]++;
        return n[0] * 3 + n[1] * 5 + n[2] * 7 + n[3];
    }
};

static std::vector<edit> make(int n)
{
    std::vector<edit> v(n);
    for (int i = 0; i < n; i++)
        v[i] = { (int)(next_random() % 5000), (int)(next_random() % 4), i * 3L };
    return v;
}

static long replay(const document &d)
{
    long sum = 0;
    for (size_t k = 0; k < d.size(); k++)
        sum = sum * 3 + d.nth(k).at;
    return sum;
}

static std::vector<int> touched(const std::vector<edit> &v)
{
    std::vector<int> t(5000);
    for (auto &e : v)
        t[e.at]++;
    return t;
}

static std::string print(const std::vector<edit> &v)
{
    std::string out;
    for (auto &e : v) {
        out += char('a' + e.kind);
        out += std::to_string(e.at);
    }
    return out;
}

static unsigned digest(const std::string &s)
{
    unsigned h = 0;
    for (unsigned char c : s)
        h = h * 131 + c;
    return h;
}

static long gaps(const std::vector<edit> &v)
{
    long most = 0;
    for (size_t i = 1; i < v.size(); i++)
        most = std::max(most, v[i].stamp - v[i - 1].stamp);
    return most;
}

static size_t places(const std::vector<edit> &v)
{
    std::unordered_map<int, int> m;
    for (auto &e : v)
        m[e.at]++;
    return m.size();
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 1000;
    auto v = make(n);
    document d;
    for (auto &e : v)
        d.apply(e);
    auto t = touched(v);
    long sum = std::accumulate(t.begin(), t.end(), 0L);
    std::printf("%ld %ld %ld %u %ld %zu\n", replay(d), d.kinds(), sum, digest(print(v)), gaps(v), places(v));
    return 0;
}
