/* SPDX-License-Identifier: MIT
 * Routines by number, and what the log says of each. */
#include "inhouse/inhouse.h"
#include "base/memory.h"
#include "core/lock.h"
#include "core/state.h"
#include "log/log.h"
#include <stddef.h>
#include <string.h>

#define MOST_ROUTINES RT_ROUTINES
#define MOST_TEXT 1000u

/* What is known of a routine, whose module may go. */
struct known {
    uint32_t line, name, file;  /* lengths of the texts */
    uint8_t limit;              /* number of its class, 0 none */
    uint8_t loop;
    bool written;               /* in this process's log */
    const char *text;
};

static struct known *known;     /* by number; under rt_lock, but for what stays as it is */
static uint32_t routines;       /* numbers given */
static char *text, *text_end;

uint32_t rt_routines(void)
{
    return routines;
}

bool rt_routine_is_loop(uint32_t number)
{
    return known[number].loop;
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

bool rt_routine_write(uint32_t number)
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
