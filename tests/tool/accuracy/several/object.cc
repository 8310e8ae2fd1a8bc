/* SPDX-License-Identifier: GPL-3.0-or-later
 * An object's members in a vector; each key is looked for in it. */
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

struct member {
    std::string key;
    long value;
};

class object
{
    std::vector<member> members;

  public:
    long &at(const std::string &key)
    {
        for (auto &m : members)
            if (m.key == key)
                return m.value;
        members.push_back({ key, 0 });
        return members.back().value;
    }

    size_t size() const
    {
        return members.size();
    }

    std::string print() const
    {
        std::string out = "{";
        for (auto &m : members) {
            out += '"';
            out += m.key;
            out += "\":";
            out += std::to_string(m.value);
            out += ',';
        }
        out += '}';
        return out;
    }

    std::vector<std::string> keys() const
    {
        std::vector<std::string> k;
        for (auto &m : members)
            k.push_back(m.key);
        std::sort(k.begin(), k.end());
        return k;
    }
};

static unsigned long state = 67;

static unsigned next_random()
{
    state = state * 6364136223846793005ul + 1;
    return (unsigned)(state >> 33);
}

static std::string make(int n)
{
    std::string t;
    for (int i = 0; i < n; i++) {
        t += 'k';
        t += std::to_string(next_random() % (unsigned)n);
        t += '=';
        t += std::to_string(next_random() % 100);
        t += ';';
    }
    return t;
}

static object parse(const std::string &t)
{
    object o;
    size_t at = 0;
    while (at < t.size()) {
        size_t eq = at;
        while (t[eq] != '=')
            eq++;
        size_t end = eq;
        while (t[end] != ';')
            end++;
        o.at(t.substr(at, eq - at)) += std::atol(t.c_str() + eq + 1);
        at = end + 1;
    }
    return o;
}

static int depth(const std::string &t)
{
    int d = 0, most = 0;
    for (char c : t) {
        d += c == '{';
        d -= c == '}';
        most = std::max(most, d);
    }
    return most;
}

static unsigned digest(const std::string &t)
{
    unsigned h = 0;
    for (unsigned char c : t)
        h = h * 131 + c;
    return h;
}

static size_t letters(const std::vector<std::string> &k)
{
    size_t n = 0;
    for (auto &s : k)
        n += s.size();
    return n;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 1000;
    auto t = make(n);
    auto o = parse(t);
    auto p = o.print();
    auto k = o.keys();
    std::printf("%zu %d %u %zu %s\n", o.size(), depth(p), digest(p), letters(k), k.back().c_str());
    return 0;
}
