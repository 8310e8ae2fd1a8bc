/* SPDX-License-Identifier: MIT
 *
 * The log: its blocks, and its file.
 */
#ifndef ALGOPROF_RT_LOG_H
#define ALGOPROF_RT_LOG_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>
#include <algoprof/log_format.h>
#include "core/state.h"
#include "log/lease.h"

struct rt_record;
struct rt_instance;
struct rt_pair;
struct rt_thread;
struct rt_target;
struct rt_cellset;
struct compact_instance;

/* The log is made in memory of the process, which nobody else can shrink, and copied into a mapping of the file
 * by the kernel: where the file has no page any more, a copy fails, and a store would end the program. */
struct rt_file {
    dev_t device;
    ino_t inode;
    uint8_t *base;              /* of the memory */
    uint8_t *changed;           /* of each of its pages: not 0, it is to be copied */
    uint8_t *map;               /* of the file: no store goes there but the kernel's; NULL: there is none */
    uint64_t reserved, size;    /* bytes of address space; of the file, mapped */
    bool lost;                  /* the file was cut from outside, or cannot be written any more */
    char path[4096];            /* absolute */
};
extern struct rt_file rt_log_file;       /* of the log */
#define RT_FILE_PAGE 4096u

/* Where a log's file is made, and what becomes of it when the process ends (log/create_at_path.c, spool/spool.c). */
struct rt_place {
    bool (*create)(struct rt_file *, const void *header, size_t, const uint8_t run_id[16]);
    void (*close)(struct rt_file *, uint64_t size);     /* trims it to that size */
    bool hands_over;            /* and moves it to where others find it */
    bool (*client_id)(uint8_t id[16]);  /* who sends it; NULL: nobody does */
};
extern const struct rt_place rt_pattern_place;
bool rt_pattern_read(void);     /* at start: the pattern's constant part; false: no log is wanted */

/* All under rt_lock unless said otherwise.  Offsets are those in the file. */
/* false: no log can be written there.  *start_time: seconds since 1970. */
bool rt_log_begin(const struct rt_place *, bool forked, uint64_t *start_time);
/* Space for a block with `payload` bytes: its payload, zeroed; NULL: no space.
 * limit: bytes of the file that may be in use then. */
void *rt_log_reserve(size_t payload, uint64_t limit, uint64_t *offset);
/* Make the block reserved at offset part of the log.  run: the number of the one that it belongs to; of what
 * is of the whole log any that has a block.  checked: see alog_block. */
void rt_log_commit(uint64_t offset, uint32_t run, enum alog_tag, size_t payload, size_t checked);
void rt_log_drop(uint64_t offset, uint32_t len);        /* make it ALOG_FREE */
/* Of a committed block; no lock. */
static inline void *rt_log_payload(uint64_t offset)
{
    return rt_log_file.base + offset + sizeof(struct alog_block);
}

static inline uint64_t rt_log_block_len(size_t payload)
{
    return (sizeof(struct alog_block) + payload + 7) & ~(uint64_t)7;
}

static inline uint64_t rt_log_first_word(enum alog_tag tag, uint32_t run, uint64_t len)
{
    return (uint16_t)tag | (uint64_t)(uint16_t)run << 16 | len << 32;
}

/* These bytes were changed; after that, no lock. */
static inline void rt_log_touch(uint64_t offset, uint64_t len)
{
    uint8_t *changed = rt_log_file.changed;
    uint64_t page = offset / RT_FILE_PAGE, last = (offset + len - 1) / RT_FILE_PAGE;
    __atomic_store_n(&changed[page], 1, __ATOMIC_RELEASE);
    __atomic_store_n(&changed[last], 1, __ATOMIC_RELEASE);
    if (len > RT_FILE_PAGE)
        while (++page < last)
            __atomic_store_n(&changed[page], 1, __ATOMIC_RELEASE);
}

/* Of a block of one's own, whose page is or will be touched; no lock. */
static inline void rt_log_store_word(uint64_t offset, uint64_t first_word)
{
    atomic_signal_fence(memory_order_seq_cst);
    __atomic_store_n((uint64_t *)(void *)(rt_log_file.base + offset), first_word, __ATOMIC_RELEASE);
    atomic_signal_fence(memory_order_seq_cst);
}

