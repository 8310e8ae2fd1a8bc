/* By formula: mathematics reads its arguments, which are no memory, and writes
   what it is told to. */
/* exact plain: instances 8, size 80, union 80 */
/* exact pieces: instances 8, size 80, union 80 */
#define _GNU_SOURCE
#include "judge.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

double numbers[10];
static double sine, cosine, whole;
static int exponent, quotient;

int main(void)
{
    double sum = 0;
    for (int k = 0; k < 8; k++) {
        int n = opaque(10);
#pragma algoprof loop name(plain)
        for (int i = 0; i < n; i++)
            sum += sin(numbers[i]) + pow(numbers[i], 2) + lround(numbers[i]) + fmod(numbers[i], k + 1) + abs(opaque(k)) +
                   div(opaque(k), 3).rem + rand() * 0;
#pragma algoprof loop name(pieces)
        for (int i = 0; i < n; i++) {
            sincos(numbers[i], &sine, &cosine);
            sum += frexp(numbers[i], &exponent) + modf(numbers[i], &whole) + remquo(numbers[i], 3, &quotient);
            sum += sine + cosine + exponent + quotient + whole;
        }
    }
    printf("%g\n", sum);
    return 0;
}
