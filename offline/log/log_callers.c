/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "log/log_callers.h"

#include <stdlib.h>
#include <string.h>

#include "log/log_read.h"

static int add_context(struct log_callers *c, const uint8_t *p, size_t size)
{
    struct log_caller entry = { .parent = 0 };
    if (size < sizeof entry.rec)
        return 1;
    memcpy(&entry.rec, p, sizeof entry.rec);
    const struct alog_context *rec = &entry.rec;
    if (rec->context == 0 || rec->parent >= rec->context || rec->kind < ALOG_K_CODE || rec->kind > ALOG_K_CALL)
        return 1;
    if (array_grow(&c->list, &c->cap, c->n + 1, sizeof entry) != 0)
        return -1;
    c->list[c->n++] = entry;
    return 0;
}

static int add_of(struct log_callers *c, uint32_t run, const uint8_t *p, size_t size)
{
    struct log_caller_of entry = { .run = run };
    if (size < sizeof entry.rec)
        return 1;
    memcpy(&entry.rec, p, sizeof entry.rec);
    if (array_grow(&c->of, &c->cap_of, c->n_of + 1, sizeof entry) != 0)
        return -1;
    c->of[c->n_of++] = entry;
    return 0;
}

int log_callers_add(struct log_callers *c, const struct alog_block *block, const uint8_t *payload, size_t size,
                    struct err *err)
{
    int status = block->tag == ALOG_CONTEXT ? add_context(c, payload, size) : add_of(c, block->run, payload, size);
    if (status < 0)
        return err_memory(err);
    c->damaged += status > 0;
    return 0;
}

static int by_number(const void *a, const void *b)
{
    uint32_t x = ((const struct log_caller *)a)->rec.context, y = ((const struct log_caller *)b)->rec.context;
    return (x > y) - (x < y);
}

static int by_instance(const void *a, const void *b)
{
    const struct log_caller_of *x = a, *y = b;
    if (x->run != y->run)
        return x->run < y->run ? -1 : 1;
    if (x->rec.site != y->rec.site)
        return x->rec.site < y->rec.site ? -1 : 1;
    return (x->rec.pair_place > y->rec.pair_place) - (x->rec.pair_place < y->rec.pair_place);
}

/* Index + 1 of the context with that number; 0: there is none. */
static uint32_t find(const struct log_callers *c, uint32_t number)
{
    struct log_caller key = { .rec = { .context = number } };
    const struct log_caller *found = c->n ? bsearch(&key, c->list, c->n, sizeof key, by_number) : NULL;
    return found ? (uint32_t)(found - c->list) + 1 : 0;
}

static int by_module(const void *number, const void *module)
{
    uint32_t x = *(const uint32_t *)number, y = ((const struct log_module *)module)->module;
    return (x > y) - (x < y);
}

/* By the log's modules, which are sorted by number. */
static bool link_module(const struct log *log, struct log_caller *c)
{
    if (c->rec.kind != ALOG_K_CODE)
        return true;
    const struct log_module *found = log->n_modules ? bsearch(&c->rec.module, log->modules, log->n_modules,
                                                              sizeof *found, by_module) : NULL;
    c->module = found ? (uint32_t)(found - log->modules) : 0;
    return found;
}

static bool link_call(const struct log *log, struct log_caller *c)
{
    uint32_t call = (uint32_t)c->rec.offset;
    if (c->rec.kind != ALOG_K_CALL)
        return true;
    c->callable = log_callable_find(&log->contexts, c->rec.offset >> 32);
    if (!c->callable || (call != ALOG_NO_CALL && call >= c->callable->n_calls))
        return false;
    c->call = call == ALOG_NO_CALL ? NULL : &c->callable->calls[call];
    return true;
}

/* Numbers that two have are nobody's.  A parent's number is smaller than its own, so that there are no cycles. */
static void link_contexts(const struct log *log, struct log_callers *c)
{
    if (c->n)
        qsort(c->list, c->n, sizeof *c->list, by_number);
    for (size_t i = 0; i < c->n; i++) {
        struct log_caller *here = &c->list[i];
        bool twice = (i > 0 && by_number(here - 1, here) == 0) || (i + 1 < c->n && by_number(here, here + 1) == 0);
        here->parent = here->rec.parent ? find(c, here->rec.parent) : 0;
        here->bad = twice || !link_module(log, here) || !link_call(log, here) || (here->rec.parent && !here->parent)
                    || (here->parent && c->list[here->parent - 1].bad);
        c->damaged += here->bad;
    }
}

/* What is told of the instance of the pair at that place; NULL: nothing. */
static const struct log_caller_of *find_of(const struct log_callers *c, const struct log_instance *in, unsigned place)
{
    struct log_caller_of key = { in->run, { .site = in->rec.site, .pair_place = 2 * in->rec.pair + place } };
    return bsearch(&key, c->of, c->n_of, sizeof key, by_instance);
}

/* Of an instance that two contexts are told of none is known.  The second of a pair, of which nothing is told, has that
 * of the first. */
void log_callers_find(const struct log *log, struct log_instance *in)
{
    const struct log_callers *c = &log->callers;
    if (c->n_of == 0 || in->rec.flags & ALOG_I_INNER)
        return;
    const struct log_caller_of *found = find_of(c, in, in->rec.place);
    if (!found && in->rec.place)
        found = find_of(c, in, 0);
    if (found)
        in->context = find(c, found->rec.context);
    if (in->context && c->list[in->context - 1].bad)
        in->context = 0;
}

void log_callers_link(struct log *log)
{
    struct log_callers *c = &log->callers;
    size_t kept = 0;
    link_contexts(log, c);
    if (c->n_of)
        qsort(c->of, c->n_of, sizeof *c->of, by_instance);
    for (size_t i = 0, next; i < c->n_of; i = next) {
        for (next = i + 1; next < c->n_of && by_instance(&c->of[i], &c->of[next]) == 0; next++)
            ;
        bool known = next == i + 1 && (!c->of[i].rec.context || find(c, c->of[i].rec.context));
        c->damaged += known ? 0 : next - i;
        c->of[kept] = c->of[i];
        c->of[kept++].rec.context = known ? c->of[i].rec.context : 0;
    }
    c->n_of = kept;
    for (size_t i = 0; i < log->n_instances; i++)
        log_callers_find(log, &log->instances[i]);
}

void log_callers_free(struct log_callers *c)
{
    free(c->list);
    free(c->of);
}
