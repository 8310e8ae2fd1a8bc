/* SPDX-License-Identifier: MIT
 *
 * What the runtime's files share.  Nothing here is visible outside.
 *
 * Who may touch what:
 *   struct rt_tls, rt_thread, rt_record, rt_instance   the thread that owns them,
 *       with rt_tls.busy set; rt_record's counts are read by others (see rt_counts)
 *   struct rt_target, the log, the lists of all        under rt_lock; what core/lock.c
 *       calls side by side, atomics and what is said there to be a thread's own
 *
 * Every C function runs on the host's stack, in the host's signal handlers too:
 * no malloc, no stdio, no recursion, frames of a few hundred bytes.
 */
#ifndef ALGOPROF_RT_H
#define ALGOPROF_RT_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>
#include <time.h>
#include <algoprof/log_format.h>
#include <algoprof/rt_abi.h>
#include "sample/budget.h"
#include "sample/price.h"
#include "cells/cells.h"
#include "recursion/chain.h"
#include "core/lock.h"
#include "core/state.h"
#include "log/log.h"
#include "sample/sample.h"
#include "trace/touch.h"

#define RT_BUFFER_WORDS 4096u
#define RT_STACK_SPAN (64u << 20)       /* farther apart: another stack (see rt_tls.span) */
#define RT_STACK_FREE (64u << 10)       /* bytes of frames until the stack's size is asked for */
#define RT_MAX_DEPTH 4096u
#define RT_FIRST_HOTS 64u
#define RT_FIRST_RECORDS 4u
#define RT_FIRST_DEPTH 6u
#define RT_OWN_CLASS 255u               /* of an area that is a part of struct rt_thread; the next larger is class 0 */
#define RT_NEVER ((int64_t)1 << 62)     /* a countdown that is not met again */

/* ---- options (base/options.c) ---- */

/* ALGOPROF_<NAME>: field, C type, default, parser */
#define RT_OPTIONS(X)                                                \
    X(LOG, log, const char *, NULL, text)                            \
    X(RATE, rate, uint32_t, ALOG_RATE_UNSET, rate)                   \
    X(PAIRS, pairs, uint32_t, 8192, pairs)                           \
    X(BUDGET, budget_ppm, uint32_t, 10000, percent)                  \
    X(MAX_LOG, max_log, uint64_t, (uint64_t)64 << 20, bytes)         \
    X(EPOCH, epoch_ms, uint64_t, 0, seconds)                         \
    X(SEED, seed, struct rt_seed, { 0 }, seed)                       \
    X(VERBOSE, verbose, bool, false, flag)                           \
    X(CONSENT, consent, enum rt_consent, RT_CONSENT_ASK, consent)

struct rt_seed {
    uint64_t value;
    bool given;
};

enum rt_consent { RT_CONSENT_ASK, RT_CONSENT_NO, RT_CONSENT_YES };      /* ask: the spool */

#define RT_FIELD(name, field, type, init, parser) type field;
struct rt_options {
    RT_OPTIONS(RT_FIELD)
    unsigned malformed;         /* bit i: variable i of the list could not be read */
};
#undef RT_FIELD

extern struct rt_options rt_options;
void rt_options_read(void);
/* Names of malformed variables, blank-separated, into text; its length. */
size_t rt_options_complaint(char *text, size_t room);

/* The host's addresses come as words. */
static inline void *rt_pointer(uint64_t word)
{
    return (void *)(uintptr_t)word;
}

/* ---- random numbers (base/rng.c) ---- */

struct rt_rng {
    uint64_t s[4];
    double p, log_miss;         /* of the last draw: ln (1 - p) */
};
void rt_rng_seed(struct rt_rng *, uint64_t seed);
uint64_t rt_rng_next(struct rt_rng *);
/* Trials before the first success: P(g) = (1 - p)^g p, p in (0, 1]; capped at 2^61. */
int64_t rt_rng_geometric(struct rt_rng *, double p);
/* Fill with bytes of the system's generator; false: not available. */
bool rt_random_bytes(void *, size_t);

/* ---- memory (base/memory.c) ---- */

