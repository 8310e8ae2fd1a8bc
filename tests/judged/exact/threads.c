/* By formula: eight threads at once, each with memory of its own and some that
   all read: 40 elements of 4 bytes of each. */
/* flags: -pthread */
/* exact own: instances 64, size 160, union 1280 */
/* exact shared: instances 64, size 160, union 160 */
/* exact passed: instances 64, size 0, union 0 */
#include "judge.h"
#include <pthread.h>
#include <stdio.h>

int own[8][40], shared[40];

static void *work(void *number)
{
    int *mine = own[(long)number];
    long sum = 0;
    for (int k = 0; k < 8; k++) {
        int n = opaque(40), local[40];
#pragma algoprof loop name(own)
        for (int i = 0; i < n; i++)
            sum += mine[i]++;
#pragma algoprof loop name(shared)
        for (int i = 0; i < n; i++)
            sum += shared[i];
#pragma algoprof loop name(passed)
        for (int i = 0; i < n; i++) {
            local[i] = (int)sum;
            __asm__ volatile("" : : "r"(local) : );
            sum += local[i];
        }
    }
    return (void *)sum;
}

int main(void)
{
    pthread_t thread[8];
    for (long t = 0; t < 8; t++)
        pthread_create(&thread[t], NULL, work, (void *)t);
    for (int t = 0; t < 8; t++)
        pthread_join(thread[t], NULL);
    puts("done");
    return 0;
}
