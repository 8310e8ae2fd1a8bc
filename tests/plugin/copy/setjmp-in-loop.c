/* { dg-do run } */
/* { dg-options "-fplugin-arg-algoprof-verbose" } */
#include <setjmp.h>
#include <stdio.h>

static jmp_buf env;
static volatile int tries;

static void work(void)
{
    if (++tries % 2)
        longjmp(env, 1);
}

int main(void)
{
    volatile int n = 3;
#pragma algoprof loop
    for (volatile int i = 0; i < n; i++) /* { dg-note "profiled" } */
        if (!setjmp(env))
            work();
    printf("%d\n", tries); /* { dg-output "3" } */
    return 0;
}
