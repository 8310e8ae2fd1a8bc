#include "../twin.h"

int each(int (*visit)(int), int n);

__attribute__((algoprof("recursion"))) int each(int (*visit)(int), int n)
{
    RECURSION("each");
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum += visit(n) * (i + 1);
    return sum + 1;
}
