/* SPDX-License-Identifier: MIT
 *
 * The program that the runtime's tests run: hand-written "instrumented" loops.
 *     subject MODE [NUMBER...]
 * Exit status 0, or 1 with a line on stderr if it noticed something itself. */
#include "subject.h"
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stddef.h>
#include <string.h>
#include <unistd.h>

const struct shim_site alpha = SHIM_SITE("alpha", 0xa1fa, 0);
const struct shim_site beta = SHIM_SITE("beta", 0xbe7a, 0);
__thread struct algoprof_hot hot_alpha, hot_beta;
char area[1 << 22] __attribute__((aligned(4096)));
char *const *environment;
long argument[4];

__attribute__((noinline)) void instance(const struct shim_site *site, struct algoprof_hot *hot, const char *p, uint64_t cost)
{
    uint32_t t = shim_enter(&site->d, hot);
    for (uint64_t i = 0; i < cost; i++)
        shim_read(t, p + i, 1);
    shim_leave(hot, t, cost);
}

void alphas(long n, uint64_t cost)
{
    for (long i = 0; i < n; i++)
        instance(&alpha, &hot_alpha, area + i % 4096, cost);
}

static void mode_alphas(void)
{
    alphas(argument[0], 3);
}

static void *thread_alphas(void *n)
{
    alphas((long)(intptr_t)n, 2);
    return NULL;
}

/* argument: threads, instances in each, instances of the main thread before them */
static void mode_threads(void)
{
    pthread_t thread[64];
    alphas(argument[2], 2);
    for (long i = 0; i < argument[0]; i++)
        pthread_create(&thread[i], NULL, thread_alphas, (void *)(intptr_t)argument[1]);
    for (long i = 0; i < argument[0]; i++)
        pthread_join(thread[i], NULL);
}

/* Main's gap is drawn before another thread's run halves the probability often. */
static void mode_stale(void)
{
    pthread_t thread;
    alphas(2, 1);
    pthread_create(&thread, NULL, thread_alphas, (void *)(intptr_t)50000);
    pthread_join(thread, NULL);
    alphas(64, 1);
}

/* argument: threads one after the other, instances in each */
static void mode_short_threads(void)
{
    for (long i = 0; i < argument[0]; i++) {
        pthread_t thread;
        CHECK(!pthread_create(&thread, NULL, thread_alphas, (void *)(intptr_t)argument[1]));
        pthread_join(thread, NULL);
    }
}

/* ---- the host is not disturbed ---- */

/* Descriptors beyond 2 (started with none). */
static int open_files(void)
{
    int n = 0;
    DIR *d = opendir("/proc/self/fd");
    for (struct dirent *e; (e = readdir(d));)
        n += e->d_name[0] != '.' && atoi(e->d_name) > 2 && atoi(e->d_name) != dirfd(d);
    closedir(d);
    return n;
}

static void mode_files(void)
{
    CHECK(!open_files());
    for (int i = 0; i < 20; i++) {
        uint32_t t = shim_enter(&alpha.d, &hot_alpha);
        for (int k = 0; t && k < 40000; k++)
            shim_access(area + k * 64 + (k * 7 % 13) * 4, 3);
        shim_leave(&hot_alpha, t, 1);
    }
    CHECK(!open_files());
}

static void mode_errno(void)
{
    unlink("errno.aplog");                      /* the log cannot grow: calls fail */
    for (int i = 0; i < 3000; i++) {
        errno = 12345;
        uint32_t t = shim_enter(&alpha.d, &hot_alpha);
        for (int k = 0; t && k < 300; k++)
            shim_access(area + k * 64 + (k * 7 % 13) * 4, 3);
        shim_leave(&hot_alpha, t, 1);
        shim_range(area, 100000, 0);
        shim_model(ALGOPROF_M_STR, (uintptr_t)area, 0, 0);
        shim_opaque("x");
        shim_skip(&beta.d, &hot_beta);
        CHECK(errno == 12345);
    }
}

/* argument: bytes that a stranger leaves of the log, as a clean-up job does */
static void mode_cut(void)
{
    pthread_t thread;
    alphas(20000, 3);
    CHECK(!pthread_create(&thread, NULL, thread_alphas, (void *)(intptr_t)100000));
    CHECK(!truncate("cut.aplog", argument[0]));
    alphas(20000, 3);
    pthread_join(thread, NULL);
    alphas(20000, 3);
}

