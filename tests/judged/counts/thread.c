/* Four threads, 25 instances of 8 iterations each; one of them leaves its last
   instance by pthread_exit in iteration 5. */
/* target count: instances 100, iterations 797 */
#include "opaque.h"
#include <pthread.h>
#include <stdio.h>

static int sums[4];

__attribute__((noinline)) static void leave_if(int last)
{
    if (last)
        pthread_exit(NULL);
}

static void *count(void *argument)
{
    int *sum = argument;
    for (int k = 0; k < 25; k++)
#pragma algoprof loop
        for (int i = 0; i < opaque(8); i++) {
            *sum += i;
            leave_if(sum == sums && k == 24 && i == 4);
        }
    return NULL;
}

int main(void)
{
    pthread_t threads[4];
    for (int t = 0; t < 4; t++)
        pthread_create(&threads[t], NULL, count, &sums[t]);
    for (int t = 0; t < 4; t++)
        pthread_join(threads[t], NULL);
    printf("%d %d\n", sums[0], sums[3]);
    return 0;
}
