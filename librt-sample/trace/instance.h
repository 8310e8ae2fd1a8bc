/* SPDX-License-Identifier: MIT
 * A traced instance that is open. */
#ifndef RT_INSTANCE_H
#define RT_INSTANCE_H

#include <stdbool.h>
#include <stdint.h>
#include "cells/cells.h"

struct rt_record;
struct rt_chain;

struct rt_calls {               /* calls of opaque functions, by name pointer */
    const char *name;
    uint64_t count;
};

struct rt_instance {
    uint32_t token;
    uint8_t place, flags;       /* as in the log */
    uint8_t calls_class;
    bool calls_only;            /* accesses are not traced */
    bool left;                  /* what is traced of it has ended: it will be cut */
    uint32_t calls_mask, calls_used;
    uint32_t context;           /* number in the log, 0: not known, or told */
    uint64_t sp;                /* older stack is at or above */
    struct rt_record *record;
    uint64_t index, pair, period, order, external;
    uint64_t work;              /* words accessed, again and again */
    uint64_t user_size;         /* if `sized` */
    uint32_t run;               /* in which it began */
    bool sized;
    uint32_t pair_slot;         /* in the target's table, auto only */
    uint32_t parent;            /* site number or ALOG_NONE */
    struct rt_table table;
    struct rt_calls *calls;     /* NULL: none */
    struct rt_chain *chain;     /* NULL: a loop's */
    /* Of a loop whose mirror runs: it and what names its function's execution say which instance a
       cost is of, and which ends.  NULL: another. */
    const void *site;
    uint64_t frame;
    uint64_t cost, cost_before;         /* so far, while an inner one is open; the record's when it began */
    uint64_t spent_before, inside_before;       /* the thread's spent_ns and inside_ns when it began */
    uint64_t priced_calls;      /* budget/prices.c */
    uint64_t whole_ns, whole_units;     /* what it took until it was thinned, for so many of these; 0: it was not */
    uint64_t polled;            /* iterations that its traced code has had at least, with those of loops in it */
    uint32_t priced_grown_ns;   /* likewise: of its table's */
    uint8_t first_class;        /* of its table, when it began */
    uint32_t writes_before;     /* the thread's steps of the log then */
    uint32_t again_ns;          /* of what it took, to find out who called it */
};

/* What its entry point knows of an instance that begins. */
struct rt_beginning {
    uint64_t sp, index;
    uint32_t parent;
    uint8_t place;
    bool calls_only;
    const void *site;           /* that of its copy (ALGOPROF_B_COPY_SHIFT) */
    uint64_t frame;
};

#endif