/* A block with nothing in it; likewise. */
static inline void rt_log_store_free(uint64_t offset, uint64_t len)
{
    rt_log_store_word(offset, rt_log_first_word(ALOG_FREE, 0, len));
    rt_log_touch(offset, 8);
}
/* Does free space hold a block?  What is left over must hold a block's header. */
static inline bool rt_log_fits(uint64_t space, uint64_t len)
{
    return space == len || space >= len + sizeof(struct alog_block);
}
/* Its payload is whole, so it becomes part of the log; likewise. */
void rt_log_finish_block(uint64_t offset, uint32_t run, enum alog_tag, size_t payload);
/* Make free space the caller's: parts of at least `least` bytes, `most` in all, one of them of `need`, if there
 * is any.  How many there are. */
size_t rt_log_take(struct rt_lot *, size_t room, uint64_t need, uint64_t least, uint64_t most);
uint64_t rt_log_free(void);             /* bytes of free blocks that nobody has leased */

/* ---- */

bool rt_log_finish(enum alog_state);    /* false: the file was lost */
/* Nothing is appended any more, and rt_log_finish will make no system call. */
void rt_log_seal(void);
/* Into the file, as a step of which each part leaves a log that a reader understands. */
void rt_log_write(void);
extern uint64_t rt_log_writes;          /* how often that was done */
/* A thread has recorded what it knows of so many instances more; that is written, with the rest, if it is due.
 * Without the lock, which it takes. */
extern struct rt_log_counted {
    _Atomic uint64_t all, due;  /* instances; how many there are when it is to be looked at */
} rt_log_counted;
void rt_log_look(uint64_t all);
static inline void rt_log_count(uint64_t more)
{
    uint64_t all = atomic_load_explicit(&rt_log_counted.all, memory_order_relaxed) + more;
    atomic_store_explicit(&rt_log_counted.all, all, memory_order_relaxed);      /* of two threads' one may be missing */
    if (all >= atomic_load_explicit(&rt_log_counted.due, memory_order_relaxed))
        rt_log_look(all);
}
bool rt_log_sync(void);                 /* onto the disk; no lock, may wait */
/* In a forked child, or as the log is withdrawn.  shadow: other memory takes the log's place, for
 * a slow path that still goes on. */
void rt_log_forget(bool shadow);
uint64_t rt_log_room(void);             /* bytes that can still be appended */
bool rt_log_append(uint32_t run, enum alog_tag, const void *payload, size_t);
extern uint64_t rt_log_max;             /* ALGOPROF_MAX_LOG in force */
/* Where instances end, at the latest, then threads' own counters, then unions: what is behind is for targets that are
 * still to come, and for a sum of each. */
extern uint64_t rt_log_instances_end, rt_log_counters_end, rt_log_unions_end;

/* ---- labels (log/labels.c) ---- */

bool rt_label_fits(const char *key, const char *text);  /* is it one that a log can have? */
bool rt_label_set(const char *key, const char *text);   /* takes the lock; false: there are too many, or no space */
bool rt_labels_begin(void);             /* those that were set before the log began, into it; false: no space */

/* ---- counters (log/counters.c) ---- */

bool rt_counter_new(struct rt_record *);
void rt_counter_write(struct rt_record *);      /* the owner's, if it has one; without the lock; with rt_log_count */
/* As a traced instance begins, whose end writes it: if others came since it was written. */
void rt_counter_begin(struct rt_record *);
void rt_counts_repair(struct rt_record *);      /* its owner left rt_counter_write by a jump */
/* The following under rt_lock.  As of now, with a new block if there is none and something to record; live:
 * its counts can still be read.  Marks them short if it can't be done. */
void rt_counter_settle(struct rt_record *, bool live);
/* Reads its counts, and keeps others from writing them until one of the next two; false: its
 * owner is in between. */
bool rt_counter_hold(struct rt_record *, bool live);
void rt_counter_let(struct rt_record *);
/* What was read is the run's, and what comes from then on the next one's.  less: instances that already are. */
void rt_counter_next_run(struct rt_record *, uint64_t less);
/* The thread's record leaves the process's run, for the thread's own, and comes back.  As above.  run: the process's
 * of now; a record that was in another one begins anew. */
