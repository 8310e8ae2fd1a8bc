/* SPDX-License-Identifier: MIT
 *
 * What programs compiled with the plugin and the runtime agree on.  Every
 * symbol carries the ABI's version, so that a runtime that does not fit is the
 * linker's error, with a name that says so.
 *
 * The program's unsampled path touches one thread-local record per target:
 *
 *     if (--hot.countdown < 0 && begin (site, &hot, flags, frame))
 *         goto the same place of the mirror    // cost (site, n, frame), close (site, frame) at its exits
 *     the original loop                        // hot.cost += n at its exits
 *
 * The mirror is a copy of the function's machine instructions that calls the runtime before
 * each access; it has the original's frame and registers, and leaves to it by a jump.
 *
 * Records start as zeros.  So the first execution on each thread comes to
 * algoprof_begin, and nothing has to be initialised before.
 *
 * Runtime entry points are called from code that the compiler has finished with registers in, and preserve all
 * registers.  How their arguments are passed, and what they may change, is the machine's part of the ABI:
 * algoprof/arch/.  "Pushed" there and below means: passed as words on the stack.
 */
#ifndef ALGOPROF_RT_ABI_H
#define ALGOPROF_RT_ABI_H

#include <stdint.h>
#if defined __x86_64__
#include <algoprof/arch/x86_64.h>
#endif

/* An entry point whose arguments change gets another name. */
#define ALGOPROF_ABI 1
#define ALGOPROF_RT(name) "__algoprof1_" name   /* assembler names of entry points */

/* Defined by the runtime, and referred to from a section that is not loaded: so
 * that a linker that misses the runtime says what to do. */
#define ALGOPROF_MISSING ALGOPROF_RT("runtime_is_missing_link_with_lrt_sample")

/* What may follow a % in the pattern of a log's name. */
#define ALGOPROF_PATTERN "pehtu%"

/* One target, one thread (thread-local, in the program). */
struct algoprof_hot {
    int64_t countdown;      /* executions that stay unsampled; below 0: ask */
    uint64_t cost;          /* iterations so far, added at loop exits, or at each
                               entry of the body where a loop may be left by a call */
};

/* A recursion's record: countdown is of outermost instances, cost is of calls
 * of the marked function. */
struct algoprof_recursion {
    struct algoprof_hot hot;
    uint64_t inside;        /* the program's own: stack pointer of the outermost
                               instance that runs, or 0.  Unused (0) where no call
                               can come back to the function in a hidden way. */
    uint64_t chain;         /* the runtime's: enum algoprof_chain.  Unless an instance
                               is traced the program need not call enter and so on. */
    struct algoprof_hot within;     /* countdown is of calls in the versions that sample
                               inner instances; cost is unused */
};

enum algoprof_chain {
    ALGOPROF_CHAIN_NONE,
    ALGOPROF_CHAIN_TRACED,      /* an instance is traced */
    ALGOPROF_CHAIN_LEFT,        /* one runs that is not, and inner ones are sampled */
};

enum algoprof_site_flag {
    ALGOPROF_S_ATTRIBUTE = 1,   /* marked by an attribute */
    ALGOPROF_S_COMMAND = 2,     /* marked by -fplugin-arg-algoprof-target */
    ALGOPROF_S_MEMCOUNT = 4,    /* counts in memory at each entry of the body */
    ALGOPROF_S_CALLS_ONLY = 8,  /* a recursion whose accesses are not traced */
    ALGOPROF_S_LIMIT = 0xf0,    /* 16 times the number of its limit, 0 for none */
};

/* The number of a class of cost_classes.def. */
#define ALGOPROF_LIMIT(flags) (((flags) & ALGOPROF_S_LIMIT) >> 4)

/* Describes a target; read-only, in section "algoprof_sites", free of
 * relocations, 8-byte aligned.  Two descriptors with equal keys (copies in
 * several units) are one target.  Strings are NUL-terminated, at offsets from
 * the descriptor's start.  Of a program that is shipped the application's name stands
 * before them, right behind the struct ("" where the link was not told it): such a
 * target's data goes to that application's spool, or nowhere. */
