/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "log/log_context.h"

#include <stdlib.h>
#include <string.h>

#include "common/varint.h"

#define MOST_PLACES UINT32_MAX

struct text {
    const uint8_t *p;
    uint16_t n;
};

static bool read_text(const uint8_t **p, const uint8_t *end, struct text *out)
{
    if (end - *p < 2)
        return false;
    memcpy(&out->n, *p, sizeof out->n);
    out->p = *p + 2;
    if (end - out->p < out->n)
        return false;
    *p = out->p + out->n;
    return true;
}

static void copy_text(const struct text *from, char *to)
{
    for (uint16_t i = 0; i < from->n; i++) {    /* tabs and ends of lines divide its fields */
        unsigned char c = from->p[i];
        to[i] = (char)(c < ' ' && c != '\t' && c != '\n' ? '?' : c);
    }
    to[from->n] = '\0';
}

/* Two in one piece of memory, the first's.  0, 1: too short, -1: no memory. */
static int take_two(const uint8_t **p, const uint8_t *end, char **first, char **second)
{
    struct text a, b;
    if (!read_text(p, end, &a) || !read_text(p, end, &b))
        return 1;
    *first = malloc((size_t)a.n + b.n + 2);
    if (!*first)
        return -1;
    *second = *first + a.n + 1;
    copy_text(&a, *first);
    copy_text(&b, *second);
    return 0;
}

static void free_callable(struct log_callable *c)
{
    for (size_t i = 0; i < c->n_calls; i++)
        free(c->calls[i].file);
    free(c->calls);
    free(c->name);
}

static int take_call(struct log_callable *c, const uint8_t **p, const uint8_t *end)
{
    struct log_call call = { 0 };
    uint64_t kind, line, callee;
    if (!varint_read(p, end, &kind) || !varint_read(p, end, &line) || !varint_read(p, end, &callee) || kind > 2
        || line > UINT32_MAX || callee > UINT32_MAX)
        return 1;
    call = (struct log_call){ .kind = (uint32_t)kind, .line = (uint32_t)line, .callee = (uint32_t)callee };
    int status = take_two(p, end, &call.file, &call.inlined);
    if (status == 0 && array_grow(&c->calls, &c->cap_calls, c->n_calls + 1, sizeof call) != 0)
        status = -1;
    if (status == 0) {
        c->calls[c->n_calls++] = call;
        return 0;
    }
    free(call.file);
    return status;
}

static int take_callable(struct log_callable *c, const struct alog_callable *rec, const uint8_t *p, const uint8_t *end)
{
    int status = take_two(&p, end, &c->name, &c->file);
    for (uint32_t i = 0; status == 0 && i < rec->calls; i++)
        status = take_call(c, &p, end);
    return status;
}

/* One with more of its calls stands for itself until all are known. */
static int add_callable(struct log_contexts *l, const uint8_t *p, size_t size)
{
    struct alog_callable rec;
    if (size < sizeof rec)
        return 1;
    memcpy(&rec, p, sizeof rec);
    struct log_callable c = { .number = rec.callable, .flags = rec.flags, .line = rec.line, .first = rec.first };
    int status = take_callable(&c, &rec, p + sizeof rec, p + size);
    if (status == 0 && array_grow(&l->callables, &l->cap_callables, l->n_callables + 1, sizeof c) != 0)
        status = -1;
    if (status == 0)
        l->callables[l->n_callables++] = c;
    else
        free_callable(&c);
    return status;
}

static int add_part(struct log_contexts *l, const uint8_t *p, size_t size)
{
    struct log_part part = { .rows = p + sizeof part.head };
    if (size < sizeof part.head)
        return 1;
    memcpy(&part.head, p, sizeof part.head);
    if (part.head.rows_bytes > size - sizeof part.head || part.head.rows > part.head.rows_bytes)
        return 1;
    if (array_grow(&l->parts, &l->cap_parts, l->n_parts + 1, sizeof part) != 0)
        return -1;
    l->parts[l->n_parts++] = part;
    return 0;
}

