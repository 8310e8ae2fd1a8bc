/* SPDX-License-Identifier: GPL-3.0-or-later
 * What is quadratic: two instances of a template, a lambda, an operator, and main, which only calls them.  What is linear: has(). */
#include <cstdio>
#include <cstdlib>
#include <vector>

namespace shop {
template <typename T> struct bag {
    std::vector<T> all;
    bool has(const T &x) const
    {
        for (const T &y : all)
            if (y == x)
                return true;
        return false;
    }
    int doubles() const
    {
        int n = 0;
        for (size_t i = 0; i < all.size(); i++)
            for (size_t k = 0; k < i; k++)
                n += all[i] == all[k];
        return n;
    }
};

struct letters {
    std::vector<char> all;
    bool operator<(const letters &other) const
    {
        int less = 0;
        for (char c : all)
            for (char d : other.all)
                less += c < d;
        return less > 10;
    }
};
}

static int count(const std::vector<int> &v)
{
    auto pairs = [&](int limit) __attribute__((noinline)) {
        int n = 0;
        for (int x : v)
            for (int y : v)
                n += x + y < limit;
        return n;
    };
    return pairs(10);
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? std::atoi(argv[1]) : 10;
    shop::bag<int> a;
    shop::bag<long> b;
    shop::letters x, y;
    for (int i = 0; i < n; i++) {
        a.all.push_back(i * 7 % (n + 1));
        b.all.push_back(i);
        x.all.push_back((char)i);
        y.all.push_back((char)(i / 2));
    }
    std::printf("%d %d %d %d %d\n", a.has(-1), a.doubles(), b.doubles(), x < y, count(a.all));
    return 0;
}
