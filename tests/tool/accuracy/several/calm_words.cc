/* SPDX-License-Identifier: GPL-3.0-or-later
 * Words, counted, sorted and printed: nothing is steep. */
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <string>
#include <unordered_map>
#include <vector>
static unsigned long state = 13;

static unsigned next_random()
{
    state = state * 6364136223846793005ul + 1;
    return (unsigned)(state >> 33);
}

static std::string make(int n)
{
    std::string t;
    for (int i = 0; i < n; i++) {
        unsigned w = next_random() % (unsigned)(n / 3 + 1);
        for (int k = 0; k < 6; k++) {
            t += char('a' + w % 13);
            w /= 4;
        }
        t += i % 9 ? ' ' : '\n';
    }
    return t;
}

static std::vector<std::string> split(const std::string &t)
{
    std::vector<std::string> out;
    size_t from = 0;
    while (from < t.size()) {
        size_t to = t.find_first_of(" \n", from);
        if (to == std::string::npos)
            to = t.size();
        if (to > from)
            out.push_back(t.substr(from, to - from));
        from = to + 1;
    }
    return out;
}

static std::unordered_map<std::string, int> count(const std::vector<std::string> &w)
{
    std::unordered_map<std::string, int> m;
    for (auto &x : w)
        m[x]++;
    return m;
}

static std::map<int, int> lengths(const std::vector<std::string> &w)
{
    std::map<int, int> m;
    for (auto &x : w)
        m[(int)x.size()]++;
    return m;
}

static std::vector<std::pair<int, std::string>> top(const std::unordered_map<std::string, int> &m)
{
    std::vector<std::pair<int, std::string>> v;
    for (auto &p : m)
        v.push_back({ p.second, p.first });
    std::sort(v.begin(), v.end());
    return v;
}

static unsigned digest(const std::vector<std::pair<int, std::string>> &v)
{
    unsigned h = 0;
    for (auto &p : v)
        for (char c : p.second)
            h = h * 31 + (unsigned char)c;
    return h;
}

static int vowels(const std::string &t)
{
    int n = 0;
    for (char c : t)
        n += c == 'a' || c == 'e' || c == 'i';
    return n;
}

static size_t longest_line(const std::string &t)
{
    size_t most = 0, now = 0;
    for (char c : t) {
        now = c == '\n' ? 0 : now + 1;
        most = std::max(most, now);
    }
    return most;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 1000;
    auto t = make(n);
    auto w = split(t);
    auto m = count(w);
    auto v = top(m);
    auto l = lengths(w);
    std::printf("%zu %zu %u %d %zu %zu\n", w.size(), m.size(), digest(v), vowels(t), longest_line(t), l.size());
    return 0;
}
