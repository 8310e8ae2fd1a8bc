/* SPDX-License-Identifier: MIT
 *
 * The algoprof log (.aplog): the one place that owns its byte format.  The
 * runtime writes it, the offline tool reads it, tests/lib/logread.py decodes it
 * independently from docs/log-format.md.
 *
 *   log     := header block*                 all numbers little endian
 *   header  := struct alog_header            fixed part, then two commit slots
 *   block   := struct alog_block payload     8-byte aligned, len counts both
 *   payload := by tag: struct alog_* below, then what its comment says
 *
 * A log is copied into its file in steps, so a killed process leaves that of
 * the last one.  Two rules make every such file readable:
 *   1. A block is complete before the commit slot that covers it is.  Of two
 *      copies of mutable data (struct alog_commit, and the copies inside a
 *      counter or sampler block) the reader takes the valid one with the
 *      larger sequence number; the writer only ever overwrites the other.
 *   2. Space of dropped blocks is reused when the file has it as free, and the
 *      page with the first word (tag, run, len) of what was free is copied last:
 *      a reader sees the old chain or the new one.
 * Readers skip tags that they do not know and refuse a log whose min_reader is
 * above ALOG_VERSION.
 *
 * Nothing here tells an address of the host: see "cells" below.
 */
#ifndef ALGOPROF_LOG_FORMAT_H
#define ALGOPROF_LOG_FORMAT_H

#include <stdint.h>

#include <algoprof/size_classes.h>
#include <algoprof/log_modes.h>

#define ALOG_MAGIC "aplog\r\n\x1a"      /* 8 bytes, no terminating NUL in the file */
/* Version 2: a set's strides touch up to 2^26 lines, 2^18 in version 1.  Version 3: compact
 * instances, and unions.  All else is the same. */
#define ALOG_VERSION 3u                 /* written by this source */
#define ALOG_MIN_READER 3u              /* oldest reader that understands it */
#define ALOG_ENDIAN 0x01020304u
#define ALOG_HEADER_SIZE 4096u
#define ALOG_STEP (1u << 20)            /* the file grows to multiples of this */
#define ALOG_NONE 0xffffffffu           /* "no site", "no thread" */

/* Rates as they stand in headers and site records: N, or one of these. */
#define ALOG_RATE_UNSET 0u
#define ALOG_RATE_AUTO 0xffffffffu

/* One moment of the whole file.  checksum = XXH3_64bits over the 32 bytes
 * before it.  Copy 0 is written first, with sequence 1; an all-zero copy was
 * never written. */
struct alog_commit {
    uint64_t sequence;
    uint64_t used;          /* bytes of the file that are header and blocks */
    uint64_t state;         /* enum alog_state */
    uint64_t end_time;      /* seconds since 1970; 0 while running */
    uint64_t checksum;
    uint64_t reserved[3];
};

enum alog_state {
    ALOG_RUNNING = 0,       /* the process was killed, or still runs: partial */
    ALOG_FINISHED = 1,      /* closed at the end of the process */
    ALOG_STOPPED = 2,       /* profiling gave up (full disk, error), and counts
                               are as of that moment; or a thread's instance
                               could not be counted: partial */
};

enum alog_header_flag {
    ALOG_H_SEEDED = 1,          /* ALGOPROF_SEED was given */
    ALOG_H_BUDGET_ENFORCED = 2, /* budget below was kept, not only noted */
    ALOG_H_FORKED = 4,          /* a child's log: counts start at the fork */
    ALOG_H_ROUNDED = 8,         /* the uploader left two digits of sizes and costs */
};

struct alog_header {
    char magic[8];
    uint32_t version;
    uint32_t min_reader;
    uint32_t header_size;
    uint32_t endian;
    uint64_t features;      /* bits yet to be given; unknown ones are harmless */
    uint8_t run_id[16];     /* random; the same id twice is the same log */
    uint64_t start_time;    /* seconds since 1970 */
    uint64_t max_log;       /* ALGOPROF_MAX_LOG in force, bytes */
    uint32_t rate;          /* ALGOPROF_RATE: ALOG_RATE_* or N */
    uint32_t pairs;         /* ALGOPROF_PAIRS in force */
    uint32_t budget_ppm;    /* ALGOPROF_BUDGET in millionths of CPU time; 0: no limit */
    uint32_t flags;         /* enum alog_header_flag */
    uint8_t client[16];     /* random, of a user who agreed to it, and drawn anew from time
                               to time; all 0: none */
    uint8_t reserved[88];
    uint64_t checksum;      /* XXH3_64bits over all bytes before it */
    struct alog_commit commit[2];
};

