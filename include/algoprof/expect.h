/* SPDX-License-Identifier: MIT
 *
 * Unit tests of growth: does the cost of a function's loops stay within a class?  C (C99, GNU) and C++11, with any test
 * framework; Linux, GCC.
 *
 *     static void sort_numbers(unsigned long n) { ... }
 *     static const unsigned long sizes[] = { 1000, 2000, 4000, 8000, 16000, 32000 };
 *     assert(algoprof_expect("n log n", sort_numbers, sizes, 6) == 0);        // C
 *     EXPECT_EQ(algoprof_expect("n log n", [](unsigned long n) { ... }, { 1000, 2000, ... }), 0);     // C++
 *
 * The function is called once for each size, each call being a run of its own.  Its targets (loops that are marked, or
 * all of the test with -fplugin-arg-algoprof-target='*', of which those that only write are inconclusive) are traced
 * exactly; `algoprof check' then judges cost against the bytes that they read.  Take eight sizes or more, over a factor
 * of ten: fewer are mostly inconclusive.
 *
 * The test is compiled with the plugin and linked with the runtime; without the plugin the functions are called and
 * nothing is judged (0).  Needs the tool as `algoprof' in PATH, or in the variable ALGOPROF_TOOL.  The program that
 * includes this begins itself once more at its start (execve), so that every instance is traced without a budget, into a
 * file in TMPDIR that is removed at its end, unless the variables ALGOPROF_RATE, ALGOPROF_BUDGET and ALGOPROF_LOG (then a
 * plain path) say otherwise.  In programs, not in shared libraries.  One thread at a time.
 */
#ifndef ALGOPROF_EXPECT_H
#define ALGOPROF_EXPECT_H

#include <stddef.h>

enum algoprof_expected {
    ALGOPROF_WITHIN = 0,        /* or nothing was judged, without the plugin */
    ALGOPROF_EXCEEDED = 1,      /* some target grows faster */
    ALGOPROF_INCONCLUSIVE = 3   /* too few sizes, no target, no tool: stderr has the reason */
};

/* What this helper does itself is no target of '*'. */
#define ALGOPROF_EXPECT_OWN static inline __attribute__((__no_instrument_function__))

#ifdef __ALGOPROF__
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algoprof/algoprof.h>

#define ALGOPROF_EXPECT_ROOM 512

/* Of all files of a program that include this one copy is taken. */
#define ALGOPROF_EXPECT_SHARED __attribute__((__weak__, __visibility__("hidden")))
ALGOPROF_EXPECT_SHARED unsigned algoprof_expect_calls;

ALGOPROF_EXPECT_OWN int algoprof_expect_is_set(char **environment, const char *name)
{
    for (; *environment; environment++)
        if (strncmp(*environment, name, strlen(name)) == 0)
            return 1;
    return 0;
}

/* Begins the program once more, with the variables that it needs: the runtime reads them before main and before any
 * constructor.  libc is not ready yet: nothing but memory on the stack and system calls. */
__attribute__((__no_instrument_function__))
static void algoprof_expect_begin(int argc, char **argv, char **environment)
{
    static char log[ALGOPROF_EXPECT_ROOM] = "ALGOPROF_LOG=", mine[] = "ALGOPROF_EXPECT=1";
    static char rate[] = "ALGOPROF_RATE=1", budget[] = "ALGOPROF_BUDGET=0";
    const char *folder = "/tmp", *const name = "/algoprof-expect.";
    size_t n = 0, kept = 0;
    long pid = getpid();
    char digits[24], *digit = digits + sizeof digits;
    (void)argc;
    if (algoprof_expect_is_set(environment, "ALGOPROF_EXPECT="))
        return;
    for (; environment[n]; n++)
        if (strncmp(environment[n], "TMPDIR=/", 8) == 0 && strlen(environment[n]) < 400 && !strpbrk(environment[n], "'%"))
            folder = environment[n] + 7;
    char *changed[n + 5];
    for (; kept < n; kept++)
        changed[kept] = environment[kept];
    for (*--digit = '\0'; pid > 0; pid /= 10)
        *--digit = (char)('0' + pid % 10);
    strcat(strcat(strcat(strcat(log, folder), name), digit), ".aplog");
    if (!algoprof_expect_is_set(environment, "ALGOPROF_LOG=")) {
        changed[kept++] = log;
        changed[kept++] = mine;
    }
    if (!algoprof_expect_is_set(environment, "ALGOPROF_RATE="))
        changed[kept++] = rate;
    if (!algoprof_expect_is_set(environment, "ALGOPROF_BUDGET="))
        changed[kept++] = budget;
    changed[kept] = NULL;
    if (kept > n)
        execve("/proc/self/exe", argv, changed);
}

