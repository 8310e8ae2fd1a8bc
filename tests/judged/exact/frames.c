/* By formula: variable-length arrays and alloca.  Made before the instance
   they are input; made within it they are not, however the frame grows. */
/* exact older: instances 8, size 120, union 120 */
/* exact older_alloca: instances 8, size 30, union 30 */
/* exact within: instances 8, size 0, union 0 */
/* exact within_alloca: instances 8, size 40, union 40 */
/* exact callee: instances 8, size 80, union 80 */
/* exact copied: instances 8, size 60, union 60 */
#include "judge.h"
#include <stdio.h>

int source[10];

__attribute__((noinline)) static long sum_copy(const long *from, int n)
{
    long own[n], *more = __builtin_alloca(n * sizeof *more), sum = 0;
    for (int i = 0; i < n; i++)
        own[i] = more[n - 1 - i] = from[i];
    for (int i = 0; i < n; i++)
        sum += own[opaque(i)] * more[opaque(i)];
    return sum;
}

int main(void)
{
    long sum = 0, numbers[10];
    for (int i = 0; i < 10; i++)
        numbers[i] = opaque(i);
    int n = opaque(10);
    int vla[3 * n];
    char *bytes = __builtin_alloca(opaque(30));
    struct variable {
        int a[n / 2 + 10];
    } one, two;
    for (int i = 0; i < 30; i++)
        bytes[i] = vla[i] = opaque(i);
    for (int i = 0; i < n / 2 + 10; i++)
        one.a[i] = opaque(i);
    for (int k = 0; k < 8; k++) {
#pragma algoprof loop name(older)
        for (int i = 0; i < 3 * n; i++)
            sum += vla[i] * k;
#pragma algoprof loop name(older_alloca)
        for (int i = 0; i < 3 * n; i++)
            sum += bytes[i] * k;
#pragma algoprof loop name(within)
        for (int i = 0; i < n; i++) {
            int own[n + i];
            for (int j = 0; j < n + i; j++)
                own[j] = j + k;
            sum += own[opaque(n - 1)];
        }
#pragma algoprof loop name(within_alloca)
        for (int i = 0; i < n; i++) {
            int *own = __builtin_alloca(4 + i);
            *own = source[i];
            sum += own[opaque(0)];
        }
#pragma algoprof loop name(callee)
        for (int i = 0; i < n; i++)
            sum += sum_copy(numbers, n);
#pragma algoprof loop name(copied)
        for (int i = 0; i < 2; i++) {
            two = one;
            sum += two.a[opaque(3)];
        }
        __asm__ volatile("" : "+m"(two), "+m"(one));
    }
    printf("%ld\n", sum);
    return 0;
}
