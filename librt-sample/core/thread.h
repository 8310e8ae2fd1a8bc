/* SPDX-License-Identifier: MIT
 *
 * What a thread has of its own.  It is one piece, since it is to be one page for a thread without samples:
 * so the structures of all parts that a thread has something of are known here.
 *
 * Who may touch what:
 *   struct rt_tls, rt_thread, rt_record, rt_instance   the thread that owns them,
 *       with rt_tls.busy set; rt_record's counts are read by others (see rt_counts)
 *   struct rt_target, the log, the lists of all        under rt_lock; what core/lock.c
 *       calls side by side, atomics and what is said there to be a thread's own */
#ifndef RT_THREAD_H
#define RT_THREAD_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <algoprof/rt_abi.h>
#include "arch/machine.h"
#include "base/memory.h"
#include "base/rng.h"
#include "base/stack.h"
#include "core/lock.h"
#include "core/state.h"
#include "log/lease.h"
#include "budget/prices.h"
#include "sample/target_on_thread.h"
#include "trace/call_names.h"
#include "trace/instance.h"

#define RT_BUFFER_WORDS 4096u
#define RT_MAX_DEPTH 4096u
#define RT_FIRST_HOTS 64u
#define RT_FIRST_RECORDS 4u
#define RT_FIRST_DEPTH 5u
#define RT_OWN_CLASS 255u               /* of an area that is a part of struct rt_thread; the next larger is class 0 */

struct rt_thread {
    struct rt_thread *next, **link;     /* list of all, under rt_lock */
    _Atomic bool sharing;               /* in a section of rt_share */
    _Atomic bool inside, masking;       /* in a slow path, holding signals: it may make system calls */
    int *error;                 /* its errno */
    struct rt_tls *tls;
    struct rt_held begun;       /* its signals, from its begin to the end of that slow path */
    struct rt_record *records;
    struct rt_record **by_hot;          /* open addressing */
    uint32_t by_hot_mask, by_hot_used;
    struct rt_record *spare;            /* unused part of the newest page */
    uint32_t spares;
    void *record_pages;                 /* chain through their first word */
    _Atomic bool gone;                  /* ended, but could not leave the list */
    uint32_t number;
    uint32_t run;                       /* that its records are sampled in */
    struct rt_own_run *own;             /* that is its own, or was; NULL: it is in the process's */
    uint32_t serial;                    /* of tokens */
    struct rt_rng rng;
    struct rt_instance *stack;
    uint32_t depth, room;               /* open instances; slots */
    uint8_t stack_class, by_hot_class;
    bool may_share;             /* it is in the list of those that may (next_sharing); the thread's own */
    struct rt_pages pages;
    struct rt_found *found;     /* mirrors looked up, NULL: none yet */
    struct rt_walk *walk;       /* callers/callers.h; NULL: none yet */
    struct rt_kept *kept;       /* calls of library functions that have not returned, NULL: none yet */
    uint64_t cpu_ns;            /* CPU time, as last seen */
    uint64_t looked_ns;         /* the wall's time then; 0: not seen yet */
    uint64_t spent_ns;          /* what tracing took */
    uint64_t inside_ns;         /* of that, in instances that ended (budget/start_or_leave.c) */
    double kept_back;           /* of what is saved: not for the instances that are open */
    double thin_below;          /* likewise: where less is saved, a target's first instance is thinned */
    struct rt_done done;
    struct rt_names names;      /* of opaque functions */
    int64_t lent;               /* lines that could be added when the table was lent */
    struct rt_thread *next_sharing, **link_sharing;     /* list of those that may share, under rt_lock */
    uint64_t most_words;        /* that its buffer ever held; of the mapping, as `pages` */
    /* What few records and samples need: with all above it is one page. */
    struct rt_record *first_hot[RT_FIRST_HOTS];
    struct rt_record first_record[RT_FIRST_RECORDS];
    struct rt_instance first_stack[RT_FIRST_DEPTH];
    struct rt_lease lease;      /* its part of the log's free space */
    uint64_t buffer[RT_BUFFER_WORDS];   /* (address, meta << 48); 0: nothing stored */
};

