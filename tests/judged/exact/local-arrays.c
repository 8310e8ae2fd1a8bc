/* By formula (-fsanitize=thread does not look at local arrays): an array that
   existed when the instance began is input, a frame made within it is not. */
/* exact plain: instances 8, size 400, union 400 */
/* exact written: instances 8, size 0, union 0 */
/* exact half: instances 8, size 200, union 200 */
/* exact structure: instances 8, size 8, union 8 */
/* exact inside: instances 8, size 0, union 0 */
/* exact passed: instances 8, size 400, union 400 */
/* exact vla: instances 8, size 240, union 240 */
/* exact leaf: instances 8, size 24, union 24 */
/* exact inline_copy: instances 8, size 167, union 167 */
#include "judge.h"
#include <stdio.h>

__attribute__((noinline)) static int frame(int n)
{
    int own[20], sum = 0;
    for (int i = 0; i < 20; i++)
        own[i] = i + n;
    for (int i = 0; i < n; i++)
        sum += own[opaque(i)];
    return sum;
}

__attribute__((noinline)) static int get(const int *a, int i)
{
    return a[i];
}

/* Its array may lie below the stack pointer. */
__attribute__((noinline)) static int leaf(int seed)
{
    volatile short own[12];
    int sum = 0;
    for (int i = 0; i < 12; i++)
        own[i] = seed * i;
#pragma algoprof loop name(leaf)
    for (int i = 0; i < 24; i++)
        sum += own[i % 12];
    return sum;
}

/* As leaf: GCC expands the memcpy, and calls nothing.  64 bytes of the array,
   from 103 of the source (64 windows of 40). */
static char from[128], into[64];

__attribute__((noinline)) static int inline_copy(int n)
{
    char own[64];
    int sum = 0;
    for (int i = 0; i < 64; i++)
        own[i] = (char)i;
    __asm__ volatile("" : : "r"(own) : "memory");
#pragma algoprof loop name(inline_copy)
    for (int i = 0; i < n; i++) {
        __builtin_memcpy(into, from + i, 40);
        sum += own[i];
    }
    return sum;
}

int main(void)
{
    int a[100], b[100], sum = 0;
    struct {
        int x, y[3], z;
    } s = { 1, { 2, 3, 4 }, 5 };
    int vla[opaque(60)];
    for (int i = 0; i < 100; i++)
        a[i] = opaque(i);
    for (int i = 0; i < 60; i++)
        vla[i] = opaque(i);
    for (int k = 0; k < 8; k++) {
        int n = opaque(100);
#pragma algoprof loop name(plain)
        for (int i = 0; i < n; i++)
            sum += a[i] * k;
#pragma algoprof loop name(written)
        for (int i = 0; i < n; i++)
            b[i] = i + k;
#pragma algoprof loop name(half)
        for (int i = 0; i < n; i++) {
            a[opaque(i & ~1)] = i;
            sum += a[i];
        }
        __asm__ volatile("" : "+m"(s), "+m"(b));
#pragma algoprof loop name(structure)
        for (int i = 0; i < n; i++)
            sum += s.y[opaque(i & 1)];
#pragma algoprof loop name(inside)
        for (int i = 0; i < n; i++)
            sum += frame(20);
#pragma algoprof loop name(passed)
        for (int i = 0; i < n; i++)
            sum += get(b, i);
#pragma algoprof loop name(vla)
        for (int i = 0; i < 60; i++)
            sum ^= vla[i];
        sum += leaf(k) + inline_copy(opaque(64));
    }
    printf("%d\n", sum);
    return 0;
}
