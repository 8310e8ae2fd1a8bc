/* SPDX-License-Identifier: MIT
 * Recursions that do not simply return: jumps, ends of threads, handlers. */
#include "chains.h"
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <unistd.h>

/* ---- single ways out ---- */

static jmp_buf back;

NOIPA void descend(long n, void (*end)(void))
{
    uint64_t base = chain_call(&rec_f, ALGOPROF_NO_BASE);
    uint32_t around = model_call(&model_f);
    if (n % 2)
        fib(2);
    if (n > 1)
        descend(n - 1, end);
    else
        end();
    model_return(&model_f, around);
    shim_chain_leave(&rec_f, base);
}

static void jump_back(void)
{
    longjmp(back, 1);
}

/* Catches, but knows nothing of the runtime. */
static NOIPA void plain(uint32_t call)
{
    char frame[512];
    __asm__ volatile("" : : "r"(frame) : "memory");
    if (!setjmp(back))
        descend(7, jump_back);
    model_return(&model_f, call);
}

static NOIPA void small_frame(void)
{
    fib(3);
    __asm__ volatile("");
}

static void catches(long unused)
{
    (void)unused;
    uint64_t base = chain_call(&rec_f, ALGOPROF_NO_BASE);
    uint32_t around = model_call(&model_f);
    plain(model_f.now);
    small_frame();              /* its calls are above what is gone */
    model_return(&model_f, around);
    shim_chain_leave(&rec_f, base);
}

static void plain_outermost(long unused)
{
    (void)unused;
    plain(model_f.now);
}

void mode_stale(void)
{
    outermost(catches, 0);
    outermost(plain_outermost, 0);
    outermost(fib, 6);
}

static NOIPA void leave_instance(long depth)
{
    model_begin(&model_f, "f");
    shim_enter(&site_f.d, &rec_f.hot);
    descend(depth, jump_back);
}

static NOIPA void leave_instance_below(long depth)
{
    char frame[4096];
    __asm__ volatile("" : : "r"(frame) : "memory");
    leave_instance(depth);
    __asm__ volatile("" : : "r"(frame) : "memory");
}

/* Cut by what runs next: landed, another instance above, one of the same frame. */
void mode_cut(void)
{
    for (volatile int i = 0; i < 9; i++) {
        if (!setjmp(back)) {
            if (i % 3 == 1)
                leave_instance_below(argument[0]);
            else
                leave_instance(argument[0]);
        }
        model_end(&model_f, true);
        if (i % 3 == 0)
            shim_landed();
        else if (i % 3 == 1)
            outermost(fib, 3);
    }
}

void end_thread(void)
{
    model_end(&model_f, true);
    pthread_exit(NULL);
}

static void *run_to_end(void *unused)
{
    model_begin(&model_f, "f");
    shim_enter(&site_f.d, &rec_f.hot);
    descend(9, end_thread);
    return unused;
}

static void forget(void *unused)
{
    (void)unused;
    model_begin(&model_f, "f");
}

static void wait_for_end(void)
{
    pause();
}

static void *run_until_cancelled(void *unused)
{
    pthread_cleanup_push(forget, NULL);
    shim_enter(&site_f.d, &rec_f.hot);
    descend(4, wait_for_end);
    pthread_cleanup_pop(0);
    return unused;
}

void mode_thread_end(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, run_to_end, NULL);
    pthread_join(thread, NULL);
    pthread_create(&thread, NULL, run_until_cancelled, NULL);
    usleep(20000);
    pthread_cancel(thread);
    pthread_join(thread, NULL);
}

static void exit_here(void)
{
    model_end(&model_f, true);
    exit(0);
}

void mode_exit(void)
{
    model_begin(&model_f, "f");
    shim_enter(&site_f.d, &rec_f.hot);
    descend(5, exit_here);
}

/* ---- handlers ---- */

static volatile long handled;
static sigjmp_buf out;

/* Without a model, which handlers would disturb. */
static NOIPA void bare(long n)
{
    uint64_t base = chain_call(&rec_f, ALGOPROF_NO_BASE);
    if (n >= 2) {
        bare(n - 1);
        bare(n - 2);
    }
    shim_chain_leave(&rec_f, base);
}

static NOIPA void untraced(long n)
{
    __asm__ volatile("addq $1, %0" : "+m"(rec_f.hot.cost) : : "cc");
    if (n >= 2) {
        untraced(n - 1);
        untraced(n - 2);
    }
}

static NOIPA void bare_instance(long n)
{
    uint32_t token = shim_enter(&site_f.d, &rec_f.hot);
    if (token) {
        bare(n);
        shim_end(token, 0);
    } else {
        untraced(n);
    }
}

static void handler(int signal)
{
    (void)signal;
    handled++;
    bare_instance(3);
}

/* As a call that comes back in a hidden way. */
static void handler_inside(int signal)
{
    (void)signal;
    if (rec_f.chain) {
        handled++;
        bare(3);
    }
}

static void handler_jumps(int signal)
{
    (void)signal;
    if (rec_f.chain) {
        handled++;
        siglongjmp(out, 1);
    }
}

static void timer(void (*f)(int), long usec)
{
    struct sigaction action = { .sa_handler = f };
    struct itimerval every = { { 0, usec }, { 0, usec } };
    sigaction(SIGALRM, &action, NULL);
    setitimer(ITIMER_REAL, &every, NULL);
}

