// SPDX-License-Identifier: GPL-3.0-or-later
// Functions that the dynamic linker chooses: by a resolver of the program's, by one of the compiler's.
#include <stdio.h>

#define APART __attribute__((noinline, noclone))

// GCC 14 knows what a call returns that is not kept apart so.
__attribute__((noipa)) static int first(int n) { return n + 1; }
APART static int second(int n) { return n + 2; }
static int (*choose(void))(int) { return second; }
int chosen(int) __attribute__((ifunc("choose")));
__attribute__((noinline, target_clones("default", "avx2"))) int cloned(int n) { return 3 * n; }
APART int between(int n) { return chosen(n) + cloned(n); }

// Where it is hidden, an assembler that knows how far a jump to it is makes the jump shorter: binutils 2.47.
__attribute__((noipa)) int near(int n) { return n + 4; }

int main(void)
{
    int sum = first(0) + near(0);
    for (int i = 0; i < 10; i++)
        sum += chosen(i) + cloned(i) + between(i);
    printf("%d\n", sum);
}
