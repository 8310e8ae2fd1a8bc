/* SPDX-License-Identifier: MIT
 *
 * Contexts: a tree of records for each thread, in memory of a fixed size (include/algoprof/context_abi.h).
 *
 * Where the memory does not hold all, what was called least is forgotten: Misra and Gries (1982), for many at once.
 * A context that was forgotten had `error' calls at most; one that was made anew has its count, and `before' more at
 * most.
 *
 * Who may touch what: records, and struct rt_contexts, the thread that has them, with `busy' set; the list of all under
 * rt_lock.  Others read counts, and what is whole by the map of begins. */
#ifndef RT_CONTEXT_H
#define RT_CONTEXT_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <algoprof/context_abi.h>

/* A record.  Its place is the number of words before it in the arena. */
struct rt_context {
    uint32_t from;              /* place of the slot that it hangs in; 0: the root */
    uint32_t flags;             /* RT_C_* */
    uint64_t before;            /* calls at most before it was made, since the last time that it was forgotten */
    struct algoprof_callable *of;
    uint64_t count;
    uint64_t slot[];
};

enum {
    RT_C_REACHED = 1,           /* of an outside callable: what was called has contexts itself, in a record below */
    RT_C_KEPT = 2,              /* while records are forgotten */
};

#define RT_CONTEXT_HEAD 4u      /* words before the slots */

struct rt_gap {                 /* free words of the arena */
    struct rt_gap *next;
    uint64_t words;
};

/* Several callees of one slot: places of slot and record. */
struct rt_link {
    uint32_t slot, record;
};

/* Of the links' hash. */
#define RT_LINKS_SHIFT 35
#define RT_LINKS_FACTOR 0x9e3779b97f4a7c15u

struct rt_contexts {
    uint64_t *base;             /* the arena */
    uint64_t words, used;       /* its size; of records */
    uint64_t *begins;           /* a bit for each word: a record begins there */
    uint64_t *at, *end;         /* free words that are taken next */
    struct rt_gap *gaps;        /* and then: by address */
    struct rt_link *links;      /* open addressing */
    uint32_t mask, linked, most_links;
    _Atomic uint64_t busy;      /* stack of what works on it; 0: nothing does */
    bool pruning, closed;       /* a jump left it half pruned: nothing is added */
    bool wanders;               /* code ran on other stacks, which may have pointers to records */
    uint64_t stack_low, stack_end;
    uint64_t error, prunes;
    uint64_t forgotten;         /* calls of records that were */
    uint64_t fails;             /* times that nothing could be forgotten; the next try waits */
    uint64_t wait;
    uint32_t number, generation;
    bool parked;                /* its thread ended: the next one goes on with it */
    struct rt_contexts *next;   /* of all */
};

#pragma GCC visibility push(hidden)

extern __thread uint64_t *rt_context_cursor __asm__(ALGOPROF_CONTEXT("cursor"))
    __attribute__((visibility("default")));
extern __thread struct rt_contexts *rt_contexts;
extern uint64_t rt_no_slot[1];  /* the cursor where nothing was called yet; its record is of no function */
extern uint64_t rt_no_record[RT_CONTEXT_HEAD];

static inline uint32_t rt_place(const struct rt_contexts *t, const void *p)
{
    return (uint32_t)((const uint64_t *)p - t->base);
}

static inline struct rt_context *rt_record_at(const struct rt_contexts *t, uint32_t place)
{
    return (struct rt_context *)(void *)(t->base + place);
}

/* Of the slots' address. */
static inline struct rt_context *rt_record_of(uint64_t slots)
{
    return (struct rt_context *)(uintptr_t)(slots - ALGOPROF_RECORD_HEAD);
}

static inline const struct algoprof_call *rt_calls(const struct algoprof_callable *c)
{
    return (const struct algoprof_call *)(const void *)(c + 1);
}

static inline uint64_t rt_record_words(const struct algoprof_callable *c)
{
    return RT_CONTEXT_HEAD + c->slots;
}

/* ---- records (context/tree.c): no vector register is used */

/* The record that the place lies in; NULL: it is no record's of the thread's. */
struct rt_context *rt_context_owner(const struct rt_contexts *, const void *place);
struct rt_context *rt_context_parent(const struct rt_contexts *, const struct rt_context *);
struct rt_context *rt_context_next(const struct rt_contexts *, const struct rt_context *before);   /* by address */
/* NULL: no room. */
struct rt_context *rt_context_make(struct rt_contexts *, struct algoprof_callable *, uint64_t *slot);
struct rt_context *rt_context_linked(struct rt_contexts *, const uint64_t *slot, const struct algoprof_callable *);
bool rt_context_link(struct rt_contexts *, const uint64_t *slot, const struct rt_context *);
void rt_context_unlink(struct rt_contexts *, uint32_t index);   /* in the links */
/* The one that has no context. */
struct rt_context *rt_context_spare(struct algoprof_callable *);
void rt_context_begin_slots(struct rt_context *);

/* ---- what must call libc */

/* The thread's own, made at its first call; NULL: there are none (context/threads.c). */
struct rt_contexts *rt_contexts_begin(void);
/* Is the address in one's arena? */
bool rt_contexts_hold(const void *);
void rt_contexts_forked(bool usable);   /* in a child */
bool rt_contexts_any(void);             /* anything was counted */
/* Makes room; keep: is needed.  false: there is none to be made (context/prune.c). */
bool rt_contexts_prune(struct rt_contexts *, struct rt_context *keep);
/* Under rt_lock, all threads' as of now (context/write.c). */
void rt_contexts_write(void);
void rt_contexts_leave_threads(void);   /* none comes here any more when it ends */
extern struct rt_contexts *rt_contexts_all;
extern bool rt_contexts_refused;        /* some thread got no memory: its calls have no context */

/* ---- what is known of callables, whose modules may go (context/callables.c) */

/* Gives it a number; takes rt_lock.  false: there is none. */
bool rt_callable_know(struct algoprof_callable *);
uint32_t rt_callables(void);
const struct algoprof_callable *rt_callable(uint32_t number);   /* a copy */
/* Under rt_lock: those of the module that the place lies in are gone; then, what its records without contexts had. */
void rt_callables_unload(const void *place);
const uint64_t *rt_callable_spare(uint32_t number);     /* count, then slots; NULL: it was never used */
uint32_t rt_callable_of_count(uint32_t number, uint32_t slot);  /* the callee's number; 0: unknown */
void rt_callables_forked(void);         /* what the parent has counted is in its log */
bool rt_callables_any(void);            /* some call without context was counted */
bool rt_callable_write(uint32_t number);        /* into the log, once; under rt_lock */

#pragma GCC visibility pop

#endif
