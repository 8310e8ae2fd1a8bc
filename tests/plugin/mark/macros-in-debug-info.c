/* { dg-do run } */
/* { dg-additional-options "-g3" } */
/* Where the debugging information has macros: the plugin's own is defined before the first line. */
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