/* checksum = XXH3_64bits_withSeed(checked part of payload, first 8 bytes of
 * the block as a little-endian number).  The checked part is the whole
 * payload, but only the struct's fixed part for ALOG_COUNTER, ALOG_SAMPLER and
 * ALOG_UNION (offsetof copy), and nothing for ALOG_FREE. */
struct alog_block {
    uint16_t tag;           /* enum alog_tag */
    uint16_t run;           /* run (epoch) in this file, from 0 */
    uint32_t len;           /* bytes, this header included; multiple of 8 */
    uint64_t checksum;
};

/* Values lie at least three bits apart, so that a flipped bit cannot turn one
 * into another (ALOG_FREE has no checksum of its own). */
enum alog_tag {
    ALOG_FREE = 0x0e07,     /* dropped or padding: skip len bytes */
    ALOG_RUN = 0x1134,      /* struct alog_run: a run begins */
    ALOG_MODULE = 0x1252,   /* struct alog_module + build-id bytes */
    ALOG_SITE = 0x1469,     /* struct alog_site + strings */
    ALOG_NAME = 0x187a,     /* struct alog_name + bytes: a called function */
    ALOG_INSTANCE = 0x218b, /* struct alog_instance + opaque list + cell set */
    ALOG_COUNTER = 0x229c,  /* struct alog_counter (mutable) */
    ALOG_SAMPLER = 0x24a5,  /* struct alog_sampler (mutable) */
    ALOG_EVENT = 0x28b6,    /* struct alog_event: sampler history */
    ALOG_CHAIN = 0x31c1,    /* struct alog_instance + struct alog_chain + opaque
                               list + cell set + rows: of a recursion */
    ALOG_RUN_END = 0x3205,  /* struct alog_run_end: a run is closed */
    ALOG_SIZED_INSTANCE = 0x322a,   /* u64 the user's size + as ALOG_INSTANCE */
    ALOG_SIZED_CHAIN = 0x32f7,      /* u64 the user's size + as ALOG_CHAIN */
    ALOG_LABEL = 0x3210,    /* struct alog_label + key + text */
    ALOG_SPENT = 0x3236,    /* struct alog_spent */
    ALOG_COMPACT = 0x3243,  /* instances of one target and thread, enum alog_compact */
    ALOG_UNION = 0x3264,    /* struct alog_union (mutable) */
    ALOG_LOST = 0x3282,     /* struct alog_lost, by the uploader */
    ALOG_FUNCTION = 0x424c, /* struct alog_function + strings: of in-house mode */
    ALOG_PROFILE = 0x4255,  /* struct alog_profile + rows: activations of one */
    ALOG_CALLABLE = 0x4400, /* struct alog_callable + strings + calls: of contexts */
    ALOG_CONTEXTS = 0x4407, /* struct alog_contexts + rows */
    ALOG_CONTEXT = 0x4419,  /* struct alog_context: what called the functions of instances */
    ALOG_CONTEXT_OF = 0x442a,   /* struct alog_context_of: which instance it was */
    ALOG_CONTEXT_COSTS = 0x4433,        /* struct alog_context_costs + rows: activations by context */
    ALOG_SHARED_PROFILE = 0x4278,       /* struct alog_shared_profile + rows: the same, by another size */
    ALOG_OPAQUE_CALL = 0x42c7,          /* struct alog_opaque_call + name */
    ALOG_OWN_COSTS = 0x42a1,            /* struct alog_profile + rows: either one, without callees' costs */
};

enum alog_run_flag {
    ALOG_R_EPOCH = 1,       /* begun by ALGOPROF_EPOCH */
    ALOG_R_MARKED = 2,      /* begun by algoprof_process_run_begin, or algoprof_run_begin */
    ALOG_R_BETWEEN = 4,     /* begun by algoprof_process_run_end: nobody named it */
    ALOG_R_THREAD = 8,      /* a thread's (algoprof_run_begin): others go on beside it */
};

