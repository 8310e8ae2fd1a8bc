/* SPDX-License-Identifier: MIT
 *
 * In which calling context a traced instance begins: what called the function that it is in, and so on.  A function that
 * has contexts knows its own: its record.  For others the stack is
 * walked by the compiler's tables, which takes no lock, no memory but a page of the thread's, and no system call but
 * the first ones on a thread that is not the first.  Where that says nothing, or something odd, there is no context. */
#ifndef RT_CALLERS_H
#define RT_CALLERS_H

#include <stdbool.h>
#include <stdint.h>
#include "callers/module_of_code.h"
#include "callers/rules.h"

#define RT_MOST_FRAMES 64u      /* of a context */

struct rt_thread;

/* A frame: number of the module, and how far into it the place is that it returns to. */
#define RT_FRAME_SHIFT 48
static inline uint64_t rt_frame(uint32_t module, uint64_t offset)
{
    return (uint64_t)module << RT_FRAME_SHIFT | offset;
}
#define RT_FRAME_OUTSIDE rt_frame(RT_OUTSIDE, 0)        /* one or several that nothing is told of */
#define RT_FRAME_UNKNOWN rt_frame(RT_OUTSIDE, 1)        /* who has called is not known */
/* A call of a function that has contexts: the numbers of its callable and of its slot. */
#define RT_FRAME_CALL(callable, slot) rt_frame(RT_CALLABLE, (uint64_t)(callable) << 24 | (slot))

/* What a thread keeps for it: a page. */
struct rt_walk {
    uint64_t frame[RT_MOST_FRAMES + 1];     /* of the last walk, the innermost first */
    uint32_t frames;
    struct rt_walk_first {      /* the first instance of a pair that was told of last, and its context */
        uint64_t pair;
        uint32_t site, run, context;
    } first;
    uint32_t looked;            /* at the process's mappings */
    uint32_t asked;             /* whether it may */
    uint64_t low;               /* from there on to the thread's control block all is its stack; 0: not known */
    /* The outermost frames, where they are none of the program: words of the stack, and what the walk found there. */
    struct rt_walk_end {
        uint64_t at, word, frame;
    } end[4];
    uint32_t ends;
    struct rt_rules rules;
    uint8_t area[2304];         /* for all registers, if they fit: else they take the thread's stack */
};
_Static_assert(sizeof(struct rt_walk) <= 4096, "struct rt_walk is a page");

/* What a walk took. */
struct rt_walked {
    uint32_t known, looked_up;  /* frames */
    bool mapped;                /* it looked at the process's mappings */
    const void *build_id;       /* of the module that it began in, if that has no number yet */
    uint32_t build_id_len;      /* 0: it has */
};

#define RT_MAPPED_NS 40000.0    /* CPU time of a look at the process's mappings */

/* Fills t->walk->frame, from the code that pushed the words; false: nothing is known (callers/walk_stack.c). */
bool rt_walk(struct rt_thread *, const uint64_t *words, struct rt_walked *);

/* The same, where the function has contexts and is called with a record, whose slots begin there: but for the innermost
 * frame no stack is walked (callers/walk_records.c). */
bool rt_walk_record(struct rt_thread *, const uint64_t *words, const void *slots, struct rt_walked *);
/* The innermost frame alone; false: nothing is known (callers/walk_stack.c). */
bool rt_walk_place(struct rt_thread *, const uint64_t *words, struct rt_walked *);
/* A frame, behind those that are there; levels of a recursion at one place are one, and so are several frames outside. */
void rt_walk_note(struct rt_walk *, uint64_t frame);
/* The outermost frame is there; whole: it is the program's or thread's first function. */
void rt_walk_close(struct rt_walk *, bool whole);

/* The number of the context in the log, 0: not known; its price is the thread's (callers/context_numbers.c).  words: as the
 * target's function pushed them.  *again_ns: of the price, what the same walk takes once more. */
uint32_t rt_callers_of(struct rt_thread *, const uint64_t *words, double *again_ns);
void rt_callers_release(struct rt_thread *);
void rt_callers_forget(void);   /* the log is another one */
void rt_walk_forget(void);      /* the process is another one */

#endif
