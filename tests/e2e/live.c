/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A log that changes all the time: run by run, each of two threads that have a hundred instances of
 * three iterations and end; pairs are dropped, and their places used again. */
#include <pthread.h>
#include <stdlib.h>
#include <algoprof/algoprof.h>

static int numbers[512];
static volatile int sink;

static void *work(void *from)
{
    int *p = from;
    for (int k = 0; k < 100; k++) {
        int s = 0;
#pragma algoprof loop name(three)
        for (int i = 0; i < 3; i++)
            s += p[64 * i + k];
        sink += s;
    }
    return NULL;
}

int main(void)
{
    for (;;) {
        pthread_t t[2];
        algoprof_process_run_begin("two threads");
        for (int i = 0; i < 2; i++)
            if (pthread_create(&t[i], NULL, work, numbers + i))
                abort();
        for (int i = 0; i < 2; i++)
            pthread_join(t[i], NULL);
        algoprof_process_run_end();
    }
}
