#include "shapes.h"

int Derived::read(const int *p, int n)
{
    return p[n] + a + o;
}

Big Derived::make(const int *p, int n)
{
    Big b = {};
    b.x[n % 10] = p[n + 50];
    return b;
}

Base *as_base(Derived *d)
{
    return d;
}

Second *as_second(Derived *d)
{
    return d;
}

int over_there(const int *p, int n)
{
    return both(p, n) * 3 + once(p, n);
}
