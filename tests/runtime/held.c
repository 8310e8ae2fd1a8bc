/* SPDX-License-Identifier: MIT
 *
 * A thread that has one instance only, while another one is in the runtime's
 * slow path, and has more to do there afterwards:
 *     held MS     for so long
 *     held 0      until the first thread has ended */
#include "shim.h"
#include <dlfcn.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <time.h>

static const struct shim_site many = SHIM_SITE("many", 0xa, 0), once = SHIM_SITE("once", 0xb, 0);
static __thread struct algoprof_hot hots[4096], hot;
static __thread bool armed;
static sem_t inside, released;
static long hold_ms;

/* The slow path has all signals blocked when it takes memory. */
static void hold(void)
{
    sigset_t mask;
    pthread_sigmask(SIG_SETMASK, NULL, &mask);
    if (!armed || !sigismember(&mask, SIGUSR1))
        return;
    armed = false;
    sem_post(&inside);
    struct timespec time = { 0, hold_ms * 1000000 };
    if (hold_ms)
        nanosleep(&time, NULL);
    else
        sem_wait(&released);
}

void *mmap(void *at, size_t size, int protection, int flags, int file, off_t offset)
{
    static void *(*real)(void *, size_t, int, int, int, off_t);
    if (!real)
        real = (void *(*)(void *, size_t, int, int, int, off_t))dlsym(RTLD_NEXT, "mmap");
    hold();
    return real(at, size, protection, flags, file, offset);
}

static void *play_many(void *unused)
{
    for (size_t i = 0; i < sizeof hots / sizeof *hots; i++) {
        shim_leave(&hots[i], shim_enter(&many.d, &hots[i]), 1);
        armed = i == 0 || armed;
    }
    return unused;
}

static void *play_once(void *unused)
{
    shim_leave(&hot, shim_enter(&once.d, &hot), 1);
    return unused;
}

int main(int argc, char **argv)
{
    pthread_t first, second;
    hold_ms = argc > 1 ? atol(argv[1]) : 0;
    sem_init(&inside, 0, 0);
    sem_init(&released, 0, 0);
    pthread_create(&first, NULL, play_many, NULL);
    sem_wait(&inside);
    pthread_create(&second, NULL, play_once, NULL);
    pthread_join(second, NULL);
    sem_post(&released);
    pthread_join(first, NULL);
    return 0;
}