/* Prints the process's mappings after its loops: the log must not tell them. */
static void mode_maps(void)
{
    char line[512];
    char *heap = malloc(100000);
    for (int i = 0; i < 200; i++) {
        uint32_t t = shim_enter(&alpha.d, &hot_alpha);
        shim_read(t, heap + i * 100, 100);
        shim_read(t, line, 100);
        shim_read(t, area + i * 1000, 100);
        if (t)
            shim_opaque("opaque");
        shim_leave(&hot_alpha, t, 1);
    }
    FILE *f = fopen("/proc/self/maps", "r");
    while (fgets(line, sizeof line, f))
        fputs(line, stdout);
    fclose(f);
    free(heap);
}

static void mode_skip(void)
{
    for (int i = 0; i < 1000; i++) {
        if (--hot_alpha.countdown < 0)
            shim_skip(&alpha.d, &hot_alpha);
        hot_alpha.cost += 2;
    }
}

static void recurse(int depth)
{
    uint32_t t = shim_enter(&alpha.d, &hot_alpha);
    shim_read(t, area + depth * 8, 8);
    if (depth)
        recurse(depth - 1);
    shim_leave(&hot_alpha, t, 1);
}

static void mode_recursion(void)
{
    recurse((int)argument[0]);
}

/* argument: instances of alpha, and whether beta is registered too; large sets */
static void mode_large(void)
{
    if (argument[1])
        instance(&beta, &hot_beta, area, 1);
    for (long i = 0; i < argument[0]; i++) {
        uint32_t t = shim_enter(&alpha.d, &hot_alpha);
        for (int k = 0; t && k < 500; k++)
            shim_access(area + k * 64 + (k * 7 % 13) * 4, 3);
        shim_leave(&hot_alpha, t, 500);
    }
}

/* A target described for another runtime, between two that are not. */
static void mode_abi(void)
{
    static struct shim_site other = SHIM_SITE("other", 0x07e4, 0);
    static __thread struct algoprof_hot hot_other;
    other.d.abi = ALGOPROF_ABI + 1;
    for (int i = 0; i < 10; i++) {
        instance(&alpha, &hot_alpha, area, 1);
        instance(&other, &hot_other, area, 1);
        instance(&beta, &hot_beta, area, 1);
    }
}

static void mode_shut_in_as_told(void)
{
    mode_shut_in(argument[0]);
}

/* Half of the pairs are dropped again and again: sets of many sizes. */
static void mode_reuse(void)
{
    for (long i = 0; i < argument[0]; i++) {
        uint32_t t = shim_enter(&alpha.d, &hot_alpha);
        for (long k = 0; t && k < i * 37 % 3000; k++)
            shim_access(area + k * 8, (uint64_t)(k % 5 + 1));
        shim_leave(&hot_alpha, t, 1);
    }
}

static void mode_ranges_as_told(void)
{
    mode_ranges(argument[0]);
}

static const struct {
    const char *name;
    void (*run)(void);
} modes[] = {
    { "alphas", mode_alphas },
    { "threads", mode_threads },
    { "stale", mode_stale },
    { "short-threads", mode_short_threads },
    { "shallow", mode_shallow },
    { "own-runs", mode_own_runs },
    { "first-reads", mode_first_reads },
    { "nested", mode_nested },
    { "ranges", mode_ranges_as_told },
    { "leaf", mode_leaf },
    { "models", mode_models },
    { "comparisons", mode_comparisons },
    { "both", mode_both },
    { "fork", mode_fork },
    { "clone", mode_clone },
    { "spawn", mode_spawn },
    { "fork-threads", mode_fork_threads },
    { "longjmp", mode_longjmp },
    { "exit-inside", mode_exit_inside },
    { "abort", mode_abort },
    { "killed-left", mode_killed_left },
    { "endless", mode_endless },
    { "exit-running", mode_exit_running },
    { "signals", mode_signals },
    { "siglongjmp", mode_siglongjmp },
    { "jumps", mode_jumps },
    { "files", mode_files },
    { "errno", mode_errno },
    { "cut", mode_cut },
    { "maps", mode_maps },
    { "skip", mode_skip },
    { "recursion", mode_recursion },
    { "large", mode_large },
    { "reuse", mode_reuse },
    { "shut-in", mode_shut_in_as_told },
    { "abi", mode_abi },
};

int main(int argc, char **argv, char **envp)
{
    environment = envp;
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
