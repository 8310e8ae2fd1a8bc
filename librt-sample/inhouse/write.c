/* SPDX-License-Identifier: MIT
 * Routines and their profiles in the log. */
#include "inhouse/inhouse.h"
#include "inhouse/by_context.h"
#include "inhouse/rows.h"
#include "base/memory.h"
#include "core/lock.h"
#include "core/state.h"
#include "log/log.h"
#include <stddef.h>
#include <string.h>

#define MOST_ROUTINES RT_ROUTINES
#define MOST_TEXT 1000u
#define ROW_BYTES 80u           /* of one, at most */
#define MOST_ROWS 4096u         /* of a block */
#define MOST_LISTED (4 * RT_MOST_SIZES)         /* rows of a profile: more than it has */
#define MOST_DUE ((uint64_t)1 << 31)    /* activations until then: twice as many fit a row */

/* What is known of a routine, whose module may go. */
struct known {
    uint32_t line, name, file;  /* lengths of the texts */
    uint8_t limit;              /* number of its class, 0 none */
    uint8_t loop;
    bool written;               /* in this process's log */
    const char *text;
};

static struct known *known;     /* by number, under rt_lock */
static uint32_t routines;       /* numbers given */
static char *text, *text_end;

uint32_t rt_routines(void)
{
    return routines;
}

void rt_routines_forked(void)
{
    for (uint32_t i = 1; i <= routines; i++)
        known[i].written = false;
}

static const char *keep_text(const char *a, uint32_t a_len, const char *b, uint32_t b_len)
{
    if ((size_t)(text_end - text) < a_len + b_len) {
        text = rt_map((size_t)64 << 10);
        text_end = text ? text + (64 << 10) : NULL;
        if (!text)
            return NULL;
    }
    char *copy = text;
    memcpy(copy, a, a_len);
    memcpy(copy + a_len, b, b_len);
    text += a_len + b_len;
    return copy;
}

static uint32_t new_routine(const struct algoprof_routine *r)
{
    const char *name = (const char *)r + r->name, *file = (const char *)r + r->file;
    if (!known) {
        known = rt_map((MOST_ROUTINES + 1) * sizeof *known);
        if (!known)
            return ALGOPROF_NO_ROUTINE;
    }
    if (routines == MOST_ROUTINES - 1)
        return ALGOPROF_NO_ROUTINE;
    bool limited = r->name >= offsetof(struct algoprof_routine, limit) + sizeof r->limit;
    bool loop = r->name >= sizeof *r && r->loop;
    struct known k = { .line = r->line, .limit = limited ? (uint8_t)r->limit : 0, .loop = loop,
                       .name = (uint32_t)strnlen(name, MOST_TEXT), .file = (uint32_t)strnlen(file, MOST_TEXT) };
    k.text = keep_text(name, k.name, file, k.file);
    if (!k.text)
        return ALGOPROF_NO_ROUTINE;
    known[++routines] = k;
    return routines;
}

uint32_t rt_routine_number(const struct algoprof_routine *r)
{
    struct rt_held held;
    if (!rt_lock(&held, RT_WAIT_LONG))
        return ALGOPROF_NO_ROUTINE;
    uint32_t number = r->number ? r->number : new_routine(r);
    rt_unlock(&held);
    return number;
}

static uint8_t *put_string(uint8_t *p, const char *s, uint32_t len)
{
    uint16_t short_len = (uint16_t)len;
    memcpy(p, &short_len, 2);
    memcpy(p + 2, s, len);
    return p + 2 + len;
}

static bool write_routine(uint32_t number)
{
    struct known *k = &known[number];
    uint64_t offset;
    if (k->written)
        return true;
    size_t size = sizeof(struct alog_function) + 4 + k->name + k->file + 2;
    struct alog_function *f = rt_run_ensure(&rt_run_now) ? rt_log_reserve(size, rt_log_max, &offset) : NULL;
    if (!f)
        return false;
    *f = (struct alog_function){ number, k->line };
    uint8_t *end = put_string(put_string((uint8_t *)(f + 1), k->text, k->name), k->text + k->name, k->file);
    end[0] = k->limit;
    end[1] = k->loop;
    rt_log_commit(offset, rt_run, ALOG_FUNCTION, size, 0);
    k->written = true;
    return true;
}

static uint8_t *put_number(uint8_t *p, uint64_t n)
{
    for (; n >= 0x80; n >>= 7)
        *p++ = (uint8_t)(n | 0x80);
    *p++ = (uint8_t)n;
    return p;
}

/* By size; a heap sort, which takes no memory. */
static void sift(const struct rt_wide_row **list, uint32_t i, uint32_t n)
{
    for (uint32_t child; (child = 2 * i + 1) < n; i = child) {
        if (child + 1 < n && rt_wide_size(list[child + 1]) > rt_wide_size(list[child]))
            child++;
        if (rt_wide_size(list[i]) >= rt_wide_size(list[child]))
            return;
        const struct rt_wide_row *swap = list[i];
        list[i] = list[child];
        list[child] = swap;
    }
}

static void sort(const struct rt_wide_row **list, uint32_t n)
{
    for (uint32_t i = n / 2; i-- > 0;)
        sift(list, i, n);
    for (uint32_t last = n; last-- > 1;) {
        const struct rt_wide_row *swap = list[0];
        list[0] = list[last];
        list[last] = swap;
        sift(list, 0, last);
    }
}

static uint8_t *put_costs(uint8_t *p, const struct rt_blocks *c)
{
    p = put_number(p, c->least);
    p = put_number(p, c->most - c->least);
    p = put_number(p, c->sum);
    p = put_number(p, c->square_low);
    return put_number(p, c->square_high);
}

