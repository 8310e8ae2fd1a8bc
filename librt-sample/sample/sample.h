/* SPDX-License-Identifier: MIT
 *
 * Targets (sample/targets.c) and the sampler (sample/sampler.c, sample/pair_table.c, sample/inner_starts.c).
 */
#ifndef ALGOPROF_RT_SAMPLE_H
#define ALGOPROF_RT_SAMPLE_H

#include <stdbool.h>
#include <stdint.h>
#include <algoprof/log_format.h>
#include <algoprof/rt_abi.h>
#include "cells/union.h"
#include "core/turn.h"

struct rt_own_run;
struct rt_record;
struct rt_run_now;
struct rt_thread;

#define RT_PAIR_BLOCKS 4
#define RT_PAIR_CONTEXT 2u      /* first of the contexts */

/* Kept is who fills the slot: one thread, until the pair is dropped. */
struct rt_pair {
    _Atomic uint64_t number;    /* of the start */
    uint64_t block[RT_PAIR_BLOCKS];     /* offsets of both instances and of both contexts, 0: not written */
    uint64_t size;              /* of an inner start, 0: it has not ended */
    uint32_t len[RT_PAIR_BLOCKS];
    uint32_t weight;            /* what it says, in bytes, about */
    uint8_t halvings;           /* its probability is that of a start after so many */
    _Atomic bool kept;
};

#define RT_EVEN 256u            /* unit of rt_target.even */

/* What a target's instances took, of all runs of the process: the budget is the process's. */
struct rt_costs {
    _Atomic uint64_t measured_ns, measured_units;       /* what whole traced instances took, their iterations */
    _Atomic uint64_t measured;  /* so many instances */
    _Atomic uint64_t around_ns; /* of measured_ns, what comes with each instance beside its own begin and end */
    _Atomic uint64_t last_ns, last_units, last_lines;   /* of the last one alone; lines of its table */
    _Atomic uint64_t thinned_ns, thinned_units;         /* what one takes that is thinned from its beginning on; */
    _Atomic bool has_thinned;   /* one was */
    _Atomic uint64_t most_units;        /* of the longest whole one */
    _Atomic uint64_t cut_ns, cut_units; /* what one that was cut may have taken, its iterations; 0: one like it was whole since */
    _Atomic uint64_t recent;    /* mean iterations of those that the sampler heard of last */
    _Atomic uint64_t spent_ns;  /* on them */
    _Atomic uint64_t since_ns;  /* the program's own CPU time at its first start, and 1; 0: there was none */
    _Atomic uint64_t instances, cost;   /* all, of all threads, as far as the sampler has heard */
    _Atomic uint64_t worth;     /* what these count for among several targets: budget/target_shares.c */
    _Atomic bool was_tried;     /* an instance of it was to be traced */
};

struct rt_target {
    struct rt_target *next;     /* in its bucket, or of its run */
    struct rt_target *base;     /* that of the process's run, if this is one of a thread's run; else NULL */
    struct rt_run_now *in;      /* the run that its blocks belong to */
    struct rt_costs *costs;     /* its own, or its base's */
    struct rt_costs own_costs;
    uint64_t key;
    uint32_t site;              /* number in the log */
    uint32_t rate;              /* ALOG_RATE_AUTO or N */
    _Atomic uint32_t halvings;
    _Atomic bool first_taken;
    _Atomic bool stopped;
    _Atomic uint64_t starts;
    _Atomic uint64_t refused_stale, refused_budget;
    _Atomic bool has_waited;    /* of few pairs one had to wait until it was released */
    _Atomic uint64_t weight;    /* of the kept pairs: rt_pair.weight */
    struct rt_target *inner;    /* of its inner starts, NULL: none yet */
    bool is_inner;              /* is such a one: unknown to the log */
    uint64_t least_size;        /* and smaller ones are not kept any more */
    _Atomic uint64_t kept;
    _Atomic uint64_t even;      /* in 1 / RT_EVEN: pairs that would be kept if all had the probability of now */
    uint64_t dropped, refused_space;
    _Atomic uint64_t bytes;     /* of its blocks in the log */
    _Atomic uint32_t thin;
    _Atomic uint32_t pairs_used;        /* slots of `pair` ever used */
    _Atomic uint32_t free_slots;        /* of these, not kept */
    _Atomic uint32_t next_slot; /* where the search for one begins */
    struct rt_pair *pair;       /* auto only: the table of kept pairs */
    uint32_t most_pairs;        /* its slots */
    uint64_t sampler;           /* offset of its block */
    rt_turn turn;               /* to write it */
    uint64_t sampler_sequence;
    uint32_t ended_threads;     /* counter blocks of ended threads */
    uint64_t sum;               /* offset of the sum of folded threads' counts, 0: none */
    struct alog_counts sum_counts;
    /* Is each instance traced, whatever that takes?  Then sets are in the log as far as their share of it goes. */
    bool is_exact;
    _Atomic uint64_t most_sets; /* bytes; 0: the union takes their place */
    struct rt_union seen;       /* by the run's whole instances, so many: */
    uint64_t seen_instances;
    uint64_t union_block;       /* offset, 0: none yet */
    uint64_t union_sequence, union_writes;      /* rt_log_writes then */
};

