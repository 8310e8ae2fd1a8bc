/* _Pragma in a macro that is made a statement by do ... while (0): that is not
   the loop which is meant. */
/* { dg-do run } */
/* { dg-options "-fplugin-arg-algoprof-verbose" } */
#include <stdio.h>

#define ADD_UP(sum, n) \
    do { \
        (sum) = 0; \
        _Pragma("algoprof loop") \
        for (int i = 0; i < (n); i++) /* { dg-note "profiled" } */ \
            (sum) += i; \
    } while (0)

int main(void)
{
    volatile int n = 10;
    int sum;
    ADD_UP(sum, n);
    printf("%d\n", sum); /* { dg-output "45" } */
    return 0;
}
