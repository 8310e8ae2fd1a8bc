/* SPDX-License-Identifier: MIT
 * What the files that model libc's functions share. */
#ifndef ALGOPROF_RT_MODEL_H
#define ALGOPROF_RT_MODEL_H

#include "core/thread.h"
#include "trace/touch.h"

#define RT_NO_LIMIT UINT64_MAX

/* Where the accesses go.  In in-house mode there is no thread, and low is the activation's frame. */
struct rt_model {
    struct rt_thread *thread;
    uint64_t low;
    unsigned width;             /* bytes of a character: 1 or 4 */
};

/* A string of the program's. */
struct rt_text {
    const unsigned char *at;
    unsigned width;
};

static inline uint32_t rt_character(struct rt_text t, uint64_t i)
{
    uint32_t c;
    if (t.width == 1)
        return t.at[i];
    __builtin_memcpy(&c, t.at + 4 * i, sizeof c);
    return c;
}

/* The character at n is looked at: may it be?  The budget is asked from time to time; when it is
 * outgrown walks end early, and what they found is not recorded. */
extern __thread bool rt_walks_inhouse __attribute__((visibility("hidden")));
/* In in-house mode, what the steps of a call cost: a block for each eight bytes of an access. */
extern __thread uint64_t rt_charged __attribute__((visibility("hidden")));
#define RT_CHARGE(bytes) ((bytes) / 8 + ((bytes) % 8 != 0))
#define RT_WALK 1024u           /* characters, which take as long as so many lines: */
#define RT_WALK_LINES 112u
#define RT_WALK_FIRST 8u        /* the first of them, which most texts are shorter than */
static inline bool rt_walks_on(uint64_t n)
{
    return n % RT_WALK || rt_walks_inhouse || rt_go_on(rt_tls.self, n ? RT_WALK_LINES : RT_WALK_FIRST);
}

/* Where a walk that is at n is asked next: the end of a loop that asks nothing. */
static inline uint64_t rt_walks_to(uint64_t n, uint64_t max)
{
    uint64_t next = n - n % RT_WALK + RT_WALK;
    return next < max ? next : max;
}

/* Characters before the NUL, at most max. */
static inline uint64_t rt_length(struct rt_text t, uint64_t max)
{
    uint64_t n = 0;
    while (n < max && rt_walks_on(n)) {
        const uint64_t to = rt_walks_to(n, max);
        if (t.width == 1)
            while (n < to && t.at[n])
                n++;
        else
            while (n < to && rt_character(t, n))
                n++;
        if (n < to)
            break;
    }
    return n;
}

/* Characters that a reader of the string looks at: the NUL too, at most max. */
static inline uint64_t rt_extent(struct rt_text t, uint64_t max)
{
    uint64_t n = rt_length(t, max);
    return n < max ? n + 1 : n;
}

/* A model's accesses (enum algoprof_model, rt_abi.h). */
void rt_model_touch(struct rt_thread *, uint64_t low, unsigned op, uint64_t a, uint64_t b, uint64_t c);

void rt_told(struct rt_thread *, uint64_t low, uint64_t address, uint64_t bytes, unsigned flags);
void rt_reads(const struct rt_model *, uint64_t address, uint64_t bytes);
void rt_writes(const struct rt_model *, uint64_t address, uint64_t bytes);
/* Bytes that came from outside the process. */
void rt_receives(const struct rt_model *, uint64_t address, uint64_t bytes);
/* A string whose characters did, its NUL not. */
void rt_receives_text(const struct rt_model *, struct rt_text);

/* Characters that strtol and strtod look at (libc/strto.c). */
uint64_t rt_integer_extent(struct rt_text, unsigned base);
uint64_t rt_float_extent(struct rt_text);

/* printf and scanf (libc/printf_args.c): argument `number` behind the format is p. */
void rt_printf_touch(const struct rt_model *, uint64_t format, unsigned number, uint64_t p, int64_t before);
void rt_vprintf_touch(const struct rt_model *, uint64_t format, uint64_t list);
void rt_scanf_touch(const struct rt_model *, uint64_t format, unsigned number, uint64_t p, int64_t assigned,
                    bool external);

#endif