struct algoprof_site {
    uint32_t len;           /* bytes, strings and padding included; multiple of 8 */
    uint16_t abi;           /* ALGOPROF_ABI */
    uint8_t kind;           /* enum alog_kind, log_format.h */
    uint8_t flags;          /* enum algoprof_site_flag */
    uint64_t key;
    uint32_t line;
    uint32_t column;
    uint32_t function_line;
    uint32_t clause_rate;   /* pragma's or attribute's rate, ALOG_RATE_* or N */
    uint32_t default_rate;  /* -fplugin-arg-algoprof-rate */
    uint32_t name;          /* offsets of the strings */
    uint32_t function;
    uint32_t file;
};

/* uint32_t begin (const struct algoprof_site *, struct algoprof_hot *, unsigned flags)
 *   Called when the countdown fell below 0.  Sets it anew.  Result 0: run this
 *   instance untraced.  Else a token: the instance is traced until end (token).
 *   Of a loop that goes on in a mirror a fourth word is pushed first: which execution of its function it
 *   is in, by where that one's frame begins.
 * void cost (const struct algoprof_site *, uint64_t cost, frame)
 *   Of the innermost instance, if it is of this loop and frame, so many iterations were added to hot.cost.
 * uint32_t close (const struct algoprof_site *, frame)
 *   That instance, if it is, left its loop.  Result: 1 if no other is traced around it, and the
 *   original goes on.
 * void end (uint32_t token, uint64_t cost)
 *   The instance left its loop after cost iterations.  Instances begun after it
 *   and not ended (longjmp, exceptions) are closed as cut.
 *   Of a recursion cost is ignored: the runtime has counted the calls.
 * void skip (const struct algoprof_site *, struct algoprof_hot *)
 *   As begin, for an instance that no code can trace: counts it, never traces.
 * void access (const void *, uint64_t meta)
 *   meta: size in bytes, 1..ALGOPROF_MAX_ACCESS, | ALGOPROF_WRITE.
 * void read1 (const void *), read2, read4, read8, read16; write1, …
 *   access of so many bytes.
 * void reads (const void *, uint64_t mask)
 *   Reads of bytes of one object: byte i from there on if bit i is set, at least one.
 * void range (const void *, uint64_t size, unsigned flags)
 *   Any size, 0 too.  flags: 0 or ALGOPROF_WRITE, | ALGOPROF_EXTERNAL.
 * void stride (const void *, uint64_t count, int64_t step, uint64_t meta)
 *   count accesses, step bytes apart; meta as in access.
 * void elements (const void *, uint64_t mask, uint64_t what, indices…)
 *   Of a vector the elements whose bits are set; what: ALGOPROF_E_WHAT.  With ALGOPROF_E_INDEXED, ALGOPROF_E_INDICES
 *   bytes are pushed first, which begin with the indices: signed, of 4 bytes, or of 8 with ALGOPROF_E_WIDE.
 * void replayed (const struct algoprof_replay *)
 *   A loop of traced code that did not report its accesses came to its end: the runtime computes them
 *   from the registers that the caller has.
 * uint32_t poll (void)    (one word is pushed, for the result)
 *   Traced code asks, at the end of an iteration and before a recursive call,
 *   when its thread's fuel has fallen below 0.  Sets it anew.  Result: 1 if
 *   it is to go on in untraced code, else 0.  A loop's instance ends by that; a
 *   recursion's when its outermost call returns.
 * void opaque (const char *name)
 *   A call of uninstrumented code from traced code; name has static storage.
 * void *lookup (void *function, const char *name)
 *   The traced copy of a function; else the function itself, and the
 *   call counts as opaque (name).
 * void call (const char *steps, const void *stack)
 *   A library function is about to be called, with its arguments in their registers and,
 *   from `stack' on, on the stack.  What it reads and writes is described by steps, as below;
 *   a function that it calls back may be exchanged for its mirror, in its register.
 * void returned (const char *steps)
 *   It has returned to where the stack pointer is `stack' again; its result is where functions return
 *   it.  Not needed without steps of that kind.
 *
 * In the traced versions of a recursion's functions (with arguments in registers); they follow the chain of
 * calls of the marked function that are open (levels).  A base is the number
 * of levels that were open when an activation began, which is what it goes
 * back to when it ends.
 *
 * uint64_t enter (struct algoprof_recursion *, uint64_t base)
 *   A call of the marked function begins: one level more.  base:
 *   ALGOPROF_NO_BASE at the activation's first, later (a tail call that became
 *   a jump) what enter gave then.  Result: the activation's base.
 * uint64_t join (struct algoprof_recursion *)
 *   An activation of another function of the recursion begins.  Result: its base.
 * void leave (struct algoprof_recursion *, uint64_t base)
 *   The activation returns: levels from base on end.
 * void tail (struct algoprof_recursion *, uint64_t base)
 *   The activation ends by calling a function that begins with enter or join,
 *   which takes over its base, and its stack frame if GCC makes it a jump.
 * void landed (void)
 *   Control came here by an exception or longjmp: what was open below this
 *   stack frame is gone (levels have ended, instances are cut).
 * void sealing (void)
 *   The program is about to load a filter of system calls: the runtime makes none
 *   from here on, so that nothing is traced any more.  Weak: as unloading.
 *
 * Called as the ABI of C has it; weak, so that an older runtime serves:
 *
 * void unloading (const void *place)
 *   From the last destructor of a shared object, which place lies in: the records of
 *   its targets will be gone.
 */
