/* A macro that expands to a nest of two marked loops. */
/* { dg-do run } */
/* { dg-options "-fplugin-arg-algoprof-verbose" } */
#include <stdio.h>

#define NEST(i, j, n) \
    _Pragma("algoprof loop name(outer)") \
    for (int i = 0; i < (n); i++) /* { dg-note "profiled" } */ \
        _Pragma("algoprof loop name(inner)") \
        for (int j = 0; j < i; j++) /* { dg-note "profiled" } */

int main(void)
{
    volatile int n = 10;
    int sum = 0;
    NEST(i, j, n)
        sum += j;
    printf("%d\n", sum); /* { dg-output "120" } */
    return 0;
}