int log_contexts_add(struct log_contexts *c, const struct alog_block *block, const uint8_t *payload, size_t size,
                     struct err *err)
{
    int status = block->tag == ALOG_CALLABLE ? add_callable(c, payload, size) : add_part(c, payload, size);
    if (status < 0)
        return err_memory(err);
    c->damaged += status > 0;
    return 0;
}

/* ---- trees */

static int by_number(const void *a, const void *b)
{
    const struct log_callable *f = a, *g = b;
    return (f->number > g->number) - (f->number < g->number);
}

static int by_number_and_first(const void *a, const void *b)
{
    const struct log_callable *f = a, *g = b;
    int order = by_number(a, b);
    return order ? order : (f->first > g->first) - (f->first < g->first);
}

/* Of several blocks the first takes over the others' calls. */
static int join_callables(struct log_contexts *l)
{
    size_t kept = 0;
    if (l->n_callables)
        qsort(l->callables, l->n_callables, sizeof *l->callables, by_number_and_first);
    for (size_t i = 0; i < l->n_callables; i++) {
        struct log_callable c = l->callables[i], *last = kept ? &l->callables[kept - 1] : NULL;
        l->callables[i] = (struct log_callable){ 0 };
        bool more = last && last->number == c.number;
        if (!more && c.first == 0) {
            l->callables[kept++] = c;
            continue;
        }
        if (more && last->n_calls == c.first && c.first) {
            if (array_grow(&last->calls, &last->cap_calls, last->n_calls + c.n_calls, sizeof *c.calls) != 0) {
                free_callable(&c);
                return -1;
            }
            if (c.n_calls)
                memcpy(last->calls + last->n_calls, c.calls, c.n_calls * sizeof *c.calls);
            last->n_calls += c.n_calls;
            c.n_calls = 0;
        } else {
            l->damaged++;
        }
        free_callable(&c);
    }
    l->n_callables = kept;
    return 0;
}

const struct log_callable *log_callable_find(const struct log_contexts *l, uint64_t number)
{
    struct log_callable key = { .number = (uint32_t)number };
    return l->n_callables && number <= UINT32_MAX
           ? bsearch(&key, l->callables, l->n_callables, sizeof key, by_number) : NULL;
}

static int begins_before(const void *place, const void *row)
{
    return *(const uint64_t *)place >= ((const struct log_context *)row)->place ? 1 : -1;
}

const struct log_context *log_tree_row(const struct log_tree *t, uint64_t place)
{
    size_t behind = array_first(t->rows, t->n_rows, sizeof *t->rows, &place, begins_before);
    return behind ? &t->rows[behind - 1] : NULL;
}

/* By thread, the newest generation first. */
static int by_generation(const void *a, const void *b)
{
    const struct alog_contexts *f = &((const struct log_part *)a)->head, *g = &((const struct log_part *)b)->head;
    if (f->thread != g->thread)
        return f->thread < g->thread ? -1 : 1;
    if (f->generation != g->generation)
        return f->generation > g->generation ? -1 : 1;
    return (f->part > g->part) - (f->part < g->part);
}

static int take_counts(struct log_tree *t, struct log_context *r, const struct log_callable *c, const uint8_t **p,
                       const uint8_t *end)
{
    uint64_t n, call, count;
    if (!varint_read(p, end, &n) || n > c->n_calls)
        return 1;
    if (array_grow(&t->counts, &t->cap_counts, t->n_counts + (size_t)n + 1, sizeof *t->counts) != 0)
        return -1;
    for (uint64_t i = 0; i < n; i++) {
        if (!varint_read(p, end, &call) || !varint_read(p, end, &count) || call >= c->n_calls)
            return 1;
        t->counts[t->n_counts++] = (struct log_count){ (uint32_t)call, (uint32_t)(count >> 32), (uint32_t)count };
        r->n_counts++;
    }
    return 0;
}

