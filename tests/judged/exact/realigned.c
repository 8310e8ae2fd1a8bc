/* By formula: a frame that is aligned anew finds what is on the caller's stack by a register of its own.
   Arguments there are no memory of the program's, as everywhere. */
/* flags: -fno-omit-frame-pointer */
/* exact calls: instances 8, size 50, union 50 */
/* exact inside: instances 80, size 5, union 50 */
#include "judge.h"
#include <alloca.h>
#include <stdio.h>

typedef float eight __attribute__((vector_size(32)));

static char bytes[50];

static void look_at(void *p)
{
    __asm__ volatile("" : : "r"(p));
}

static __attribute__((noinline)) long sum(int a, int b, int c, int d, int e, int f, long n, const char *p)
{
    eight vector = { 1, 2, 3, 4, 5, 6, 7, 8 };
    look_at(&vector);
    look_at(alloca((unsigned)n));
    long result = a + b + c + d + e + f;
#pragma algoprof loop name(inside)
    for (long i = 0; i < n; i++)
        result += p[i];
    return result;
}

int main(void)
{
    long result = 0;
    for (int k = 0; k < 8; k++) {
        int n = opaque(10);
#pragma algoprof loop name(calls)
        for (int i = 0; i < n; i++)
            result += sum(1, 2, 3, 4, 5, 6, 5, bytes + 5 * i);
    }
    printf("%ld\n", result);
    return 0;
}
