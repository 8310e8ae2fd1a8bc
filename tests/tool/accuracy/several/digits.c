/* SPDX-License-Identifier: GPL-3.0-or-later
 * Fibonacci numbers, all digits: the addition grows with them. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct big {
    unsigned *limb;
    int n, room;
};

static void add(struct big *a, const struct big *b)
{
    unsigned long carry = 0;
    for (int i = 0; i < a->n || i < b->n || carry; i++) {
        if (i == a->n) {
            if (a->n == a->room) {
                a->room *= 2;
                a->limb = realloc(a->limb, (size_t)a->room * sizeof *a->limb);
            }
            a->limb[a->n++] = 0;
        }
        carry += (unsigned long)a->limb[i] + (i < b->n ? b->limb[i] : 0);
        a->limb[i] = (unsigned)(carry % 1000000000);
        carry /= 1000000000;
    }
}

static struct big one(void)
{
    struct big b = { malloc(4 * sizeof *b.limb), 1, 4 };
    b.limb[0] = 1;
    return b;
}

static int length(const struct big *b)
{
    int n = 9 * (b->n - 1);
    for (unsigned top = b->limb[b->n - 1]; top; top /= 10)
        n++;
    return n;
}

static char *text_of(const struct big *b)
{
    char *out = malloc((size_t)b->n * 9 + 10), *p = out + sprintf(out, "%u", b->limb[b->n - 1]);
    for (int i = b->n - 2; i >= 0; i--)
        p += sprintf(p, "%09u", b->limb[i]);
    return out;
}

static void tally(const char *p, int *count)
{
    for (; *p; p++)
        count[*p - '0']++;
}

static int longest_run(const char *p)
{
    int most = 0, now = 1;
    for (p++; *p; p++) {
        now = *p == p[-1] ? now + 1 : 1;
        if (now > most)
            most = now;
    }
    return most;
}

static int sieve(int n)
{
    char *is = calloc((size_t)n + 1, 1);
    int primes = 0;
    for (int i = 2; i <= n; i++)
        if (!is[i]) {
            primes++;
            for (long j = (long)i * i; j <= n; j += i)
                is[j] = 1;
        }
    free(is);
    return primes;
}

static unsigned digest(const char *p)
{
    unsigned h = 2166136261u;
    while (*p)
        h = (h ^ (unsigned char)*p++) * 16777619u;
    return h;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 1000, count[10] = { 0 };
    int primes = sieve(n);
    struct big a = one(), b = one();
    for (int i = 0; i < n; i++) {
        add(&a, &b);
        struct big t = a;
        a = b;
        b = t;
    }
    char *text = text_of(&b);
    tally(text, count);
    int most = 0;
    for (int i = 0; i < 10; i++)
        if (count[i] > most)
            most = count[i];
    printf("%d %d %d %d %u\n", primes, length(&b), most, longest_run(text), digest(text));
    free(text);
    free(a.limb);
    free(b.limb);
    return 0;
}
