#include "descend.h"

int descend_weight[4] = { 1, 3, 2, 5 };

long descend(const struct tree *t, int depth, long (*visit)(const struct tree *, int))
{
    long sum = 0;
    if (depth == 0)
        return 0;
    for (int i = 0; i < 2; i++)
        sum += visit(t->child[i], depth - 1) * descend_weight[(depth + i) % 4];
    return sum;
}
