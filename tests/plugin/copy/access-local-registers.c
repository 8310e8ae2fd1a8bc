/* Registers that the runtime's entry points for accesses change may be variables of a function's,
   as those of a system call are. */
/* { dg-do run } */
#include <stdio.h>

static struct { long x, y, z; } v[64];
static struct wide { long a, b, c; } w[64];
static long next[64];

/* As a system call is: each is set from memory when others are already. */
static inline __attribute__((always_inline)) long call(long at)
{
    struct wide copy;
    register long rax __asm__("rax") = v[at].x;
    register long r10 __asm__("r10") = v[at].y;
    copy = w[at];
    register long r8 __asm__("r8") = v[next[at]].y;
    register long r9 __asm__("r9") = v[next[next[at]]].z;
    register long r11 __asm__("r11") = next[at];

    __asm__ volatile("lea (%0, %1, 2), %0\n\tlea (%0, %2, 4), %0\n\tlea (%0, %3, 8), %0\n\tlea 5(%0, %4, 8), %0"
                     : "+r"(rax) : "r"(r10), "r"(r8), "r"(r9), "r"(r11));
    __asm__("" : : "m"(copy));
    return rax + copy.a + copy.c;
}

/* Set by one statement, needed by another. */
static inline __attribute__((always_inline)) long between(long at)
{
    register long r9 __asm__("r9");
    long sum;

    __asm__ volatile("lea 3(%1), %0" : "=r"(r9) : "r"(at));
    sum = v[at].z;
    __asm__ volatile("add %1, %0" : "+r"(sum) : "r"(r9));
    return sum;
}

__attribute__((noinline)) static long function(long at)
{
    return call(at) + between(at);
}

/* One of GCC's largest modes: two registers. */
__attribute__((noinline)) static long two(long at)
{
    register __int128 r8 __asm__("r8") = (__int128)v[at].x << 64 | next[at];
    long sum = v[at].y;

    __asm__ volatile("add %%r8, %0\n\tadd %%r9, %0" : "+r"(sum) : "r"(r8));
    return sum;
}

int main(void)
{
    long sum = 0, nest = 0, other = 0;

    for (int i = 0; i < 64; i++) {
        next[i] = (i + 1) % 64, v[i].x = i * i, v[i].y = i * 3 + 1, v[i].z = 7 * i + 3;
        w[i] = (struct wide){ i, 2 * i, 3 * i };
    }
#pragma algoprof loop
    for (long at = 1, left = 100; left; at = next[at], left--)
        sum += call(at) + between(at);
#pragma algoprof loop
    for (long i = 0; i < 20; i++)
        for (long at = i, left = 20; left; at = next[at], left--)
            nest += call(at) + between(at);
#pragma algoprof loop
    for (long at = 1, left = 100; left; at = next[at], left--)
        other += function(at) + two(at);
    printf("%ld %ld %ld\n", sum, nest, other);
    return 0;
}
