/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Threads that have runs of their own, with known counts:
 *   own SCENE [NUMBER]
 */
#include <algoprof/algoprof.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include "walk.h"

/* An instance of cost n, in which each pair of n bytes is read. */
__attribute__((noinline)) static unsigned pairs(unsigned n)
{
    unsigned sum = 0;
#pragma algoprof loop name(pairs)
    for (unsigned i = 0; i < n; i++)
        for (unsigned j = 0; j < n; j++)
            sum += bytes[i] == bytes[j];
    return sum;
}

static algoprof_run begin(const char *what, unsigned number)
{
    char label[64];
    snprintf(label, sizeof label, "%s %u", what, number);
    return algoprof_run_begin(label);
}

/* ---- requests side by side ---- */

#define REQUESTS 24u

static void answer(unsigned n)
{
    algoprof_size(n);
    for (unsigned i = 0; i < n; i++)
        walk(n);
    for (unsigned i = 0; i < 20; i++)
        pairs(n);
    fib(n / 40);
}

static unsigned threads;

/* Of the requests those whose number is the thread's; between them some of no request. */
static void *serve(void *number)
{
    for (unsigned r = 1 + (unsigned)(size_t)number; r <= REQUESTS; r += threads) {
        algoprof_run run = begin("request", r);
        answer(20 * r);
        algoprof_run_end(run);
        walk(7);
    }
    return NULL;
}

static void server(unsigned count)
{
    pthread_t thread[64];
    threads = count;
    for (size_t t = 0; t < count; t++)
        pthread_create(&thread[t], NULL, serve, (void *)t);
    for (unsigned t = 0; t < count; t++)
        pthread_join(thread[t], NULL);
}

/* ---- handed on between threads ---- */

static sem_t to_second, to_first;
static algoprof_run handed;

/* Each run goes on here, and back. */
static void *second(void *unused)
{
    for (unsigned r = 1; r <= 10; r++) {
        sem_wait(&to_second);
        if (algoprof_run_attach(handed))
            puts("not attached");
        for (unsigned i = 0; i < 50; i++)
            walk(r);
        sem_post(&to_first);
    }
    return unused;
}

/* Run r has 100 instances of cost r, two times 25 of them in the first thread. */
static void pass_on(void)
{
    pthread_t thread;
    sem_init(&to_second, 0, 0);
    sem_init(&to_first, 0, 0);
    pthread_create(&thread, NULL, second, NULL);
    for (unsigned r = 1; r <= 10; r++) {
        handed = begin("handed", r);
        for (unsigned i = 0; i < 25; i++)
            walk(r);
        sem_post(&to_second);
        sem_wait(&to_first);
        if (algoprof_run_attach(handed))
            puts("not attached");
        for (unsigned i = 0; i < 25; i++)
            walk(r);
        if (algoprof_run_end(handed))
            puts("not ended");
        walk(3);
    }
    pthread_join(thread, NULL);
}

static sem_t done;

/* The first thread goes on meanwhile, and does not know. */
static void *take(void *unused)
{
    for (unsigned r = 1; r <= 6; r++) {
        sem_wait(&to_second);
        if (r % 2 && algoprof_run_attach(handed))
            puts("not attached");
        for (unsigned i = 0; r % 2 && i < 30; i++)
            walk(r);
        if (r % 3 == 0 && algoprof_run_end(handed))
            puts("not ended");
        sem_post(&to_first);
        sem_wait(&done);
        if (r % 3 && algoprof_run_end(handed))
            puts("not ended");
        sem_post(&to_first);
    }
    return unused;
}

/* Run r has 5000 instances of cost r in the first thread, and if it is odd 30 in the second, which takes it; an even one that
 * is not ended by the second thread has 4000 more.  What the first thread goes on to do is no run's else. */
static void taken(void)
{
    pthread_t thread;
    sem_init(&to_second, 0, 0);
    sem_init(&to_first, 0, 0);
    sem_init(&done, 0, 0);
    pthread_create(&thread, NULL, take, NULL);
    for (unsigned r = 1; r <= 6; r++) {
        handed = begin("taken", r);
        for (unsigned i = 0; i < 5000; i++)
            walk(r);
        sem_post(&to_second);
        sem_wait(&to_first);
        for (unsigned i = 0; i < 4000; i++)
            walk(r);
        sem_post(&done);
        sem_wait(&to_first);
    }
    pthread_join(thread, NULL);
}

