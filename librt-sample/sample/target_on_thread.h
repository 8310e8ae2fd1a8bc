/* SPDX-License-Identifier: MIT
 * A target on a thread (sample/target_on_thread.c, core/counts.c). */
#ifndef RT_TARGET_ON_THREAD_H
#define RT_TARGET_ON_THREAD_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <algoprof/rt_abi.h>
#include "recursion/chain.h"

struct rt_target;
struct rt_thread;
struct rt_held;

#define RT_NEVER ((int64_t)1 << 62)     /* a countdown that is not met again */

enum rt_phase {
    RT_NEW,
    RT_START,                   /* a pair starts when the countdown is met */
    RT_SECOND,                  /* the next instance is a second of its pair */
    RT_REST,                    /* sampling stopped: only counts */
    RT_IDLE,                    /* likewise, while it is paused */
};

enum rt_counting { RT_COUNTS_FREE, RT_COUNTS_OWNER, RT_COUNTS_OTHER };

/* A target on a thread. */
struct rt_record {
    struct algoprof_hot *hot;           /* NULL: its module was unloaded */
    const struct algoprof_site *site;   /* in the module */
    struct algoprof_recursion *recursion;       /* the same, or NULL: a loop's */
    struct rt_target *target;
    struct rt_record *next;     /* of the thread */
    uint32_t thread;            /* number in the log */
    uint8_t phase;
    uint8_t drawn;              /* halvings when the armed gap was drawn */
    /* Instances so far are base + armed - hot->countdown; odd sequence: being
       changed. */
    _Atomic uint32_t sequence;
    _Atomic uint64_t base;
    _Atomic int64_t armed;
    _Atomic uint64_t instances, cost;   /* as last written; whoever closes a run does */
    uint64_t next_base;         /* what base and armed are being changed to */
    int64_t next_armed;
    uint64_t pair, period;      /* the open pair */
    uint32_t pair_slot;
    uint8_t pair_flags;
    uint8_t table_class;        /* that the last traced instance's table had to have, or more if it was cut */
    uint8_t waits;              /* instances that came while the pair's first was open */
    _Atomic bool closed;        /* its module was about to be unloaded */
    uint64_t first_ns;          /* what the pair's first instance took (budget/start_or_leave.c) */
    uint64_t left_words;        /* likewise, told by then */
    uint64_t left_ns;           /* an instance that was left, until then */
    uint64_t seen_instances, seen_cost; /* that its target knows of */
    _Atomic uint64_t traced, untraced_starts;   /* the owner counts, others read */
    /* Of a recursion (sample/inner_starts.c): */
    struct rt_needs needs;
    struct rt_record *inner;    /* of inner starts, NULL: none yet */
    struct rt_record *outer;    /* this is the inner one of that record, or NULL */
    uint64_t since_ns;          /* the thread's CPU time when instances began to count */
    bool no_inner;              /* there is no stack for them */
    bool refused;               /* by the budget: the instance that was due last */
    bool thins;                 /* the pair's instances are thinned: whole ones could not be paid */
    bool first_was_left;        /* likewise the pair's first, when it had outgrown what was saved */
    /* The run's: what had been counted when it began, and its counter.  Whoever
       changes it holds `counting`: the owner, or another thread under rt_lock.  The
       owner looks at the counts without it. */
    _Atomic uint8_t counting;   /* enum rt_counting */
    bool in_vain;               /* nobody waits for the owner any more; under rt_lock */
    bool in_sum, parked_in_sum; /* the target's sum has counts of it in this run: it gets no block */
    bool is_parked;             /* its thread has a run of its own */
    _Atomic uint32_t run;
    _Atomic uint64_t run_instances, run_cost, run_traced, run_untraced;
    _Atomic uint64_t counter;   /* offset of its block, 0: none yet in this run */
    uint64_t counter_sequence;
    struct rt_parked {          /* its place in the process's run, while it is in its thread's */
        uint32_t run, thread;
        uint64_t counter, counter_sequence;
        uint64_t instances, cost, traced, untraced;     /* counted there so far */
    } parked;
    struct rt_compact *compact; /* instances that wait for their block, NULL: none (log/compact_blocks.c); under rt_lock */
};

/* A record of the same place that another module's target had is given up. */
struct rt_record *rt_record_find(struct rt_thread *, const struct algoprof_site *, const struct algoprof_hot *);
/* The module is gone, and its thread-local memory: what was last counted stays. */
void rt_record_retire(struct rt_record *);
/* May its counts be read?  Asks the loader. */
bool rt_record_is_live(const struct rt_record *);
/* Retire the thread's records whose modules are gone.  unloaded: rt_modules_unloaded. */
void rt_records_check(struct rt_thread *, bool unloaded);
/* Is the target none for this process's log?  Then it never asks again. */
bool rt_record_refuses(const struct algoprof_site *, struct algoprof_hot *);
/* Registers; NULL: refused, no memory or lock. */
struct rt_record *rt_record_new(struct rt_thread *, const struct algoprof_site *, struct algoprof_hot *);
/* The spare record of the thread, taken; NULL: no memory. */
struct rt_record *rt_record_take(struct rt_thread *);
/* Set the countdown to `gap` and account for what ran since it was set last. */
void rt_record_arm(struct rt_record *, int64_t gap);
/* Repair what a jump out of rt_record_arm left.  due: of the instance that begins, or NULL. */
void rt_record_repair(struct rt_record *, const struct algoprof_hot *due);
void rt_share_repair(struct rt_thread *);       /* it left a section of rt_share by a jump */
/* The lock, for a thread's or a record's first instance; false: that one is not counted. */
bool rt_lock_first(struct rt_held *);
void *rt_not_counted(void);             /* NULL; there was no memory, or no lock */
void rt_records_repair(struct rt_thread *, const struct algoprof_hot *due);     /* all, and their counts */
/* Instances (begun) and iterations; any thread may ask.  false: the owner is
 * changing them, the result may be wrong. */
bool rt_counts(struct rt_record *, uint64_t *instances, uint64_t *cost);

#endif