/* So many pairs stand for the whole run evenly. */
static inline uint64_t rt_pairs_even(const struct rt_target *g)
{
    return g->is_inner ? g->kept : (g->even + RT_EVEN / 2) / RT_EVEN;
}

extern _Atomic uint32_t rt_target_count;        /* that were executed (budget/target_shares.c) */
/* Under rt_lock.  build_id of the module that the site lies in. */
bool rt_target_known(const struct algoprof_site *);      /* it is there already; no lock */
struct rt_target *rt_target_get(const struct algoprof_site *, const void *build_id, uint32_t build_id_len);
bool rt_target_open(struct rt_target *);        /* its sampler of this run is in the log; under rt_lock */
/* The same target in a thread's run, made if need be; NULL: no memory.  Under rt_lock. */
struct rt_target *rt_target_in_run(struct rt_target *, struct rt_own_run *);
/* Nobody counts into the run's targets any more; their state, into the log; likewise. */
void rt_targets_release(struct rt_own_run *);
void rt_targets_write(const struct rt_own_run *);
void rt_target_unmap_pairs(struct rt_target *);
/* That of the process's run. */
static inline struct rt_target *rt_target_base(struct rt_target *g)
{
    return g->base ? g->base : g;
}
void rt_targets_next_run(void);         /* their samplers begin anew; under rt_lock */
/* May the instance that begins be traced? */
enum rt_can { RT_CANNOT, RT_NESTED, RT_CAN };  /* nested: in one of its own */
/* What is the instance that begins now?  1: trace it (record->pair etc. are
 * set, *place too), 0: not.  Arms the countdown. */
int rt_sample(struct rt_thread *, struct rt_record *, uint8_t *place, enum rt_can);
/* Instances until a target that is not sampled for now is looked at again. */
int64_t rt_idle_gap(const struct algoprof_hot *);
/* A sampled start cannot be traced. */
void rt_sample_failed(struct rt_thread *, struct rt_record *);
/* Stop sampling a target: under rt_lock. */
void rt_target_stop(struct rt_target *, enum alog_stop);
void rt_targets_forget(void);
void rt_sampler_write(struct rt_target *);      /* under the lock */
void rt_sampler_tell(struct rt_target *);       /* likewise, side by side */
void rt_samplers_write_all(void);

/* ---- the table of kept pairs (sample/pair_table.c) ---- */

/* A slot for the pair that starts; false: all but one are taken.  alone: under the lock,
 * and that one too; then there is one.  Else side by side. */
bool rt_pair_keep(struct rt_record *, bool alone);
/* The rest is under the lock. */
void rt_pair_drop(struct rt_target *, uint32_t slot);
void rt_pairs_halve(struct rt_thread *, struct rt_target *);
/* There are too many, or they say too much: those that were likeliest are thinned to the probability after one more halving.  If that
 * would be below the probability of a start, it is halved first. */
void rt_pairs_thin(struct rt_thread *, struct rt_target *);
void rt_pairs_forget(struct rt_target *);

/* ---- inner starts of recursions (sample/inner_starts.c) ---- */

/* The target of inner starts, made if need be; under the lock.  NULL: no memory. */
struct rt_target *rt_inner_target(struct rt_target *);
/* The record by which the call that begins may be traced, or NULL. */
struct rt_record *rt_inner_due(struct rt_thread *, const struct algoprof_site *, struct algoprof_recursion *);
/* Is the outermost instance that the budget refused worth looking for inner ones? */
bool rt_inner_instead(const struct rt_record *);
void rt_inner_forget(struct rt_target *);
/* There are too many: drop about half of them, the smaller ones.  Under the lock. */
void rt_inner_halve(struct rt_thread *, struct rt_target *);

#endif