void rt_counter_park(struct rt_record *, uint64_t less);
void rt_counter_unpark(struct rt_record *, uint64_t less, uint32_t run);
void rt_counter_missing(struct rt_record *);    /* its owner was waited for in vain */
void rt_counter_fold(struct rt_record *);       /* its thread ended */

/* ---- where each instance is traced: under the lock ---- */

/* The target's union begins, with the sets that the log has of its run (log/unions.c). */
void rt_union_begin(struct rt_target *);
/* The instance's set joins it, and the block says so. */
void rt_union_log(struct rt_target *, const struct rt_cellset *);
uint64_t rt_log_used(void);             /* bytes of header and blocks */
/* An instance in short; it reaches the log with others of its record (log/compact_blocks.c).  Its lists are where
 * rt_compact_lists says: RT_COMPACT_LISTS bytes at most; NULL: there is no memory. */
uint8_t *rt_compact_lists(struct rt_thread *, struct rt_record *);
#define RT_COMPACT_LISTS 8192u
void rt_compact_add(struct rt_thread *, struct rt_record *, const struct compact_instance *);
void rt_compact_flush(struct rt_record *);
void rt_compact_flush_all(void);
void rt_compact_release(struct rt_thread *);    /* what was not written is lost */

/* ---- events and runs (log/events.c) ---- */

#define RT_RUN_LABEL 255u
/* A run that goes on: the process's (sample/process_runs.c), or a thread's (sample/thread_runs.c); under the lock. */
extern struct rt_run_now {
    uint32_t number;            /* in the log; the process's is rt_run */
    char label[RT_RUN_LABEL];
    size_t label_len;
    uint32_t flags;             /* enum alog_run_flag */
    uint64_t start_time;        /* seconds since 1970 */
    bool written;               /* its block is in the log */
    bool writing;
} rt_run_now;                           /* the process's */
bool rt_run_ensure(struct rt_run_now *);        /* the run's own block is there */
/* Of a target, or of all (NULL), in the process's run. */
void rt_event(const struct rt_target *, enum alog_event_kind, uint64_t value);

/* ---- modules by build id (log/build_ids.c) ---- */

uint32_t rt_log_module(const void *build_id, uint32_t len);     /* ALOG_NONE: no space; 0, too, if there are too many */
uint32_t rt_log_module_known(const void *build_id, uint32_t len);       /* no lock; ALOG_NONE: it has no number yet */
void rt_log_modules_forget(void);

/* ---- names of opaque functions (log/opaque_names.c) ---- */

uint32_t rt_name_number(const char *name);      /* ALOG_NONE: no space */
uint32_t rt_name_known(const char *name);       /* likewise, side by side; ALOG_NONE: it has none yet */
void rt_names_forget(void);

/* ---- the file: the only system calls with the host's names ---- */

bool rt_file_create(struct rt_file *, const struct rt_place *, uint64_t reserve, const void *header, size_t, const uint8_t run_id[16]);
/* A log that begins in memory (tmpfs), where a page takes 1.4 microseconds: some 100 pairs of short executions. */
#define RT_FILE_FIRST (64u << 10)
/* Make the open file a log of `first` bytes, or of `reserved` if that is less: its space allocated, its
 * header written, mapped. */
bool rt_file_fill(struct rt_file *, int fd, const void *header, size_t, uint64_t first);
/* Give a file that has none this name, which must be free. */
bool rt_file_link(int fd, int at, const char *name);
bool rt_file_allowed(uint64_t size);    /* may a file have it?  Else SIGXFSZ would come */
bool rt_file_grow(struct rt_file *, uint64_t size);
/* Bytes of one page are copied; and all that were: who kills the process leaves the first of them copied, each
 * as a whole.  false: the file is lost. */
void rt_file_copy(struct rt_file *, uint64_t at, uint64_t len);
bool rt_file_copied(struct rt_file *);
/* From now on stores go into the file itself: no system call may be made. */
void rt_file_expose(struct rt_file *);
void rt_file_trim(struct rt_file *, uint64_t size);
void rt_file_remove(const struct rt_file *);    /* if the path still leads to it */
void rt_file_forget(struct rt_file *, bool shadow);
const char *rt_file_name(void);

#endif
