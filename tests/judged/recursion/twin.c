/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The brute-force account of recursions: every call is kept, with the number
 * of calls below it and the longest chain that starts at it.  The file
 * $TWIN_OUT gets for each outermost instance, in the order in which they end,
 *     instance NAME PROCESS THREAD CALLS LONGEST END ROWS
 * where END is "whole", "gone" (left without a return: longjmp, exit) or
 * "forked" (begun by the parent: of the child only what it called), and ROWS
 * lines "SIZE COST COUNT" follow, sorted.  PROCESS is 0, a forked child's is 1.
 * See twin.h.
 */
#include <fcntl.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#define TWIN
#include "twin.h"

enum { MAX_TARGETS = 8 };

struct level {
    const void *at;             /* in its frame */
    uint64_t before;            /* calls of the instance before it */
    uint64_t below;             /* longest chain of the calls that it made */
};

struct row {
    uint64_t size, cost;
};

/* One target on one thread. */
struct account {
    const char *name;
    struct level *levels;
    struct row *rows;
    uint64_t open, room, calls, ended;
    int forked;                 /* begun by the parent */
};

static __thread struct account accounts[MAX_TARGETS];
static __thread int thread;     /* from 1 */
static int threads, process;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static FILE *out;

static int by_size_and_cost(const void *a, const void *b)
{
    const struct row *x = a, *y = b;
    if (x->size != y->size)
        return x->size < y->size ? -1 : 1;
    return (x->cost > y->cost) - (x->cost < y->cost);
}

static void write_instance(struct account *a, const char *end, uint64_t longest)
{
    uint64_t different = 0;

    qsort(a->rows, a->ended, sizeof *a->rows, by_size_and_cost);
    for (uint64_t i = 0; i < a->ended; i++)
        different += i == 0 || by_size_and_cost(&a->rows[i - 1], &a->rows[i]) != 0;
    pthread_mutex_lock(&lock);
    if (!out)
        out = fdopen(open(getenv("TWIN_OUT"), O_WRONLY | O_CREAT | O_APPEND, 0600), "a");
    if (!out)
        abort();
    fprintf(out, "instance %s %d %d %lu %lu %s %lu\n", a->name, process, thread, a->calls, longest,
            a->forked ? "forked" : end, different);
    for (uint64_t i = 0, count = 1; i < a->ended; i++, count++)
        if (i + 1 == a->ended || by_size_and_cost(&a->rows[i], &a->rows[i + 1]) != 0) {
            fprintf(out, "%lu %lu %lu\n", a->rows[i].size, a->rows[i].cost, count);
            count = 0;
        }
    fflush(out);
    pthread_mutex_unlock(&lock);
    a->calls = a->ended = 0;
    a->forked = 0;
}

/* The innermost call ends. */
static void end_call(struct account *a, const char *end)
{
    struct level *l = &a->levels[--a->open];
    struct row row = { l->below + 1, a->calls - l->before };

    a->rows[a->ended++] = row;
    if (a->open == 0)
        write_instance(a, end, row.size);
    else if (a->levels[a->open - 1].below < row.size)
        a->levels[a->open - 1].below = row.size;
}

static void end_open_calls(void)
{
    for (int i = 0; i < MAX_TARGETS; i++)
        while (accounts[i].open > 0)
            end_call(&accounts[i], "gone");
}

/* What is open goes on in the child, which counts its own calls only. */
static void in_child(void)
{
    process = 1;
    for (int i = 0; i < MAX_TARGETS; i++) {
        accounts[i].calls = accounts[i].ended = 0;
        accounts[i].forked = accounts[i].open > 0;
        for (uint64_t l = 0; l < accounts[i].open; l++)
            accounts[i].levels[l].before = accounts[i].levels[l].below = 0;
    }
}

__attribute__((constructor(101))) static void begin_account(void)
{
    atexit(end_open_calls);
    pthread_atfork(NULL, NULL, in_child);
}

void twin_enter(struct twin_call *call)
{
    struct account *a = accounts;

    if (!thread)
        thread = __atomic_add_fetch(&threads, 1, __ATOMIC_RELAXED);
    while (a->name && strcmp(a->name, call->name) != 0)
        if (++a == accounts + MAX_TARGETS)
            abort();
    a->name = call->name;
    call->number = (int)(a - accounts);
    if (a->open == a->room || a->calls >= a->room) {
        a->room = a->room ? a->room * 2 : 1024;
        a->levels = realloc(a->levels, a->room * sizeof *a->levels);
        a->rows = realloc(a->rows, a->room * sizeof *a->rows);
        if (!a->levels || !a->rows)
            abort();
    }
    a->levels[a->open++] = (struct level){ call, a->calls++, 0 };
}

void twin_leave(struct twin_call *call)
{
    struct account *a = &accounts[call->number];

    /* Not there: begun before a fork. */
    if (a->open > 0 && a->levels[a->open - 1].at == call)
        end_call(a, "whole");
}

void twin_landed(const void *sp)
{
    for (int i = 0; i < MAX_TARGETS; i++)
        while (accounts[i].open > 0 && accounts[i].levels[accounts[i].open - 1].at < sp)
            end_call(&accounts[i], "gone");
}
