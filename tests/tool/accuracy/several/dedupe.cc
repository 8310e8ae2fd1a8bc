/* SPDX-License-Identifier: GPL-3.0-or-later
 * Words without those that came before: each is looked for in a vector of them. */
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <string>
#include <vector>
static unsigned long s = 88172645463325252ul;

static unsigned next()
{
    s ^= s << 13;
    s ^= s >> 7;
    s ^= s << 17;
    return (unsigned)(s >> 20);
}

static std::string word()
{
    std::string w;
    unsigned k = 3 + next() % 8;
    for (unsigned i = 0; i < k; i++)
        w += char('a' + next() % 26);
    return w;
}

static std::vector<std::string> read_words(int n)
{
    std::vector<std::string> v;
    for (int i = 0; i < n; i++)
        v.push_back(i % 3 ? word() : v.empty() ? word() : v[next() % v.size()]);
    return v;
}

static std::vector<std::string> unique_words(const std::vector<std::string> &in)
{
    std::vector<std::string> out;
    for (auto &w : in)
        if (std::find(out.begin(), out.end(), w) == out.end())
            out.push_back(w);
    return out;
}

static std::map<std::string, int> count(const std::vector<std::string> &in)
{
    std::map<std::string, int> m;
    for (auto &w : in)
        m[w]++;
    return m;
}

static unsigned letters(const std::vector<std::string> &in)
{
    unsigned h[26] = {};
    for (auto &w : in)
        for (char c : w)
            h[c - 'a']++;
    unsigned x = 0;
    for (int i = 0; i < 26; i++)
        x = x * 31 + h[i];
    return x;
}

static std::string join(const std::vector<std::string> &v)
{
    std::string r;
    for (auto &w : v) {
        r += w;
        r += ' ';
    }
    return r;
}

static int spaces(const std::string &t)
{
    int n = 0;
    for (char c : t)
        n += c == ' ';
    return n;
}

static size_t longest(const std::vector<std::string> &v)
{
    size_t m = 0;
    for (auto &w : v)
        m = std::max(m, w.size());
    return m;
}

int main(int c, char **v)
{
    int n = atoi(v[1]);
    auto in = read_words(n);
    auto u = unique_words(in);
    auto m = count(in);
    std::sort(u.begin(), u.end());
    auto t = join(u);
    int top = 0;
    for (auto &p : m)
        top = std::max(top, p.second);
    printf("%zu %zu %d %u %zu %d\n", u.size(), m.size(), spaces(t), letters(in), longest(in), top);
}