#define RT_PAGE_CLASSES 40
struct rt_pages {               /* one thread's unused areas, by class */
    void *unused[RT_PAGE_CLASSES];
    void *clean[RT_TABLE_CLASSES];      /* one of a class, all zeros; NULL: none */
    uint8_t *lent;              /* zeroed pages of an area that somebody else unmaps: areas of class 0.  NULL: it is lost */
    size_t lent_left;           /* bytes */
};
void *rt_map(size_t bytes);     /* zeroed; NULL: none left */
void rt_unmap(void *, size_t bytes);
/* An area of 4096 << class bytes, zeroed; NULL: none left. */
void *rt_pages_get(struct rt_pages *, unsigned class);
void rt_pages_put(struct rt_pages *, void *, unsigned class);
/* All but those in `area`, which were lent. */
void rt_pages_release(struct rt_pages *, const void *area, size_t bytes);

/* ---- the stack (base/stack.c) ---- */

/* The address that a quarter of sp's stack lies below; 0: unknown.  used_to:
 * an older frame of that stack.  System calls. */
uint64_t rt_stack_floor(uint64_t sp, uint64_t used_to);
/* Does a handler run on a stack of its own? */
bool rt_on_signal_stack(void);

/* ---- threads, instances, records (core/thread.c) ---- */

struct rt_calls {               /* calls of opaque functions, by name pointer */
    const char *name;
    uint64_t count;
};

/* Texts that stay when the modules go that they were in: one copy of each. */
struct rt_names {
    const char **slot;          /* open addressing; NULL: none yet */
    uint32_t mask, used;
    uint8_t class;
    char *text;
    size_t left;                /* of the newest area of texts */
    void *areas;                /* chain through their first word */
};
/* NULL: no memory. */
const char *rt_names_copy(struct rt_names *, struct rt_pages *, const char *name);
void rt_names_release(struct rt_names *, struct rt_pages *);

struct rt_instance {
    uint32_t token;
    uint8_t place, flags;       /* as in the log */
    uint8_t calls_class;
    bool calls_only;            /* accesses are not told */
    bool left;                  /* what is traced of it has ended: it will be cut */
    uint32_t calls_mask, calls_used;
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
    uint64_t priced_calls;      /* sample/price.c */
    uint8_t first_class;        /* of its table, when it began */
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
    uint64_t first_ns;          /* what the pair's first instance took (sample/budget.c) */
    uint64_t left_ns;           /* an instance that was left, until then */
    uint64_t seen_instances, seen_cost; /* that its target knows of */
    uint8_t table_class;        /* that the last traced instance's table had to have */
    uint8_t waits;              /* instances that came while the pair's first was open */
    _Atomic uint64_t traced, untraced_starts;   /* the owner counts, others read */
    _Atomic bool closed;        /* its module was about to be unloaded */
    /* Of a recursion (sample/inner.c): */
    struct rt_needs needs;
    struct rt_record *inner;    /* of inner starts, NULL: none yet */
    struct rt_record *outer;    /* this is the inner one of that record, or NULL */
    uint64_t since_ns;          /* the thread's CPU time when instances began to count */
    bool no_inner;              /* there is no stack for them */
    bool refused;               /* by the budget: the instance that was due last */
    /* The run's: what had been counted when it began, and its counter.  Whoever
       changes it holds `counting`: the owner, or another thread under rt_lock.  The
       owner looks at the counts without it. */
    _Atomic uint8_t counting;   /* enum rt_counting */
    bool in_vain;               /* nobody waits for the owner any more; under rt_lock */
    _Atomic uint32_t run;
    _Atomic uint64_t run_instances, run_cost, run_traced, run_untraced;
    _Atomic uint64_t counter;   /* offset of its block, 0: none yet in this run */
    uint64_t counter_sequence;
};

