// Virtual calls from a traced loop, with marked loops in the targets.
// target main: instances 2, iterations 20
// target one: instances 10, iterations 30
// target two: instances 10, iterations 40
#include "opaque.h"
#include <cstdio>

struct base
{
    virtual int run(int) = 0;
    virtual ~base() {}
};

struct one : base
{
    int run(int n) override
    {
        int sum = 0;
#pragma algoprof loop name(one)
        for (int i = 0; i < n; i++)
            sum += opaque(i);
        return sum;
    }
};

struct two : base
{
    int run(int n) override
    {
        int sum = 0;
#pragma algoprof loop name(two)
        for (int i = 0; i <= n; i++)
            sum -= opaque(i);
        return sum;
    }
};

int main()
{
    one a;
    two b;
    base *volatile which[2] = {&a, &b};
    int sum = 0;
    for (int k = 0; k < 2; k++)
#pragma algoprof loop
        for (int i = 0; i < opaque(10); i++)
            sum += which[i % 2]->run(3);
    std::printf("%d\n", sum);
}
