/* SPDX-License-Identifier: MIT
 *
 * The walk.  It reads modules' tables and words of the stack that the thread runs on: from the stack pointer to where the
 * stack ends.  Each frame must lie above the one before; what the tables do not describe ends the walk.
 *
 * Frames of the program are walked as they are; rules are remembered, since the program stays loaded.  Others
 * need libc, so that all registers are saved for the rest of the walk.  Most walks end in the same few
 * frames of libc, which are recognised by the words that they left on the stack. */
#include "arch/machine.h"
#include "base/clock.h"
#include "base/options.h"
#include "base/stack.h"
#include "callers/callers.h"
#include "core/lock.h"
#include "core/thread.h"

#define MOST_STEPS 512u         /* levels of recursions with them */
#define MOST_LOOKS 4u           /* of a thread at the process's mappings: its coroutines have other stacks */
#define FIRST_LOOKS 3u          /* of all threads, at once; */
#define LOOKS_PART 16.0         /* and then as many as take one in so many parts of the budget */
#define ASKED_EACH 16u          /* walks of a thread that may not look yet */

struct place {
    struct rt_thread *t;
    struct rt_walked *walked;
    uint64_t pc, sp, bp;        /* of a frame; pc is where it goes on when it is returned to */
    uint64_t limit;             /* of the stack */
    unsigned steps;
    bool over, whole;           /* nobody has called the frame; and there was no doubt */
    struct rt_walk_end end[4];  /* since the program was left */
    unsigned ends;
};

/* ---- the stack ---- */

static _Atomic uint32_t looks;

void rt_walk_forget(void)
{
    looks = 0;
}

/* Threads may be many, and live shortly: traced instances come before their callers. */
static bool may_look(struct rt_walk *w)
{
    struct timespec cpu;
    if (!rt_options.budget_ppm)
        return true;
    if (w->asked++ % ASKED_EACH || !rt_clock(CLOCK_PROCESS_CPUTIME_ID, &cpu))
        return false;
    double budget = ((double)cpu.tv_sec * 1e9 + (double)cpu.tv_nsec) * rt_options.budget_ppm / 1e6;
    return looks < FIRST_LOOKS + budget / LOOKS_PART / RT_MAPPED_NS;
}

static uint64_t look(struct rt_thread *t, uint64_t sp, struct rt_walked *walked)
{
    struct rt_held held;
    uint64_t from, to, own = (uintptr_t)__builtin_thread_pointer();
    if (t->walk->looked >= MOST_LOOKS || !may_look(t->walk))
        return 0;
    t->walk->looked++;
    looks++;
    walked->mapped = true;
    rt_hold_signals(&held);     /* a jump out of a handler would leave a file open */
    bool found = rt_stack_mapping(sp, &from, &to);
    rt_let_signals(&held);
    if (!found || own <= sp || own >= to)
        return 0;
    t->walk->low = from;
    return own;
}

/* Where the stack ends that sp is on: the first thread's, which no mapping comes near (the kernel leaves 128 MB at
 * least), or what lies below the thread's control block in one mapping.  0: another one. */
static uint64_t stack_end(struct rt_thread *t, uint64_t sp, struct rt_walked *walked)
{
    uint64_t end = rt_stack_end(), own = (uintptr_t)__builtin_thread_pointer();
    if (sp < end && end - sp < RT_STACK_SPAN)
        return end;
    if (t->walk->low && sp >= t->walk->low && sp < own)
        return own;
    return look(t, sp, walked);
}

/* ---- frames ---- */

void rt_walk_note(struct rt_walk *w, uint64_t frame)
{
    if (w->frames && w->frame[w->frames - 1] == frame)
        return;                 /* a recursion's levels, or several frames outside */
    if (w->frames < RT_MOST_FRAMES)
        w->frame[w->frames] = frame;
    w->frames++;
}

static bool load(const struct place *p, uint64_t at, uint64_t *word)
{
    if (at < p->sp || at > p->limit - 8 || at & 7)
        return false;
    *word = *(const uint64_t *)(uintptr_t)at;
    return true;
}

/* To the caller's frame.  false: it is not known. */
static bool step(struct place *p, struct rt_frame_rule rule)
{
    uint64_t cfa = (rule.cfa == RT_CFA_SP ? p->sp : p->bp) + (uint64_t)(int64_t)rule.cfa_at, bp = p->bp, pc;
    if (rule.cfa == RT_CFA_UNKNOWN || (rule.cfa == RT_CFA_AT_BP && !load(p, cfa, &cfa)))
        return false;
    uint64_t saved = (rule.saved == RT_SAVED_AT_CFA ? cfa : p->bp) + (uint64_t)(int64_t)rule.saved_at;
    if (cfa <= p->sp || !load(p, cfa - 8, &pc) || (rule.saved != RT_SAVED_NOT && !load(p, saved, &bp)))
        return false;
    p->pc = pc;
    p->bp = bp;
    p->sp = cfa;
    return true;
}

static struct rt_frame_rule own_rule(struct place *p)
{
    const struct rt_frame_rule *known = rt_rules_find(&p->t->walk->rules, p->pc);
    p->walked->known++;
    if (known)
        return *known;
    struct rt_frame_rule rule = rt_cfi_rule(&rt_own_image, p->pc - 1);
    rt_rules_keep(&p->t->walk->rules, p->pc, rule);
    p->walked->looked_up++;
    return rule;
}

