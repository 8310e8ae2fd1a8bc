/* { dg-do run } */
/* { dg-options "-fplugin-arg-algoprof-verbose" } */
#include <stdio.h>

int main(void)
{
    volatile int n = 10;
    int sum = 0;
#pragma algoprof loop name(scan)
    for (int i = 0; i < n; i++) /* { dg-note "profiled" } */
        sum += i;
#pragma algoprof loop rate(3)
    for (int i = 0; i < n; i++) /* { dg-note "profiled" } */
        sum += i;
#pragma algoprof loop rate(auto) name(last)
    for (int i = 0; i < n; i++) /* { dg-note "profiled" } */
        sum += i;
#pragma algoprof loop name(comma), rate(1)
    for (int i = 0; i < n; i++) /* { dg-note "profiled" } */
        sum += i;
    printf("%d\n", sum); /* { dg-output "180" } */
    return 0;
}
