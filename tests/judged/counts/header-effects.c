/* Side effects and calls in the condition; no condition; several exits. */
/* target post: instances 5, iterations 50 */
/* target call: instances 5, iterations 15 */
/* target three: instances 5, iterations 20 */
/* target comma: instances 5, iterations 40 */
#include "opaque.h"
#include <stdio.h>

static int calls;

__attribute__((noinline)) static int more(int n)
{
    return calls++ % 4 < n;
}

int main(void)
{
    int sum = 0;
    for (int k = 0; k < 5; k++) {
        int i = 0;
#pragma algoprof loop name(post)
        while (i++ < opaque(10))
            sum += i;
        /* true for calls 0, 1, 2 of 4, then false */
#pragma algoprof loop name(call)
        while (more(3))
            sum++;
        i = 0;
        /* left in body k + 2: by the first, second or third exit */
#pragma algoprof loop name(three)
        for (;;) {
            i++;
            if (k == 0 && i == 2)
                break;
            sum += i;
            if (k < 3 && i == k + 2)
                break;
            sum ^= i;
            if (i == k + 2)
                break;
        }
#pragma algoprof loop name(comma)
        for (int a = 0, b = 16; a < b; a++, b--)
            sum += a * b;
    }
    printf("%d\n", sum);
    return 0;
}
