/* Under an "if" without braces the pragma must not become its body. */
/* { dg-do run } */
/* { dg-options "-fplugin-arg-algoprof-verbose" } */
#include <stdio.h>

int main(int argc, char **argv)
{
    volatile int n = 10, yes = 1, no = 0;
    int sum = 0;
    (void)argc;
    (void)argv;
    if (no)
#pragma algoprof loop
        for (int i = 0; i < n; i++) /* { dg-note "profiled" } */
            sum += 100;
    if (yes)
#pragma algoprof loop
        for (int i = 0; i < n; i++) /* { dg-note "profiled" } */
            sum += 1;
    printf("%d\n", sum); /* { dg-output "10" } */
    return 0;
}
