/* SPDX-License-Identifier: MIT
 *
 * What a library function that traced code calls reads and writes: the program has described it by steps
 * (rt_abi.h), which are taken before the call, or behind it where they need its result.
 *
 * For those the arguments are kept, by the stack pointer at the call: a call may never return (longjmp,
 * exceptions, exit), and calls may be made while it runs (callbacks, handlers of signals). */
#include "libc/steps.h"
#include "arch/machine.h"
#include "base/memory.h"
#include "base/words.h"
#include "core/thread.h"
#include "libc/model.h"
#include "trace/mirrors.h"
#include "trace/touch.h"
#include "trace/open_instances.h"
#include <algoprof/rt_abi.h>
#include <string.h>

#define GENERAL RT_ARGUMENTS

struct kept {
    uint64_t sp;                /* what identifies it: where its arguments on the stack begin */
    const char *steps;
    uint64_t general[GENERAL];
};

#define MOST_KEPT ((4096u - 8u) / (unsigned)sizeof(struct kept))

struct rt_kept {
    uint64_t count;
    struct kept call[MOST_KEPT];
};

/* ---- steps */

struct interpreter {
    struct rt_thread *thread;
    uint64_t low;
    const char *s;
    const uint64_t *general;
    uint64_t stack, result;
    struct rt_registers *registers;     /* may be changed; NULL: not any more */
    const void *own;            /* rt_find_mirror */
    bool used, good;            /* the count has the result; that is a success */
};

static unsigned read_number(struct interpreter *p)
{
    unsigned n = 0;
    for (; *p->s >= '0' && *p->s <= '9'; p->s++)
        n = n * 10 + (unsigned)(*p->s - '0');
    return n;
}

static uint64_t extend(uint64_t value, char type)
{
    switch (type) {
    case 'b':
        return (uint64_t)(int8_t)value;
    case 'B':
        return (uint8_t)value;
    case 'h':
        return (uint64_t)(int16_t)value;
    case 'H':
        return (uint16_t)value;
    case 'l':
        return (uint64_t)(int32_t)value;
    case 'u':
        return (uint32_t)value;
    default:
        return value;
    }
}

static uint64_t read_operand(struct interpreter *p)
{
    bool deref = *p->s == '*';
    p->s += deref;
    if (*p->s == '=') {
        p->s++;
        return read_number(p);
    }
    char place = *p->s++, type = *p->s++;
    uint64_t value = extend(place == 'r' ? p->result : p->general[(unsigned)(place - '0') % GENERAL], type);
    if (place == 'r') {
        p->used = true;
        p->good = type == 'p' ? value != 0 : (int64_t)value >= 0;
    }
    if (deref)
        __builtin_memcpy(&value, rt_pointer(value), sizeof value);
    return value;
}

static uint64_t apply(char sign, uint64_t a, uint64_t b)
{
    switch (sign) {
    case '*':
        return a * b;
    case '+':
        return a + b;
    case '-':
        return a - b;
    case '<':
        return a < b ? a : b;
    default:
        return a > b ? a : b;
    }
}

static uint64_t read_formula(struct interpreter *p)
{
    uint64_t value = read_operand(p);
    while (*p->s == '*' || *p->s == '+' || *p->s == '-' || *p->s == '<' || *p->s == '>') {
        char sign = *p->s++;
        value = apply(sign, value, read_operand(p));
    }
    return value;
}

static uint64_t read_count(struct interpreter *p)
{
    p->used = false;
    p->good = true;
    uint64_t count = read_formula(p), otherwise = 0;
    bool take = !p->used || p->good;
    if (*p->s == '|') {
        p->s++;
        otherwise = read_formula(p);
    }
    return take ? count : otherwise;
}

static void range_step(struct interpreter *p)
{
    unsigned flags = *p->s == 'R' ? 0 : *p->s == 'W' ? ALGOPROF_WRITE : ALGOPROF_WRITE | ALGOPROF_EXTERNAL;
    p->s++;
    bool optional = *p->s == '?';
    p->s += optional;
    uint64_t address = read_operand(p);
    p->s++;
    uint64_t size = read_count(p);
    if (size && (address || !optional))
        rt_told(p->thread, p->low, address, size, flags);
}

static void model_step(struct interpreter *p)
{
    uint64_t args[3] = { 0, 0, 0 };
    p->s++;
    unsigned op = read_number(p), n = 0;
    do {
        p->s++;
        args[n++] = read_formula(p);
    } while (*p->s == ',' && n < 3);
    rt_model_touch(p->thread, p->low, op, args[0], args[1], args[2]);
}

/* Pointers that scanf gets, which are all that is behind its format. */
static void scan(struct interpreter *p, unsigned op, uint64_t format, unsigned first)
{
    const struct rt_model m = { p->thread, p->low, op & ALGOPROF_M_WIDE ? 4 : 1 };
    bool external = (op & (ALGOPROF_M_WIDE - 1)) == ALGOPROF_M_XSCANF;
    struct rt_text text = { rt_pointer(format), m.width };
    unsigned most = 0;
    for (uint64_t i = 0; rt_character(text, i); i++)
        most += rt_character(text, i) == '%';
    for (unsigned n = 0; n < most; n++) {
        uint64_t to;
        if (first + n < GENERAL)
            to = p->general[first + n];
        else
            __builtin_memcpy(&to, rt_pointer(p->stack + 8 * (first + n - GENERAL)), sizeof to);
        rt_scanf_touch(&m, format, n, to, (int64_t)p->result, external);
    }
}

