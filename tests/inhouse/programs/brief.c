// SPDX-License-Identifier: GPL-3.0-or-later
// Activations that end before they access or call anything, beside others of the same function.
#include <stdlib.h>

#define APART __attribute__((noinline, noclone))

struct node {
    struct node *next;
    int value;
};

static struct node nodes[40];

APART long sum_of(const struct node *n)
{
    return n ? n->value + sum_of(n->next) : 0;
}

APART unsigned fib(unsigned n)
{
    return n < 2 ? n : fib(n - 1) + fib(n - 2);
}

// By two ways to one return, and to others; some accesses come behind a loop of nothing.
APART int choose(const int *p, int n)
{
    if (!p)
        return -1;
    switch (n) {
    case 0: return 7;
    case 1: return p[0];
    case 2: return p[1] + p[2];
    case 3: return 9;
    case 4: n += 5; break;
    default:
        if (n < 0)
            return n;
        n = p[n % 8];
    }
    for (int i = 0; i < 3; i++)
        n += i * n;
    return n & 1 ? p[3] : n;
}

APART unsigned collatz(unsigned n)
{
    unsigned steps = 0;
    for (; n > 1; steps++)
        n = n % 2 ? 3 * n + 1 : n / 2;
    return steps;
}

// In the place of their callers, where these wait for them.
APART long last(const struct node *n, long depth)
{
    if (!n)
        return depth;
    return last(n->next, depth + n->value);
}

APART long begin_last(const struct node *n)
{
    if (n == nodes + 1)
        return 1;
    return last(n, n ? n->value : 3);
}

APART double plain(double x, int n)
{
    return n ? x + 1 : x;
}

APART int many_kinds(int n)
{
    int sum = 0;
    if (n & 1)
        sum += 3;
    if (n & 2)
        sum ^= n;
    if (n & 4)
        sum *= 5;
    if (n & 8)
        return sum;
    return nodes[n % 40].value + sum;
}

int main(void)
{
    static int numbers[8] = { 3, 1, 4, 1, 5, 9, 2, 6 };
    long sum = 0;
    for (int i = 0; i < 40; i++) {
        nodes[i].next = i + 1 < 40 ? &nodes[i + 1] : NULL;
        nodes[i].value = i * i;
    }
    for (int i = 0; i < 40; i++) {
        sum += sum_of(i % 3 ? &nodes[i] : NULL) + begin_last(i % 5 ? &nodes[i] : NULL);
        sum += choose(i % 7 ? numbers : NULL, i % 9 - 1) + (long)collatz(i) + (long)plain(i, i % 2) + many_kinds(i);
    }
    return (int)(sum + fib(15)) & 127;
}
