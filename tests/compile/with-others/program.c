/* Built with many options of GCC's, as C and as C++: what is counted and what
   is input must not depend on them.  NAME: instances, iterations, bytes (of all
   instances together):
       target sum: 8 1600 800
       target list: 8 400 600
       target written: 8 1600 0
       target sorted: 8 16 80
       target depth: 8 408 200
       target parallel: 8 1600 800 */
#include <stdio.h>
#include <stdlib.h>

struct node {
    struct node *next;
    int v;
};

static int a[256], b[256];
static struct node *head;

__attribute__((noinline)) static int pick(const int *p, int i)
{
    return p[i] * 2 + (i & 1 ? p[i / 2] : 0);
}

static int by_value(const void *x, const void *y)
{
    return *(const int *)x - *(const int *)y;
}

__attribute__((algoprof("recursion"))) static int depth(const int *p, int n)
{
    if (n == 0)
        return 0;
    int rest = depth(p + 1, n - 1);
    return p[0] > rest ? p[0] : rest + 1;
}

int main(int argc, char **argv)
{
    long sum = 0;
    int n = argc + 199;
    (void)argv;
    for (int i = 0; i < 50; i++) {
        struct node *x = (struct node *)malloc(sizeof *x);
        x->next = head;
        x->v = i;
        head = x;
    }
    for (int k = 0; k < 8; k++) {
#pragma algoprof loop name(sum)
        for (int i = 0; i < n; i++)
            sum += pick(a, i);
#pragma algoprof loop name(list)
        for (struct node *x = head; x; x = x->next)
            sum += x->v;
#pragma algoprof loop name(written)
        for (int i = 0; i < n; i++)
            a[i] = i * k;
#pragma algoprof loop name(sorted)
        for (int i = 0; i < argc + 1; i++)
            qsort(a + i * 10, 10, sizeof *a, by_value);
        sum += depth(a, argc + 49);
#pragma omp parallel for num_threads(1)
#pragma algoprof loop name(parallel)
        for (int i = 0; i < n; i++)
            b[i] = a[i] + 1;
        sum += b[k];
    }
    printf("%ld\n", sum);
    return 0;
}