struct rt_thread {
    struct rt_thread *next, **link;     /* list of all, under rt_lock */
    _Atomic bool sharing;               /* in a section of rt_share */
    _Atomic bool inside, masking;       /* in a slow path, holding signals: it may make system calls */
    int *error;                 /* its errno */
    struct rt_held begun;       /* its signals, from its begin to the end of that slow path */
    struct rt_record *records;
    struct rt_record **by_hot;          /* open addressing */
    uint32_t by_hot_mask, by_hot_used;
    uint8_t by_hot_class;
    struct rt_record *spare;            /* unused part of the newest page */
    uint32_t spares;
    void *record_pages;                 /* chain through their first word */
    _Atomic bool gone;                  /* ended, but could not leave the list */
    uint32_t number;
    uint32_t run;                       /* that its records are sampled in */
    uint32_t serial;                    /* of tokens */
    struct rt_rng rng;
    struct rt_instance *stack;
    uint32_t depth, room;               /* open instances; slots */
    uint8_t stack_class;
    struct rt_pages pages;
    struct rt_found *found;     /* mirrors looked up, NULL: none yet */
    struct rt_kept *kept;       /* calls of library functions that have not returned, NULL: none yet */
    uint64_t cpu_ns;            /* CPU time, as last seen */
    uint64_t spent_ns;          /* what tracing took */
    uint64_t inside_ns;         /* of that, in instances that ended (sample/budget.c) */
    double kept_back;           /* of what is saved: not for the instances that are open */
    struct rt_done done;
    struct rt_names names;      /* of opaque functions */
    int64_t lent;               /* lines that could be added when the table was lent */
    struct rt_thread *next_sharing, **link_sharing;     /* list of those that may share, under rt_lock */
    bool may_share;             /* it is there; the thread's own */
    uint64_t most_words;        /* that its buffer ever held; of the mapping, as `pages` */
    /* What few records and samples need: with all above it is one page. */
    struct rt_record *first_hot[RT_FIRST_HOTS];
    struct rt_record first_record[RT_FIRST_RECORDS];
    struct rt_instance first_stack[RT_FIRST_DEPTH];
    struct rt_lease lease;      /* its part of the log's free space */
    uint64_t buffer[RT_BUFFER_WORDS];   /* (address, meta << 48); 0: nothing stored */
};

/* Known to arch/x86_64/thunks.h by offset. */
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
                                   (trace/access.c) */
    uint64_t slot_mask;
    int64_t left;               /* lines that may be added */
    uint64_t leaving;           /* 1: traced code is to be left, there is nothing to trace */
    uint64_t work;              /* words accessed in it, not yet in its instance's work */
    int64_t empty;              /* what is left while the table has no line */
    /* For arch/x86_64/thunks_access.S alone, while the table is lent: */
    uint64_t floor;             /* from here on addresses may be young stack; 0: it is
                                   not lent */
    uint64_t factor, places;    /* rt_slot_factor; 8 * slot_mask */
    struct rt_line *first, *end;        /* slots, and where they end */
    int64_t held;               /* lines that may be added where no span lies; one of
                                   this and left is 0 */
    uint16_t *order, *order_end;        /* for the next line in rt_table_order; NULL, or not
                                   below the end: it has no place there */
    /* Of the innermost open instance, if it is traced and has a site; arch/x86_64/thunks.S looks at them. */
    const void *own_site;
    uint64_t own_frame, own_cost;
    bool holds;                 /* rt_hold_signals did: no handler runs */
    uint64_t whole_words;       /* of all that went through work: what was told as ranges */
    uint64_t ranges;            /* and how many these were */
};
extern __thread struct rt_tls rt_tls
    __attribute__((tls_model("initial-exec"), visibility("hidden")));
extern __thread int64_t rt_fuel __asm__(ALGOPROF_FUEL)
    __attribute__((tls_model("initial-exec"), visibility("default")));

/* Distances from here on are on one stack. */
static inline uint64_t rt_span(void)
{
    return rt_tls.span > RT_STACK_SPAN ? rt_tls.span : RT_STACK_SPAN;
}

/* The innermost instance's table is not lent (any more). */
static inline void rt_unlend(void)
{
    rt_tls.slots = NULL;
    rt_tls.floor = 0;
}

/* sp or span has changed: sees to rt_tls.floor if the table is lent. */
static inline void rt_set_floor(void)
{
    rt_tls.floor = rt_tls.sp > rt_tls.span ? rt_tls.sp - rt_tls.span : 1;
    RT_BARRIER();
    if (!rt_tls.slots)          /* a handler's access took the table back meanwhile, and waits in the buffer */
        rt_tls.floor = 0;
}