/* Runs are numbered from 0 without gaps.  Those of the process follow one another, and beside them go on
 * those of threads: each run has its own counters, samplers and instances, whose blocks carry its number.  Modules,
 * sites, names and threads are the log's, whatever run their blocks carry. */
struct alog_run {
    uint64_t start_time;    /* seconds since 1970 */
    uint32_t label_len;     /* then the label, not NUL-terminated */
    uint32_t flags;         /* enum alog_run_flag */
};

enum alog_run_end_flag {
    ALOG_R_SHORT = 1,       /* counts of a thread could not be read as of the end:
                               this run's and the next one's are not exact */
    ALOG_R_SIZED = 2,       /* user_size was given */
    ALOG_R_COMMAND = 4,     /* not by algoprof_size (), but by ALGOPROF_SIZE */
};

/* All of its run's counters and samplers are final before this is there. */
struct alog_run_end {
    uint64_t time;          /* milliseconds since the log's start */
    uint64_t user_size;     /* last argument of algoprof_size () in the run, or what stands for it */
    uint32_t flags;         /* enum alog_run_end_flag */
    uint32_t reserved;
};

struct alog_module {
    uint32_t module;        /* number in this log, from 0 */
    uint32_t build_id_len;  /* 0: linked without one; at most 64 */
};

enum alog_kind { ALOG_LOOP = 1, ALOG_RECURSION = 2 };

/* A target's place.  Of a recursion instances are outermost ones, and cost is
 * calls of the function, everywhere.  Strings follow in this order, each a uint16 length and
 * its bytes: name, function, file (as compiled). */
struct alog_site {
    uint32_t site;          /* number in this log, from 0 */
    uint32_t module;
    uint64_t key;           /* hash of place and name, equal in all logs of a build */
    uint32_t line;
    uint32_t column;
    uint32_t function_line;
    uint32_t rate;          /* rate in force for it: ALOG_RATE_AUTO or N */
    uint8_t kind;           /* enum alog_kind */
    uint8_t flags;          /* enum algoprof_site_flag, rt_abi.h */
    uint16_t reserved;
    uint32_t blind;         /* accesses in traced code that could not be recorded */
};

struct alog_name {
    uint32_t name;          /* number in this log, from 0 */
    uint32_t len;
};

enum alog_instance_flag {
    ALOG_I_CUT = 1,         /* ended early or left without an exit; not whole */
    ALOG_I_FIRST_PAIR = 2,  /* of the first pair of the run, taken without a draw */
    ALOG_I_STALE = 4,       /* drawn under an older probability, accepted */
    ALOG_I_LOST = 8,        /* part of its trace was lost (no memory) */
    ALOG_I_UNSEEN = 16,     /* its set was given up: rms is 0, the set is empty */
    ALOG_I_INNER = 32,      /* an inner start, see struct alog_chain: no outermost one */
    ALOG_I_COUNTED = 64,    /* its set is not here, but counted in rms, and of a loop in the union */
};

#define ALOG_MAX_WHOLE_LINES ((uint64_t)1 << 30)        /* of a set, with all cells: 64 GiB */

/* A traced instance.  After the struct: opaque_bytes bytes of varint pairs
 * (name number, calls), then set_bytes bytes of cell set, then zero padding.
 *
 * varint: 7 bits a byte, least first, high bit set on all but the last byte;
 * at most 10 bytes.
 *
 * Cells: a cell is a byte that the instance read before it wrote it.  Its
 * number is not its address: the runtime adds a random multiple of 64 to
 * the address, and replaces the sum's bits 32..47 (the region) by a keyed
 * permutation of them; neither key is stored.  So neighbours stay neighbours
 * inside a region of 4 GiB, and nothing else can be told.  The set is a
 * sequence of items over lines of 64 cells, in ascending order:
 *     varint gap      lines between the item before (its last line + 1, at
 *                     first 0) and this item's first line
 *     varint run      (lines << 1) | fresh, lines >= 1
 *     [8 bytes mask]  only if fresh: bit i is cell i of the line
 * All lines of an item have that mask; without fresh it is the mask of the
 * item with lines before (all ones before the first).  Masks are never 0.
 * A stride has a 0 in place of run, and then four varints, bit, size, step and
 * count: `count' elements of `size' cells, `step' (> size, < 2^32) apart, the
 * first at that bit of the item's first line.
 *
 * Thinning: with thin = t > 0 only lines with
 *     alog_line_hash(line) >> (64 - t) == 0
 * were kept, so that counts are to be multiplied by 2^t. */
