/* A function that hands itself to qsort: each level sorts its parts with itself
   as comparator, so that calls come back through libc. */
#include "twin.h"
#include <stdio.h>
#include <stdlib.h>

struct group {
    int depth, value, n;
    struct group *parts;
};

static struct group pool[200];
static int used;

__attribute__((algoprof("recursion"))) static int compare(const void *a, const void *b)
{
    RECURSION("compare");
    struct group *x = (struct group *)(size_t)a, *y = (struct group *)(size_t)b;
    if (x->depth == 0)
        return (x->value > y->value) - (x->value < y->value);
    qsort(x->parts, (size_t)x->n, sizeof *x, compare);
    qsort(y->parts, (size_t)y->n, sizeof *y, compare);
    return compare(&x->parts[0], &y->parts[0]);
}

static struct group *make(int depth, int n)
{
    struct group *parts = &pool[used];
    used += n;
    for (int i = 0; i < n; i++)
        parts[i] = (struct group){ depth, (used * 31 + i * 17) % 97, 4, depth ? make(depth - 1, 4) : NULL };
    return parts;
}

int main(void)
{
    struct group *groups = make(opaque(2), 5);
    qsort(groups, 5, sizeof groups[0], compare);
    for (int i = 0; i < 5; i++)
        printf("%d ", groups[i].value);
    printf("%d\n", compare(&groups[0], &groups[1]));
    return 0;
}