static void note_end(struct place *p, uint64_t frame)
{
    if (p->ends < 4)
        p->end[p->ends] = (struct rt_walk_end){ p->sp - 8, p->pc, frame };
    p->ends++;
}

static uint64_t own_frame(const struct place *p)
{
    return rt_frame(RT_OWN_MODULE, p->pc - rt_own_image.start);
}

static uint64_t other_frame(struct place *p, const struct rt_found_image *found)
{
    bool outside = found->module == RT_OUTSIDE;
    if (outside && !p->t->walk->frames) {
        p->walked->build_id = found->build_id;
        p->walked->build_id_len = found->build_id_len;
    }
    p->walked->looked_up++;
    return outside ? RT_FRAME_OUTSIDE : rt_frame(found->module, p->pc - found->image.start);
}

/* One frame, the program's or, with libc's help, another one. */
static void go_on(struct place *p, bool with_libc)
{
    struct rt_frame_rule rule;
    struct rt_found_image found;
    uint64_t frame;
    if (rt_image_holds(&rt_own_image, p->pc - 1)) {
        frame = own_frame(p);
        rule = own_rule(p);
    } else if (with_libc && rt_image_find(p->pc - 1, &found)) {
        frame = other_frame(p, &found);
        rule = rt_cfi_rule(&found.image, p->pc - 1);
    } else {
        p->over = true;
        return;
    }
    note_end(p, frame);
    p->whole = rule.cfa == RT_CFA_END;  /* the start of the process or thread: it tells nothing */
    p->over = p->whole || rule.cfa == RT_CFA_SIGNAL;
    if (p->over)
        return;
    if (rule.between)
        p->ends = 5;            /* more than are kept */
    else
        rt_walk_note(p->t->walk, frame);
    p->over = !step(p, rule) || ++p->steps >= MOST_STEPS;
}

static void go_anywhere(void *argument)
{
    struct place *p = argument;
    while (!p->over)
        go_on(p, true);
}

/* Is the rest as it was the last time that it lay there? */
static bool ends_as_before(struct place *p)
{
    struct rt_walk *w = p->t->walk;
    uint64_t word;
    if (!w->ends || w->end[0].at != p->sp - 8)
        return false;
    for (unsigned i = 0; i < w->ends; i++)
        if (w->end[i].at > p->limit - 8 || (word = *(const uint64_t *)(uintptr_t)w->end[i].at) != w->end[i].word)
            return false;
    for (unsigned i = 0; i + 1 < w->ends; i++)
        rt_walk_note(w, w->end[i].frame);
    return true;
}

static void keep_end(const struct place *p)
{
    struct rt_walk *w = p->t->walk;
    w->ends = 0;
    RT_BARRIER();
    for (unsigned i = 0; i < 4; i++)
        w->end[i] = p->end[i];
    RT_BARRIER();
    w->ends = p->whole && p->ends <= 4 ? p->ends : 0;
}

/* What every context ends with says nothing. */
void rt_walk_close(struct rt_walk *w, bool whole)
{
    if (!whole || w->frames > RT_MOST_FRAMES) {
        w->frames = w->frames < RT_MOST_FRAMES ? w->frames : RT_MOST_FRAMES;
        w->frame[w->frames++] = RT_FRAME_UNKNOWN;
    } else if (w->frames && w->frame[w->frames - 1] == RT_FRAME_OUTSIDE) {
        w->frames--;
    }
}

static void with_libc(void (*f)(void *), struct place *p)
{
    struct rt_walk *w = p->t->walk;
    rt_keep_all_in(f, p, rt_save_size && rt_save_size <= sizeof w->area ? w->area : NULL);
}

static struct place begin(struct rt_thread *t, const uint64_t *words, struct rt_walked *walked)
{
    t->walk->frames = 0;
    return (struct place){ .t = t, .walked = walked, .pc = RT_RETURN_ABOVE(words), .sp = (uintptr_t)words,
                           .bp = RT_FRAME_ABOVE(words) };
}

static void find_place(void *argument)
{
    struct place *p = argument;
    struct rt_found_image found;
    if (rt_image_find(p->pc - 1, &found))
        rt_walk_note(p->t->walk, other_frame(p, &found));
}

bool rt_walk_place(struct rt_thread *t, const uint64_t *words, struct rt_walked *walked)
{
    struct place p = begin(t, words, walked);
    if (rt_image_holds(&rt_own_image, p.pc - 1))
        rt_walk_note(t->walk, own_frame(&p));
    else
        with_libc(find_place, &p);
    return t->walk->frames && t->walk->frame[0] != RT_FRAME_OUTSIDE;
}

bool rt_walk(struct rt_thread *t, const uint64_t *words, struct rt_walked *walked)
{
    struct place p = begin(t, words, walked);
    struct rt_walk *w = t->walk;
    p.limit = stack_end(t, p.sp, walked);
    if (!p.limit || !rt_own_image.end)
        return false;
    while (!p.over && rt_image_holds(&rt_own_image, p.pc - 1))
        go_on(&p, false);
    if (!p.over && ends_as_before(&p)) {
        p.over = p.whole = true;
    } else if (!p.over) {
        p.ends = 0;
        with_libc(go_anywhere, &p);
        keep_end(&p);
    }
    rt_walk_close(w, p.whole);
    return w->frames > 1 || (w->frames && w->frame[0] >> RT_FRAME_SHIFT != RT_OUTSIDE);
}