static uint8_t *put_row(uint8_t *p, const struct rt_wide_row *r, const struct rt_blocks *costs, uint64_t before,
                        bool classes)
{
    uint64_t size = rt_wide_size(r);
    p = put_number(p, size - before);
    p = put_number(p, r->count);
    p = put_costs(p, costs);
    return classes ? put_number(p, r->sizes ? r->sizes - r->count * size : 0) : p;
}

/* A profile's rows, or some of them. */
struct part {
    const struct rt_wide_row **list;
    uint32_t rows;
    bool classes, shared;
    uint64_t by_threads, by_kernel;
};

/* The rows of a block. */
static uint8_t bytes[MOST_ROWS * ROW_BYTES] RT_LARGE;

static size_t put_rows(const struct part *part, bool own)
{
    uint8_t *p = bytes;
    uint64_t before = 0;
    for (uint32_t i = 0; i < part->rows; i++) {
        const struct rt_wide_row *r = part->list[i];
        p = put_row(p, r, own ? &r->own : &r->all, before, part->classes);
        before = rt_wide_size(r);
    }
    return (size_t)(p - bytes);
}

static uint32_t flags_of(const struct rt_inhouse *t, const struct part *part)
{
    return (part->classes ? ALOG_F_CLASSES : 0u) | (t->spent ? ALOG_F_TIME : 0u);
}

static bool write_own_costs(const struct rt_inhouse *t, uint32_t number, const struct part *part)
{
    size_t rows = put_rows(part, true);
    uint64_t offset;
    struct alog_profile *block = rt_log_reserve(sizeof *block + rows, rt_log_max, &offset);
    if (!block)
        return false;
    uint32_t flags = flags_of(t, part) | (part->shared ? ALOG_F_SHARED : 0);
    *block = (struct alog_profile){ number, t->number, rt_inhouse_cell, flags, part->rows, (uint32_t)rows, 0 };
    memcpy(block + 1, bytes, rows);
    rt_log_commit(offset, rt_run, ALOG_OWN_COSTS, sizeof *block + rows, 0);
    return true;
}

static bool write_rows(struct rt_inhouse *t, uint32_t number, const struct part *part)
{
    uint64_t offset;
    size_t rows = put_rows(part, false), head = part->shared ? sizeof(struct alog_shared_profile) : sizeof(struct alog_profile);
    struct alog_profile *block = write_routine(number) ? rt_log_reserve(head + rows, rt_log_max, &offset) : NULL;
    if (!block)
        return false;
    *block = (struct alog_profile){ number, t->number, rt_inhouse_cell, flags_of(t, part), part->rows,
                                    (uint32_t)rows, part->shared ? 0 : t->lost };
    if (part->shared) {
        struct alog_shared_profile *all = (struct alog_shared_profile *)block;
        all->by_threads = part->by_threads;
        all->by_kernel = part->by_kernel;
    } else {
        t->lost = 0;
    }
    memcpy((uint8_t *)block + head, bytes, rows);
    rt_log_commit(offset, rt_run, part->shared ? ALOG_SHARED_PROFILE : ALOG_PROFILE, head + rows, 0);
    return write_own_costs(t, number, part);
}

static bool write_profile(struct rt_inhouse *t, uint32_t number, struct rt_profile *p, bool shared)
{
    static const struct rt_wide_row *list[MOST_LISTED] RT_LARGE;
    static struct rt_wide_row room[MOST_LISTED] RT_LARGE;
    uint32_t n = rt_profile_list(p, list, room, MOST_LISTED);
    sort(list, n);
    for (uint32_t at = 0; at < n; at += MOST_ROWS) {
        struct part part = { list + at, n - at < MOST_ROWS ? n - at : MOST_ROWS, p->classes, shared,
                             p->by_threads, p->by_kernel };
        if (!write_rows(t, number, &part))
            return false;
        p->by_threads = p->by_kernel = 0;
    }
    return true;
}

/* false: the log is full. */
static bool write_profiles(struct rt_inhouse *t, uint32_t number)
{
    struct rt_profile *both = &t->profile[number];
    if (!write_profile(t, number, both, false))
        return false;
    if (t->shared_profile) {
        struct rt_profile *plain = &t->plain_profile[number], *shared = &t->shared_profile[number];
        if (!write_profile(t, number, both, true) || !write_profile(t, number, plain, false)
            || !write_profile(t, number, shared, true))
            return false;
        rt_profile_empty(plain);
        rt_profile_empty(shared);
    }
    rt_profile_empty(both);
    return true;
}

void rt_inhouse_write(struct rt_inhouse *t)
{
    t->all += rt_inhouse_activations(t);
    rt_inhouse_count_anew(t);
    bool whole = rt_by_context_write(t, rt_inhouse_cell, write_routine);
    for (uint32_t number = 1; number <= routines && whole; number++)
        whole = write_profiles(t, number);
    whole = whole && rt_opaque_write(t, write_routine);
    if (!whole)
        rt_event(NULL, ALOG_E_STOPPED, ALOG_STOP_FULL);
    rt_log_write();
}

/* A killed process's log lacks a third of its activations at most. */
void rt_inhouse_write_due(struct rt_inhouse *t)
{
    struct rt_held held;
    if (rt_state != RT_ON || !rt_lock(&held, RT_WAIT_SHORT))
        return;
    rt_inhouse_write(t);
    uint64_t due = t->all / 2 > (uint64_t)1 << 20 ? t->all / 2 : (uint64_t)1 << 20;
    t->due = due < MOST_DUE ? due : MOST_DUE;
    rt_inhouse_count_anew(t);
    rt_unlock(&held);
}