static int take_row(struct log_contexts *l, struct log_tree *t, uint64_t *place, const uint8_t **p, const uint8_t *end)
{
    struct log_context r = { .counts = (uint32_t)t->n_counts };
    uint64_t gap, from, number, flags;
    if (!varint_read(p, end, &gap) || !varint_read(p, end, &from) || !varint_read(p, end, &number)
        || !varint_read(p, end, &flags) || !varint_read(p, end, &r.count) || !varint_read(p, end, &r.before))
        return 1;
    const struct log_callable *c = log_callable_find(l, number);
    if (!c || gap > MOST_PLACES || (*place += gap) > MOST_PLACES || from > MOST_PLACES)
        return 1;
    r.place = (uint32_t)*place;
    r.from = (uint32_t)from;
    r.callable = (uint32_t)(c - l->callables);
    r.flags = (uint32_t)flags;
    int status = take_counts(t, &r, c, p, end);
    if (status != 0)
        return status;
    if (gap == 0 && t->n_rows && t->rows[t->n_rows - 1].place == r.place) {     /* more counts */
        t->rows[t->n_rows - 1].n_counts += r.n_counts;
        return 0;
    }
    if (array_grow(&t->rows, &t->cap_rows, t->n_rows + 1, sizeof r) != 0)
        return -1;
    t->rows[t->n_rows++] = r;
    return 0;
}

static int take_part(struct log_contexts *l, struct log_tree *t, const struct log_part *part)
{
    const uint8_t *p = part->rows, *end = p + part->head.rows_bytes;
    uint64_t place = 0;
    size_t first = t->n_rows ? t->n_rows : 1;
    int status = 0;
    for (uint32_t i = 0; status == 0 && i < part->head.rows; i++)
        status = take_row(l, t, &place, &p, end);
    for (size_t i = first; status == 0 && i < t->n_rows; i++)
        if (t->rows[i].place <= t->rows[i - 1].place)
            return 1;
    return status;
}

static void free_tree(struct log_tree *t)
{
    free(t->rows);
    free(t->counts);
}

/* The generation that begins at part i, if it is whole. */
static int take_tree(struct log_contexts *l, size_t i, struct log_tree *t)
{
    const struct alog_contexts *head = &l->parts[i].head;
    *t = (struct log_tree){ .thread = head->thread, .generation = head->generation, .error = head->error,
                            .forgotten = head->forgotten };
    for (uint32_t part = 0;; part++, i++) {
        const struct alog_contexts *h = i < l->n_parts ? &l->parts[i].head : NULL;
        if (!h || h->thread != t->thread || h->generation != t->generation || h->part != part)
            return 1;
        int status = take_part(l, t, &l->parts[i]);
        if (status != 0 || (h->flags & ALOG_F_LAST))
            return status;
    }
}

static int add_tree(struct log_contexts *l, size_t first)
{
    struct log_tree t;
    int status = take_tree(l, first, &t);
    if (status == 0 && array_grow(&l->trees, &l->cap_trees, l->n_trees + 1, sizeof t) != 0)
        status = -1;
    if (status == 0)
        l->trees[l->n_trees++] = t;
    else
        free_tree(&t);
    return status;
}

int log_contexts_link(struct log_contexts *l, struct err *err)
{
    if (join_callables(l) != 0)
        return err_memory(err);
    if (l->n_parts)
        qsort(l->parts, l->n_parts, sizeof *l->parts, by_generation);
    for (size_t i = 0, next; i < l->n_parts; i = next) {
        uint32_t thread = l->parts[i].head.thread;
        int status = 1;
        for (next = i; next < l->n_parts && l->parts[next].head.thread == thread; next++)
            if (status == 1 && l->parts[next].head.part == 0) {
                status = add_tree(l, next);
                if (status < 0)
                    return err_memory(err);
                l->damaged += status == 1;
            }
    }
    return 0;
}

void log_contexts_free(struct log_contexts *l)
{
    for (size_t i = 0; i < l->n_callables; i++)
        free_callable(&l->callables[i]);
    for (size_t i = 0; i < l->n_trees; i++)
        free_tree(&l->trees[i]);
    free(l->callables);
    free(l->parts);
    free(l->trees);
}