static void format_step(struct interpreter *p)
{
    p->s++;
    unsigned op = read_number(p);
    p->s++;
    uint64_t format = read_operand(p);
    p->s++;
    unsigned first = read_number(p);
    if ((op & (ALGOPROF_M_WIDE - 1)) == ALGOPROF_M_PRINTF) {
        const struct rt_list list = rt_list_of(p->general, p->stack, first);
        rt_model_touch(p->thread, p->low, (op & ALGOPROF_M_WIDE) | ALGOPROF_M_VPRINTF, format,
                       (uint64_t)(uintptr_t)&list, 0);
    } else {
        p->result = extend(p->result, 'l');
        scan(p, op, format, first);
    }
}

/* What is called back is traced, too. */
static void callback_step(struct interpreter *p)
{
    unsigned number = (unsigned)(p->s[1] - '0') % GENERAL;
    p->s += 3;
    if (!p->thread)             /* it is profiled as any other */
        return;
    uint64_t *place = rt_argument(p->registers, number);
    if (!*place || rt_tls.leaving)      /* a sort that is too long was just left */
        return;
    void *mirror = rt_find_mirror(p->thread, rt_pointer(*place), p->own);
    if (mirror)
        *place = (uint64_t)(uintptr_t)mirror;
    else
        rt_called(p->thread, "(a function that is called back)", 1);
}

static void take_step(struct interpreter *p)
{
    switch (*p->s) {
    case 'M':
        model_step(p);
        break;
    case 'F':
        format_step(p);
        break;
    case 'C':
        callback_step(p);
        break;
    default:
        range_step(p);
    }
}

/* Those before the call, or those behind; result: are there others? */
static bool take_steps(struct interpreter *p, const char *steps, bool behind)
{
    bool others = false;
    for (p->s = steps; *p->s; p->s += *p->s == ' ') {
        bool is_behind = *p->s == 'A';
        p->s += is_behind;
        if (is_behind == behind)
            take_step(p);
        others |= is_behind != behind;
        while (*p->s && *p->s != ' ')
            p->s++;
    }
    return others;
}

/* ---- what is kept */

/* Calls from deeper on the same stack are over. */
static void drop_dead(struct rt_kept *k, uint64_t sp)
{
    while (k->count && sp - k->call[k->count - 1].sp < rt_tls.span)
        k->count--;
}

static void keep(struct rt_thread *t, uint64_t sp, const char *steps, const uint64_t *general)
{
    if (!t->kept)
        t->kept = rt_pages_get(&t->pages, 0);
    struct rt_kept *k = t->kept;
    if (!k)
        return;
    drop_dead(k, sp);
    if (k->count == MOST_KEPT) {        /* the oldest ones are likely to be gone, by jumps */
        k->count /= 2;
        memmove(k->call, k->call + MOST_KEPT - k->count, k->count * sizeof *k->call);
    }
    struct kept *c = &k->call[k->count++];
    *c = (struct kept){ .sp = sp, .steps = steps };
    memcpy(c->general, general, sizeof c->general);
}

static const struct kept *find_kept(struct rt_thread *t, uint64_t sp, const char *steps)
{
    struct rt_kept *k = t->kept;
    for (uint64_t i = k ? k->count : 0; i-- > 0;)
        if (k->call[i].sp == sp && k->call[i].steps == steps) {
            k->count = i;
            return &k->call[i];
        }
    return NULL;
}

void rt_kept_release(struct rt_thread *t)
{
    if (t->kept)
        rt_pages_put(&t->pages, t->kept, 0);
    t->kept = NULL;
}

void rt_steps_before(struct rt_thread *t, const struct rt_call *c)
{
    uint64_t general[GENERAL];
    for (unsigned i = 0; i < GENERAL; i++)
        general[i] = *rt_argument(c->registers, i);
    struct interpreter p = { .thread = t, .low = c->low, .general = general, .stack = c->stack,
                             .registers = c->registers, .own = c->own };
    if (take_steps(&p, c->steps, false))
        keep(t, c->stack, c->steps, general);
}

bool rt_steps_behind(struct rt_thread *t, const struct rt_call *c)
{
    const struct kept *k = find_kept(t, c->stack, c->steps);
    if (!k)
        return false;
    struct interpreter p = { .thread = t, .low = c->low, .general = k->general, .stack = c->stack,
                             .result = *rt_result(c->registers) };
    rt_flush(t);
    take_steps(&p, c->steps, true);
    return true;
}

/* In-house mode: what is told from now on is charged.  The result is for charge_end: a call may be told amid another. */
static uint64_t charge_begin(void)
{
    uint64_t others = rt_charged;
    rt_walks_inhouse = true;
    rt_charged = 0;
    return others;
}

static uint64_t charge_end(uint64_t others)
{
    uint64_t cost = rt_charged;
    rt_walks_inhouse = false;
    rt_charged = others;
    return cost;
}

uint64_t rt_steps_told(struct algoprof_frame *frame, const char *steps, const uint64_t *words, bool behind,
                       uint64_t result)
{
    struct interpreter p = { .low = (uintptr_t)frame, .general = words, .stack = (uintptr_t)(words + GENERAL),
                             .result = result };
    uint64_t others = charge_begin();
    take_steps(&p, steps, behind);
    return charge_end(others);
}

uint64_t rt_model_told(struct algoprof_frame *frame, unsigned op, uint64_t a, uint64_t b, uint64_t c)
{
    uint64_t others = charge_begin();
    rt_model_touch(NULL, (uintptr_t)frame, op, a, b, c);
    return charge_end(others);
}
