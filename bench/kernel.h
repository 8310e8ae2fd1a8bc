/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A kernel of the benchmark: a marked loop in a function kernel_NAME of its own,
 * and a run function that calls it.  The driver finds
 * kernels in the linker section "kernels".
 */
#ifndef BENCH_KERNEL_H
#define BENCH_KERNEL_H

#include <stdint.h>
#include <stdlib.h>

struct kernel {
    const char *name;
    long calls;                 /* of the kernel function, at full scale */
    void (*setup)(void);
    uint64_t (*run)(long calls);/* returns a checksum */
};

#define KERNEL(word, full)                                                      \
    __attribute__((section("kernels"), used))                                   \
    static const struct kernel *const entry_##word =                            \
        &(const struct kernel){ #word, full, setup, run }

/* A kernel of a file with several, which share setup (): `call' is made `full'
 * times, as call number k; what it adds to `sum' is the checksum. */
#define KERNEL_CALL(word, full, call)                                           \
    static uint64_t run_##word(long calls)                                      \
    {                                                                           \
        uint64_t sum = 0;                                                       \
                                                                                \
        for (long k = 0; k < calls; k++) {                                      \
            call;                                                               \
            BARRIER();                                                          \
        }                                                                       \
        return sum;                                                             \
    }                                                                           \
    __attribute__((section("kernels"), used))                                   \
    static const struct kernel *const entry_##word =                            \
        &(const struct kernel){ #word, full, setup, run_##word }

/* Kernel functions stay functions, so that their instructions can be counted. */
#define NOINLINE __attribute__((noinline))

/* A number that the compiler must not know. */
static inline long opaque(long value)
{
    __asm__("" : "+r"(value));
    return value;
}

/* Keeps calls of a pure kernel from being merged. */
#define BARRIER() __asm__ volatile("" ::: "memory")

static inline uint32_t bench_draw(uint32_t below)
{
    static uint64_t state = 1;

    state = state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(state >> 33) % below;
}

#endif
