#include "hop.h"

/* Nothing is marked here: no copies. */
int hop(int n)
{
    return n > 0 ? walk(n - 1) + 1 : 0;
}

int each_of(int (*visit)(int), int n)
{
    int sum = 0;
    for (int i = 0; i < 2; i++)
        sum += visit(n) * (i + 1);
    return sum;
}
