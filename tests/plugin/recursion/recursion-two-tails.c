/* { dg-do run } */
/* A function between with several tail calls into its recursion, and no other way to return. */
/* { dg-options "-fplugin-arg-algoprof-target=*" } */
#include <stdio.h>
#include <stdlib.h>

static int sum;

void process(int n, int k);

__attribute__((noinline, noreturn)) static void stop(void)
{
    printf("%d\n", sum); /* { dg-output "1" } */
    exit(0);
}

__attribute__((noinline)) static void resume(int n)
{
    for (int i = 0; i < n; i++) {
        sum += i;
        if (sum % 5 == 1) {
            process(n - 1, 0);
            return;
        }
        if (sum % 7 == 2) {
            process(n - 2, i);
            return;
        }
    }
    stop();
}

__attribute__((noinline)) void process(int n, int k)
{
    sum += k;
    resume(n);
    sum++;
}

int main(void)
{
    volatile int n = 9;
    process(n, 0);
    return 1;
}
