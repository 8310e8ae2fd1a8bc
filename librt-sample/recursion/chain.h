/* SPDX-License-Identifier: MIT
 *
 * Chains of calls of a traced recursion (recursion/chain.c), and its instances by size
 * and cost (recursion/instance_rows.c).
 */
#ifndef ALGOPROF_RT_CHAIN_H
#define ALGOPROF_RT_CHAIN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <algoprof/log_format.h>
#include <algoprof/rt_abi.h>

struct rt_pages;

struct rt_row {
    uint64_t size, cost, count; /* size 0: free slot */
};

/* Instances of a class of sizes.  Sums stay at their maximum when they do not fit. */
struct rt_sum {
    unsigned __int128 squares;  /* sum of the squared costs */
    uint64_t count;
    uint64_t size_sum, size_low, size_high;
    uint64_t cost_sum, cost_low, cost_high;
};

#define RT_FIRST_ROWS 64u
struct rt_rows {
    struct rt_row *slot;        /* open addressing; NULL when there are sums */
    struct rt_sum *sum;         /* by alog_size_class(); NULL: listed */
    uint32_t mask, used, limit; /* slots - 1; rows; rows that the slots may hold */
    uint32_t classes;           /* slots of sum */
    uint8_t class;              /* of the area in use */
    bool lost;                  /* instances are missing */
    struct rt_row first[RT_FIRST_ROWS];         /* slots to begin with */
};
void rt_rows_init(struct rt_rows *);
/* Slots in an area of that class from the beginning, if there is memory. */
void rt_rows_prepare(struct rt_rows *, struct rt_pages *, unsigned class);
/* Count an instance; makes space if need be. */
void rt_rows_add(struct rt_rows *, struct rt_pages *, uint64_t size, uint64_t cost);
/* `count` instances: sizes from size on, costs from cost on in steps. */
void rt_rows_add_series(struct rt_rows *, struct rt_pages *, uint64_t size, uint64_t cost, uint64_t step,
                        uint64_t count);
/* Into the order of the log: nothing can be added then. */
void rt_rows_sort(struct rt_rows *);
/* Bytes of the encoded rows; written at `out` unless that is NULL.  Their
 * number and the instances that they stand for into *chain. */
size_t rt_rows_encode(const struct rt_rows *, uint8_t *out, struct alog_chain *chain);
void rt_rows_release(struct rt_rows *, struct rt_pages *);

/* ---- chains of calls ---- */

#define RT_CHAIN_CLASS 14u      /* of the largest area of levels: 64 MiB, 2 million runs */
#define RT_FIRST_LEVELS 64u

/* A run of open calls (levels) whose subtrees have been equal so far: more
 * than one only in one activation, whose tail calls became jumps. */
struct rt_level {
    uint64_t sp;                /* of the activation */
    uint64_t count;
    uint64_t calls, height;     /* of each: completed so far below it, itself included */
};

/* The open calls of a traced recursion.  Its levels are runs from first + 1 to
 * top, where the top run has one level; *first stands for what is around. */
struct rt_chain {
    struct algoprof_recursion *record;
    struct rt_chain *outer;     /* the thread's next open chain */
    struct rt_level *top, *end; /* the last run that there is room for */
    uint64_t levels;
    uint64_t pending;           /* base handed over by a tail call, or ALGOPROF_NO_BASE */
    /* Levels without a run, for lack of room, below top: their calls and
       height are known, but not each one's. */
    uint64_t over, over_calls, over_height, over_sp;
    struct rt_level *first;
    uint8_t class;              /* of the area of levels */
    bool switched;              /* has been on two stacks */
    bool measured;              /* floor is the stack's, not only a distance to ask at */
    uint64_t floor;             /* frames below: see rt_chain_is_low */
    struct rt_rows rows;
    struct rt_level first_level[RT_FIRST_LEVELS];       /* levels to begin with */
};

/* What an instance needed, so that the next one has it from the beginning: a slow path
 * that makes room holds signals.  Classes of areas + 1; 0: what a chain has anyway. */
struct rt_needs {
    uint8_t levels, rows;
};
struct rt_needs rt_chain_needs(const struct rt_chain *);
/* NULL: no memory.  sp: of the instance. */
struct rt_chain *rt_chain_open(struct rt_pages *, struct algoprof_recursion *, uint64_t sp, struct rt_needs);
void rt_chain_release(struct rt_chain *, struct rt_pages *);
/* As in rt_abi.h.  sp: the activation's. */
uint64_t rt_chain_enter(struct rt_chain *, struct rt_pages *, uint64_t sp, uint64_t base);
uint64_t rt_chain_join(struct rt_chain *, struct rt_pages *, uint64_t sp);
void rt_chain_leave(struct rt_chain *, struct rt_pages *, uint64_t base);
void rt_chain_landed(struct rt_chain *, struct rt_pages *, uint64_t sp);
/* Calls so far, and the most that were open at once. */
uint64_t rt_chain_calls(const struct rt_chain *, uint64_t *longest);
/* Is less than a quarter of the stack left at sp?  Asks the system when a chain
 * has used RT_STACK_FREE for the first time. */
bool rt_chain_is_low(struct rt_chain *, uint64_t sp);
/* A quick path was left by a jump: make it whole again. */
void rt_chain_repair(struct rt_chain *);

#endif
