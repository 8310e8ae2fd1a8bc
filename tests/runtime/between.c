/* SPDX-License-Identifier: MIT
 *
 * A thread that a busy machine stops for a while in the middle of telling its counts, where another one
 *     between run     ends a run, ten times
 *     between exit    ends the process
 *     between never   ends runs, and it never comes back
 * With a look inside: it is said to be there, and not to be. */
#include "shim.h"
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include "core/thread.h"
#include "sample/target_on_thread.h"

#define ROUNDS 10

int run_begin(const char *label) __asm__(ALGOPROF_RT("run_begin"));

static const struct shim_site site = SHIM_SITE("between", 0xb, 0);
static __thread struct algoprof_hot hot;
static sem_t counted, over;
static struct rt_record *record;

static void instance(void)
{
    shim_leave(&hot, shim_enter(&site.d, &hot), 1);
}

static void *stand(void *unused)
{
    instance();
    record = rt_tls.self->records;
    sem_post(&counted);
    sem_wait(&over);
    return unused;
}

static void *go_on(void *unused)
{
    struct timespec time = { 0, 50000000 };
    nanosleep(&time, NULL);
    record->counting = RT_COUNTS_FREE;
    return unused;
}

static void stop(bool comes_back)
{
    pthread_t thread;
    record->counting = RT_COUNTS_OWNER;
    if (comes_back)
        pthread_create(&thread, NULL, go_on, NULL);
}

int main(int argc, char **argv)
{
    pthread_t thread;
    const char *what = argc > 1 ? argv[1] : "";
    pthread_create(&thread, NULL, stand, NULL);
    sem_wait(&counted);
    for (int round = 0; round < ROUNDS; round++) {
        stop(!!strcmp(what, "never"));
        if (!strcmp(what, "exit"))
            exit(0);
        instance();
        run_begin("next");
    }
    record->counting = RT_COUNTS_FREE;
    sem_post(&over);
    pthread_join(thread, NULL);
    return 0;
}