struct alog_instance {
    uint32_t site;
    uint32_t thread;        /* number in this log, from 0 */
    uint64_t index;         /* instance index on this thread and target, from 0 */
    uint64_t cost;          /* iterations of it (at least that, if cut) */
    uint64_t pair;          /* number of the start on this target, from 0 */
    uint64_t period;        /* 1 / probability of a start when accepted; 1 at rate 1 */
    uint64_t total_instances; /* of this thread and target, this one included */
    uint64_t total_cost;      /* likewise */
    uint64_t rms;           /* cells in the set (before thinning of the set) */
    uint64_t external;      /* bytes written by the kernel */
    uint64_t order;         /* traced instances begun before it in the process */
    uint32_t parent;        /* site of the traced instance around it, or ALOG_NONE */
    uint8_t place;          /* 0 first of its pair, 1 second */
    uint8_t flags;          /* enum alog_instance_flag */
    uint8_t thin;           /* see above, at most 32 */
    uint8_t work;           /* alog_work_class() of its accesses, or 0 */
    uint32_t opaque_bytes;
    uint32_t set_bytes;
};

/* Why a log never came to its receiver (docs/spool.md). */
enum alog_loss {
    ALOG_L_FULL,            /* the spool was */
    ALOG_L_OLD,
    ALOG_L_DEAD,            /* a dead writer's, beyond those of a day */
    ALOG_L_NO_LOG,          /* damaged, or too long */
    ALOG_L_REFUSED,         /* the receiver refused it, on several days */
    ALOG_L_TRIES,           /* sending failed too often */
    ALOG_L_NOT_BEGUN,       /* there was no room to begin it */
    ALOG_L_OTHER,
    ALOG_LOSSES
};

/* How many logs of one spool were lost, which no log sent before told of. */
struct alog_lost {
    uint32_t logs[ALOG_LOSSES];
};

enum alog_chain_flag {
    ALOG_C_SUMS = 1,        /* rows are sums by size */
    ALOG_C_LOST = 2,        /* instances are missing in the rows (no memory) */
};

#define ALOG_CHAIN_LISTED 1024u /* rows at most, unless they are sums */

/* The recursive instances below an outermost one, itself included: each is a
 * call, its size is the length of the longest chain of calls that starts at
 * it, its cost the number of calls below it, itself included.
 *
 * An inner start (ALOG_I_INNER) is a call inside an outermost instance that is not
 * traced (any more), with all calls below it.  It is no instance of the run: index,
 * total_instances and total_cost are those of the outermost one that it is in; pair
 * is the number of the inner start, place 0, and period as of inner starts.
 *
 * rows_bytes bytes of rows follow the set, ascending, no two alike:
 *     listed (size and cost, both ascending):
 *         varint size - size of the row before (at first 0)
 *         varint cost, or if the size is that of the row before, cost - its cost
 *         varint count         instances of that size and cost, not 0
 *     sums (of more than ALOG_CHAIN_LISTED different ones), one row a class of
 *     sizes, alog_size_class():
 *         varint lowest size - highest size of the row before (at first 0)
 *         varint highest size - lowest size
 *         varint count, not 0
 *         varint sum of the sizes
 *         varint lowest cost
 *         varint highest cost - lowest cost
 *         varint sum of the costs
 *         8 bytes: sum of the squared costs, a double
 * Sums that do not fit stand as 2^64 - 1. */
struct alog_chain {
    uint64_t longest;       /* calls in the longest chain: the outermost one's size */
    uint64_t instances;     /* sum of the rows' counts */
    uint32_t rows;
    uint32_t rows_bytes;
    uint32_t flags;         /* enum alog_chain_flag */
    uint32_t reserved;
};

