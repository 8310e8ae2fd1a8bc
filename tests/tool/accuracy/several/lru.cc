/* SPDX-License-Identifier: GPL-3.0-or-later
 * A cache whose entries are a list; each request walks it. */
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <list>
#include <numeric>
#include <string>
#include <vector>

struct entry {
    long key;
    std::string value;
};

static unsigned long s = 5;

static unsigned rnd()
{
    s = s * 6364136223846793005ul + 1;
    return (unsigned)(s >> 33);
}

class cache
{
    std::list<entry> items;
    size_t most;
    long hits = 0, misses = 0;

  public:
    explicit cache(size_t n) : most(n)
    {
    }

    std::string &get(long key)
    {
        for (auto it = items.begin(); it != items.end(); ++it)
            if (it->key == key) {
                items.splice(items.begin(), items, it);
                hits++;
                return items.front().value;
            }
        misses++;
        if (items.size() >= most)
            items.pop_back();
        items.push_front({ key, "v" + std::to_string(key) });
        return items.front().value;
    }

    long rate() const
    {
        return hits * 1000 / (hits + misses + 1);
    }
};

static std::vector<long> requests(int n)
{
    std::vector<long> r(n);
    for (auto &x : r)
        x = rnd() % (n / 4 + 1);
    return r;
}

static long lengths(const std::vector<std::string> &v)
{
    return std::accumulate(v.begin(), v.end(), 0L, [](long a, const std::string &t) { return a + (long)t.size(); });
}

static std::vector<long> smooth(const std::vector<long> &v)
{
    std::vector<long> o(v.size());
    for (size_t i = 1; i + 1 < v.size(); i++)
        o[i] = (v[i - 1] + v[i] + v[i + 1]) / 3;
    return o;
}

static unsigned crc(const std::string &t)
{
    unsigned c = ~0u;
    for (unsigned char ch : t) {
        c ^= ch;
        for (int k = 0; k < 8; k++)
            c = c & 1 ? (c >> 1) ^ 0xedb88320u : c >> 1;
    }
    return ~c;
}

int main(int c, char **v)
{
    int n = atoi(v[1]);
    auto r = requests(n);
    cache k(n / 8 + 1);
    std::vector<std::string> got;
    unsigned sum = 0;
    for (long x : r) {
        auto &t = k.get(x);
        sum = sum * 31 + crc(t);
        if (got.size() < 1000)
            got.push_back(t);
    }
    auto o = smooth(r);
    std::nth_element(o.begin(), o.begin() + n / 2, o.end());
    std::sort(got.begin(), got.end());
    printf("%ld %u %ld %ld\n", k.rate(), sum, o[n / 2], lengths(got));
}
