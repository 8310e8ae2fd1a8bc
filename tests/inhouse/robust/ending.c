/* Threads go on, the first one too, and others begin, while the program ends: the runtime's destructors have run, and what
 * was registered before main (ending-main.c) is still running. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static volatile int data[64], rounds;

__attribute__((noinline)) static int sum(int n)
{
    int s = 0;
    for (int i = 0; i < n; i++)
        s += data[i % 64];
    return s;
}

static void *forever(void *unused)
{
    for (;; rounds++)
        sum(10);
    return unused;
}

static void *once(void *unused)
{
    sum(10);
    return unused;
}

static void *begin_others(void *unused)
{
    for (pthread_t t;;)
        if (!pthread_create(&t, NULL, once, NULL))
            pthread_join(t, NULL);
    return unused;
}

void stay(void);
void stay(void)
{
    for (int i = 0; i < 300; i++) {
        sum(10);
        usleep(1000);
    }
}

int run(void);
int run(void)
{
    pthread_t t;
    for (int i = 0; i < 2; i++)
        if (pthread_create(&t, NULL, forever, NULL))
            return 1;
    if (pthread_create(&t, NULL, begin_others, NULL))
        return 1;
    while (rounds < 1000)
        usleep(1000);
    puts("done");
    return 0;
}
