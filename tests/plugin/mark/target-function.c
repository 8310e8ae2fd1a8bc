/* { dg-do run } */
/* { dg-options "-fplugin-arg-algoprof-verbose -fplugin-arg-algoprof-target=wanted -fplugin-arg-algoprof-target=both:loops" } */
#include <stdio.h>

static int wanted(volatile int n)
{
    int sum = 0;
    for (int i = 0; i < n; i++) /* { dg-note "profiled" } */
        for (int j = 0; j < i; j++) /* { dg-note "profiled" } */
            sum++;
    return sum;
}

static int unwanted(volatile int n)
{
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum++;
    return sum;
}

static int both(volatile int n)
{
    int sum = 0;
    for (int i = 0; i < n; i++) /* { dg-note "profiled" } */
        sum += both(i) + 1;
    return sum;
}

int main(void)
{
    printf("%d %d %d\n", wanted(5), unwanted(5), both(5)); /* { dg-output "10 5 31" } */
    return 0;
}
