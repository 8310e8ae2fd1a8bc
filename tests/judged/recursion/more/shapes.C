#include "shapes.h"

__attribute__((algoprof("recursion"))) long Pair::value(long x) const
{
    RECURSION("value");
    return a->value(x) * 3 + b->value(x + tag());
}

long over_there(long n)
{
    return halves<long>(n) + halves<int>(static_cast<int>(n));
}
