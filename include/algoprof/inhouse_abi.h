/* SPDX-License-Identifier: MIT
 *
 * In-house mode: what programs compiled with -fplugin-arg-algoprof-inhouse and the runtime agree on.
 * Entry points throw nothing.
 *
 *     f (...)
 *     {
 *         struct algoprof_frame *frame = enter (&routine);
 *         ...
 *         if ((s = stamp of the cell that p lies in) < frame->stamp)       // before a read of *p
 *             stamp of the cell = frame->stamp, frame->near++, s < frame[-1].stamp ? lost (s, frame) : 0;
 *         stamp of the cell = frame->stamp;                        // before a write of *p
 *         frame->cost = blocks until here;                         // before a call that may not come back
 *         frame[1].stamp = 0;                                      // if nobody knows how g was compiled
 *         g ();
 *         if (!frame[1].stamp)
 *             opaque (frame, &callee);
 *         ...
 *         leave (frame, blocks of this activation);
 *     }
 *
 * The stamp of the cell that an address lies in is the 32-bit number
 *     frame->stamps[(address >> logarithm of the cell's bytes) & frame->mask]
 * and a frame's stamp may have changed when a call has returned.  With trms a frame's stamp has the highest bit, and of a
 * cell's that says that nobody else has written it since; first_at (&stamp of the cell) is called where it has not,
 * and a write is
 *         if (frame->shared->directory[cell] == frame->shared->mine)
 *             stamp of the cell = frame->stamp;
 *         else
 *             write (frame, p, sizeof *p);
 * where the cell is the stamps' index. */
#ifndef ALGOPROF_INHOUSE_ABI_H
#define ALGOPROF_INHOUSE_ABI_H

#include <stdint.h>
#include <algoprof/rt_abi.h>

/* An activation, whose callee's is the next one in memory.  The program knows the fields but `tails' and `below' by
 * their offsets. */
struct algoprof_frame {
    uint32_t stamp;             /* its own: cells that it or its callees accessed have this one or a larger one */
    uint32_t tails;             /* not 0: it ended by a tail call, and ends with what that calls; how many
                                   such ones lie below each other */
    uint32_t *stamps;
    int64_t near;               /* cells read first that its caller does not get when it ends: it has accessed them, or
                                   has them already */
    uint64_t cost;              /* its own blocks, as of its last call */
    int64_t size;               /* other cells first read: what it has less what its pending callers have */
    /* The runtime's: */
    uint64_t below;             /* cost of its callees that ended */
    struct algoprof_frame *holder;      /* who lost a cell last to an activation at this place, and lies below it */
    struct algoprof_shared *shared;     /* known to the program, with trms */
    uint64_t mask;
    void *profile;              /* the runtime's: where its end is told, and whose it is */
};

/* With trms, of a thread.  A cell that only this thread has accessed, and written, has `mine' in the directory. */
struct algoprof_shared {
    uint32_t *directory;
    uint32_t mine;
    uint32_t reserved;
    struct rt_inhouse *next;    /* the runtime's */
};

/* A function, or a loop; one of each in a unit, in writable memory, 8-byte aligned, zeros but for what the
 * compiler knows.  Strings are NUL-terminated, at offsets from its start. */
struct algoprof_routine {
    uint32_t number;            /* the runtime's: from 1; 0: not known yet */
    uint32_t cell;              /* bytes: 1, 2, 4 or 8 */
    uint32_t line;
    uint32_t name, file;        /* offsets */
    uint32_t trms;              /* 0 or 1: threads' and the kernel's writes are seen */
    uint32_t shipped;           /* 0 or 1: in a module with a note of type ALGOPROF_NOTE_SPOOL */
    uint32_t limit;             /* number of its class, 0 none; there if `name' is behind it */
    uint32_t loop;              /* 0 or 1: it is a loop; likewise */
    uint32_t profile;           /* the runtime's: how far its profile lies behind those of a thread; 0: it has none, or none yet */
    uint64_t step;              /* bytes of a frame, or ALGOPROF_NO_STEP without a profile: as it is in the program's file */
};
/* A function that is called, and may be compiled otherwise; one of each in a unit, in writable memory, zeros but for
 * the name; "(a call through a pointer)" for all that pointers lead to. */
struct algoprof_callee {
    uint32_t number;            /* the runtime's: from 1; 0: not known yet */
    char name[];                /* as the linker knows it */
};

