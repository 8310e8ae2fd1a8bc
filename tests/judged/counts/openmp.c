/* An instance is one thread's share, or one chunk. */
/* options: -fopenmp */
/* target whole: instances 3, iterations 100 */
/* target chunks: instances 10, iterations 40 */
/* target inside: instances 3, iterations 60 */
#include "opaque.h"
#include <stdio.h>

int main(void)
{
    int sum = 0;
#pragma omp parallel for num_threads(3) schedule(static) reduction(+ : sum)
#pragma algoprof loop name(whole)
    for (int i = 0; i < 100; i++)
        sum += opaque(i);
#pragma omp parallel for num_threads(3) schedule(dynamic, 4) reduction(+ : sum)
#pragma algoprof loop name(chunks)
    for (int i = 0; i < 40; i++)
        sum += opaque(i);
#pragma omp parallel num_threads(3) reduction(+ : sum)
    {
#pragma algoprof loop name(inside)
        for (int i = 0; i < 20; i++)
            sum += opaque(i);
    }
    printf("%d\n", sum);
    return 0;
}