/* The entry points in assembly know it by offsets (arch/<machine>/entry). */
struct rt_tls {
    _Atomic uint64_t cur;       /* next word in the buffer; beyond limit: full */
    uint64_t limit;             /* 0: no open instance */
    uint64_t sp;                /* of the innermost open instance */
    uint64_t busy;              /* stack of the slow path that runs, or 0; odd: a
                                   quick path of recursion/chain.c */
    struct rt_thread *self;
    struct rt_chain *chain;     /* of the innermost open instance that has one */
    uint64_t span;              /* farther apart than that: another stack.  Larger
                                   than RT_STACK_SPAN while a recursion is deep */
    bool ended;                 /* the thread's destructor ran */
    struct rt_line *slots;      /* of the innermost instance's table, lent; NULL: not
                                   (entry/access.c) */
    uint64_t slot_mask;
    int64_t left;               /* lines that may be added */
    uint64_t leaving;           /* 1: traced code is to be left, there is nothing to trace */
    uint64_t work;              /* words accessed in it, not yet in its instance's work */
    int64_t empty;              /* what is left while the table has no line */
    /* For the entry points in assembly alone, while the table is lent: */
    uint64_t floor;             /* from here on addresses may be young stack; 0: it is
                                   not lent */
    uint64_t factor, places;    /* rt_slot_factor; 8 * slot_mask */
    struct rt_line *first, *end;        /* slots, and where they end */
    int64_t held;               /* lines that may be added where no span lies; one of
                                   this and left is 0 */
    uint16_t *order, *order_end;        /* for the next line in rt_table_order; NULL, or not
                                   below the end: it has no place there */
    /* Of the innermost open instance, if it is traced and has a site; the entry points look at them. */
    const void *own_site;
    uint64_t own_frame, own_cost;
    bool holds;                 /* rt_hold_signals did: no handler runs */
    uint64_t whole_words;       /* of all that went through work: what was recorded as ranges, or thinned out */
    uint64_t ranges;            /* and how many ranges these were */
    int64_t fuel;               /* ALGOPROF_FUEL (core/thread.c) */
    uint64_t user_size;         /* what the thread said last (sample/process_runs.c), and in which run, from 1 */
    uint32_t user_run;
    /* Of the table that is lent: lines survive thinning if their hash is below that (0: it is not thinned); of this region it
       is known what they are in the log (struct rt_mapper); so many accesses were to others. */
    uint64_t survive, region, base, skipped;
};
#define RT_TLS_FUEL 224
extern __thread struct rt_tls rt_tls
    __attribute__((visibility("hidden")));

/* For functions that need it more than once, on threads that have accessed it. */
static inline struct rt_tls *rt_tls_here(void)
{
    return RT_THREAD_ADDRESS(rt_tls);
}

/* Distances from here on are on one stack. */
static inline uint64_t rt_span(const struct rt_tls *tls)
{
    return tls->span > RT_STACK_SPAN ? tls->span : RT_STACK_SPAN;
}

/* The innermost instance's table is not lent (any more). */
static inline void rt_unlend(struct rt_tls *tls)
{
    tls->slots = NULL;
    tls->floor = 0;
}

/* sp or span has changed: sees to floor if the table is lent. */
static inline void rt_set_floor(struct rt_tls *tls)
{
    tls->floor = tls->sp > tls->span ? tls->sp - tls->span : 1;
    RT_BARRIER();
    if (!tls->slots)            /* a handler's access took the table back meanwhile, and waits in the buffer */
        tls->floor = 0;
}

extern struct rt_thread *rt_threads;    /* list of all, under rt_lock */
extern _Atomic uint32_t rt_thread_numbers;      /* given so far */

/* Where the search for its record begins. */
static inline uint32_t rt_hot_hash(const struct algoprof_hot *hot)
{
    return (uint32_t)((uintptr_t)hot * 0x9e3779b97f4a7c15u >> 32);
}

void rt_thread_begun(struct rt_thread *);       /* its first slow path is over */

#endif
