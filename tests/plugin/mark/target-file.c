/* @FILE: one target a line, with comments. */
/* { dg-do run } */
/* { dg-options "-fplugin-arg-algoprof-verbose -fplugin-arg-algoprof-target=@$srcdir/targets.txt" } */
#include <stdio.h>

static int wanted(volatile int n)
{
    int sum = 0;
    for (int i = 0; i < n; i++) /* { dg-note "profiled" } */
        sum++;
    return sum;
}

int main(void)
{
    volatile int n = 10;
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum += i;
    /* the target's line is the next */
    for (int i = 0; i < n; i++) /* { dg-note "profiled" } */
        sum += i;
    printf("%d\n", sum + wanted(3)); /* { dg-output "93" } */
    return 0;
}