#define ALGOPROF_NO_BASE UINT64_MAX
#define ALGOPROF_WRITE 0x8000u
#define ALGOPROF_EXTERNAL 0x4000u       /* written by the kernel */
#define ALGOPROF_MAX_ACCESS 0x3fffu

enum algoprof_elements_flag {
    ALGOPROF_E_WRITE = 1,
    ALGOPROF_E_PACKED = 2,      /* as many as are chosen, from the first on */
    ALGOPROF_E_INDEXED = 4,     /* each lies index * scale bytes from the address */
    ALGOPROF_E_WIDE = 8,
};
/* count: of elements, chosen or not, at most 64; size: of one in bytes; flags: enum algoprof_elements_flag. */
#define ALGOPROF_E_WHAT(flags, count, size, scale) \
    ((unsigned)(flags) | (unsigned)(count) << 4 | (unsigned)(size) << 12 | (unsigned)(scale) << 20)
#define ALGOPROF_E_COUNT(what) ((what) >> 4 & 0xff)
#define ALGOPROF_E_SIZE(what) ((what) >> 12 & 0xff)
#define ALGOPROF_E_SCALE(what) ((what) >> 20 & 0xff)
#define ALGOPROF_E_INDICES 64

/* Iterations, their accesses, and calls of traced code until it asks poll: thread-local,
 * an int64_t that the program counts down. */
#define ALGOPROF_FUEL ALGOPROF_RT("fuel")
/* What the runtime sets it to when all traced code is to be left: below half of it, poll need not
 * be called. */
#define ALGOPROF_FUEL_LEFT (INT64_MIN / 2)

/* Where a loop begins that ends with `replayed': thread-local.  First sp, then start
 * are set. */
#define ALGOPROF_LOOP ALGOPROF_RT("loop")
struct algoprof_loop {
    uint64_t sp;            /* the stack pointer; 0: no such loop runs */
    uint64_t start;         /* the value that the loop's counter begins with */
};

/* Registers of a replay have the numbers that algoprof/arch/ gives them, below this one. */
#define ALGOPROF_R_NONE 63u

/* So many times a register's value. */
struct algoprof_times {
    uint8_t reg;
    int8_t step, offset;
    uint8_t unused;
};

/* An access of an iteration that begins at most once in it, in the i-th (from 0) at
 *     base + index * scale + offset + (i - whole iterations) * step
 * with the registers' values at the loop's end. */
struct algoprof_replayed {
    int64_t offset;         /* with ALGOPROF_R_SYMBOL: its lower half, from this field's
                               own address on */
    union {
        int32_t step;
        struct algoprof_times times;    /* with ALGOPROF_R_TIMES: the step, and more offset */
    };
    uint32_t what;          /* ALGOPROF_R_WHAT */
};

enum algoprof_replayed_flag {
    ALGOPROF_R_WRITE = 1,
    ALGOPROF_R_LAST = 2,    /* made in the last iteration too, which is not a whole one */
    ALGOPROF_R_SYMBOL = 4,
    ALGOPROF_R_TIMES = 8,
};
/* flags: enum algoprof_replayed_flag; scale: its logarithm, 0 to 3; base, index: registers, or
 * ALGOPROF_R_NONE; size: in bytes, 1..ALGOPROF_MAX_ACCESS. */
