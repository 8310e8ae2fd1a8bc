/* SPDX-License-Identifier: MIT
 *
 * Contexts: what programs compiled with -fplugin-arg-algoprof-contexts and the runtime agree on.
 *
 * A context is a record, one for each path of call sites that was called.  A record has a slot for each call site of
 * its function.  A call hands a slot to its callee, which finds its own record there, or has the runtime make it:
 *
 *     f:                                  // called through a pointer, or by code without contexts
 *         slot = cursor;
 *         if (record_of (*slot) is no record of f's)
 *             *slot = enter (slot, f's description);
 *     f.context:                          // called directly: the slot is where the machine has the static chain
 *         record = *slot;
 *         if (!record)
 *             record = enter (slot, f's description);
 *         record->count++;
 *     f's code:
 *         ...
 *         g.context (slot number 3 of record);
 *         cursor = slot number 4 of record;
 *         (*p) ();
 *         cursor = what it was when f began;
 *
 * Who calls something by the cursor sets it before and puts it back behind; what a call left behind by an exception or
 * longjmp, the one that it lands in puts back.  The thread-local variable `cursor' is never NULL.
 */
#ifndef ALGOPROF_CONTEXT_ABI_H
#define ALGOPROF_CONTEXT_ABI_H

#include <stdint.h>
#include <algoprof/rt_abi.h>

/* A function, or one that is called here and may be without contexts; in writable memory, 8-byte aligned.  Offsets are
 * from its start; all that it tells of lies in its `bytes'. */
struct algoprof_callable {
    uint32_t number;            /* the runtime's: from 1; 0: not known yet */
    uint32_t bytes;             /* with all that follows */
    uint32_t slots;             /* call sites */
    uint32_t flags;             /* enum algoprof_callable_flag */
    uint32_t line;
    uint32_t name, file, symbols;       /* offsets of strings; between symbols are newlines */
    uint64_t spare;             /* address of a record that has no context: the runtime's where it has no other */
    /* struct algoprof_call[slots], then strings */
};

enum algoprof_callable_flag {
    ALGOPROF_C_OUTSIDE = 1,     /* it is called here; whether it has contexts is not known */
    ALGOPROF_C_FULL = 2,        /* each level of a recursion has its own */
    ALGOPROF_C_SHIPPED = 4,     /* in a module with a note of type ALGOPROF_NOTE_SPOOL */
    ALGOPROF_C_ELSEWHERE = 8,   /* the runtime's: it is not for this process's log */
    ALGOPROF_C_TWICE = 16,      /* some of its calls have two slots: versions of a recursion come to what is called in two ways */
};

enum algoprof_call_kind {
    ALGOPROF_CALL_COUNT = 0,    /* the slot is a count: of calls of a function that calls nothing */
    ALGOPROF_CALL_DIRECT = 1,   /* NULL or a record */
    ALGOPROF_CALL_CURSOR = 2,   /* a record */
};

struct algoprof_call {
    uint32_t kind;              /* enum algoprof_call_kind */
    uint32_t line;
    uint32_t file;              /* offset of a string; 0: the function's */
    uint32_t inlined;           /* likewise: NAME \t FILE \t LINE \n of each inlined function that it stands in, the
                                   outermost first; the place is where that was called */
    int64_t callee;             /* of a count: its callable, from this one's start */
};

/* What the program knows of a record: the two words before its slots. */
#define ALGOPROF_RECORD_OF (-16)        /* struct algoprof_callable * */
#define ALGOPROF_RECORD_COUNT (-8)      /* uint64_t: calls */
#define ALGOPROF_RECORD_HEAD 32         /* bytes of a record before its slots */

/* record, first: find the record in the slot, whatever that holds, or make it.  outside, through: the same on the way to what
 * may have no contexts, which is then called, or jumped to; restore: puts the cursor back behind a call.  enter, new: those
 * of older programs.  All are entry points without a C ABI (arch/<machine>/entry/contexts.S).  leaving: void (void),
 * before the process ends or its image is replaced without that being told to anybody. */
#define ALGOPROF_CONTEXT(name) ALGOPROF_RT("context_" name)

#endif
