/* SPDX-License-Identifier: MIT
 * What the stack of a thread is used for when it begins to be counted; threads that take runs from each other. */
#include "subject.h"
#include <algoprof/rt_abi.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PAINTED 16384
#define MOST 2048u              /* bytes that a thread's first instance may take */

/* Of the stack below its caller: paint it; or how many bytes lie above the lowest one that was written since. */
static __attribute__((noipa)) size_t below(bool look)
{
    unsigned char paint[PAINTED];
    size_t i = 0;
    __asm__ volatile("" : : "r"(paint) : "memory");
    if (!look)
        memset(paint, 0xa5, sizeof paint);
    __asm__ volatile("" : : "r"(paint) : "memory");
    while (look && i < sizeof paint && paint[i] == 0xa5)
        i++;
    return sizeof paint - i;
}

static void instances(long n)
{
    for (long i = 0; i < n; i++)
        shim_leave(&hot_alpha, shim_enter(&alpha.d, &hot_alpha), 1);
}

static void *measure(void *most)
{
    below(false);
    instances(1);
    *(size_t *)most = below(true);
    return NULL;
}

/* The first thread finds what is bound late. */
void mode_shallow(void)
{
    instances(1);
    for (int i = 0; i < 3; i++) {
        pthread_t thread;
        size_t used = 0;
        if (pthread_create(&thread, NULL, measure, &used) || pthread_join(thread, NULL))
            exit(3);
        if (used > MOST) {
            fprintf(stderr, "thread %d: %zu bytes\n", i, used);
            exit(4);
        }
    }
}

/* ---- runs that threads take from each other ---- */

unsigned long run_open(const char *label) __asm__(ALGOPROF_RT("run_open"));
int run_attach(unsigned long handle) __asm__(ALGOPROF_RT("run_attach"));
int run_close(unsigned long handle) __asm__(ALGOPROF_RT("run_close"));

#define SLOTS 8

static _Atomic unsigned long lying[SLOTS];      /* runs that whoever comes goes on with */

/* Each run is gone on with by some threads, while the one that laid it down may still be in it; then it ends. */
static void *take_and_give(void *number)
{
    unsigned random = (unsigned)(size_t)number;
    for (long i = 0; i < argument[1]; i++) {
        random = random * 1103515245 + 12345;
        unsigned slot = random >> 16 & (SLOTS - 1);
        unsigned long run = random >> 20 & 1 ? run_open("own") : 0;
        unsigned long taken = atomic_exchange(&lying[slot], run);
        instances(3);
        if (taken && run_attach(taken) == 0)
            instances(5);
        if (taken && random >> 21 & 1)
            run_close(taken);
        else if (taken)
            run_close(atomic_exchange(&lying[slot ^ 1], taken));
        instances(2);
    }
    return NULL;
}

/* argument: threads, rounds of each */
void mode_own_runs(void)
{
    pthread_t thread[64];
    for (long i = 0; i < argument[0]; i++)
        CHECK(!pthread_create(&thread[i], NULL, take_and_give, (void *)(size_t)(i + 1)));
    for (long i = 0; i < argument[0]; i++)
        pthread_join(thread[i], NULL);
}
