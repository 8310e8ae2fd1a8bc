// Loops that run before main, in the initialisers of a global and of a local
// static object, and after it in the destructor.
// target fill: instances 3, iterations 36
// target once: instances 1, iterations 9
// target empty: instances 2, iterations 12
#include "opaque.h"
#include <cstdio>

struct table
{
    int data[12];
    table()
    {
#pragma algoprof loop name(fill)
        for (int i = 0; i < opaque(12); i++)
            data[i] = i;
    }
};

struct last
{
    int n;
    explicit last(int x) : n(x) {}
    ~last()
    {
#pragma algoprof loop name(empty)
        while (n > 0)
            n -= opaque(1);
    }
};

static table global;
static table second[2];
static last five(5), seven(7);

static int once()
{
    int sum = 0;
#pragma algoprof loop name(once)
    for (int i = 0; i < opaque(9); i++)
        sum += i;
    return sum;
}

static int value()
{
    static int known = once();
    return known;
}

int main()
{
    std::printf("%d %d %d\n", value(), value(), global.data[3] + second[1].data[4]);
}
