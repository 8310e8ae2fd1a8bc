/* The recursion's inner version was pure until it counted: calls of it in a
   loop that is copied later must have their operands anew. */
/* { dg-do run } */
/* { dg-options "-fplugin-arg-algoprof-target=*" } */
#include <stdio.h>

static int depth(const int *p, int n)
{
    if (n == 0)
        return 0;
    int rest = depth(p + 1, n - 1);
    return p[0] > rest ? p[0] : rest + 1;
}

int main(int argc, char **argv)
{
    static int a[100];
    int sum = 0;
    (void)argv;
    for (int k = 0; k < 8; k++)
        sum += depth(a, argc + 49);
    printf("%d\n", sum); /* { dg-output "400" } */
    return 0;
}
