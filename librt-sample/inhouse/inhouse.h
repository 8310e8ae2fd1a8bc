/* SPDX-License-Identifier: MIT
 *
 * In-house mode: activations of all functions, with what each reads first (the latest-access algorithm: Coppa,
 * Demetrescu, Finocchi 2012).  A cell has the stamp of the activation that accessed it last; a pending activation
 * has accessed it if that stamp is not below its own.  The size of an activation is the sum of `size' from its frame
 * on upwards. */
#ifndef RT_INHOUSE_H
#define RT_INHOUSE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <algoprof/inhouse_abi.h>
#include <algoprof/log_format.h>
#include "arch/machine.h"

/* Activations of one routine and size. */
struct rt_size_row {
    uint64_t size, count, least, most, sum, square_low, square_high;
    uint64_t sizes;             /* sum of the sizes */
};

struct rt_profile {             /* of a routine on a thread */
    struct rt_size_row *last, *row;
    uint32_t rooms, used;
    bool classes;               /* sizes are told by classes */
};

#define RT_PROFILES 1024u       /* routines of a page of a thread's list */
#define RT_PROFILE_PAGES 1024u

struct rt_inhouse {             /* a thread */
    struct algoprof_frame *top, *bottom, *end;
    uint64_t count;             /* the last stamp that was given */
    uint32_t *stamps;
    uint64_t mask;
    uint64_t activations, lost; /* since it was written; of them in no profile */
    uint64_t due;               /* how many there are when it is written into the log */
    uint64_t all;
    struct rt_profile *page[RT_PROFILE_PAGES];
    struct rt_inhouse *next;    /* of all threads, under rt_lock */
    uint32_t number;
    uint8_t *pool, *pool_end;
};
extern __thread struct rt_inhouse *rt_inhouse __attribute__((tls_model("initial-exec"), visibility("hidden")));
/* For all who are not profiled: its mask is 0. */
extern struct algoprof_frame rt_nobody;

#ifndef RT_STAMPS               /* tests have fewer */
#define RT_STAMPS UINT32_MAX
#endif

/* ---- threads (inhouse/threads.c) */

/* The thread's, made at its first activation; NULL: it has none. */
struct rt_inhouse *rt_inhouse_begin(unsigned cell);
/* The thread ends: what it has goes into the log. */
void rt_inhouse_end(void *);
void rt_inhouse_forked(bool usable);    /* in a child */
bool rt_inhouse_any(void);
/* Under rt_lock: all threads', and what is pending on the calling one. */
void rt_inhouse_finish(void);
/* A routine of this cell is profiled with the others'. */
bool rt_inhouse_takes(unsigned cell);

/* ---- activations (inhouse/frames.c) */

void rt_frame_end(struct rt_inhouse *, uint64_t cost);          /* of the top one */
void rt_frames_end(struct rt_inhouse *, struct algoprof_frame *above);  /* all above it */
void rt_frame_read(struct algoprof_frame *, uint64_t address, uint64_t size);
void rt_frame_write(struct algoprof_frame *, uint64_t address, uint64_t size);
void rt_frame_moved(struct algoprof_frame *, uint64_t from, uint64_t to, uint64_t size);
void rt_stamps_renumber(struct rt_inhouse *);                   /* inhouse/renumber.c */

/* ---- profiles (inhouse/profiles.c) */

void rt_profile_add(struct rt_inhouse *, const struct algoprof_routine *, uint64_t size, uint64_t cost);
struct rt_profile *rt_profile_of(struct rt_inhouse *, uint32_t routine);        /* NULL: no memory */
void rt_profiles_clear(struct rt_inhouse *);

/* ---- the log (inhouse/write.c) */

/* A routine's number; takes rt_lock.  ALGOPROF_NO_ROUTINE: none. */
uint32_t rt_routine_number(const struct algoprof_routine *);
uint32_t rt_routines(void);
void rt_inhouse_write(struct rt_inhouse *);     /* under rt_lock */
void rt_inhouse_write_due(struct rt_inhouse *); /* takes it */
void rt_routines_forked(void);
extern unsigned rt_inhouse_cell;                /* 0: none yet */

#endif
