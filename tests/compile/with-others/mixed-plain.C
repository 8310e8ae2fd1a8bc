// SPDX-License-Identifier: GPL-3.0-or-later
// Compiled without the plugin and linked first: its copy of the function that
// both units have is taken, and the row of the other's mirror is dropped.
#include "mixed.h"
#include <cstdio>

int main()
{
    int a[] = { 1, 2, 3, 4 };
    std::printf("%d %d\n", sum(a, 4), chosen(a, 3));
    return 0;
}
