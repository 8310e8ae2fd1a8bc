/* { dg-do run } */
/* { dg-options "-fplugin-arg-algoprof-spool=org.example.Editor_2" } */
/* A shipped program is silent, and has its files' names only. */
#include <stdio.h>

int main(void)
{
    volatile int n = 10;
    int sum = 0;
#pragma algoprof loop
    for (int i = 0; i < n; i++)
        sum += i;
    printf("%d\n", sum); /* { dg-output "45" } */
    return 0;
}
