/* SPDX-License-Identifier: MIT
 *
 * In-house mode: activations of all functions, with what each reads first (the latest-access algorithm: Coppa,
 * Demetrescu, Finocchi 2012).  A cell has the stamp of the activation that accessed it last; a pending activation
 * has accessed it if that stamp is not below its own.  The size of an activation is the sum of `size' from its frame
 * on upwards, and `near' of its frame.
 *
 * With threads (trms: Coppa, Demetrescu, Finocchi 2013) the highest bit of a cell's stamp goes as soon as another thread
 * or the kernel has written the cell (inhouse/cell_owners.c); frames' stamps have it. */
#ifndef RT_INHOUSE_H
#define RT_INHOUSE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <algoprof/inhouse_abi.h>
#include <algoprof/log_format.h>
#include "arch/machine.h"

/* Costs of activations, and of their squares the sum. */
struct rt_blocks {
    uint64_t least, most, sum, square_low, square_high;
};

/* The same in half of the bytes: costs below RT_LONG; what a sum of squares is beyond 64 bits stands elsewhere. */
struct rt_short_blocks {
    uint32_t least, most;
    uint64_t sum, square;
};

/* Activations of one routine and size, a line of the cache.  Known to arch/.../entry. */
struct rt_size_row {
    uint32_t size;              /* and 1; 0: it is none */
    uint32_t split;             /* 0 or 1: costs without callees are told apart */
    uint32_t count;             /* that all are written before it is too small: inhouse/write.c */
    uint16_t all_high, own_high;        /* of the sums of squares; 2^24 activations of RT_LONG would fill one */
    struct rt_short_blocks all; /* with callees */
    struct rt_short_blocks own; /* without; not split: nothing is there yet, it is as `all' */
};

/* What has no place in such a row: of larger costs or sizes, or of a class of sizes. */
struct rt_wide_row {
    uint64_t size;              /* and 1, with RT_CLASS or without; 0: it is free */
    uint64_t count;
    uint64_t sizes;             /* sum of the sizes; 0 but of classes */
    struct rt_blocks all, own;
};

#define RT_MOST_SIZES 4096u     /* of a routine on a thread; where there are more, larger ones are told by classes */
#define RT_EXACT 256u           /* sizes below are told as they are, by classes, too, and lie in their rows by themselves */
#define RT_LARGE_SIZE (1u << 30)
#define RT_LONG ((uint64_t)1 << 28)     /* blocks */
#define RT_CLASS ((uint64_t)1 << 63)    /* added to a row's size: it is a class's */
#define RT_LEAF ((uint64_t)1 << 63)     /* added to a cost: of a function that calls nothing */

/* A kind of activations. */
struct rt_kind {
    int64_t size;               /* as rt_frame_size has it, and 1; 0: none */
    uint64_t all, own;          /* costs */
};

/* So many of a kind are not in its row yet. */
struct rt_usual {
    struct rt_kind kind;
    uint32_t times;
    uint32_t misses;            /* of both kinds of a profile, in the first: as many until there may be another one; in the second: as
                                   many as there were since that was looked at last */
};

/* Of a routine on a thread; known to arch/.../entry.  Most ends are of two kinds, and come to the first line of the cache. */
struct rt_profile {
    struct rt_usual usual[2];
    struct rt_size_row **rows;  /* places for them, &rt_no_row where none is; NULL: there are none yet */
    uint32_t mask;              /* so many places, and one more */
    uint32_t used;
    struct rt_wide_row *wide;   /* NULL: there are none */
    uint32_t wide_mask, wide_used;
    uint64_t by_threads, by_kernel;     /* of the cells read first: written by another thread, by the kernel */
    bool classes;               /* larger sizes are told by classes */
    uint8_t reserved[15];
};

extern struct rt_size_row rt_no_row __attribute__((visibility("hidden")));   /* stays as it is */

#define RT_ROUTINES (1u << 20)
#define RT_MOST_TAILS 4096u     /* frames that ended by tail calls, below each other; known to arch/.../entry */
#define RT_LOOP_FRAMES 1024u    /* behind the last frame for functions: for the loops of that one */

/* What a pending activation has read first of what others wrote; 0 but for pending ones, and for most of these. */
struct rt_induced {
    int64_t excess;             /* so much is its size by the other stamp above algoprof_frame.size */
    uint64_t by_threads, by_kernel;
    uint64_t reserved;
};

struct rt_time {                /* of the thread's clock, in ns */
    uint64_t since;             /* when it was read last */
    uint64_t reading;           /* what reading it takes */
};

struct rt_pool {
    uint8_t *at, *end;
};