/* Instances in short.  The payload is varint site, varint thread, varint (instances << 1 | 1 if they are
 * a recursion's), then the instances, then zeros.  An instance is varint `has', then a varint for each
 * of its bits but the lowest, in this order, then opaque list, set and rows as in the other blocks.  What
 * it has not is as said here, the instance before being in the same block; before the first one all are 0,
 * but index, order and pair are -1, period 1, and parent ALOG_NONE.  A difference d is given
 * as 2 d, or -2 d - 1 if it is negative. */
enum alog_compact {
    ALOG_P_SECOND,          /* place is 1, else 0; no number */
    ALOG_P_COST,            /* else as before; likewise the next two */
    ALOG_P_RMS,
    ALOG_P_WORK,
    ALOG_P_OPAQUE,          /* opaque_bytes; else 0 */
    ALOG_P_FLAGS,           /* else as before */
    ALOG_P_INDEX,           /* difference to the one before + 1 */
    ALOG_P_INSTANCES,       /* total_instances: to index + 1 */
    ALOG_P_TOTAL,           /* total_cost: to the one before + cost */
    ALOG_P_PAIR,            /* to the one before, + 1 if place is 0 */
    ALOG_P_PERIOD,          /* else as before */
    ALOG_P_ORDER,           /* to the one before + 1 */
    ALOG_P_SET,             /* set_bytes; else 0 */
    ALOG_P_PARENT,          /* else as before; likewise the next */
    ALOG_P_THIN,
    ALOG_P_EXTERNAL,        /* else 0 */
    ALOG_P_SIZE,            /* the user's; else unknown */
    ALOG_P_LONGEST,         /* from here on struct alog_chain; else 0 */
    ALOG_P_CALLS,           /* its instances */
    ALOG_P_ROWS,
    ALOG_P_ROWS_BYTES,
    ALOG_P_CHAIN_FLAGS,
    ALOG_P_END
};

/* What all instances of a loop in a run read first, where each is traced (at rate 1 without a budget), and not
 * all of their sets have space in the log.  cells[s] are units of 1 << s bytes; `instances' are those that are in
 * it, whole ones only.  Where these are all that the counters have, cells[0] is the run's size, exactly.
 * checksum: as of struct alog_counts. */
#define ALOG_UNION_UNITS 7u
struct alog_union_state {
    uint64_t sequence;
    uint64_t instances;
    uint64_t cells[ALOG_UNION_UNITS];
    uint64_t checksum;
};

struct alog_union {
    uint32_t site;
    uint32_t reserved;
    uint64_t reserved2;
    struct alog_union_state copy[2];
};

/* Counts of one thread and target; exact as of the moment of its newest valid
 * copy or of its newest instance block (total_*), whichever has more
 * instances.  checksum: XXH3_64bits over the copy's bytes before it.  Thread
 * ALOG_NONE: threads that ended, summed up to bound the file; a counter block
 * whose thread is that sum's `folded` is already in it and must be skipped. */
struct alog_counts {
    uint64_t sequence;
    uint64_t instances;
    uint64_t cost;
    uint64_t traced;        /* instances that were traced, cut ones included */
    uint64_t untraced_starts; /* draws that could not be traced: no space, nesting */
    uint32_t folded;        /* thread last folded in, or ALOG_NONE */
    uint32_t threads;       /* number of threads summed up here */
    uint64_t checksum;
};

struct alog_counter {
    uint32_t site;
    uint32_t thread;
    uint64_t reserved;
    struct alog_counts copy[2];
};

/* The sampler of one target in this process. */
struct alog_sampler_state {
    uint64_t sequence;
    uint64_t starts;        /* pair starts accepted, the first pair included */
    uint64_t kept;          /* pairs in the table now */
    uint64_t dropped;       /* pairs dropped: there were too many, or they said too much */
    uint64_t refused_stale; /* starts drawn under an older probability, refused */
    uint64_t refused_budget;
    uint64_t refused_space; /* no space in log or memory */
    uint32_t halvings;      /* the probability of a start is 1/period >> halvings */
    uint32_t thin;          /* thinning of new sets */
    uint64_t checksum;
};

struct alog_sampler {
    uint32_t site;
    uint32_t reserved;
    uint64_t period;        /* at the start: 8 for auto, N for a fixed rate */
    struct alog_sampler_state copy[2];
};

