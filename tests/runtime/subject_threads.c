/* SPDX-License-Identifier: MIT
 * What the stack of a thread is used for when it begins to be counted. */
#include "subject.h"
#include <pthread.h>
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