#define ALGOPROF_R_WHAT(flags, scale, base, index, size) \
    ((uint32_t)(flags) | (uint32_t)(scale) << 4 | (uint32_t)(base) << 6 | (uint32_t)(index) << 12 | (uint32_t)(size) << 18)
#define ALGOPROF_R_SCALE(what) ((what) >> 4 & 3)
#define ALGOPROF_R_BASE(what) ((what) >> 6 & 63)
#define ALGOPROF_R_INDEX(what) ((what) >> 12 & 63)
#define ALGOPROF_R_SIZE(what) ((what) >> 18)

/* What a loop does that ends here: lies in read-only memory, 8-byte aligned. */
struct algoprof_replay {
    int64_t add;            /* counter's value - start + add = step * whole iterations */
    int32_t step;           /* 0: there is no counter, and 0 whole iterations are as good */
    uint8_t counter;        /* its register */
    uint8_t by;             /* with ALGOPROF_R_BY: the step's */
    uint8_t count;          /* at most ALGOPROF_R_MOST, in the order of an iteration */
    uint8_t flags;          /* enum algoprof_replay_flag */
    struct algoprof_replayed access[];
};

enum algoprof_replay_flag {
    ALGOPROF_R_HALF = 1,    /* the counter has 32 bits */
    ALGOPROF_R_BY = 2,      /* add and step are so many times a register's value; where that is 0, 0 whole
                               iterations are as good */
    ALGOPROF_R_PUSHED = 4,  /* one word lies between the loop's frame and the argument */
};
#define ALGOPROF_R_MOST 16

/* begin's flags */
#define ALGOPROF_B_LEAF 1u      /* the function makes no calls: its red zone may hold
                                   locals that are older than the instance */
#define ALGOPROF_B_INNER 2u     /* a call inside an outermost instance that is not traced
                                   (any more): within.countdown has fallen below 0 */
#define ALGOPROF_B_RECORD 4u    /* a fifth word is pushed first: the function's record (context_abi.h) */

/* Above: which copy of a loop it is, in one function; that one's begin, costs and end name its site with
   so many bytes added. */
#define ALGOPROF_B_COPY_SHIFT 8

/* Of a libc function's accesses; before the call, except where the result is
 * an operand.  A NULL a reads and writes nothing, where not said otherwise. */
enum algoprof_model {
    ALGOPROF_M_STR = 1,     /* reads string a with its NUL */
    ALGOPROF_M_STRN,        /* reads string a, at most b bytes */
    ALGOPROF_M_STRCMP,      /* reads a and b up to the first difference or NUL */
    ALGOPROF_M_STRNCMP,     /* likewise, at most c bytes */
    ALGOPROF_M_MEMCMP,      /* reads a and b up to the first difference, at most c bytes */
    ALGOPROF_M_STRCPY,      /* reads string b, writes as much at a */
    ALGOPROF_M_STRNCPY,     /* reads string b, at most c bytes, writes c bytes at a */
    ALGOPROF_M_STRCAT,      /* reads string a and string b, writes b over a's NUL */
    ALGOPROF_M_STRNCAT,     /* likewise, at most c bytes of b and a NUL */
    ALGOPROF_M_STRCHR,      /* reads a up to the first byte b, which is included, or NUL */
    ALGOPROF_M_MEMCHR,      /* reads a up to the first byte b, at most c bytes */
    ALGOPROF_M_STRCASECMP,  /* as STRCMP, letters of either case being equal */
    ALGOPROF_M_STRNCASECMP, /* as STRNCMP, likewise */
    ALGOPROF_M_STRSTR,      /* reads b whole, a up to the end of the match at c, or whole */
    ALGOPROF_M_STRSPN,      /* reads b whole, a up to the first byte not in b, included */
    ALGOPROF_M_STRCSPN,     /* reads b whole, a up to the first byte in b, included */
    ALGOPROF_M_MEMRCHR,     /* reads c bytes at a, but none below b */
    ALGOPROF_M_STRSEP,      /* strsep (a, b) */
    ALGOPROF_M_STRTOK,      /* strtok (a, b) gave c */
    ALGOPROF_M_STRTOKR,     /* strtok_r (a, b, c) */
    ALGOPROF_M_STRTOL,      /* reads at a an integer of base b, and the character behind it */
    ALGOPROF_M_STRTOD,      /* likewise a floating-point number */
    ALGOPROF_M_WSTR,        /* a string with its NUL was written at a */
    ALGOPROF_M_XSTR,        /* likewise, of bytes from outside the process */
    ALGOPROF_M_PRINTF,      /* printf (a, …) gets pointer b, behind the number c */
    ALGOPROF_M_VPRINTF,     /* vprintf (a, b) */
    ALGOPROF_M_SCANF,       /* sscanf (…, a, …) got pointer b, and gave c */
    ALGOPROF_M_XSCANF,      /* likewise, of bytes from outside the process */
    ALGOPROF_M_READV,       /* readv (…, a, b) gave c */
    ALGOPROF_M_WRITEV,      /* writev (…, a, b) gave c */
    ALGOPROF_M_RECVMSG,     /* recvmsg (…, a, …) gave b */
    ALGOPROF_M_SENDMSG,     /* sendmsg (…, a, …) gave b */
    ALGOPROF_M_REALLOC,     /* realloc (a, b) gave c: what was touched there is touched here */
    ALGOPROF_M_QSORT,       /* reads and writes b elements of c bytes at a, if b > 1 */
    ALGOPROF_M_WIDE = 64,   /* added: characters are of four bytes */
};
#define ALGOPROF_M_SHIFT 8  /* above: the pointer's number among the arguments behind a, from 0 */