struct rt_inhouse {             /* a thread */
    /* Known to arch/.../entry by their offsets. */
    struct algoprof_frame *top;
    struct algoprof_frame *ready;       /* up to here frames have what does not change, and functions may have them;
                                           `bottom' with spent */
    uint64_t count;             /* the last stamp that was given */
    uint64_t limit;             /* as `count': from there on it is to be written, or there are no more stamps */
    uint64_t counted;           /* `count' when it was written; less than 0 after stamps are renumbered */
    struct rt_profile *profile; /* by routine; RT_ROUTINES; with trms: of activations that have one size by both stamps */
    struct rt_profile *quick;   /* the same; with by_context or spent others, which are empty: all ends are in C */
    struct algoprof_frame *bottom;
    struct algoprof_frame *end; /* the last one for functions */

    struct algoprof_shared shared;
    uint32_t bit;               /* in the directory; 0: no trms, for assembly, too */
    struct algoprof_frame *holder;      /* who lost a cell last: mostly it has the next one, too */
    struct algoprof_frame *induced_end; /* those from here on have none; `bottom' without trms */
    struct rt_induced *induced; /* with trms: of each frame */
    uint32_t *stamps;
    uint64_t mask;
    uint64_t due;               /* how many activations there are when it is written */
    uint64_t lost;              /* activations in no profile */
    uint64_t all;
    struct rt_profile *no_profile;      /* without rows: each end is in C */
    struct rt_profile *plain_profile, *shared_profile;  /* with trms: of the other activations, by each of their sizes */
    struct rt_by_context *by_context;   /* NULL: nobody asks */
    struct rt_inhouse *next;    /* of all threads, under rt_lock */
    struct rt_inhouse *unused;  /* of those whose thread has ended */
    uint32_t number;
    struct rt_opaque_calls *opaque;     /* NULL: it made none */
    struct rt_time time;
    uint64_t *spent;            /* CPU time of each frame, in ns; NULL: costs are blocks */
    struct rt_chunk *chunks;    /* of its profiles */
    struct rt_pool lines, words;        /* parts of those: rows that are lines of the cache, and all else */
};
extern __thread struct rt_inhouse *rt_inhouse __attribute__((visibility("hidden")));
/* The same for assembly; if there is none, one without room for activations. */
extern __thread struct rt_inhouse *rt_inhouse_quick __attribute__((visibility("hidden")));
void rt_inhouse_set(struct rt_inhouse *);
/* The thread has none, and will have none. */
extern __thread bool rt_inhouse_refused __attribute__((visibility("hidden")));
/* For all who are not profiled: its mask is 0.  The second one is what they take for a callee's. */
extern struct algoprof_frame rt_nobody[2] __attribute__((visibility("hidden")));

#define RT_ALONE (UINT32_C(1) << 31)    /* with trms: nobody else has written the cell since it got its stamp */

/* ---- threads (inhouse/threads.c) */

/* The thread's, made at its first activation; NULL: it has none. */
struct rt_inhouse *rt_inhouse_begin(void);
/* The thread ends: what it has goes into the log. */
void rt_inhouse_end(void *);
void rt_inhouse_forked(bool usable);    /* in a child */
bool rt_inhouse_any(void);
/* Under rt_lock: all threads', and what is pending on the calling one. */
void rt_inhouse_finish(void);
void rt_inhouse_leave_threads(void);    /* none comes here any more when it ends */
/* Begun since it was written. */
static inline uint64_t rt_inhouse_activations(const struct rt_inhouse *t)
{
    return t->count - t->counted;
}
void rt_inhouse_count_anew(struct rt_inhouse *);
void rt_inhouse_set_limit(struct rt_inhouse *);
/* A routine like this is profiled with the others. */
bool rt_inhouse_takes(const struct algoprof_routine *);

/* ---- memory for stamps (inhouse/shadow.c) */

#define RT_PAGE 4096u           /* of memory */

/* What of an address chooses its cell, for cells of so many bytes. */
uint64_t rt_space_mask(unsigned cell);
/* Room for a number of `bytes' bytes for each cell, all 0; NULL: there is none. */
void *rt_space_get(uint64_t mask, size_t bytes);
void rt_space_clear(void *, uint64_t mask, size_t bytes);
void rt_space_release(void *, uint64_t mask, size_t bytes);
/* Its parts that may be in use: i = 0, 1; false: no more. */
bool rt_space_part(void *, uint64_t mask, size_t bytes, unsigned i, uint8_t **at, size_t *size);
/* Memory that is 0, and taken as it is used. */
void *rt_space_reserve(size_t bytes);

/* ---- activations (inhouse/frames.c) */

/* The number of a pending one's routine; 0: it has none. */
static inline uint32_t rt_frame_routine(const struct rt_inhouse *t, const struct algoprof_frame *f)
{
    return (uint32_t)((const struct rt_profile *)f->profile - t->quick);
}

