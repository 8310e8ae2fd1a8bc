/* SPDX-License-Identifier: MIT
 * Random trees of calls: loops, tail calls, other functions, jumps out. */
#include "chains.h"
#include <setjmp.h>
#include <stddef.h>

struct landing {
    jmp_buf back;
    struct landing *older;
    volatile uint32_t call;     /* the innermost one of the activation */
};
static struct landing *landings;
static uint64_t dice_state;
static long left;

static unsigned dice(unsigned faces)
{
    left--;
    return (unsigned)(alog_line_hash(dice_state++) % faces);
}

static void visit(uint32_t around, unsigned depth);

static void jump(void)
{
    for (unsigned n = dice(4); n && landings->older; n--)
        landings = landings->older;
    longjmp(landings->back, 1);
}

enum step { GO_ON, STOP, TAIL };

/* A random thing to do in an activation. */
static inline __attribute__((always_inline)) enum step step(bool marked, volatile uint64_t *base, unsigned depth)
{
    unsigned face = dice(32);
    if (left <= 0 || depth >= 1500 || face > 28)
        return STOP;
    if (face < 16) {
        visit(model_f.now, depth + 1);
    } else if (face < 20 && marked) {
        *base = chain_call(&rec_f, *base);
        model_call(&model_f);
    } else if (face < 23) {
        return TAIL;
    } else if (face == 23 && landings && argument[2]) {
        jump();
    }
    return GO_ON;
}

/* around: the call that the activation's first one is in. */
static inline __attribute__((always_inline)) void body(bool marked, uint32_t around, unsigned depth)
{
    volatile uint64_t base = marked ? chain_call(&rec_f, ALGOPROF_NO_BASE) : shim_chain_join(&rec_f);
    enum step next;
    if (marked)
        model_call(&model_f);
    while ((next = step(marked, &base, depth)) == GO_ON)
        ;
    if (next == TAIL) {
        shim_chain_tail(&rec_f, base);
        visit(around, depth + 1);
        return;
    }
    model_return(&model_f, around);
    shim_chain_leave(&rec_f, base);
}

static NOIPA void small(uint32_t around, unsigned depth)
{
    body(true, around, depth);
}

static NOIPA void large(uint32_t around, unsigned depth)
{
    FRAME(160);
    body(true, around, depth);
}

static NOIPA void larger(uint32_t around, unsigned depth)
{
    FRAME(700);
    body(true, around, depth);
}

static NOIPA void other(uint32_t around, unsigned depth)
{
    body(false, around, depth);
}

static NOIPA void other_large(uint32_t around, unsigned depth)
{
    FRAME(400);
    body(false, around, depth);
}

static NOIPA void lands(uint32_t outer, unsigned depth, bool marked)
{
    volatile uint32_t around = outer;
    volatile uint64_t base = marked ? chain_call(&rec_f, ALGOPROF_NO_BASE) : shim_chain_join(&rec_f);
    struct landing here = { .older = landings };
    if (marked)
        model_call(&model_f);
    here.call = model_f.now;
    landings = &here;
    if (setjmp(here.back)) {
        shim_landed();
        model_return(&model_f, here.call);
    }
    do {
        here.call = model_f.now;
    } while (step(marked, &base, depth) == GO_ON);
    landings = here.older;
    model_return(&model_f, around);
    shim_chain_leave(&rec_f, base);
}

static NOIPA void marked_lands(uint32_t around, unsigned depth)
{
    lands(around, depth, true);
}

static NOIPA void other_lands(uint32_t around, unsigned depth)
{
    lands(around, depth, false);
}

static inline __attribute__((always_inline)) void visit(uint32_t around, unsigned depth)
{
    static void (*const kind[])(uint32_t, unsigned) = { small,       large,        larger,     other,
                                                        other_large, marked_lands, other_lands };
    kind[dice(sizeof kind / sizeof *kind)](around, depth);
}

static void tree(long seed)
{
    dice_state = (uint64_t)seed << 32;
    left = argument[1];
    landings = NULL;
    small(model_f.now, 0);
}

/* argument: seed, size, whether there are jumps */
void mode_trees(void)
{
    outermost(tree, argument[0]);
    outermost(fib, 6);
}
