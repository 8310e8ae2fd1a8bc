/* SPDX-License-Identifier: MIT
 *
 * Hand-written "instrumented" recursions with known trees of calls:
 *     chains MODE [NUMBER...]
 * Prints for each traced instance what its log must say (model.h). */
#include "chains.h"
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

const struct shim_site site_f = SHIM_SITE_OF(ALOG_RECURSION, "f", 0xf, 0);
const struct shim_site site_g = SHIM_SITE_OF(ALOG_RECURSION, "g", 0x6, 0);
__thread struct algoprof_recursion rec_f, rec_g;
__thread struct model model_f, model_g;
long argument[4];

/* ---- one call, one frame ---- */

NOIPA void fib(long n)
{
    uint64_t base = chain_call(&rec_f, ALGOPROF_NO_BASE);
    uint32_t around = model_call(&model_f);
    if (n >= 2) {
        fib(n - 1);
        fib(n - 2);
    }
    model_return(&model_f, around);
    shim_chain_leave(&rec_f, base);
}

NOIPA void outermost(void (*f)(long), long n)
{
    model_begin(&model_f, "f");
    uint32_t token = shim_enter(&site_f.d, &rec_f.hot);
    f(n);
    if (token) {
        shim_end(token, 0);
        model_end(&model_f, false);
    }
    model_begin(&model_f, "f");
}

static void mode_fib(void)
{
    for (long n = 0; n <= argument[0]; n++)
        outermost(fib, n);
}

static NOIPA void list(long n)
{
    uint64_t base = chain_call(&rec_f, ALGOPROF_NO_BASE);
    uint32_t around = model_call(&model_f);
    if (n > 1)
        list(n - 1);
    model_return(&model_f, around);
    shim_chain_leave(&rec_f, base);
}

static void mode_list(void)
{
    outermost(list, argument[0]);
}

/* ---- tail calls ---- */

/* As GCC has it: loops with several levels. */
static NOIPA void comb(long n)
{
    uint64_t base = ALGOPROF_NO_BASE;
    uint32_t around = model_f.now;
    for (;; n--) {
        base = chain_call(&rec_f, base);
        model_call(&model_f);
        if (!n)
            break;
        comb(0);
        if (n % 100 == 50)
            comb(1);
    }
    model_return(&model_f, around);
    shim_chain_leave(&rec_f, base);
}

static void mode_comb(void)
{
    outermost(comb, argument[0]);
}

/* Without a tree: 10^8 nodes would be too many. */
static NOIPA void loop(long n)
{
    uint64_t base = ALGOPROF_NO_BASE;
    for (; n; n--)
        base = chain_call(&rec_f, base);
    shim_chain_leave(&rec_f, base);
}

static void mode_loop(void)
{
    uint64_t n = (uint64_t)argument[0];
    struct model_sum sum = { 0 };
    uint32_t token = shim_enter(&site_f.d, &rec_f.hot);
    loop(argument[0]);
    shim_end(token, 0);
    printf("instance f %lu %lu %lu 1\n", n, n, n);
    for (uint64_t size = 1; size <= n; size++) {
        if (sum.count && alog_size_class(size) != alog_size_class(sum.size_high)) {
            model_sum_print(&sum);
            sum = (struct model_sum){ 0 };
        }
        model_sum_add(&sum, size, size);
    }
    model_sum_print(&sum);
}

/* Calls that GCC makes jumps, between frames of unlike sizes. */
static NOIPA void odd(long n, uint32_t around);

static NOIPA void even(long n, uint32_t around)
{
    uint64_t base = chain_call(&rec_f, ALGOPROF_NO_BASE);
    model_call(&model_f);
    if (n % 11 == 3)
        fib(3);
    if (n) {
        shim_chain_tail(&rec_f, base);
        odd(n - 1, around);
        return;
    }
    model_return(&model_f, around);
    shim_chain_leave(&rec_f, base);
}

static NOIPA void odd(long n, uint32_t around)
{
    FRAME(300);
    uint64_t base = n % 3 ? chain_call(&rec_f, ALGOPROF_NO_BASE) : shim_chain_join(&rec_f);
    if (n % 3)
        model_call(&model_f);
    if (n > 10 && n % 7 == 0)
        fib(4);
    if (n) {
        shim_chain_tail(&rec_f, base);
        even(n - 1, around);
        return;
    }
    model_return(&model_f, around);
    shim_chain_leave(&rec_f, base);
}

static void even_and_odd(long n)
{
    even(n, model_f.now);
}

static void mode_even_odd(void)
{
    outermost(even_and_odd, argument[0]);
    outermost(even_and_odd, argument[0] + 1);
}

/* ---- deep ones, on a large stack ---- */

/* Its frames are younger than the instance: no input. */
static NOIPA void deep(long n)
{
    char frame[64];
    uint64_t base = chain_call(&rec_f, ALGOPROF_NO_BASE);
    uint32_t around = model_call(&model_f);
    if (rec_f.chain && n % 1000 == 1)
        shim_access(frame, sizeof frame);
    if (rec_f.chain && n % 1000 == 2)
        shim_range(frame, sizeof frame, ALGOPROF_EXTERNAL);
    if (n % 3 == 0)
        fib(2);
    if (n > 1)
        deep(n - 1);
    else if (argument[1])
        end_thread();
    if (n % 5 == 0)
        list(4);
    model_return(&model_f, around);
    shim_chain_leave(&rec_f, base);
}