/* Of the top one. */
static inline int64_t rt_frame_size(const struct algoprof_frame *f)
{
    return f->size + f->near;
}

/* The top one ends as most do.  Known to arch/.../entry: */
enum rt_left {
    RT_LEFT_NOT,                /* the caller is to do it by rt_frame_end */
    RT_LEFT,
    RT_LEFT_TAILS,              /* but for what waits for it: rt_frame_end_tails */
};
/* cost: of all these, with RT_LEAF or without. */
enum rt_left rt_frame_left(struct algoprof_frame *, uint64_t cost);
void rt_frame_end(struct rt_inhouse *, uint64_t cost);          /* of the top one, and of what waits for it */
void rt_frame_end_tails(struct rt_inhouse *);
void rt_frame_pop(struct rt_inhouse *, uint64_t cost);          /* without those that wait for it */
void rt_frames_end(struct rt_inhouse *, struct algoprof_frame *above);  /* all above it */
void rt_frame_read(struct algoprof_frame *, uint64_t address, uint64_t size);
/* Of the top one n cells, and that whose stamp is there; for entry points in assembly. */
void rt_frame_first(uint64_t cell, uint64_t n);
void rt_frame_first_at(const uint32_t *stamp);
void rt_frame_take(uint64_t cell, uint64_t n);
/* Who has accessed what has this stamp loses a cell to f, which is pending, or the place of what is. */
void rt_frame_taken(uint32_t stamp, struct algoprof_frame *f);
void rt_frame_write(struct algoprof_frame *, uint64_t address, uint64_t size);
/* As of inhouse_abi.h; uses vector registers (inhouse/counted.c). */
void rt_frame_counted(struct algoprof_frame *, uint64_t times, const struct algoprof_counted *, uint64_t n);
void rt_frame_moved(struct algoprof_frame *, uint64_t from, uint64_t to, uint64_t size);
/* The kernel has written there; or a file is mapped there, which is no access of the program. */
void rt_frame_filled(struct algoprof_frame *, uint64_t address, uint64_t size);
void rt_frame_mapped(struct algoprof_frame *, uint64_t address, uint64_t size);
/* The memory is another's now, or nobody's (inhouse/unmapped.c). */
void rt_frame_forget(struct algoprof_frame *, uint64_t address, uint64_t size);
/* The deepest pending activation below f, which is pending, whose stamp is not larger: it has accessed the cell. */
struct algoprof_frame *rt_frame_below(struct rt_inhouse *, struct algoprof_frame *f, uint32_t stamp);
/* The same at or below f, by a search. */
struct algoprof_frame *rt_frame_holder(struct algoprof_frame *f, const struct algoprof_frame *bottom, uint32_t stamp);
void rt_stamps_renumber(struct rt_inhouse *);                   /* inhouse/renumber.c */

/* ---- with other threads (inhouse/cell_owners.c) */

/* The process has trms; false: no memory. */
bool rt_shared_begin(uint64_t mask);
bool rt_shared_on(void);
void rt_shared_take_slot(struct rt_inhouse *);                  /* under rt_lock */
void rt_shared_leave_slot(struct rt_inhouse *);
void rt_shared_forked(struct rt_inhouse *);
void rt_shared_read(struct rt_inhouse *, struct algoprof_frame *, uint64_t cell);
/* From the one to the last. */
void rt_shared_write_cells(struct rt_inhouse *, struct algoprof_frame *, uint64_t cell, uint64_t last);
/* stamp: without threads this is its last access; 0: it is as never accessed. */
void rt_shared_filled(struct rt_inhouse *, uint32_t stamp, uint64_t cell);
/* The others have the cells no more; their entries of the directory, and this thread's stamps, are left as they are. */
void rt_shared_lose(struct rt_inhouse *, uint64_t cell, uint64_t n);
/* Nobody has them, and this thread has no stamp. */
void rt_shared_forget(struct rt_inhouse *, uint64_t cell, uint64_t n);
void rt_shared_moved(struct rt_inhouse *, uint64_t from, uint64_t to);

/* ---- CPU time (inhouse/times.c) */

void rt_time_begin(struct rt_inhouse *);
/* What has passed is the top one's. */
void rt_time_charge(struct rt_inhouse *);
/* Its own time until now. */
uint64_t rt_time_of_top(struct rt_inhouse *);

/* ---- profiles (inhouse/profiles.c) */

