/* The runtime's entry points for accesses change registers: what the program has there stays. */
/* { dg-do run } */
#include <stdio.h>
#include <stdlib.h>

/* Where the next one is: no range tells what is read. */
static long next[64], a[64];
static volatile long one = 1;
static struct node { struct node *next; long value; } node[64];
static struct pair { long x, pad, y; } p[64];

/* More values than there are registers, alive all through the loop. */
__attribute__((noinline)) static long crowded(long n, long b, long c, long d, long e, long f)
{
    long g = b + 1, h = c + 2, i = d + 3, j = e + 4, k = f + 5, l = b + 6, m = c + 7, sum = 0;

#pragma algoprof loop
    for (long at = 1, left = n; left; at = next[at], left--) {
        sum += a[at] + p[at].x + p[at].y;
        __asm__ volatile("" : "+r"(b), "+r"(c), "+r"(d), "+r"(e), "+r"(f), "+r"(g), "+r"(h));
        b += sum, c ^= b, d += c, e ^= d, f += e, g ^= f, h += g, i ^= h, j += i, k ^= j, l += k, m ^= l;
    }
    return sum ^ b ^ c ^ d ^ e ^ f ^ g ^ h ^ i ^ j ^ k ^ l ^ m;
}

/* Some of them, as the allocator has them. */
#define KEPT(name, ...)                                                         \
    __attribute__((noinline)) static long name(long n, long b, long c, long d)  \
    {                                                                           \
        long sum = 0;                                                           \
        _Pragma("algoprof loop")                                                \
        for (long at = 1, left = n; left; at = next[at], left--) {              \
            sum += a[at] * b;                                                   \
            __asm__ volatile("" : : __VA_ARGS__);                               \
        }                                                                       \
        return sum + c + d;                                                     \
    }
KEPT(kept_2, "r"(c), "r"(d))
KEPT(kept_4, "r"(c), "r"(d), "r"(c + 1), "r"(d + 1))
KEPT(kept_6, "r"(c), "r"(d), "r"(c + 1), "r"(d + 1), "r"(c + 2), "r"(d + 2))
KEPT(kept_8, "r"(c), "r"(d), "r"(c + 1), "r"(d + 1), "r"(c + 2), "r"(d + 2), "r"(c * d), "r"(c - d))

/* GCC sees which registers it changes, and keeps the caller's in others. */
__attribute__((noinline)) static long simple(const struct node *n)
{
    long sum = 0;

#pragma algoprof loop
    for (; n; n = n->next)
        sum += n->value;
    return sum;
}

__attribute__((noinline)) static long calls(long n, long b, long c, long d, long e, long f)
{
    long g = b * c, h = c * d, i = d * e, j = e * f, k = f * b, sum = 0;

    for (long at = 1; at < n - 8; at++)
        sum += simple(&node[at]) * (b + g) ^ (c + h) ^ (d + i) ^ (e + j) ^ (f + k);
    return sum + b + c + d + e + f + g + h + i + j + k;
}

int main(void)
{
    for (int i = 0; i < 64; i++)
        next[i] = (i + 1) % 64, a[i] = i * 7 % 11, p[i] = (struct pair){ i, 0, 2 * i };
    for (int i = 0; i < 63; i++)
        node[i] = (struct node){ &node[i + 1], i };
    for (int i = 0; i < 4; i++)
        printf("%ld %ld %ld %ld %ld %ld\n", crowded(60 + i, one, 2, 3 * one, 4, 5 * one), kept_2(60, i, 3 * one, one), kept_4(60, i, 3 * one, one),
               kept_6(60, i, 3 * one, one), kept_8(60, i, 3 * one, one), calls(60 + i, one, 2 * one, 3 * one, 4 * one, 5 * one));
    return 0;
}
