/* An interpreter: leaves by return in a switch inside the loop. */
/* target run: instances 5, iterations 55 */
/* target case: instances 10, iterations 30 */
#include "opaque.h"
#include <stdio.h>

static const char program[] = "+-+*+r-+-+.";

__attribute__((noinline)) static int run(int x)
{
    const char *p = program;
#pragma algoprof loop
    for (;; p++) {
        switch (*p) {
        case '+':
            x += 3;
            break;
        case '-':
            x--;
            continue;
        case '*':
        case 'r':
#pragma algoprof loop name(case)
            for (int i = 0; i < opaque(3); i++)
                x ^= i;
            break;
        case '.':
            return x;
        }
        x += 1;
    }
}

int main(void)
{
    int sum = 0;
    for (int k = 0; k < opaque(5); k++)
        sum += run(k);
    printf("%d\n", sum);
    return 0;
}