/* An activation ends.  size: as rt_frame_size has it; own: with RT_LEAF or without. */
void rt_profile_add(struct rt_inhouse *, struct rt_profile *, int64_t size, uint64_t cost, uint64_t own);
/* Rows with activations, each size once, to `list'; `room' has as many.  Result: how many. */
uint32_t rt_profile_list(const struct rt_profile *, const struct rt_wide_row **list, struct rt_wide_row *room, uint32_t most);
/* Its rows are of no activation any more, and stay. */
void rt_profile_empty(struct rt_profile *);
void rt_profiles_clear(struct rt_inhouse *);
void rt_profiles_release(struct rt_inhouse *);

/* ---- calls of functions that are not compiled so (inhouse/opaque.c) */

/* An activation of the routine made one; takes rt_lock for a callee without a number. */
void rt_opaque_call(struct rt_inhouse *, uint32_t routine, struct algoprof_callee *);
#define RT_OPAQUE_SHIFT 12u
struct rt_opaque_calls {        /* free: calls is 0 */
    uint32_t routine, callee;
    uint64_t calls;
};

/* Where the search for it begins. */
static inline uint32_t rt_opaque_place(uint32_t routine, const struct algoprof_callee *c)
{
    return (routine * 0x9e3779b1u + c->number * 0x85ebca6bu) >> (32 - RT_OPAQUE_SHIFT);
}

/* As rt_opaque_call; false: it is to be told by that. */
static inline bool rt_opaque_again(struct rt_inhouse *t, uint32_t routine, const struct algoprof_callee *c)
{
    struct rt_opaque_calls *o = t->opaque ? &t->opaque[rt_opaque_place(routine, c)] : NULL;
    if (!o || !o->calls || o->routine != routine || o->callee != c->number)
        return false;
    o->calls++;
    return true;
}

/* Under rt_lock: into the log, whose functions are written by write_routine; false: it is full. */
bool rt_opaque_write(struct rt_inhouse *, bool (*write_routine)(uint32_t number));
void rt_opaque_clear(struct rt_inhouse *);
void rt_opaque_release(struct rt_inhouse *);

/* ---- routines (inhouse/routines.c) */

/* A routine's number; takes rt_lock.  ALGOPROF_NO_ROUTINE: none. */
uint32_t rt_routine_number(const struct algoprof_routine *);
uint32_t rt_routines(void);
bool rt_routine_is_loop(uint32_t number);
bool rt_routine_write(uint32_t number); /* under rt_lock, into the log, once; false: it is full */
void rt_routines_forked(void);

/* ---- the log (inhouse/write.c) */

void rt_inhouse_write(struct rt_inhouse *);     /* under rt_lock */
void rt_inhouse_write_due(struct rt_inhouse *); /* takes it */
extern unsigned rt_inhouse_cell, rt_inhouse_shift;      /* bytes, and their logarithm; of a thread that is profiled */
extern bool rt_inhouse_trms;            /* false: without, or nobody is profiled */
static inline uint64_t rt_cell_of(uint64_t address)
{
    return address >> rt_inhouse_shift;
}

/* Do the cells' stamps lie side by side, in one part of the space (inhouse/shadow.c)? */
static inline bool rt_are_beside(uint64_t mask, uint64_t cell, uint64_t last)
{
    return (last & mask) - (cell & mask) == last - cell;
}

/* Is f one of the calling thread's activations?  Those of coroutines may run on another thread's. */
static inline bool rt_frame_is_own(const struct rt_inhouse *t, const struct algoprof_frame *f)
{
    return t && f > t->bottom && f <= t->top;
}

/* The frame has read so many cells first that had this stamp, and that, with trms, no other has written since. */
static inline void rt_frame_read_run(struct rt_inhouse *t, struct algoprof_frame *f, uint32_t stamp, int64_t cells)
{
    if (stamp >= f[-1].stamp) {
        f->near += cells;
        return;
    }
    f->size += cells;
    if (stamp)
        rt_frame_below(t, f, stamp)->size -= cells;
}

/* The frame reads cells up to the last one.  false: the cell, as it is then, is one that the frame's caller has not accessed;
   it and what is behind are to be told otherwise. */
static inline __attribute__((always_inline)) bool rt_frame_read_near(struct algoprof_frame *f, uint64_t *cell, uint64_t last)
{
    uint64_t mask = f->mask;
    for (uint32_t *stamps = f->stamps, own = f->stamp;; ++*cell) {
        uint32_t *at = &stamps[*cell & mask], stamp = *at;
        if (stamp < own) {
            if (stamp < f[-1].stamp)
                return false;
            *at = own;
            f->near++;
        }
        if (*cell == last)
            return true;
    }
}

/* The first activation's stamp, and the last one's there is. */
static inline uint32_t rt_first_stamp(void)
{
    return rt_inhouse_trms ? RT_ALONE | 1 : 1;
}
uint32_t rt_last_stamp(void);

#endif
