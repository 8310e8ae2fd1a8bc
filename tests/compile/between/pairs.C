/* SPDX-License-Identifier: GPL-3.0-or-later
 * Pairs of pointers, which GCC copies as vectors of 16 bytes, and a constructor: what is written between functions would be
 * data of .init_array. */
#include <cstdio>

struct pair {
    const void *first, *second;
    pair(const void *f = 0, const void *s = 0) : first(f), second(s) { }
    pair(const pair &p) : first(p.first), second(p.second) { }
    pair &operator=(const pair &p)
    {
        first = p.first;
        second = p.second;
        return *this;
    }
};

static int constructed = std::puts("constructed");

template <class T> __attribute__((noinline)) void reverse(T *from, T *to)
{
    for (to--; from < to; from++, to--) {
        T kept = *from;
        *from = *to;
        *to = kept;
    }
}

int main()
{
    static pair list[9];
    for (int i = 0; i < 9; i++)
        list[i] = pair(&list[i], &list[8 - i]);
    reverse(list, list + 9);
    return list[0].first != &list[8] || constructed < 0;
}