/* An access of a loop: at first, first + step, first + 2 * step ... */
struct algoprof_counted {
    uint64_t first;
    uint32_t size;              /* bytes, times 2; and 1 if it is a write */
    int32_t step;               /* bytes */
};

#define ALGOPROF_STAMPS_AROUND 128      /* a program may look at so many stamps on either side of an address's */
#define ALGOPROF_NO_ROUTINE UINT32_MAX  /* number of one that is not profiled */
#define ALGOPROF_NO_STEP ((uint64_t)1 << 62)    /* no frame lies so far behind another */

/* Of calling conventions of their own (arch/.../machine.h of the runtime):
 *
 * struct algoprof_frame *enter (struct algoprof_routine *); enter_general, which changes no vector register
 * void leave (struct algoprof_frame *, uint64_t cost); with trms: leave_shared
 *     Frames above it are of activations that were left by a jump; they end, too.
 * void leave_leaf (struct algoprof_frame *, uint64_t cost); leave_leaf_shared
 *     Likewise, of a function that calls nothing that may begin an activation.
 * void brief (struct algoprof_routine *, uint64_t cost); with trms: brief_shared
 *     In place of enter and leave: an activation that has accessed nothing and called nothing ends.
 * void tail (struct algoprof_frame *)
 *     In place of leave, before a tail call of a function that begins with enter, or may; frame->cost is what it would be told.
 * void first2 (uint64_t cell) ... first8 (uint64_t cell)
 *     So many neighbours that the running activation reads first, maybe.  A function for each register.
 * void first_at (uint32_t *)
 *     With trms, of the cell that has its stamp there.  A function for each register.
 * void lost (uint32_t stamp, struct algoprof_frame *)
 *     The running activation, whose frame that is, has read a cell first that had this stamp: 0, or of an activation below
 *     its caller.  A function for each two registers.
 *
 * Functions of the C ABI:
 *
 * struct algoprof_frame *open (struct algoprof_frame *, struct algoprof_routine *)
 *     An execution of a loop begins in that activation.  Frames above it end, as of leave.
 * struct algoprof_frame *close (struct algoprof_frame *, uint64_t cost)
 *     It ends; the result is the frame that it was opened with.
 * void landed (struct algoprof_frame *)
 *     Control came back by an exception or longjmp.
 * void read (struct algoprof_frame *, const void *, uint64_t size)
 * void write (struct algoprof_frame *, const void *, uint64_t size)
 * void counted (struct algoprof_frame *, uint64_t times, const struct algoprof_counted *, uint64_t n)
 *     A loop is about to run so many times, from 1 on, which makes these n accesses each time, in this order.
 * uint64_t call (struct algoprof_frame *, const char *steps, const uint64_t *words)
 *     A library function is about to be called.  steps: as of rt_abi.h; words: arguments as they lie in
 *     general registers, so many as there are, then those on the stack.  The result is what the call costs,
 *     in blocks: one for each 8 bytes of an access.
 * uint64_t model (struct algoprof_frame *, unsigned op, uint64_t a, uint64_t b, uint64_t c)
 *     Likewise of a call whose only step is enum algoprof_model op, with these operands.
 * uint64_t returned (struct algoprof_frame *, const char *steps, const uint64_t *words, uint64_t result)
 * void opaque (struct algoprof_frame *, struct algoprof_callee *)
 *     The activation has called a function that began no activation: it is not compiled so.
 * void mapped (struct algoprof_frame *, uint64_t result, uint64_t size, uint64_t fd)
 * void unmapped (struct algoprof_frame *, uint64_t address, uint64_t size, uint64_t result)
 *     Behind mmap and munmap: what was known of the memory is forgotten; with trms a file's is the kernel's.
 * void leaving (struct algoprof_frame *, uint64_t how)
 *     No destructor will run: enum algoprof_leaving.
 */
enum algoprof_leaving {
    ALGOPROF_LEAVING_PROGRAM = 1,       /* another program takes the process, if that does not fail */
    ALGOPROF_LEAVING_ABORT = 2,         /* a handler may jump back */
    ALGOPROF_LEAVING_PROCESS = 3        /* it ends */
};

#define ALGOPROF_INHOUSE(name) ALGOPROF_RT("inhouse_" name)

#endif