extern struct rt_thread *rt_threads;    /* list of all, under rt_lock */
extern _Atomic uint32_t rt_thread_numbers;      /* given so far */
void rt_threads_begin(void);             /* a log begins: draws what their samples are drawn from */
/* The calling thread's; f is called with all registers kept, held: its signals.  NULL: no memory; takes rt_lock. */
struct rt_thread *rt_thread_new(const struct rt_held *held, void (*f)(void *));
void rt_thread_begun(struct rt_thread *);       /* its first slow path is over */
void rt_thread_end(struct rt_thread *); /* counts stay in the log */
void rt_thread_end_sealed(struct rt_thread *);  /* likewise (process/seal.c) */
void rt_thread_attach(void);            /* make rt_tls.self; stays NULL without memory */
uint64_t rt_blocks_written(void);      /* instances in the log; under rt_lock, unless sealed */
void rt_threads_forget(bool safe);     /* in a child; safe: they were not changed while it was made */
/* Where the search for its record begins. */
static inline uint32_t rt_hot_hash(const struct algoprof_hot *hot)
{
    return (uint32_t)((uintptr_t)hot * 0x9e3779b97f4a7c15u >> 32);
}
/* A record of the same place that another module's target had is given up. */
struct rt_record *rt_record_find(struct rt_thread *, const struct algoprof_site *, const struct algoprof_hot *);
/* The module is gone, and its thread-local memory: what was last counted stays. */
void rt_record_retire(struct rt_record *);
/* May its counts be read?  Asks the loader. */
bool rt_record_is_live(const struct rt_record *);
/* Retire the thread's records whose modules are gone.  unloaded: rt_modules_unloaded. */
void rt_records_check(struct rt_thread *, bool unloaded);
/* Registers; NULL: no memory or lock. */
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
 * changing them, what is told may be wrong. */
bool rt_counts(struct rt_record *, uint64_t *instances, uint64_t *cost);

/* ---- threads' mappings (core/thread_memory.c) ---- */
/* Bytes of one: the thread, and its first areas. */
#define RT_THREAD_BYTES (14 * (size_t)4096)
#define RT_THREAD_OWN ((sizeof(struct rt_thread) + 4095) & ~(size_t)4095)
#define RT_FIRST_THREADS 4u
void rt_spare_lend(void *areas);        /* zeros, for so many threads; once */
bool rt_spare_any(void);                /* has one that ended left its mapping? */
/* One that nobody has, the thread's fields zeros; NULL: none. */
struct rt_thread *rt_spare_map(void);   /* a new one */
struct rt_thread *rt_spare_take(void);  /* under rt_lock */
/* The thread's memory is not used any more: keep it for another one, under rt_lock; false: it has to go. */
bool rt_spare_keep(struct rt_thread *);
void rt_spare_forget(void);             /* what they point to is not to be trusted */

/* ---- entry points (entry/guard.c) ---- */

/* For calls that are no entry points: as those guard themselves.  NULL: off, or
 * on top of a slow path. */
struct rt_thread *rt_visit(uint64_t low);
void rt_visit_end(void);

/* ---- what profiling cost (sample/spent.c) ---- */

void rt_spent_start(void);              /* the work on a log begins */
bool rt_spent_begin(void);              /* its first blocks */
void rt_spent_write(bool whole);        /* until now, under rt_lock; whole: ask for all CPU time */
void rt_spent_write_beside(void);       /* likewise, side by side */
void rt_spent_repair(void);             /* its thread left that by a jump */

/* ---- tracing (trace/trace.c) ---- */

/* The instance of the record that begins, its index-th of the run; its token, 0: no room. */
uint32_t rt_instance_push(struct rt_thread *, struct rt_record *, const struct rt_beginning *);
/* The only open instance has ended, and there is nothing unusual about it; false: there is. */
bool rt_instance_end(struct rt_thread *, uint64_t cost);
/* Analyse what the buffer holds, for the innermost instance. */
void rt_flush(struct rt_thread *);
/* An instance that ended, into the log (trace/ended.c).  longest: of a recursion's chain, else 0.  May take the
 * lock. */
bool rt_instance_log(struct rt_thread *, struct rt_instance *, uint64_t cost, uint64_t longest);
/* At a slow path's end: accesses may go into the innermost instance's table. */
void rt_lend(struct rt_thread *);
/* A slow path was left by a jump: its structures are not to be trusted.  What
 * is open is lost, with its memory. */
