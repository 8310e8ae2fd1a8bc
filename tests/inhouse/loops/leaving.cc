// SPDX-License-Identifier: GPL-3.0-or-later
// What C++ adds: exceptions, loops over ranges, templates, lambdas, destructors.
#include "told.h"

static int numbers[400];
static int few[9];

struct guard {
    int *at;
    explicit guard(int *p) : at(p) {}
    ~guard() { ++*at; }
};

APART int thrower(int n)
{
    OPEN(l) for (int i = 0; i < 50; i++)
        if (numbers[i] == n)
            throw i;
    CLOSE(l)
    return n;
}

APART int caught_outside(int n)
{
    int s = 0;
    size_t depth = oracle_depth();
    try {
        OPEN(l) for (int i = 0; i < n; i++) {
            OPEN(m) for (int k = 0; k < 3; k++) {
                guard g(&numbers[k]);
                s += thrower(i * 5 + k) + numbers[i];
            }
            CLOSE(m)
        }
        CLOSE(l)
    } catch (int i) {
        BACK(depth)
        s += numbers[i + 100];
    }
    return s;
}

APART int caught_inside(int n)
{
    int s = 0;
    OPEN(l) for (int i = 0; i < n; i++) {
        size_t depth = oracle_depth();
        try {
            OPEN(m) for (int k = 0; k < 9; k++)
                s += thrower(i + k) + numbers[k];
            CLOSE(m)
        } catch (int k) {
            BACK(depth)
            s += numbers[k];
        }
    }
    CLOSE(l)
    return s + numbers[1];
}

// Inlined where it is called in a loop: what it throws is caught outside of that.
static inline int small(int n)
{
    int s = 0;
    OPEN(l) for (int i = 0; i < n; i++) {
        if (numbers[i] > 60)
            throw numbers[i];
        s += numbers[i];
    }
    CLOSE(l)
    return s;
}

APART int inlined(int n)
{
    int s = 0;
    OPEN(l) for (int i = 0; i < n; i++) {
        size_t inner = oracle_depth();
        try {
            s += small(i);
        } catch (int k) {
            BACK(inner)
            s += k + numbers[200 + i];
        }
    }
    CLOSE(l)
    return s;
}

APART int passed_on(int n)
{
    size_t depth = oracle_depth();
    try {
        return inlined(n) + caught_inside(n) + small(n);
    } catch (...) {
        BACK(depth)
        return numbers[n];
    }
}

APART int ranges()
{
    int s = 0;
    OPEN(l) for (int i : few)
        s += i;
    CLOSE(l)
    return s;
}

int main()
{
    int s = 0;
    OPEN(l) for (int i = 0; i < 400; i++)
        numbers[i] = i * 7 % 90;
    CLOSE(l)
    OPEN(m) for (int n = 0; n < 20; n++) {
        s += caught_outside(n) + caught_inside(n) + inlined(n) + passed_on(n) + ranges();
    }
    CLOSE(m)
    printf("%d\n", s);
}
