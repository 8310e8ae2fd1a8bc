/* SPDX-License-Identifier: MIT
 *
 * Calls of functions that are not compiled in in-house mode: who called them, and how often. */
#include "inhouse/inhouse.h"
#include "base/memory.h"
#include "core/lock.h"
#include "log/log.h"
#include <string.h>

#define MOST_CALLEES 65536u
#define MOST_NAME 1000u
#define ROOMS (1u << RT_OPAQUE_SHIFT)   /* of a thread; what finds none is not told */

/* What is known of a callee, whose module may go. */
struct callee {
    const char *name;
    uint32_t len;
};

static struct callee *callees;  /* by number, under rt_lock */
static uint32_t n_callees;
static char *text, *text_end;

static uint32_t new_callee(const char *name)
{
    uint32_t len = (uint32_t)strnlen(name, MOST_NAME);
    if (!callees && !(callees = rt_map(MOST_CALLEES * sizeof *callees)))
        return ALGOPROF_NO_ROUTINE;
    if (n_callees == MOST_CALLEES - 1)
        return ALGOPROF_NO_ROUTINE;
    if ((size_t)(text_end - text) < len) {
        text = rt_map((size_t)64 << 10);
        text_end = text ? text + (64 << 10) : NULL;
        if (!text)
            return ALGOPROF_NO_ROUTINE;
    }
    memcpy(text, name, len);
    callees[++n_callees] = (struct callee){ text, len };
    text += len;
    return n_callees;
}

static bool has_number(struct algoprof_callee *c)
{
    struct rt_held held;
    if (!c->number && rt_lock(&held, RT_WAIT_LONG)) {
        if (!c->number)
            c->number = new_callee(c->name);
        rt_unlock(&held);
    }
    return c->number && c->number != ALGOPROF_NO_ROUTINE;
}

void rt_opaque_call(struct rt_inhouse *t, uint32_t routine, struct algoprof_callee *c)
{
    if (!has_number(c) || !routine)
        return;
    if (!t->opaque && !(t->opaque = rt_map(ROOMS * sizeof *t->opaque)))
        return;
    uint32_t at = rt_opaque_place(routine, c);
    for (uint32_t tries = 0; tries < ROOMS / 4; tries++) {
        struct rt_opaque_calls *o = &t->opaque[(at + tries) % ROOMS];
        if (!o->calls)
            *o = (struct rt_opaque_calls){ routine, c->number, 0 };
        if (o->routine == routine && o->callee == c->number) {
            o->calls++;
            return;
        }
    }
}

static bool write_call(const struct rt_opaque_calls *o, bool (*write_routine)(uint32_t number))
{
    const struct callee *c = &callees[o->callee];
    size_t size = sizeof(struct alog_opaque_call) + c->len;
    uint64_t offset;
    struct alog_opaque_call *block = write_routine(o->routine) ? rt_log_reserve(size, rt_log_max, &offset) : NULL;
    if (!block)
        return false;
    *block = (struct alog_opaque_call){ o->routine, c->len, o->calls };
    memcpy(block + 1, c->name, c->len);
    rt_log_commit(offset, rt_run, ALOG_OPAQUE_CALL, size, 0);
    return true;
}

bool rt_opaque_write(struct rt_inhouse *t, bool (*write_routine)(uint32_t number))
{
    for (uint32_t i = 0; t->opaque && i < ROOMS; i++)
        if (t->opaque[i].calls && !write_call(&t->opaque[i], write_routine))
            return false;
    rt_opaque_clear(t);
    return true;
}

void rt_opaque_clear(struct rt_inhouse *t)
{
    if (t->opaque)
        memset(t->opaque, 0, ROOMS * sizeof *t->opaque);
}

void rt_opaque_release(struct rt_inhouse *t)
{
    if (t->opaque)
        rt_unmap(t->opaque, ROOMS * sizeof *t->opaque);
    t->opaque = NULL;
}
