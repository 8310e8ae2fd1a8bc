/* THREADS threads, each with LEVELS levels of one function, and a leaf below each level. */
#include <pthread.h>
#include <stdlib.h>

static int levels;
static int leaf(int n) { return n ^ 1; }
static int level(int n) { return n ? leaf(n) + level(n - 1) : 0; }
static void *go(void *none)
{
    volatile int sum = level(levels);
    (void)sum;
    return none;
}
int main(int argc, char **argv)
{
    pthread_t list[16];
    int threads = argc > 2 ? atoi(argv[1]) : 1;
    levels = argc > 2 ? atoi(argv[2]) : 1;
    for (int i = 0; i < threads; i++)
        pthread_create(&list[i], NULL, go, NULL);
    for (int i = 0; i < threads; i++)
        pthread_join(list[i], NULL);
    return 0;
}
