/* A variadic recursion cannot be split: said so, and the program runs as it is. */
/* refused: a function with a variable number of arguments cannot be split */
#include "twin.h"
#include <stdarg.h>
#include <stdio.h>

__attribute__((algoprof("recursion"))) static int sum(int n, ...)
{
    RECURSION("sum");
    va_list arguments;
    int a, b;
    va_start(arguments, n);
    a = va_arg(arguments, int);
    b = va_arg(arguments, int);
    va_end(arguments);
    return n == 0 ? a + b : sum(n - 1, a + 1, b * 2) + a;
}

int main(void)
{
    printf("%d\n", sum(opaque(10), 1, 2));
    return 0;
}
