/* { dg-do run } */
#include <stdio.h>

int main(void)
{
    static const void *const table[] = { &&add, &&twice, &&stop };
    static const unsigned char program[] = { 0, 1, 0, 1, 2 };
    int acc = 0;
    const unsigned char *pc = program;
#pragma algoprof loop
    for (;;) { /* { dg-warning "cannot be profiled.*computed goto" } */
        goto *table[*pc++];
    add:
        acc += 3;
        continue;
    twice:
        acc *= 2;
        continue;
    stop:
        break;
    }
    printf("%d\n", acc); /* { dg-output "18" } */
    return 0;
}