static void run_under(void (*f)(int))
{
    timer(f, 97);
    for (long i = 0; i < argument[0]; i++)
        bare_instance(12);
    timer(f, 0);
    printf("%ld %ld\n", argument[0], handled);
}

/* Prints the instances of main's and the handler's. */
void mode_handler(void)
{
    run_under(handler);
}

void mode_handler_inside(void)
{
    run_under(handler_inside);
}

void mode_handler_jumps(void)
{
    static volatile long done;
    if (sigsetjmp(out, 1))
        shim_landed();
    else
        timer(handler_jumps, 211);
    while (done < argument[0]) {
        done++;
        bare_instance(16);
    }
    timer(handler_jumps, 0);
    outermost(fib, 9);
    outermost(fib, 10);
}

/* Handlers jump to inside the recursion, out of the runtime too. */
static NOIPA void interrupted(long n)
{
    static volatile long left;
    volatile uint64_t base;
    base = chain_call(&rec_f, ALGOPROF_NO_BASE);
    left = n;
    if (sigsetjmp(out, 1))
        shim_landed();
    else
        timer(handler_jumps, 211);
    while (left-- > 0)
        bare(12);
    timer(handler_jumps, 0);
    bare(20);
    shim_chain_leave(&rec_f, base);
}

/* Prints how many jumps there were. */
void mode_handler_lands(void)
{
    uint32_t token = shim_enter(&site_f.d, &rec_f.hot);
    interrupted(argument[0]);
    shim_end(token, 0);
    printf("%ld\n", handled);
}

/* The handler's stack lies above the one that it interrupts, where frames that
 * are gone would be. */
static void on_top(int signal)
{
    (void)signal;
    fib(3);
    call_pong(4);
    shim_landed();
    fib(1);
}

static void raise_here(void)
{
    raise(SIGUSR1);
    fib(2);
}

static void raising(long unused)
{
    (void)unused;
    descend(6, raise_here);
}

static void *run_raising(void *stack)
{
    stack_t other = { .ss_sp = stack, .ss_size = 1 << 20 };
    struct sigaction action = { .sa_handler = on_top, .sa_flags = SA_ONSTACK };
    if (sigaltstack(&other, NULL) || sigaction(SIGUSR1, &action, NULL))
        exit(1);
    outermost(raising, 0);
    other = (stack_t){ .ss_flags = SS_DISABLE };
    sigaltstack(&other, NULL);
    return NULL;
}

void mode_signal_stack(void)
{
    size_t size = 1 << 20;
    char *stacks = mmap(NULL, 2 * size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    pthread_t thread;
    pthread_attr_t attr;
    pthread_attr_init(&attr);
    if (stacks == MAP_FAILED || pthread_attr_setstack(&attr, stacks, size) ||
        pthread_create(&thread, &attr, run_raising, stacks + size))
        exit(1);
    pthread_join(thread, NULL);
}

/* ---- input ---- */

static const struct shim_site site_loop = SHIM_SITE("loop", 0x100, 0);
static __thread struct algoprof_hot hot_loop;
static char area[1 << 20] __attribute__((aligned(64)));

/* Reads 8 bytes at each leaf, in a loop of its own; writes what it read. */
static NOIPA void sum(const char *p, long n)
{
    uint64_t base = chain_call(&rec_f, ALGOPROF_NO_BASE);
    if (n == 1) {
        uint32_t token = shim_enter(&site_loop.d, &hot_loop);
        shim_access(p, 8);
        shim_leave(&hot_loop, token, 1);
        shim_access(p + 4, 8 | ALGOPROF_WRITE);
    } else {
        sum(p, n / 2);
        sum(p + n / 2 * 16, n - n / 2);
    }
    shim_opaque("visit");
    shim_chain_leave(&rec_f, base);
}

void mode_input(void)
{
    uint32_t token = shim_enter(&site_f.d, &rec_f.hot);
    sum(area, argument[0]);
    shim_end(token, 0);
}

/* So much input that there is no memory for it. */
void mode_unseen(void)
{
    unsigned long pages = 0;
    FILE *f = fopen("/proc/self/statm", "r");
    if (!f || fscanf(f, "%lu", &pages) != 1)
        exit(1);
    fclose(f);
    model_begin(&model_f, "f");
    uint32_t token = shim_enter(&site_f.d, &rec_f.hot);
    fib(9);
    struct rlimit before, limit;
    getrlimit(RLIMIT_AS, &before);
    limit = before;
    limit.rlim_cur = pages * 4096 + (4u << 20);
    setrlimit(RLIMIT_AS, &limit);
    for (uintptr_t line = 0; line < (32 << 20) / 64; line++)        /* a stride would stay whole */
        shim_access((const char *)(0x10000000 + line * 64), 8);
    setrlimit(RLIMIT_AS, &before);
    shim_end(token, 0);
    model_end(&model_f, false);
}

/* Killed inside of an inner instance, in an outermost one that goes on: the second, and a few calls
 * later than when the first inner one ended. */
void mode_killed_inside(void)
{
    outermost(fib, 3);
    --rec_f.hot.countdown;
    for (int i = 0; i < 2; i++) {
        rec_f.hot.cost += 1000;
        rec_f.within.countdown = -1;
        uint32_t token = shim_begin(&site_f.d, &rec_f.hot, ALGOPROF_B_INNER);
        if (!token)
            return;
        fib(2);
        if (i)
            raise(SIGKILL);
        shim_end(token, 0);
    }
}
