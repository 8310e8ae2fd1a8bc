/* SPDX-License-Identifier: MIT
 *
 * In-house mode: what programs compiled with -fplugin-arg-algoprof-inhouse and the runtime agree on.
 * All entry points are functions of the C ABI; they throw nothing.
 *
 *     f (...)
 *     {
 *         struct algoprof_frame *frame = enter (&routine);
 *         ...
 *         if (stamp of the cell that p lies in < frame->stamp)     // before a read of *p
 *             read (frame, p, sizeof *p);
 *         stamp of the cell = frame->stamp;                        // before a write of *p
 *         frame->cost = blocks until here;                         // before a call that may not come back
 *         g ();
 *         ...
 *         leave (frame, blocks of this activation);
 *     }
 *
 * The stamp of the cell that an address lies in is the 32-bit number
 *     frame->stamps[(address >> logarithm of the cell's bytes) & frame->mask]
 * and a frame's stamp may have changed when a call has returned.
 */
#ifndef ALGOPROF_INHOUSE_ABI_H
#define ALGOPROF_INHOUSE_ABI_H

#include <stdint.h>
#include <algoprof/rt_abi.h>

/* An activation.  The program knows the first four fields by their offsets. */
struct algoprof_frame {
    uint32_t stamp;             /* its own: cells that it or its callees accessed have this one or a larger one */
    uint32_t tails;             /* not 0: it ended by a tail call, and ends with what that calls; how many
                                   such ones lie below each other */
    uint32_t *stamps;
    uint64_t mask;
    uint64_t cost;              /* its own blocks, as of its last call */
    /* The runtime's: */
    int64_t size;               /* cells first read: what it has less what its pending callers have */
    uint64_t below;             /* cost of its callees that ended */
    struct algoprof_routine *routine;
    uint64_t reserved;
};

/* A function; one a function and unit, in writable memory, 8-byte aligned, zeros but for what the
 * compiler knows.  Strings are NUL-terminated, at offsets from its start. */
struct algoprof_routine {
    uint32_t number;            /* the runtime's: from 1; 0: not known yet */
    uint32_t cell;              /* bytes: 1, 2, 4 or 8 */
    uint32_t line;
    uint32_t name, file;        /* offsets */
    uint32_t reserved;
};
#define ALGOPROF_NO_ROUTINE UINT32_MAX  /* number of one that is not profiled */

/* struct algoprof_frame *enter (struct algoprof_routine *)
 * void leave (struct algoprof_frame *, uint64_t cost)
 *     Frames above it are of activations that were left by a jump; they end, too.
 * void tail (struct algoprof_frame *, uint64_t cost)
 *     In place of leave, before a tail call of a function that begins with enter.
 * void landed (struct algoprof_frame *)
 *     Control came back by an exception or longjmp.
 * void read (struct algoprof_frame *, const void *, uint64_t size)
 * void write (struct algoprof_frame *, const void *, uint64_t size)
 * void call (struct algoprof_frame *, const char *steps, const uint64_t *words)
 *     A library function is about to be called.  steps: as of rt_abi.h; words: arguments as they lie in
 *     general registers, so many as there are, then those on the stack.
 * void returned (struct algoprof_frame *, const char *steps, const uint64_t *words, uint64_t result)
 */
#define ALGOPROF_INHOUSE(name) ALGOPROF_RT("inhouse_" name)

#endif
