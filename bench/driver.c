/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Runs the kernels and prints for each its name, CPU time in ns and checksum.
 *
 *     driver DIVISOR[:LEAST] [KERNEL [TIMES]]
 *
 * DIVISOR divides the number of calls; LEAST are left at least (1), if there are so many. KERNEL runs that one only;
 * TIMES: all of it so often.
 */
#include <stdio.h>
#include <string.h>
#include <time.h>
#include "kernel.h"

extern const struct kernel *const __start_kernels[];
extern const struct kernel *const __stop_kernels[];

static uint64_t cpu_ns(void)
{
    struct timespec now;

    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

/* Called around each kernel's run: callgrind dumps its counts here. */
__attribute__((noinline)) static void bench_mark(void)
{
    BARRIER();
}

static long least(long a, long b)
{
    return a < b ? a : b;
}

static void run_kernel(const struct kernel *kernel, long divisor, long left, long times)
{
    long calls = kernel->calls / divisor;
    uint64_t begin, end, checksum = 0;

    if (calls < left)
        calls = least(left, kernel->calls);
    kernel->setup();
    begin = cpu_ns();
    bench_mark();
    for (; times; times--)
        checksum += kernel->run(calls);
    bench_mark();
    end = cpu_ns();
    printf("%s %llu %llx\n", kernel->name, (unsigned long long)(end - begin),
           (unsigned long long)checksum);
}

int main(int argc, char **argv)
{
    long divisor = 1, left = 1, times = argc > 3 ? atol(argv[3]) : 1;

    if ((argc > 1 && sscanf(argv[1], "%ld:%ld", &divisor, &left) < 1) || divisor < 1 || left < 1
        || times < 1) {
        fprintf(stderr, "usage: driver DIVISOR[:LEAST] [KERNEL [TIMES]]\n");
        return 2;
    }
    for (const struct kernel *const *k = __start_kernels; k < __stop_kernels; k++)
        if (argc < 3 || strcmp(argv[2], (*k)->name) == 0)
            run_kernel(*k, divisor, left, times);
    return 0;
}
