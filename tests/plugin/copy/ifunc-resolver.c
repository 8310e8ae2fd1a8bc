/* What chooses among functions runs before there is thread-local storage, in a static program. */
/* { dg-do run } */
/* { dg-options "-static -fplugin-arg-algoprof-target=* -fplugin-arg-algoprof-target=main" } */
#include <stdio.h>

static int once(int n)
{
    return n;
}

static int twice(int n)
{
    return n * 2;
}

static int count(int n)
{
    int k = 0;
    for (volatile int i = 0; i < n; i++)
        k++;
    return k;
}

static int (*choose(void))(int)
{
    int k = count(3);
#pragma algoprof loop
    for (volatile int i = 0; i < 3; i++) /* { dg-warning "chooses functions for the dynamic linker" } */
        k++;
    return k == 6 ? twice : once;
}

int chosen(int) __attribute__((ifunc("choose")));

int main(void)
{
    int sum = 0;
    for (volatile int i = 0; i < 9; i++)
        sum += chosen(i) + count(1);
    printf("%d\n", sum); /* { dg-output "81" } */
    return 0;
}