static void *end_it(void *run)
{
    if (algoprof_run_end((algoprof_run)(size_t)run))
        puts("not ended");
    return NULL;
}

/* Three runs that are open at the same time in one thread; ended in another, not at all, and by a thread that ends. */
static void several(void)
{
    pthread_t thread;
    algoprof_run a = begin("a", 1), b = begin("b", 2), c = begin("c", 3);
    walk(30);
    algoprof_run_attach(a);
    walk(10);
    algoprof_run_attach(b);
    walk(20);
    walk(20);
    algoprof_run_attach(a);
    walk(10);
    pthread_create(&thread, NULL, end_it, (void *)(size_t)a);
    pthread_join(thread, NULL);
    printf("%d %d\n", algoprof_run_attach(a), algoprof_run_end(a));
    algoprof_run_attach(c);
    walk(30);
    walk(30);
    algoprof_run_end(b);
    walk(30);
}

/* A loop that is open when its thread's run begins and ends, and one that begins in a run and ends behind it. */
static void crossing(void)
{
    algoprof_run run = 0;
#pragma algoprof loop name(outer)
    for (unsigned i = 1; i <= 3; i++) {
        run = begin("inside", i);
        walk(10 * i);
        algoprof_run_end(run);
    }
    run = begin("across", 4);
#pragma algoprof loop name(across)
    for (unsigned i = 0; i < 4; i++) {
        walk(5);
        if (i == 1)
            algoprof_run_end(run);
    }
}

/* Runs of the process begin and end meanwhile. */
static void *keep_on(void *unused)
{
    for (unsigned r = 1; r <= 50; r++) {
        algoprof_run run = begin("own", r);
        for (unsigned i = 0; i < 40; i++)
            walk(r);
        algoprof_run_end(run);
    }
    return unused;
}

static void both(void)
{
    pthread_t thread[3];
    for (unsigned t = 0; t < 3; t++)
        pthread_create(&thread[t], NULL, keep_on, NULL);
    for (unsigned r = 1; r <= 40; r++) {
        algoprof_process_run_begin("process");
        for (unsigned i = 0; i < 30; i++)
            walk(2);
    }
    for (unsigned t = 0; t < 3; t++)
        pthread_join(thread[t], NULL);
}

static void *leave_open(void *unused)
{
    begin("left", 1);
    walk(12);
    return unused;
}

/* A thread that ends with its run; a child that knows none of its parent's; handles of none. */
static void leavers(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, leave_open, NULL);
    pthread_join(thread, NULL);
    algoprof_run run = begin("parent", 2);
    walk(13);
    pid_t child = fork();
    if (child == 0) {
        walk(14);
        int none = algoprof_run_end(run);
        algoprof_run own = begin("child", 3);
        walk(15);
        none = none == -1 && algoprof_run_end(own) == 0 && own != run ? 0 : 1;
        exit(none);
    }
    int status = 1;
    waitpid(child, &status, 0);
    walk(13);
    printf("%d %d %d %d\n", status, algoprof_run_end(run), algoprof_run_end(0), algoprof_run_attach(12345));
}

/* More than can be open, and many one after the other. */
static void many(unsigned runs)
{
    unsigned open = 0;
    algoprof_run first = 0;
    for (unsigned r = 0; r < 1100; r++) {
        algoprof_run run = algoprof_run_begin(NULL);
        open += run != 0;
        first = first ? first : run;
    }
    algoprof_run_end(first);
    algoprof_run again = algoprof_run_begin("again");
    printf("%u %d\n", open, again != 0);
    for (unsigned r = 0; r < runs; r++) {
        algoprof_run_end(again);
        again = algoprof_run_begin("next");
        walk(8);
    }
}

int main(int argc, char **argv)
{
    const char *scene = argc > 1 ? argv[1] : "";
    unsigned number = argc > 2 ? (unsigned)atoi(argv[2]) : 0;
    if (!strcmp(scene, "server"))
        server(number);
    else if (!strcmp(scene, "handed"))
        pass_on();
    else if (!strcmp(scene, "taken"))
        taken();
    else if (!strcmp(scene, "several"))
        several();
    else if (!strcmp(scene, "crossing"))
        crossing();
    else if (!strcmp(scene, "both"))
        both();
    else if (!strcmp(scene, "leavers"))
        leavers();
    else if (!strcmp(scene, "many"))
        many(number);
    else
        return 2;
    return 0;
}