/* Steps, apart by blanks, are as in gcc-plugin/libc/libc-models.def, with "A" before those that are taken
 * when the function has returned:
 *     R0p:2q      W, X; R? if it is not NULL; a count may be a formula, and have an alternative
 *     M3:0p,1p    enum algoprof_model, and its operands
 *     F24:1p,2    that one's of all arguments from register 2 on, of a format
 *     C3p         it is called back
 * An operand is =NUMBER, or a register and a type, or what that one points to (*).
 * Registers: 0 to 5 are those of a C function's first arguments; r is the result.  Types: p is a pointer, q
 * 64 bits, l and u are 32 with a sign and without, h and H 16, b and B 8. */

/* Mirrors, traced copies of functions, are found by a table, section ALGOPROF_MIRRORS of each module: rows of
 * two int32_t, the distances of a function and of its mirror from where they
 * stand themselves.  A note of name ALGOPROF_NOTE and type ALGOPROF_NOTE_MIRRORS
 * gives the distances of the table's start and end likewise, and of the address of
 * ALGOPROF_CALLED as the module has it: another runtime's mirrors trace nothing for this
 * one.  (A note may end before that.)
 * A note of type ALGOPROF_NOTE_SPOOL is of a module that is shipped: the application's name, with its
 * NUL, as -fplugin-arg-algoprof-spool gave it ("" where the link was not told it).
 * Notes of type ALGOPROF_NOTE_TARGETS, one a file with targets, have a uint32_t, their number. */
#define ALGOPROF_MIRRORS "algoprof_mirrors"
#define ALGOPROF_CALLED ALGOPROF_RT("lookup")
#define ALGOPROF_NOTE "algoprof"
#define ALGOPROF_NOTE_MIRRORS 1
#define ALGOPROF_NOTE_SPOOL 2
#define ALGOPROF_NOTE_TARGETS 3

/* What became of targets: a section that is not loaded, of NUL-terminated strings whose
 * fields are separated by tabs.  KEY is a site's, in 16 hexadecimal digits; a target
 * with several copies (inlining, units) has several lines.
 *     refused FILE LINE COLUMN REASON
 *     covered KEY ACCESSES MODELLED CALLEES LOOKED-UP OPAQUE HIDDEN
 *         what its trace covers: accesses, modelled calls, callees with a mirror, calls
 *         whose callee's is looked for; and misses: calls, accesses
 *     counted KEY     the loop was optimised away there: counted, never traced */
#define ALGOPROF_REMARKS ".algoprof.remarks"

/* Strings that -fplugin-arg-algoprof-log and -spool compiled in; weak, may be absent.
 * With the second the runtime writes into that application's spool (spool_layout.h), or
 * nothing.
 *     const char __algoprof1_log_pattern[];
 *     const char __algoprof1_spool[]; */

#endif
