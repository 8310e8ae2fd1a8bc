/* A thread is cancelled inside its recursion, while it waits there. */
/* target wait_below: instances 4, calls 38, longest 11 */
/* cut: the thread ends inside */
#include "twin.h"
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <unistd.h>

static sem_t there;

__attribute__((algoprof("recursion"))) static int wait_below(int n, int bottom)
{
    RECURSION("wait_below");
    if (n == bottom) {
        sem_post(&there);
        for (;;)
            pause();
    }
    return n == 0 ? 0 : wait_below(n - 1, bottom) + n;
}

static void *work(void *unused)
{
    if (wait_below(opaque(10), -1) != 55)
        return unused;
    wait_below(opaque(10), 5);
    return unused;
}

int main(void)
{
    pthread_t thread;
    void *result;
    sem_init(&there, 0, 0);
    if (pthread_create(&thread, NULL, work, NULL) != 0)
        return 1;
    sem_wait(&there);
    pthread_cancel(thread);
    pthread_join(thread, &result);
    printf("%d %d\n", result == PTHREAD_CANCELED, wait_below(opaque(9), -1));
    printf("%d\n", wait_below(opaque(10), -1));
    return 0;
}
