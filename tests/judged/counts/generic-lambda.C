// Instances of a generic lambda, and of a template operator, are one target.
// target lambda: instances 3, iterations 9
// target operator<: instances 2, iterations 9
#include "opaque.h"

struct less {
    template <class T> __attribute__((algoprof("loops"))) int operator<(T n) const
    {
        int s = 0;
        for (T i = 0; i < n; i++)
            s += opaque(1);
        return s;
    }
};

int main()
{
    auto sum = [](auto n) {
        int s = 0;
#pragma algoprof loop
        for (decltype(n) i = 0; i < n; i++)
            s += opaque(1);
        return s;
    };
    int all = sum(opaque(2)) + sum((long)opaque(3)) + sum((char)opaque(4));
    all += (less() < opaque(4)) + (less() < (long)opaque(5));
    return all != 18;
}
