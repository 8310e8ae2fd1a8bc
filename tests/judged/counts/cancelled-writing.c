/* Threads that are cancelled in a function that GCC knows, but that is a cancellation point. */
/* target lines: instances 8, iterations 8 */
/* options: -pthread */
/* untraced: cut by cancellation */
#include "opaque.h"
#include <pthread.h>
#include <stdio.h>

static FILE *null;
static volatile int go;

static void *work(void *unused)
{
    while (!go)
        ;
#pragma algoprof loop name(lines)
    for (int i = 0; i < opaque(100); i++)
        fputs(i > opaque(50) ? "more" : "less", null);
    return unused;
}

int main(void)
{
    int sum = 0;
    null = fopen("/dev/null", "w");
    if (!null)
        return 1;
    setvbuf(null, NULL, _IONBF, 0);
    for (int t = 0; t < 8; t++) {
        pthread_t thread;
        void *result;
        go = 0;
        pthread_create(&thread, NULL, work, NULL);
        pthread_cancel(thread);
        go = 1;
        pthread_join(thread, &result);
        sum += result == PTHREAD_CANCELED;
    }
    printf("%d\n", sum);
    return 0;
}
