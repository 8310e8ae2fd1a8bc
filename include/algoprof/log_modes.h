/* SPDX-License-Identifier: MIT
 *
 * Payloads of a log's blocks that in-house mode and contexts write, and of traced instances' contexts.  log_format.h has
 * the rest of the format.
 */
#ifndef ALGOPROF_LOG_MODES_H
#define ALGOPROF_LOG_MODES_H

#include <stdint.h>

enum alog_callable_flag {
    ALOG_F_OUTSIDE = 1,     /* it was called; whether it has contexts is not known */
    ALOG_F_FULL = 2,        /* each level of a recursion is a context */
    ALOG_F_TWICE = 16,      /* one call may be several of its calls, which then have one place */
};

/* Contexts: a function, or one that was called.  Strings follow as in struct alog_site: name, file (as compiled);
 * then the calls, each
 *     varint kind: 0 a count, of calls of `callee'; 1 a call; 2 one through a pointer, or what an outside one calls
 *     varint line
 *     varint callee: number of a callable; 0: of a count unknown, else that of the row
 *     string file; "": the function's
 *     string of the inlined functions that it stands in, the outermost first: NAME \t FILE \t LINE \n of each,
 *         the place being where that is called
 * A function of many calls has several blocks. */
struct alog_callable {
    uint32_t callable;      /* number in this log, from 1 */
    uint32_t flags;         /* enum alog_callable_flag */
    uint32_t line;
    uint32_t first;         /* number of the first call here */
    uint32_t calls;         /* how many are here */
    uint32_t reserved;
};

enum alog_contexts_flag {
    ALOG_F_LAST = 1,        /* of this generation */
};
enum alog_context_flag {
    ALOG_F_REACHED = 1,     /* of an outside callable: it has contexts, in rows below */
};

/* A part of a thread's tree, as of one moment: the parts of one generation are numbered from 0.  Of a thread's
 * generations the largest one counts that is whole.  Rows, in varints, ascending by place:
 *     place - place of the row before (at first 0); 0: more counts of that row
 *     place of the call that it hangs at; 0: at none.  A row of n calls has the places place + 4 to place + 4 + n - 1
 *     callable
 *     flags: enum alog_context_flag
 *     count
 *     how many calls more it may have had at most
 *     how many of its counts follow; of each: number of the call, count */
struct alog_contexts {
    uint32_t thread;        /* from 0; ALOG_NONE: calls whose context is not known, a row for each callable */
    uint32_t generation;
    uint32_t part;
    uint32_t flags;         /* enum alog_contexts_flag */
    uint32_t rows;
    uint32_t rows_bytes;
    uint64_t error;         /* a context that is not there had so many calls at most */
    uint64_t forgotten;     /* calls that are in no count */
};

/* In-house mode: a function of which each activation is profiled.  Strings follow as in struct alog_site: name,
 * file (as compiled); then a byte, which may be missing: the number of the class that limits its cost in the source
 * (0 none). */
struct alog_function {
    uint32_t function;      /* number in this log, from 1 */
    uint32_t line;
};

enum alog_profile_flag {
    ALOG_F_CLASSES = 1,     /* a row may be of several sizes: less than 1 % apart */
    ALOG_F_SHARED = 2,      /* of ALOG_OWN_COSTS: by the size of ALOG_SHARED_PROFILE */
    ALOG_F_TIME = 4,        /* costs are nanoseconds of CPU time, not basic blocks; of all profiles in a log or of none */
};

/* Activations of a function that ended on a thread since its profile before, by size: the cells whose first
 * access in the activation, callees included, is a read.  Cost: basic blocks, callees included; or CPU time.  All of a function's
 * add up.  rows_bytes bytes of rows follow, ascending:
 *     varint size - size of the row before (at first 0)
 *     varint count, not 0
 *     varint lowest cost
 *     varint highest cost - lowest cost
 *     varint sum of the costs
 *     varint, varint: sum of the squared costs, its lower and its upper 64 bits
 *     varint sum of the sizes - count * size     only with ALOG_F_CLASSES
 * ALOG_OWN_COSTS has the same activations with exclusive costs, in which callees are left out, and loops that are
 * profiled; its `lost' is 0. */
