/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Programs that divide themselves into runs, with known counts:
 *   scenes SCENE [NUMBER]
 */
#include <algoprof/algoprof.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include "walk.h"

/* Likewise, in signals' handlers. */
__attribute__((noinline)) static unsigned handle(unsigned n)
{
    unsigned sum = 0;
#pragma algoprof loop name(handle)
    for (unsigned i = 0; i < n; i++)
        sum += bytes[i];
    return sum;
}

static void begin(const char *what, unsigned number)
{
    char label[64];
    snprintf(label, sizeof label, "%s %u", what, number);
    algoprof_process_run_begin(label);
}

/* 20 requests of n = 40, 80 ...: n instances of cost n. */
static void service(void)
{
    for (unsigned r = 1; r <= 20; r++) {
        begin("request", r);
        algoprof_size(40 * r);
        for (unsigned i = 0; i < 40 * r; i++)
            walk(40 * r);
        algoprof_process_run_end();
    }
}

static void recursions(void)
{
    for (unsigned r = 1; r <= 8; r++) {
        begin("fib", r);
        fib(r + 5);
        fib(3);
    }
    algoprof_process_run_end();
}

/* ---- threads ---- */

#define THREADS 4
#define PHASES 6
static pthread_barrier_t barrier;

/* Thread t has (p + 1) (t + 1) 100 instances of cost t + 3 in phase p; thread 3 is
 * there in phases 1 and 4 only. */
static void *phases(void *number)
{
    unsigned t = (unsigned)(size_t)number;
    for (unsigned p = 0; p < PHASES; p++) {
        pthread_barrier_wait(&barrier);
        for (unsigned i = 0; i < (p + 1) * (t + 1) * 100 && (t < 3 || p == 1 || p == 4); i++)
            walk(t + 3);
        pthread_barrier_wait(&barrier);
    }
    return NULL;
}

static void threads(void)
{
    pthread_t thread[THREADS];
    pthread_barrier_init(&barrier, NULL, THREADS + 1);
    for (size_t t = 0; t < THREADS; t++)
        pthread_create(&thread[t], NULL, phases, (void *)t);
    for (unsigned p = 0; p < PHASES; p++) {
        begin("phase", p);
        pthread_barrier_wait(&barrier);
        pthread_barrier_wait(&barrier);
    }
    for (unsigned t = 0; t < THREADS; t++)
        pthread_join(thread[t], NULL);
}

static unsigned long now_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (unsigned long)now.tv_sec * 1000 + (unsigned long)now.tv_nsec / 1000000;
}

static _Atomic unsigned long busy_until;        /* ms */

/* Instances until the time is over, and some in any case: a stopped machine has time that
 * no instance has.  Prints their number and cost. */
static void *busy(void *unused)
{
    unsigned long instances = 0, cost = 0;
    do
        for (unsigned i = 0; i < 100; i++) {
            unsigned n = (unsigned)(instances % 50);
            walk(n);
            instances++;
            cost += n;
        }
    while (now_ms() < busy_until || instances < 100000);
    printf("%lu %lu\n", instances, cost);
    return unused;
}

/* begins: runs that another thread begins meanwhile; after these there is time, too. */
static void free_threads(unsigned count, unsigned begins)
{
    pthread_t thread[THREADS];
    busy_until = (unsigned long)-1;
    for (unsigned t = 0; t < count; t++)
        pthread_create(&thread[t], NULL, busy, NULL);
    for (unsigned i = 0; i < begins; i++) {
        usleep(200);
        begin("other", i);
    }
    busy_until = now_ms() + 150;
    for (unsigned t = 0; t < count; t++)
        pthread_join(thread[t], NULL);
}

/* Many threads that end in each run: their counts are summed up. */
static void *one(void *n)
{
    walk((unsigned)(size_t)n);
    return NULL;
}

static void enders(void)
{
    for (unsigned r = 1; r <= 2; r++) {
        begin("ends", r);
        for (unsigned i = 0; i < 300; i++) {
            pthread_t thread;
            pthread_create(&thread, NULL, one, (void *)(size_t)(10 * r));
            pthread_join(thread, NULL);
        }
    }
}

/* ---- fork ---- */

static void forks(void)
{
    walk(1);
    begin("parent", 1);
    walk(2);
    algoprof_size(77);
    pid_t child = fork();
    if (!child) {
        walk(3);
        walk(3);
        begin("child", 2);
        walk(4);
        exit(0);
    }
    waitpid(child, NULL, 0);
    walk(5);
    begin("parent", 2);
    walk(6);
}

/* ---- open instances ---- */

__attribute__((noinline)) static void requests(unsigned n)
{
#pragma algoprof loop name(requests)
    for (unsigned r = 0; r < n; r++) {
        begin("inside", r);
        walk(10 * (r + 1));
    }
}

/* ---- signals ---- */

static volatile unsigned long handled;

static void on_alarm(int signal)
{
    (void)signal;
    handle(5);
    handled++;
}

static void signals(void)
{
    struct sigaction action = { .sa_handler = on_alarm };
    struct itimerval often = { { 0, 300 }, { 0, 300 } }, never = { 0 };
    unsigned long instances = 0;
    sigaction(SIGALRM, &action, NULL);
    setitimer(ITIMER_REAL, &often, NULL);
    for (unsigned r = 0; r < 400; r++) {
        begin("signal", r);
        for (unsigned i = 0; i < 500; i++, instances++)
            walk(7);
    }
    setitimer(ITIMER_REAL, &never, NULL);
    printf("%lu %lu\n", instances, handled);
}

/* ---- many runs ---- */

/* Run r has r % 61 + 1 instances of cost r % 13 + 1. */
static void many(unsigned runs)
{
    for (unsigned r = 1; !runs || r <= runs; r++) {
        begin("run", r);
        for (unsigned i = 0; i <= r % 61; i++)
            walk(r % 13 + 1);
    }
}

/* Ends without anything in between, and runs without anything in them. */
static void nothing(void)
{
    int result = algoprof_process_run_end();
    result |= algoprof_process_run_end();
    result |= algoprof_process_run_begin(NULL);
    result |= algoprof_process_run_begin("");
    result |= algoprof_process_run_begin("a label of more than 255 bytes: 0123456789012345678901234567890123456789012345678901234567"
                                 "890123456789012345678901234567890123456789012345678901234567890123456789012345678901234"
                                 "5678901234567890123456789012345678901234567890123456789012345678901234567890123456789");
    result |= algoprof_process_run_end();
    walk(9);
    printf("%d\n", result);
}

int main(int argc, char **argv)
{
    const char *scene = argc > 1 ? argv[1] : "";
    unsigned number = argc > 2 ? (unsigned)atoi(argv[2]) : 0;
    if (!strcmp(scene, "service"))
        service();
    else if (!strcmp(scene, "recursions"))
        recursions();
    else if (!strcmp(scene, "threads"))
        threads();
    else if (!strcmp(scene, "free"))
        free_threads(3, number);
    else if (!strcmp(scene, "single")) {
        busy_until = now_ms() + 150;
        busy(NULL);
    } else if (!strcmp(scene, "enders"))
        enders();
    else if (!strcmp(scene, "forks"))
        forks();
    else if (!strcmp(scene, "requests"))
        requests(number);
    else if (!strcmp(scene, "signals"))
        signals();
    else if (!strcmp(scene, "many"))
        many(number);
    else if (!strcmp(scene, "nothing"))
        nothing();
    else
        return 2;
    return 0;
}
