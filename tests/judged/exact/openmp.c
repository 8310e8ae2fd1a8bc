/* By formula: what threads of OpenMP share out, and tasks.  An instance is one
   thread's share: 24 elements of 4 bytes, and what the body knows of (the pointer
   to the array, or its own variables) is in registers or younger than it. */
/* flags: -fopenmp -O1 */
/* exact shared: instances 4, size 96, union 384 */
/* exact each: instances 4, size 384, union 384 */
/* exact task: instances 8, size 48, union 384 */
#include "judge.h"
#include <stdio.h>

static int a[96], b[96];

static int add(const int *p, int n)
{
    int sum = 0;
#pragma algoprof loop name(task)
    for (int i = 0; i < n; i++)
        sum += p[i];
    return sum;
}

int main(void)
{
    int sum = 0, n = opaque(96);
    for (int i = 0; i < n; i++)
        a[i] = i;
#pragma omp parallel for num_threads(4) schedule(static)
#pragma algoprof loop name(shared)
    for (int i = 0; i < n; i++)
        b[i] = a[i] + 1;
#pragma omp parallel num_threads(4) reduction(+ : sum)
    {
#pragma algoprof loop name(each)
        for (int i = 0; i < opaque(96); i++)
            sum += b[i];
    }
#pragma omp parallel num_threads(4)
#pragma omp single
    for (int k = 0; k < 8; k++)
#pragma omp task firstprivate(k)
    {
        int part = add(a + k * 12, opaque(12));
#pragma omp atomic
        sum += part;
    }
    printf("%d\n", sum);
    return 0;
}