enum alog_event_kind {
    ALOG_E_HALVED = 1,      /* the probability of a start was halved */
    ALOG_E_THINNED = 2,     /* `value` is the thinning of new sets from here on */
    ALOG_E_STOPPED = 3,     /* sampling stops here; value: enum alog_stop */
    ALOG_E_PAUSED = 4,      /* the program asked for it: no instance is traced that begins */
    ALOG_E_RESUMED = 5,     /* until here */
    ALOG_E_CROSSED = 6,     /* a traced instance ended in a later run than it began in,
                               the run `value`: its trace was not kept */
    ALOG_E_LAST_RUN = 7,    /* no more runs are begun: no space, or no number; `value`
                               is this run's number */
};
enum alog_stop { ALOG_STOP_FULL = 1, ALOG_STOP_DISK = 2, ALOG_STOP_MEMORY = 3,
    ALOG_STOP_SEALED = 4,       /* the program was about to filter system calls */
    ALOG_STOP_ADDRESSES = 5 };  /* in-house mode: a thread is not profiled, as there is no address space for its stamps */

/* A label that the program gave (algoprof_label).  Then the key's bytes and the
 * text's, not NUL-terminated.  Of two with one key that of the larger order holds. */
#define ALOG_LABELS 32u         /* most keys of a log */
#define ALOG_LABEL_KEY 32u      /* most bytes; letters, digits, ".", "_", "-"; may be empty */
#define ALOG_LABEL_TEXT 200u    /* most bytes, at least 1 */
struct alog_label {
    uint32_t order;
    uint16_t key_len;
    uint16_t text_len;
};

/* What profiling cost, in nanoseconds of CPU time, and what the process has read.  Of several that of the largest
 * order holds. */
struct alog_spent {
    uint64_t order;
    uint64_t start_ns;      /* until the log began */
    uint64_t process_ns;    /* of the process, as far as the runtime has looked; at
                               its end of all of it */
    uint64_t traced_ns;     /* of traced instances, the program's own part in them
                               included; 2^64 - 1: was not measured (no budget) */
    uint64_t input_bytes;   /* by read () and its like, from files, pipes and terminals, since the log began or the
                               child was forked, by children that were waited for, too; of the end of the process.  0: not known.  Logs of older runtimes end before it */
};
#define ALOG_SPENT_LEAST 32u    /* bytes of it */

struct alog_event {
    uint32_t site;          /* ALOG_NONE: all targets */
    uint32_t kind;
    uint64_t value;
    uint64_t time;          /* milliseconds since the log's start */
    uint64_t starts;        /* accepted starts of the site until now */
    uint64_t kept;          /* pairs kept right after it */
};

#define ALOG_ASSERT(what) _Static_assert(what, #what)
#ifndef __cplusplus
ALOG_ASSERT(sizeof(struct alog_commit) == 64);
ALOG_ASSERT(sizeof(struct alog_header) == 320);
ALOG_ASSERT(sizeof(struct alog_block) == 16);
ALOG_ASSERT(sizeof(struct alog_run) == 16);
ALOG_ASSERT(sizeof(struct alog_run_end) == 24);
ALOG_ASSERT(sizeof(struct alog_module) == 8);
ALOG_ASSERT(sizeof(struct alog_site) == 40);
ALOG_ASSERT(sizeof(struct alog_name) == 8);
ALOG_ASSERT(sizeof(struct alog_instance) == 96);
ALOG_ASSERT(sizeof(struct alog_chain) == 32);
ALOG_ASSERT(sizeof(struct alog_union_state) == 80);
ALOG_ASSERT(sizeof(struct alog_union) == 176);
ALOG_ASSERT(sizeof(struct alog_counts) == 56);
ALOG_ASSERT(sizeof(struct alog_counter) == 128);
ALOG_ASSERT(sizeof(struct alog_sampler_state) == 72);
ALOG_ASSERT(sizeof(struct alog_sampler) == 160);
ALOG_ASSERT(sizeof(struct alog_event) == 40);
ALOG_ASSERT(sizeof(struct alog_label) == 8);
ALOG_ASSERT(sizeof(struct alog_spent) == 40);
ALOG_ASSERT(sizeof(struct alog_lost) == 32);
#endif
#undef ALOG_ASSERT

#endif
