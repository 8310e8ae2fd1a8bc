/* A module's counts are whole when it is unloaded, whoever had run it. */
/* target plug: instances 8220, iterations 57540 */
/* target idle: instances 4110, iterations 0 */
/* module: more/plug.c */
#include "opaque.h"
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>

static int (*run)(int);
static pthread_barrier_t step;

static void *run_too(void *unused)
{
    for (int k = 0; k < opaque(6); k++) {
        pthread_barrier_wait(&step);
        if (run)
            run(700 - k * 10);
        pthread_barrier_wait(&step);
    }
    return unused;
}

int main(void)
{
    pthread_t thread;
    int sum = 0;
    pthread_barrier_init(&step, NULL, 2);
    pthread_create(&thread, NULL, run_too, NULL);
    for (int k = 0; k < opaque(6); k++) {
        void *module = dlopen(PARTS "/plug.so", RTLD_NOW);
        if (!module)
            return 1;
        *(void **)&run = dlsym(module, "run");
        pthread_barrier_wait(&step);
        sum += run(600 + k * 38);
        pthread_barrier_wait(&step);
        dlclose(module);
    }
    pthread_join(thread, NULL);
    printf("%d\n", sum);
    return 0;
}
