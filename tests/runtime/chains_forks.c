/* SPDX-License-Identifier: MIT
 * Forks inside a recursion, stacks that end. */
#include "chains.h"
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

/* ---- forks ---- */

/* What the parent has open is not the child's. */
static void in_child(void)
{
    alarm(20);
    outermost(fib, 4);
    if (rec_f.chain || shim_chain_enter_always(&rec_f, ALGOPROF_NO_BASE) != ALGOPROF_NO_BASE)
        exit(3);
    exit(0);
}

static void wait_for(pid_t child)
{
    int status;
    if (waitpid(child, &status, 0) != child || status) {
        fprintf(stderr, "child: %x\n", (unsigned)status);
        exit(1);
    }
}

static void fork_here(void)
{
    fflush(stdout);
    pid_t child = fork();
    if (!child && rec_f.chain)
        exit(4);
    if (!child)
        in_child();
    wait_for(child);
}

static void clone_here(void)
{
    fflush(stdout);
    long child = syscall(SYS_clone, SIGCHLD, NULL, NULL, NULL, NULL);
    if (!child)
        in_child();
    wait_for((pid_t)child);
}

static void forking(long unused)
{
    (void)unused;
    descend(6, fork_here);
}

static void cloning(long unused)
{
    (void)unused;
    descend(6, clone_here);
}

void mode_fork(void)
{
    outermost(forking, 0);
}

void mode_clone(void)
{
    outermost(cloning, 0);
}

static unsigned long mapped(void)
{
    unsigned long pages = 0;
    FILE *f = fopen("/proc/self/statm", "r");
    if (!f || fscanf(f, "%lu", &pages) != 1)
        exit(1);
    fclose(f);
    return pages * 4096;
}

/* Prints how much more memory the parent has mapped, whose input is large. */
void mode_fork_memory(void)
{
    uint32_t token = shim_enter(&site_f.d, &rec_f.hot);
    fib(9);
    for (uintptr_t line = 0; line < (8 << 20) / 64; line++)         /* a stride would stay whole */
        shim_access((const char *)(0x10000000 + line * 64), 8);
    unsigned long before = mapped();
    pid_t child = fork();
    if (!child) {
        printf("%ld\n", (long)(before - mapped()));
        exit(0);
    }
    wait_for(child);
    shim_end(token, 0);
}

/* ---- an instance in its own kind ---- */

static NOIPA void plain_fib(long n)
{
    rec_f.hot.cost++;
    if (n >= 2) {
        plain_fib(n - 1);
        plain_fib(n - 2);
    }
}

/* As a handler's, in which the compiler sees no call from inside. */
static NOIPA void nested(long unused)
{
    (void)unused;
    uint64_t base = chain_call(&rec_f, ALGOPROF_NO_BASE);
    uint32_t token = shim_enter(&site_f.d, &rec_f.hot);
    plain_fib(4);
    if (token)
        shim_end(token, 0);
    shim_chain_leave(&rec_f, base);
}

void mode_nested(void)
{
    for (long i = 0; i < argument[0]; i++) {
        uint32_t token = shim_enter(&site_f.d, &rec_f.hot);
        if (token) {
            nested(0);
            shim_end(token, 0);
        } else {
            plain_fib(3);
        }
    }
}

/* ---- little stack ---- */

static NOIPA void fill(long n)
{
    FRAME(1000);
    uint64_t base = chain_call(&rec_f, ALGOPROF_NO_BASE);
    if (n > 1)
        fill(n - 1);
    shim_chain_leave(&rec_f, base);
}

static void *run_fills(void *unused)
{
    for (int i = 0; i < 2; i++) {
        uint32_t token = shim_enter(&site_f.d, &rec_f.hot);
        fill(argument[i]);
        shim_end(token, 0);
    }
    return unused;
}

/* Two depths; on a stack of 1 MiB, the first thread's or another's. */
void mode_little_stack(void)
{
    pthread_t thread;
    pthread_attr_t attr;
    if (!argument[2]) {
        run_fills(NULL);
        return;
    }
    pthread_attr_init(&attr);
    if (pthread_attr_setstacksize(&attr, 1 << 20) || pthread_create(&thread, &attr, run_fills, NULL))
        exit(1);
    pthread_join(thread, NULL);
}