struct alog_profile {
    uint32_t function;
    uint32_t thread;        /* number in this log, from 0: of threads of in-house mode */
    uint32_t cell;          /* bytes: 1, 2, 4 or 8 */
    uint32_t flags;         /* enum alog_profile_flag */
    uint32_t rows;
    uint32_t rows_bytes;
    uint64_t lost;          /* activations of the thread, of whatever function, that are in no profile */
};

/* Likewise: in place of the cells that the activation read first, of all that were new to it.  That are also cells
 * that another thread or the kernel had written since its thread last accessed them (threaded read memory size). */
struct alog_shared_profile {
    struct alog_profile profile;        /* its `lost' is 0 */
    uint64_t by_threads;    /* of the sizes' sum: cells that another thread had written last */
    uint64_t by_kernel;     /* likewise the kernel */
};

/* Calls that a function has made since such a block before, of a function that is not compiled so: what that one
 * reads and costs is in no profile.  Its name follows, as the linker knows it; or in parentheses what has none. */
struct alog_opaque_call {
    uint32_t function;
    uint32_t len;           /* of the name; without a 0 */
    uint64_t calls;         /* not 0 */
};

/* In-house mode beside contexts: activations of a thread that ended since its block before, by context and size.  Sizes
 * and costs are those of ALOG_PROFILE.  A context is a function and the context that it was called in; call sites are
 * not told apart, and a function that is in its context already goes on in that one.  All of a context's add up.  Rows,
 * in varints:
 *     number of the context in the thread, from 1
 *     that of its caller's, a smaller one; 0: none.  It is told before
 *     function
 *     how many sizes follow; of each: count, not 0; sum of the sizes; sum of the costs; highest cost
 * Sizes from 16 on are told by classes, of which each is narrower than an eighth of its sizes. */
struct alog_context_costs {
    uint32_t thread;        /* as in struct alog_profile */
    uint32_t cell;          /* bytes */
    uint32_t rows;
    uint32_t rows_bytes;
    uint64_t missed;        /* activations that are in no row */
};

enum alog_context_kind {
    ALOG_K_CODE = 1,        /* the place of a module that a call returns to */
    ALOG_K_OUTSIDE = 2,     /* code of modules of which nothing is told: one frame or several */
    ALOG_K_UNKNOWN = 3,     /* it is not known who called: the outermost frame that is there */
    ALOG_K_CALL = 4,        /* a call of a function that has contexts */
};

#define ALOG_NO_CALL 0xffffffu

/* In which context traced instances began: a frame, and what called it.  Of the innermost one the place is in the
 * function that the instance is in.  Levels of a recursion that call one another at one place are one frame. */
struct alog_context {
    uint32_t context;       /* number in this log, from 1 */
    uint32_t parent;        /* what called it, a smaller number; 0: nobody did */
    uint32_t module;        /* ALOG_NONE: none */
    uint32_t kind;          /* enum alog_context_kind */
    uint64_t offset;        /* from the module's first byte in memory; 0 if there is no module.  Of a call: its
                               callable's number << 32 | its own, or ALOG_NO_CALL: where in the function is unknown */
};

/* Of an instance, by its pair and its place in that; its run is the block's.  Inner starts have none. */
struct alog_context_of {
    uint32_t site;
    uint32_t context;
    uint64_t pair_place;    /* 2 * pair + place */
};

#ifndef __cplusplus
_Static_assert(sizeof(struct alog_context) == 24, "size of struct alog_context");
_Static_assert(sizeof(struct alog_context_of) == 16, "size of struct alog_context_of");
_Static_assert(sizeof(struct alog_function) == 8, "size of struct alog_function");
_Static_assert(sizeof(struct alog_opaque_call) == 16, "size of struct alog_opaque_call");
_Static_assert(sizeof(struct alog_profile) == 32, "size of struct alog_profile");
_Static_assert(sizeof(struct alog_callable) == 24, "size of struct alog_callable");
_Static_assert(sizeof(struct alog_contexts) == 40, "size of struct alog_contexts");
_Static_assert(sizeof(struct alog_context_costs) == 24, "size of struct alog_context_costs");
_Static_assert(sizeof(struct alog_shared_profile) == 48, "size of struct alog_shared_profile");
#endif

#endif
