/* _Pragma in a macro, together with its loop and on its own. */
/* { dg-do run } */
/* { dg-options "-fplugin-arg-algoprof-verbose" } */
#include <stdio.h>

#define MARKED_FOR(i, n) _Pragma("algoprof loop") for (int i = 0; i < (n); i++) /* { dg-note "profiled" } */
#define MARK _Pragma("algoprof loop name(alone)")

int main(void)
{
    volatile int n = 10;
    int sum = 0;
    MARKED_FOR(i, n)
        sum += i;
    MARK
    for (int i = 0; i < n; i++) /* { dg-note "profiled" } */
        sum += i;
    MARK for (int i = 0; i < n; i++) /* { dg-note "profiled" } */
        sum += i;
    printf("%d\n", sum); /* { dg-output "135" } */
    return 0;
}
