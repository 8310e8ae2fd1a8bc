/* A comparator that recurses, called back by tsearch, tfind, bsearch and lfind;
   and an action of twalk that walks the tree below its node again. */
#include "twin.h"
#include <search.h>
#include <stdio.h>
#include <stdlib.h>

__attribute__((algoprof)) static int compare_digits(unsigned a, unsigned b)
{
    RECURSION("compare_digits");
    int high = a < 10 && b < 10 ? 0 : compare_digits(a / 10, b / 10);
    return high ? high : (int)(a % 10) - (int)(b % 10);
}

static int compare(const void *a, const void *b)
{
    return compare_digits(*(const unsigned *)a, *(const unsigned *)b);
}

static void *root;
static int visits;

__attribute__((algoprof("recursion"))) static void visit(const void *node, VISIT when, int depth)
{
    RECURSION("visit");
    visits += depth + 1;
    if (when == endorder && depth > 0)
        twalk(node, visit);     /* its depths begin with 0 again */
}

int main(void)
{
    static unsigned numbers[40], sorted[40];
    size_t count = 40;
    int found = 0;
    unsigned state = (unsigned)opaque(11);
    for (int i = 0; i < 40; i++) {
        state = state * 1103515245 + 12345;
        numbers[i] = state >> (i % 20);
        sorted[i] = (unsigned)i * 137;
        tsearch(&numbers[i], &root, compare);
    }
    for (int i = 0; i < 40; i++) {
        unsigned key = (unsigned)opaque(i) * 137;
        found += bsearch(&key, sorted, 40, sizeof *sorted, compare) != NULL;
        found += tfind(&numbers[i], &root, compare) != NULL;
    }
    unsigned key = (unsigned)opaque(30) * 137;
    found += lfind(&key, sorted, &count, sizeof *sorted, compare) != NULL;
    twalk(root, visit);
    printf("%d %d\n", found, visits);
    return 0;
}