__attribute__((__section__(".preinit_array"), __used__))
static void (*algoprof_expect_at_start)(int, char **, char **) = algoprof_expect_begin;

__attribute__((__no_instrument_function__))
static void algoprof_expect_remove(void)
{
    const char *log = getenv("ALGOPROF_LOG");
    if (log && getenv("ALGOPROF_EXPECT"))
        remove(log);
}

/* The tool's answer for the runs with that label; what it prints goes to stderr unless all is well. */
__attribute__((__no_instrument_function__))
static int algoprof_expect_judge(const char *limit, const char *label)
{
    const char *tool = getenv("ALGOPROF_TOOL"), *log = getenv("ALGOPROF_LOG");
    char command[4 * ALGOPROF_EXPECT_ROOM], line[ALGOPROF_EXPECT_ROOM];
    int status;
    if (!tool || !*tool)
        tool = "algoprof";
    if (!log || strpbrk(log, "'%") || strchr(tool, '\'') || strchr(limit, '\'') || strlen(log) > 500 || strlen(tool) > 500) {
        fprintf(stderr, "algoprof_expect: ALGOPROF_LOG must be a plain path, without ' and %%\n");
        return ALGOPROF_INCONCLUSIVE;
    }
    snprintf(command, sizeof command,
             "printf '* %%s\\n' '%.60s' | ALGOPROF_LOG=off '%s' check --label '%s' --bounds /dev/stdin '%s' 2>&1", limit, tool, label, log);
    FILE *answer = popen(command, "r");
    if (!answer)
        return ALGOPROF_INCONCLUSIVE;
    char *text = NULL;
    size_t room = 0;
    FILE *kept = open_memstream(&text, &room);
    while (fgets(line, sizeof line, answer))
        if (kept)
            fputs(line, kept);
    status = pclose(answer);
    status = WIFEXITED(status) ? WEXITSTATUS(status) : ALGOPROF_INCONCLUSIVE;
    if (kept && fclose(kept) == 0 && status != 0)
        fprintf(stderr, "algoprof_expect (\"%s\"):\n%s", limit, text);
    free(text);
    return status == 0 || status == 1 ? status : ALGOPROF_INCONCLUSIVE;
}

ALGOPROF_EXPECT_OWN void algoprof_expect_label(char label[32])
{
    if (algoprof_expect_calls++ == 0)
        atexit(algoprof_expect_remove);
    snprintf(label, 32, "expect-%u", algoprof_expect_calls);
}

#define ALGOPROF_EXPECT_BEGIN(label, n) (algoprof_process_run_begin(label), algoprof_size(n))
#define ALGOPROF_EXPECT_END() (algoprof_process_run_end())
#define ALGOPROF_EXPECT_JUDGE(limit, label) (algoprof_flush(), algoprof_expect_judge(limit, label))
#else
ALGOPROF_EXPECT_OWN void algoprof_expect_label(char label[32])
{
    label[0] = '\0';
}

#define ALGOPROF_EXPECT_BEGIN(label, n) ((void)(label), (void)(n))
#define ALGOPROF_EXPECT_END() ((void)0)
#define ALGOPROF_EXPECT_JUDGE(limit, label) ((void)(limit), (void)(label), (int)ALGOPROF_WITHIN)
#endif

/* An enum algoprof_expected.  limit: a class as `algoprof check' has them, "n", "n log n", "n^2", "n^1.3" ... */
ALGOPROF_EXPECT_OWN int algoprof_expect(const char *limit, void (*function)(unsigned long), const unsigned long *sizes,
                                        size_t n_sizes)
{
    char label[32];
    algoprof_expect_label(label);
    for (size_t i = 0; i < n_sizes; i++) {
        ALGOPROF_EXPECT_BEGIN(label, sizes[i]);
        function(sizes[i]);
        ALGOPROF_EXPECT_END();
    }
    return ALGOPROF_EXPECT_JUDGE(limit, label);
}

#ifdef __cplusplus
#include <initializer_list>

/* The same with anything that can be called with a size. */
template <class Function>
ALGOPROF_EXPECT_OWN int algoprof_expect(const char *limit, Function &&function, std::initializer_list<unsigned long> sizes)
{
    char label[32];
    algoprof_expect_label(label);
    for (unsigned long size : sizes) {
        ALGOPROF_EXPECT_BEGIN(label, size);
        function(size);
        ALGOPROF_EXPECT_END();
    }
    return ALGOPROF_EXPECT_JUDGE(limit, label);
}
#endif

#endif
