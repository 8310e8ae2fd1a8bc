/* Loops that a left sample goes on in: their counters tell what both have counted. */
/* target length: instances 40, iterations 780 */
/* target find: instances 40, iterations 4080 */
/* target down: instances 40, iterations 800 */
/* target step: instances 40, iterations 3120 */
/* target around: instances 1, iterations 40 */
/* target calls: instances 40, iterations 4000 */
/* target pure: instances 40, iterations 3240 */
#include "opaque.h"
#include <stdio.h>

static char text[128];
static int numbers[128];

/* An induction variable tells how often; the last test is no iteration. */
__attribute__((noinline)) static long length(const char *p)
{
    const char *start = p;
#pragma algoprof loop name(length)
    while (*p)
        p++;
    return p - start;
}

/* Two exits, one before its step and one behind it. */
__attribute__((noinline)) static int find(const int *a, int n, int wanted)
{
    int i = 0;
#pragma algoprof loop name(find)
    for (;;) {
        if (a[i] == wanted)
            return i;
        if (++i >= n + opaque(0))
            return -1;
    }
}

/* Backwards, from behind the end. */
__attribute__((noinline)) static const int *down(const int *end)
{
#pragma algoprof loop name(down)
    do {
        end--;
    } while (*end);
    return end;
}

__attribute__((noinline)) static unsigned step(const char *p)
{
    unsigned bytes = 0;
#pragma algoprof loop name(step)
    for (unsigned short i = 7; p[bytes % 100]; i += 4) {
        bytes += i & 1;
        if (bytes == 78)
            break;
    }
    return bytes;
}

__attribute__((noinline)) static int calls(int n)
{
    int sum = 0;
#pragma algoprof loop name(calls)
    for (int i = 0; i < n; i++)
        sum += opaque(i);
    return sum;
}

/* GCC knows of the callee, but not of its mirror, that it returns. */
__attribute__((noinline)) static int twins(const int *a, long i)
{
    return (a[i] ^ a[i + 1]) == (numbers[0] ^ a[i - 1]);
}

__attribute__((noinline)) static long pure(const int *a)
{
    long i;
#pragma algoprof loop name(pure)
    for (i = 0;; i++)
        if (twins(a, i))
            return i;
}

int main(void)
{
    long sum = 0;
    for (int i = 0; i < 127; i++) {
        text[i] = 'a';
        numbers[i] = i + 1;
    }
    numbers[80] = 0;
#pragma algoprof loop name(around)
    for (int k = 0; k < 40; k++) {
        sum += length(text + 127 - k) + find(numbers, 120, 102);
        sum += numbers + 100 - down(numbers + 100);
        sum += step(text) + calls(100) + pure(numbers + 1);
    }
    printf("%ld\n", sum);
    return 0;
}
