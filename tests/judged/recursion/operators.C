/* Recursive operators, named as in the source. */
/* target operator(): instances 2, calls 218, longest 9 */
/* target operator+: instances 1, calls 21, longest 21 */
#include "twin.h"
#include <cstdio>

struct Fib {
    int calls = 0;

    [[gnu::algoprof]] int operator()(int n)
    {
        RECURSION("operator()");
        calls++;
        return n < 2 ? n : (*this)(n - 1) + (*this)(n - 2);
    }
};

struct Numeral {
    Numeral *before;

    [[gnu::algoprof]] int operator+(int n) const
    {
        RECURSION("operator+");
        return before ? (*before + n) + 1 : n;
    }
};

int main()
{
    Fib fib;
    std::printf("%d\n", fib(opaque(9)));
    std::printf("%d\n", fib(opaque(9)));
    std::printf("%d\n", fib.calls);
    Numeral numerals[21] = {};
    for (int i = 1; i < 21; i++)
        numerals[i].before = &numerals[i - 1];
    std::printf("%d\n", numerals[opaque(20)] + opaque(5));
    return 0;
}
