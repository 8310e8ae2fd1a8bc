/* SPDX-License-Identifier: GPL-3.0-or-later
 * exact SHAPE N: as many executions as would take more than a log has for their sets.
 *   windows    of 100 bytes, side by side
 *   random     of 50 to 149 bytes, anywhere in 100 MB
 *   lists      walks of a list that grows to 6,000 nodes
 *   columns    of a matrix of 1,000 rows of 3,000 bytes, 4 bytes each
 *   threads    windows, by four threads
 *   runs       windows, in four runs
 *   calls      a recursion of N calls, each in a chain of 20
 *   cut        windows, and the last execution is left by exit
 *   killed     windows, then it kills itself
 * The bytes that all of them read, as they are counted here. */
#include <algoprof/algoprof.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define SPACE 100000000ul

static unsigned char *space, *seen;
static volatile unsigned sum;

static void mark(const unsigned char *p, size_t size)
{
    memset(seen + (p - space), 1, size);
}

__attribute__((noipa)) static void leave_now(void)
{
    exit(0);
}

/* A copy of its own for `leave': the others call nothing. */
static inline __attribute__((always_inline)) void read_all(const unsigned char *p, size_t size, bool leave)
{
    unsigned s = 0;
#pragma algoprof loop name(bytes)
    for (size_t i = 0; i < size; i++) {
        s += p[i];
        if (leave && i == size / 2)
            leave_now();
    }
    sum += s;
}

static void *windows(void *arg)
{
    const unsigned long *range = arg;
    for (unsigned long i = range[0]; i < range[1]; i++) {
        read_all(space + i % (SPACE / 100) * 100, 100, false);
        mark(space + i % (SPACE / 100) * 100, 100);
    }
    return NULL;
}

static void random_windows(unsigned long n)
{
    unsigned long long r = 1;
    for (unsigned long i = 0; i < n; i++) {
        r = r * 6364136223846793005u + 1442695040888963407u;
        unsigned char *p = space + (r >> 20) % (SPACE - 150);
        size_t size = 50 + (r >> 57) % 100;
        read_all(p, size, false);
        mark(p, size);
    }
}

struct node {
    struct node *next;
    unsigned key, unread;
};

static void lists(unsigned long n)
{
    struct node *head = NULL, *node = (struct node *)(void *)space;
    for (unsigned long i = 0; i < n; i++) {
        if (i < 6000) {
            *node = (struct node){ head, (unsigned)i, 0 };
            mark((unsigned char *)node, offsetof(struct node, unread));
            head = node++;
        }
        unsigned s = 0;
#pragma algoprof loop name(bytes)
        for (const struct node *p = head; p; p = p->next)
            s += p->key;
        sum += s;
    }
}

static void columns(unsigned long n)
{
    for (unsigned long i = 0; i < n; i++) {
        unsigned char *p = space + i % 2900;
        unsigned s = 0;
#pragma algoprof loop name(bytes)
        for (size_t k = 0; k < 1000; k++)
            s += *(const unsigned *)(const void *)(p + 3000 * k);
        sum += s;
        for (size_t k = 0; k < 1000; k++)
            mark(p + 3000 * k, 4);
    }
}

__attribute__((algoprof, noinline)) static unsigned down(unsigned n)
{
    return n ? down(n - 1) + space[n] : 0;
}

static void threads(unsigned long n)
{
    pthread_t thread[4];
    unsigned long range[4][2];
    for (unsigned long i = 0; i < 4; i++) {
        range[i][0] = i * n / 4;
        range[i][1] = (i + 1) * n / 4;
        pthread_create(&thread[i], NULL, windows, range[i]);
    }
    for (int i = 0; i < 4; i++)
        pthread_join(thread[i], NULL);
}

int main(int argc, char **argv)
{
    const char *shape = argc > 2 ? argv[1] : "";
    unsigned long n = argc > 2 ? strtoul(argv[2], NULL, 10) : 0, all[] = { 0, n };
    space = aligned_alloc(4096, SPACE + 4096);
    seen = calloc(SPACE, 1);
    memset(space, 1, SPACE);
    if (!strcmp(shape, "random"))
        random_windows(n);
    else if (!strcmp(shape, "lists"))
        lists(n);
    else if (!strcmp(shape, "columns"))
        columns(n);
    else if (!strcmp(shape, "threads"))
        threads(n);
    else if (!strcmp(shape, "calls"))
        for (unsigned long i = 0; i < n; i++)
            sum += down(20);
    else
        for (unsigned long i = 0; i < (strcmp(shape, "runs") ? 1 : 4); i++) {
            if (!strcmp(shape, "runs"))
                algoprof_process_run_begin("one of four");
            windows(all);
        }
    unsigned long bytes = 0;
    for (size_t i = 0; i < SPACE; i++)
        bytes += seen[i];
    printf("%lu\n", bytes);
    fflush(stdout);
    if (!strcmp(shape, "cut"))
        read_all(space, 100, true);
    if (!strcmp(shape, "killed"))
        kill(getpid(), SIGKILL);
    return sum == 0;
}
