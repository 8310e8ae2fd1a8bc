/* SPDX-License-Identifier: GPL-3.0-or-later
 * Functions with names of several words, and with several symbols: members, templates, constructors, one that is inlined, one of a
 * library. */
#include "names.h"
#include <cstdio>
#include <iostream>

namespace shop {
struct rows {
    long values[8] = { 1, 2, 3 };
    template <typename T> __attribute__((noinline)) static long sum_of(const T *p, int n)
    {
        long sum = 0;
        for (int i = 0; i < n; i++)
            sum += (long)p[i];
        return sum;
    }
    __attribute__((noinline)) long value(int i) const { return values[i & 7]; }
    long both(int i) const { return value(i) + value(i + 1); }
    rows &operator+=(long more);
};

struct item {
    long *value;
    __attribute__((noinline)) explicit item(long n) : value(new long[4]) { value[0] = n; }
    __attribute__((noinline)) ~item() { delete[] value; }
};

__attribute__((noinline)) rows &rows::operator+=(long more)
{
    values[0] += more;
    std::cout.flush();
    return *this;
}
}

int main(int argc, char **)
{
    static int numbers[64];
    static double ratios[64];
    shop::rows r;
    long sum = 0;
    for (int i = 0; i < 20; i++) {
        box b(i);
        shop::item one(i);
        r += argc + doubled(b.value) + weakly((int)*one.value);
        sum += shop::rows::sum_of(numbers, i * argc) + shop::rows::sum_of(ratios, i * argc) + r.both(i * argc);
    }
    std::printf("%ld\n", sum);
    return 0;
}
