/* SPDX-License-Identifier: GPL-3.0-or-later
 * A person's place in a list of pointers, by a walk, for half of them. */
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <memory>
#include <string>
#include <vector>

struct person {
    int id, team;
    std::string name;
};

static unsigned long state = 83;

static unsigned next_random()
{
    state = state * 6364136223846793005ul + 1;
    return (unsigned)(state >> 33);
}

static std::vector<std::unique_ptr<person>> make(int n)
{
    std::vector<std::unique_ptr<person>> v;
    for (int i = 0; i < n; i++)
        v.push_back(
            std::make_unique<person>(person{ i, (int)(next_random() % 40), "p" + std::to_string(next_random() % 1000) }));
    return v;
}

static void shuffle(std::vector<std::unique_ptr<person>> &v)
{
    for (size_t i = v.size(); i > 1; i--)
        std::swap(v[i - 1], v[next_random() % i]);
}

static int rank_of(const std::vector<std::unique_ptr<person>> &v, int id)
{
    int k = 0;
    for (auto &p : v) {
        if (p->id == id)
            return k;
        k++;
    }
    return -1;
}

static long places(const std::vector<std::unique_ptr<person>> &v)
{
    long sum = 0;
    for (size_t i = 0; i < v.size(); i += 2)
        sum += rank_of(v, (int)i);
    return sum;
}

static std::map<int, int> teams(const std::vector<std::unique_ptr<person>> &v)
{
    std::map<int, int> m;
    for (auto &p : v)
        m[p->team]++;
    return m;
}

static std::string names(const std::vector<std::unique_ptr<person>> &v)
{
    std::string out;
    for (auto &p : v) {
        out += p->name;
        out += '\n';
    }
    return out;
}

static std::vector<int> ids(const std::vector<std::unique_ptr<person>> &v)
{
    std::vector<int> out;
    for (auto &p : v)
        out.push_back(p->id);
    std::sort(out.begin(), out.end());
    return out;
}

static int lines(const std::string &t)
{
    int n = 0;
    for (char c : t)
        n += c == '\n';
    return n;
}

static int gaps(const std::vector<int> &v)
{
    int n = 0;
    for (size_t i = 1; i < v.size(); i++)
        n += v[i] != v[i - 1] + 1;
    return n;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 1000;
    auto v = make(n);
    shuffle(v);
    auto m = teams(v);
    int most = 0;
    for (auto &t : m)
        most = std::max(most, t.second);
    auto t = names(v);
    auto i = ids(v);
    std::printf("%ld %d %d %d\n", places(v), most, lines(t), gaps(i));
    return 0;
}
