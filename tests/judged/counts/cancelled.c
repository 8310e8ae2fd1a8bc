/* Threads that are cancelled in an instance: what they did counts, and the others
   go on. */
/* target steps: instances 16, iterations 96 */
/* target rest: instances 8, iterations 80 */
/* options: -pthread */
/* untraced: cut by cancellation */
#include "opaque.h"
#include <pthread.h>
#include <stdio.h>

static int data[64];

static void *work(void *unused)
{
    int sum = 0;
    for (int k = 0; k < opaque(2); k++)
#pragma algoprof loop name(steps)
        for (int i = 0; i < opaque(10); i++) {
            sum += data[i];
            if (k == 1 && i == opaque(1)) {
                pthread_cancel(pthread_self());
                pthread_testcancel();
            }
        }
    data[0] = sum;
    return unused;
}

int main(void)
{
    int sum = 0;
    for (int t = 0; t < 8; t++) {
        pthread_t thread;
        void *result;
        pthread_create(&thread, NULL, work, NULL);
        pthread_join(thread, &result);
        sum += result == PTHREAD_CANCELED;
#pragma algoprof loop name(rest)
        for (int i = 0; i < opaque(10); i++)
            sum += data[i];
    }
    printf("%d\n", sum);
    return 0;
}