static void *run_deep(void *unused)
{
    outermost(deep, argument[0]);
    outermost(fib, 5);
    return unused;
}

void on_large_stack(void *(*run)(void *))
{
    size_t size = (size_t)2 << 30;
    pthread_t thread;
    pthread_attr_t attr;
    void *stack = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    pthread_attr_init(&attr);
    if (stack == MAP_FAILED || pthread_attr_setstack(&attr, stack, size) ||
        pthread_create(&thread, &attr, run, NULL))
        exit(1);
    pthread_join(thread, NULL);
}

static void mode_deep(void)
{
    on_large_stack(run_deep);
}

/* Few levels, but a large stack: frames of 64 KiB. */
static NOIPA void wide(long n)
{
    char frame[65536];
    uint64_t base = chain_call(&rec_f, ALGOPROF_NO_BASE);
    uint32_t around = model_call(&model_f);
    if (rec_f.chain)
        shim_access(frame, 64);
    if (n > 1)
        wide(n - 1);
    model_return(&model_f, around);
    shim_chain_leave(&rec_f, base);
}

static void *run_wide(void *unused)
{
    for (int i = 0; i < 3; i++)
        outermost(wide, argument[0]);
    return unused;
}

static void mode_wide(void)
{
    on_large_stack(run_wide);
}

/* ---- two targets ---- */

static NOIPA void pong(long n);

/* The wrapper: an outermost instance unless one of g is open. */
NOIPA void call_pong(long n)
{
    if (rec_g.chain) {
        pong(n);
        return;
    }
    model_begin(&model_g, "g");
    uint32_t token = shim_enter(&site_g.d, &rec_g.hot);
    pong(n);
    shim_end(token, 0);
    model_end(&model_g, false);
}

static NOIPA void ping(long n)
{
    uint64_t base = chain_call(&rec_f, ALGOPROF_NO_BASE);
    uint32_t around = model_call(&model_f);
    if (n)
        call_pong(n - 1);
    if (n % 4 == 2)
        fib(3);
    model_return(&model_f, around);
    shim_chain_leave(&rec_f, base);
}

static NOIPA void pong(long n)
{
    uint64_t base = chain_call(&rec_g, ALGOPROF_NO_BASE);
    uint32_t around = model_call(&model_g);
    if (n)
        ping(n - 1);
    if (n % 6 == 1)
        ping(0);
    model_return(&model_g, around);
    shim_chain_leave(&rec_g, base);
}

static NOIPA void pongs(long n)
{
    uint64_t base = chain_call(&rec_f, ALGOPROF_NO_BASE);
    uint32_t around = model_call(&model_f);
    for (long i = 0; i < n; i++)
        call_pong(i);
    model_return(&model_f, around);
    shim_chain_leave(&rec_f, base);
}

static void mode_two(void)
{
    outermost(ping, argument[0]);
    outermost(pongs, argument[0]);
}

/* ---- two threads ---- */

static void *run_fibs(void *unused)
{
    for (long i = 0; i < argument[0]; i++)
        outermost(fib, 10);
    return unused;
}

/* All instances are alike, so that their order does not matter. */
static void mode_threads(void)
{
    pthread_t thread[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&thread[i], NULL, run_fibs, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(thread[i], NULL);
}

static const struct {
    const char *name;
    void (*run)(void);
} modes[] = {
    { "fib", mode_fib },
    { "list", mode_list },
    { "comb", mode_comb },
    { "loop", mode_loop },
    { "even-odd", mode_even_odd },
    { "deep", mode_deep },
    { "wide", mode_wide },
    { "two", mode_two },
    { "threads", mode_threads },
    { "trees", mode_trees },
    { "stale", mode_stale },
    { "cut", mode_cut },
    { "thread-end", mode_thread_end },
    { "exit", mode_exit },
    { "fork", mode_fork },
    { "clone", mode_clone },
    { "handler", mode_handler },
    { "handler-inside", mode_handler_inside },
    { "handler-jumps", mode_handler_jumps },
    { "signal-stack", mode_signal_stack },
    { "handler-lands", mode_handler_lands },
    { "input", mode_input },
    { "unseen", mode_unseen },
    { "killed-inside", mode_killed_inside },
    { "steps", mode_steps },
    { "fork-memory", mode_fork_memory },
    { "nested", mode_nested },
    { "little-stack", mode_little_stack },
};

int main(int argc, char **argv)
{
    for (int i = 2; i < argc && i < 6; i++)
        argument[i - 2] = atol(argv[i]);
    for (size_t i = 0; argc > 1 && i < sizeof modes / sizeof *modes; i++)
        if (!strcmp(argv[1], modes[i].name)) {
            modes[i].run();
            return 0;
        }
    fprintf(stderr, "unknown mode\n");
    return 2;
}
