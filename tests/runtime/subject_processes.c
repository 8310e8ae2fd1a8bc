/* SPDX-License-Identifier: MIT
 * Children by fork, clone and spawn, and threads that run on beside these and beside the exit. */
#include "subject.h"
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <spawn.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

void mode_fork(void)
{
    alphas(1000, 3);
    for (int i = 0; i < 2; i++) {
        pid_t child = fork();
        if (!child) {
            alphas(argument[0], 2);
            exit(0);
        }
        waitpid(child, NULL, 0);
    }
    alphas(1000, 3);
}

void mode_clone(void)
{
    alphas(1000, 3);
    long child = syscall(SYS_clone, SIGCHLD, NULL, NULL, NULL, NULL);
    if (!child) {
        alphas(500, 2);
        exit(0);
    }
    waitpid((pid_t)child, NULL, 0);
    alphas(1000, 3);
}

void mode_spawn(void)
{
    char *const args[] = { "/bin/true", NULL };
    pid_t child;
    alphas(500, 3);
    CHECK(!posix_spawn(&child, args[0], NULL, NULL, args, environment));
    waitpid(child, NULL, 0);
    if (!(child = vfork())) {
        execve(args[0], args, environment);
        _exit(127);
    }
    waitpid(child, NULL, 0);
    alphas(500, 3);
}

static _Atomic int running;

static void *run_on(void *stop)
{
    alphas(1, 2);
    running++;
    while (!__atomic_load_n((int *)stop, __ATOMIC_RELAXED))
        alphas(100, 2);
    return NULL;
}

void mode_fork_threads(void)
{
    static int stop;
    pthread_t thread[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&thread[i], NULL, run_on, &stop);
    for (int i = 0; i < 20; i++) {
        pid_t child = fork();
        if (!child) {
            alphas(200, 2);
            exit(0);
        }
        int status;
        waitpid(child, &status, 0);
        CHECK(!status);
    }
    __atomic_store_n(&stop, 1, __ATOMIC_RELAXED);
    for (int i = 0; i < 2; i++)
        pthread_join(thread[i], NULL);
}

/* Targets that end while the main thread exits. */
void mode_exit_running(void)
{
    static int never;
    pthread_t thread;
    for (int i = 0; i < 3; i++)
        pthread_create(&thread, NULL, run_on, &never);
    while (running < 3)
        sched_yield();
    alphas(1000, 3);
    exit(0);
}
