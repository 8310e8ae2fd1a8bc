/* A loop that stands first in a switch is entered by the switch's labels only.  GCC does not warn
   of it (-Wswitch-unreachable), and does not with a marker before it. */
/* { dg-do run } */
/* { dg-options "-fplugin-arg-algoprof-verbose" } */
#include <stdio.h>

__attribute__((noinline)) static int device(volatile int state, volatile int n)
{
    int sum = 0;
    switch (state)
#pragma algoprof loop
        while (n-- > 0) { /* { dg-note "loop in 'device' profiled" } */
        case 0:
            sum += 10;
            /* fall through */
        case 1:
            sum++;
        }
    switch (state) {
        int k;
#pragma algoprof loop
        do { /* { dg-note "loop in 'device' profiled" } */
        case 2:
            n++;
            /* fall through */
        case 3:
            k = sum;
            sum = k + 100;
        } while (n < 3);
    }
    return sum;
}

int main(void)
{
    printf("%d %d %d\n", device(0, 3), device(1, 2), device(2, 0)); /* { dg-output "44 23 300" } */
    return 0;
}
