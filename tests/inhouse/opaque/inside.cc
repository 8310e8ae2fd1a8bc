// SPDX-License-Identifier: GPL-3.0-or-later
// Calls of functions that are compiled in in-house mode (those of inside.cc and beside.cc), and that are not (outside.cc).
// opaque.py knows how many there are.
#include <cstdio>
#include <pthread.h>
#include <stdlib.h>
#define APART __attribute__((noipa))

struct shape
{
    virtual int area(int n) const;
    virtual ~shape() {}
};
int outside(int n);
int thrower(int n);
int beside(int n);
int back(int (*f)(int), int n);
const shape *foreign_shape();

APART static int own(int n) { return n + 1; }
APART int shape::area(int n) const { return n; }

APART static int calls_outside(int n) { return outside(n) + own(n) + beside(n) + outside(n + 1); }
APART static int calls_beside(int n) { return beside(n) + own(n) + abs(n); }
APART static int by_pointer(int (*f)(int), int n) { return f(n) + f(n + 1); }
APART static int by_virtual(const shape *s, int n) { return s->area(n) + own(n); }
APART static int catches(int n)
{
    try {
        return thrower(n);
    } catch (int thrown) {
        return thrown;
    }
}
// Its callee calls back what is profiled, so that nobody can tell: it counts as profiled.
APART static int calls_back(int n) { return back(own, n); }

static void *on_a_thread(void *sum)
{
    for (int i = 0; i < 7; i++)
        *static_cast<int *>(sum) += calls_outside(i);
    return nullptr;
}

int main()
{
    int sum = 0, other = 0;
    pthread_t t;
    pthread_create(&t, nullptr, on_a_thread, &other);
    for (int i = 0; i < 10; i++) {
        sum += calls_outside(i) + calls_beside(i) + catches(i) + calls_back(i);
        sum += by_pointer(i % 2 ? outside : own, i);
        shape plain;
        sum += by_virtual(i % 5 ? &plain : foreign_shape(), i);
    }
    pthread_join(t, nullptr);
    std::printf("%d\n", sum + other);
}
