/* All loops of a function, default names in the order of the text. */
/* target all: instances 2, iterations 6 */
/* target all#2: instances 6, iterations 24 */
/* target all#3: instances 2, iterations 10 */
#include "opaque.h"
#include <stdio.h>

__attribute__((algoprof)) static int all(int n)
{
    int sum = 0;
    for (int i = 0; i < n; i++) {
        int j = opaque(4);
        while (j > 0)
            sum += j--;
    }
    do
        sum += n;
    while (++n < opaque(8));
    return sum;
}

int main(void)
{
    printf("%d\n", all(opaque(3)) + all(opaque(3)));
    return 0;
}
