/* SPDX-License-Identifier: MIT
 * Callables by number, with copies of what the log tells of them: their modules may go. */
#include "base/memory.h"
#include "context/context.h"
#include "core/lock.h"
#include "core/modules.h"
#include "core/state.h"
#include "log/log.h"
#include <link.h>
#include <string.h>

#define MOST_CALLABLES (1u << 20)
#define MOST_BYTES (1u << 20)   /* of one */
#define POOL ((size_t)256 << 10)

struct known {
    struct algoprof_callable *copy;
    struct algoprof_callable *original; /* in its module; NULL: that is gone */
    uint64_t *spare;            /* what its record without context had then; NULL: it had none */
    bool written;               /* in this process's log */
};

static struct known *known;     /* by number, under rt_lock */
static uint32_t callables;      /* numbers given */
static char *pool, *pool_end;

uint32_t rt_callables(void)
{
    return callables;
}

const struct algoprof_callable *rt_callable(uint32_t number)
{
    return known[number].copy;
}

static void *keep(size_t bytes)
{
    if ((size_t)(pool_end - pool) < bytes) {
        size_t all = bytes > POOL ? (bytes + 4095) & ~(size_t)4095 : POOL;
        char *p = rt_map(all);
        if (!p)
            return NULL;
        pool = p;
        pool_end = p + all;
    }
    void *p = pool;
    pool += bytes;
    return p;
}

static uint32_t new_callable(struct algoprof_callable *c)
{
    if (!known)
        known = rt_map((MOST_CALLABLES + 1) * sizeof *known);
    if (!known || callables == MOST_CALLABLES || c->bytes > MOST_BYTES)
        return 0;
    struct algoprof_callable *copy = keep(c->bytes);
    if (!copy)
        return 0;
    memcpy(copy, c, c->bytes);
    copy->number = callables + 1;
    known[callables + 1] = (struct known){ .copy = copy, .original = c };
    return ++callables;
}

bool rt_callable_know(struct algoprof_callable *c)
{
    struct rt_held held;
    if (!rt_lock(&held, RT_WAIT_LONG))
        return false;
    if (!c->number)
        c->number = new_callable(c);
    rt_unlock(&held);
    return c->number != 0;
}

uint32_t rt_callable_of_count(uint32_t number, uint32_t slot)
{
    struct known *k = &known[number];
    int64_t callee = rt_calls(k->copy)[slot].callee;
    if (callee && k->original) {        /* its number instead, from now on */
        struct algoprof_callable *c = (void *)((char *)k->original + callee);
        if (!c->number)
            c->number = new_callable(c);
        return c->number;
    }
    return k->original ? 0 : (uint32_t)callee;
}

const uint64_t *rt_callable_spare(uint32_t number)
{
    struct known *k = &known[number];
    if (!k->original)
        return k->spare;
    const struct rt_context *r = (const void *)(uintptr_t)k->original->spare;
    return r->of ? &r->count : NULL;
}

/* ---- modules that go */

/* Callees of counts are in the same module: their numbers stay known in the copy's place. */
static void keep_numbers(uint32_t number)
{
    struct known *k = &known[number];
    struct algoprof_call *calls = (void *)(k->copy + 1);
    for (uint32_t i = 0; i < k->copy->slots; i++)
        if (calls[i].kind == ALGOPROF_CALL_COUNT)
            calls[i].callee = rt_callable_of_count(number, i);
}

static void let_go(uint32_t number)
{
    struct known *k = &known[number];
    const uint64_t *had = rt_callable_spare(number);
    keep_numbers(number);
    if (had && (k->spare = keep((1 + k->copy->slots) * sizeof *had)))
        memcpy(k->spare, had, (1 + k->copy->slots) * sizeof *had);
}

static bool goes(const struct dl_phdr_info *info, const struct algoprof_callable *c)
{
    return rt_module_holds(info, c) && c->number && known[c->number].original == c;
}

/* All records are walked once, however many callables go. */
static void turn_records(const struct dl_phdr_info *info)
{
    for (struct rt_contexts *t = rt_contexts_all; t; t = t->next)
        for (struct rt_context *r = rt_context_next(t, NULL); r; r = rt_context_next(t, r))
            if (goes(info, r->of))
                r->of = known[r->of->number].copy;
}