void rt_trace_abandon(struct rt_thread *);
/* Memory of open instances, which are forgotten: in a fork's child. */
void rt_trace_release(struct rt_thread *);
/* The thread's open instances are cut here.  A loop's is closed when the program
 * has left the traced code, a recursion's at its end. */
void rt_trace_leave(struct rt_thread *);
/* Close the innermost instance: into its parent, into the log. */
void rt_instance_pop(struct rt_thread *, uint64_t cost, bool cut);
void rt_called(struct rt_thread *, const char *name, uint64_t count);
void rt_model_touch(struct rt_thread *, uint64_t low, unsigned op, uint64_t a, uint64_t b, uint64_t c);

/* ---- runs (sample/runs.c) ---- */

bool rt_runs_start(uint64_t start_time);        /* the log's first run; under rt_lock */
void rt_runs_finish(void);              /* close the last one; under rt_lock */
bool rt_runs_short(void);               /* counts of any of them are not whole */
void rt_runs_forget(void);
/* On slow paths: end an epoch that is over, and bring the thread's records into
 * the run that goes on.  due: of an instance that begins just now, or NULL.
 * false: not now, nothing of the thread is to be sampled. */
bool rt_runs_follow(struct rt_thread *, const struct algoprof_hot *due);
/* The owner's record counts into the run of now; as rt_counter_next_run, under the lock. */
bool rt_run_join(struct rt_record *, uint64_t less);
/* algoprof_run_begin (), algoprof_run_end (): the run that goes on is over, and the next one begins.  false: not
 * possible any more. */
bool rt_runs_change(struct rt_thread *, uint32_t flags, const char *label);
void rt_user_size_set(unsigned long n);         /* algoprof_size () */
/* What algoprof_size () says of an instance that begins; false: nothing. */
bool rt_user_size(uint32_t run, uint64_t *size);

/* ---- clocks (base/clock.c) ---- */

void rt_clock_find(void);               /* once; before it each look is a system call */
/* As clock_gettime (); false: not told. */
bool rt_clock(clockid_t, struct timespec *);

/* ---- modules (core/modules.c) ---- */
/* dl_iterate_phdr, from where registers are not saved. */
struct dl_phdr_info;
void rt_modules_visit(int (*each)(struct dl_phdr_info *, size_t, void *), void *data);
/* A note of the module that the address lies in; NULL: none. */
const void *rt_module_note(const void *address, const char *name, uint32_t type, uint32_t *len);
/* Do both lie in one module? */
bool rt_module_is_same(const void *, const void *);
/* Is the site in a module that is loaded? */
bool rt_module_has(const struct algoprof_site *, uint64_t key);
bool rt_modules_unloaded(void);         /* anything, ever */
/* Before a fork: no thread looks at the modules until rt_modules_let, or in the child rt_modules_forget.  false: one
 * still does. */
bool rt_modules_hold(void);
void rt_modules_let(void);
void rt_modules_forget(void);
bool rt_modules_unloaded_for_c(void);   /* likewise, where a C function of the program's has called */
bool rt_module_holds(const struct dl_phdr_info *, const void *address);
/* The build id of the module that the address lies in; its length, 0: none. */
uint32_t rt_module_build_id(const void *address, uint8_t id[64]);

/* ---- mirrors of functions (trace/mirrors.c) ---- */
/* NULL: it has none.  own: the entry point `lookup' of this runtime. */
void *rt_find_mirror(struct rt_thread *, const void *function, const void *own);
void rt_found_release(struct rt_thread *);

/* ---- process (process/init.c) ---- */

void rt_start(void);                    /* once, before anything else */
bool rt_process_ready(void);            /* create what must be; false: off */
void rt_process_consented(void);        /* waiting: begin now */

/* Of all records that can be read, into the log.  unloaded: rt_modules_unloaded. */
void rt_counters_write_all(bool unloaded);
/* ---- sealing (process/seal.c) ---- */

bool rt_seal(struct rt_thread *);       /* false: it cannot be */
/* An instance begins while sealed. */
void rt_count_sealed(const struct algoprof_site *, struct algoprof_hot *);

#endif
