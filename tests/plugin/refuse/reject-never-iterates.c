/* { dg-do run } */
#include <stdio.h>

int main(void)
{
    volatile int n = 3;
    int sum = 0;
#pragma algoprof loop
    for (;;) { /* { dg-warning "never iterates" } */
        sum += n;
        break;
    }
#pragma algoprof loop
    do { /* { dg-warning "never iterates" } */
        sum += n;
    } while (0);
#pragma algoprof loop /* { dg-warning "is not followed by a loop" } */
once:
    sum += n;
    if (sum > 100)
        goto other;
    if (sum < 0)
        goto once_more;
    printf("%d\n", sum); /* { dg-output "9" } */
other:
    return 0;
once_more:
    return 1;
}