static int visit(struct dl_phdr_info *info, size_t size, void *place)
{
    (void)size;
    if (!rt_module_holds(info, place))
        return 0;
    uint32_t n = callables;
    for (uint32_t i = 1; i <= n; i++)
        if (known[i].original && rt_module_holds(info, known[i].original))
            let_go(i);
    turn_records(info);
    for (uint32_t i = 1; i <= callables; i++)
        if (known[i].original && rt_module_holds(info, known[i].original))
            known[i].original = NULL;
    return 1;
}

void rt_callables_unload(const void *place)
{
    if (callables)
        rt_modules_visit(visit, (void *)(uintptr_t)place);
}

/* ---- the log */

/* Pointers to other records stay. */
static void forget_spare(uint32_t number)
{
    uint64_t *counts = (uint64_t *)(uintptr_t)rt_callable_spare(number);
    const struct algoprof_callable *c = known[number].copy;
    if (!counts)
        return;
    counts[0] = 0;
    for (uint32_t i = 0; i < c->slots; i++)
        if (rt_calls(c)[i].kind == ALGOPROF_CALL_COUNT)
            counts[1 + i] = 0;
}

void rt_callables_forked(void)
{
    for (uint32_t i = 1; i <= callables; i++) {
        known[i].written = false;
        forget_spare(i);
    }
}

bool rt_callables_any(void)
{
    for (uint32_t i = 1; i <= callables; i++) {
        const uint64_t *counts = rt_callable_spare(i);
        for (uint32_t k = 0; counts && k <= known[i].copy->slots; k++)
            if (counts[k] && (k == 0 || rt_calls(known[i].copy)[k - 1].kind == ALGOPROF_CALL_COUNT))
                return true;
    }
    return false;
}

static uint8_t *put_number(uint8_t *p, uint64_t n)
{
    for (; n >= 0x80; n >>= 7)
        *p++ = (uint8_t)(n | 0x80);
    *p++ = (uint8_t)n;
    return p;
}

#define TEXT 1000u              /* bytes of one that are told */
#define CALL_BYTES (3 * 10 + 2 * (2 + TEXT))

static uint8_t *put_text(uint8_t *p, const struct algoprof_callable *c, uint32_t offset)
{
    const char *s = (const char *)c + offset;
    uint16_t len = (uint16_t)(offset ? strnlen(s, TEXT) : 0);
    memcpy(p, &len, 2);
    memcpy(p + 2, s, len);
    return p + 2 + len;
}

/* Its calls from *call on, as many as have room. */
static bool write_part(uint32_t number, uint32_t *call)
{
    static uint8_t bytes[65536] RT_LARGE;
    const struct algoprof_callable *c = known[number].copy;
    const struct algoprof_call *calls = rt_calls(c);
    struct alog_callable *head = (void *)bytes;
    uint64_t offset;
    const uint32_t told = ALGOPROF_C_OUTSIDE | ALGOPROF_C_FULL | ALGOPROF_C_TWICE;
    *head = (struct alog_callable){ number, c->flags & told, c->line, *call, 0, 0 };
    uint8_t *p = put_text(put_text((uint8_t *)(head + 1), c, c->name), c, c->file);
    for (; *call < c->slots && p + CALL_BYTES < bytes + sizeof bytes; ++*call) {
        const struct algoprof_call *s = &calls[*call];
        uint32_t callee = s->kind == ALGOPROF_CALL_COUNT ? rt_callable_of_count(number, *call) : 0;
        p = put_number(put_number(put_number(p, s->kind), s->line), callee);
        p = put_text(put_text(p, c, s->file), c, s->inlined);
        head->calls++;
    }
    size_t size = (size_t)(p - bytes);
    void *block = rt_run_ensure(&rt_run_now) ? rt_log_reserve(size, rt_log_max, &offset) : NULL;
    if (!block)
        return false;
    memcpy(block, bytes, size);
    rt_log_commit(offset, rt_run, ALOG_CALLABLE, size, 0);
    return true;
}

bool rt_callable_write(uint32_t number)
{
    struct known *k = &known[number];
    uint32_t call = 0;
    if (k->written)
        return true;
    do
        if (!write_part(number, &call))
            return false;
    while (call < k->copy->slots);
    k->written = true;
    return true;
}
