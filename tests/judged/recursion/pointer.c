/* A recursion through a function pointer only: nothing in the call graph tells. */
/* target visit: instances 3, calls 262, longest 8 */
#include "twin.h"
#include <stdio.h>

struct visitor {
    int (*visit)(const struct visitor *, int depth);
    int width;
};

__attribute__((algoprof("recursion"))) static int visit(const struct visitor *v, int depth)
{
    RECURSION("visit");
    int sum = 1;
    if (depth > 0)
        for (int i = 0; i < v->width; i++)
            sum += v->visit(v, depth - 1) * (i + 1);
    return sum;
}

int main(void)
{
    struct visitor v = { visit, opaque(2) };
    printf("%d\n", v.visit(&v, opaque(7)));
    v.width = opaque(1);
    printf("%d\n", visit(&v, opaque(2)));
    v.width = opaque(3);
    printf("%d\n", v.visit(&v, opaque(1)));
    return 0;
}
