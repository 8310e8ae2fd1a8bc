/* 100 short-lived threads, one after the other. */
/* target count: instances 300, iterations 1500 */
#include "opaque.h"
#include <pthread.h>
#include <stdio.h>

static void *count(void *argument)
{
    int *sum = argument;
    for (int k = 0; k < 3; k++)
#pragma algoprof loop
        for (int i = 0; i < opaque(5); i++)
            *sum += i;
    return NULL;
}

int main(void)
{
    int sum = 0;
    for (int t = 0; t < 100; t++) {
        pthread_t thread;
        pthread_create(&thread, NULL, count, &sum);
        pthread_join(thread, NULL);
    }
    printf("%d\n", sum);
    return 0;
}
