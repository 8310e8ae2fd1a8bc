// An exception passes through two marked loops in two functions, with
// destructors on the way that have marked loops themselves: outer bodies 1 and 2,
// inner 3 and 5 + 1, destructors 1 a call of inner.
// target outer: instances 2, iterations 3
// target inner: instances 3, iterations 9
// target clean: instances 3, iterations 15
#include "opaque.h"
#include <cstdio>

static int sum;

struct guard
{
    ~guard()
    {
#pragma algoprof loop name(clean)
        for (int i = 0; i < opaque(5); i++)
            sum += i;
    }
};

__attribute__((noinline)) static void inner(int bad)
{
    guard g;
#pragma algoprof loop name(inner)
    for (int j = 0; j < opaque(5); j++) {
        sum += j;
        if (j == bad)
            throw j;
    }
}

__attribute__((noinline)) static void outer(int k)
{
#pragma algoprof loop name(outer)
    for (int i = 0; i < opaque(4); i++)
        inner(i == 0 && k == 1 ? opaque(99) : opaque(2) - 2 * (i > 0));
}

int main()
{
    for (int k = 0; k < 2; k++)
        try {
            outer(k);
        } catch (int) {
            sum += 1000;
        }
    std::printf("%d\n", sum);
}
