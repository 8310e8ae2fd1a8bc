/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "names.h"
#include <cstdlib>

box::box(int v) : value(v)
{
    std::srand((unsigned)v);
}

box::~box()
{
    std::srand((unsigned)value);
}

extern "C" __attribute__((noinline)) int twice(int);

int twice(int n)
{
    std::srand((unsigned)n);
    return 2 * n;
}

extern "C" int doubled(int) __attribute__((alias("twice")));
extern "C" int weakly(int) __attribute__((weak, alias("twice")));
