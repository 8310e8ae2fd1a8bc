#include "shared.h"

extern int calls;

__attribute__((algoprof("recursion"))) int back(int n)
{
    RECURSION("back");
    return down(n - 1) * 2 + calls;
}
