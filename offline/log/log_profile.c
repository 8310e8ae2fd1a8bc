/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "log/log_profile.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "common/varint.h"
#include "log/log_read.h"

#define MOST_SIZE (UINT64_C(1) << 50)   /* cells: no address space has more */
#define TUPLES 400000u          /* that any log may have, */
#define TUPLE_BYTES 19u         /* and one more for so many bytes of its profiles: some 20 of a real one's numbers */

/* A string with its length before it; NULL: too short, or no memory. */
static char *take_string(const uint8_t **p, const uint8_t *end, struct err *err)
{
    uint16_t len;
    if (end - *p < 2) {
        err_set(err, "function without a name");
        return NULL;
    }
    memcpy(&len, *p, sizeof len);
    *p += 2;
    if (end - *p < len) {
        err_set(err, "function whose name is cut");
        return NULL;
    }
    char *text = text_clean(*p, len);
    if (!text)
        err_memory(err);
    *p += len;
    return text;
}

static int add_function(struct log_profiles *l, const uint8_t *p, size_t size, struct err *err)
{
    struct alog_function rec;
    const uint8_t *end = p + size;
    if (size < sizeof rec)
        return err_set(err, "function too short");
    memcpy(&rec, p, sizeof rec);
    p += sizeof rec;
    if (array_grow(&l->functions, &l->cap_functions, l->n_functions + 1, sizeof *l->functions) != 0)
        return err_memory(err);
    struct log_function *f = &l->functions[l->n_functions];
    *f = (struct log_function){ .number = rec.function, .line = rec.line };
    l->n_functions++;           /* log_profiles_free frees what follows */
    f->name = take_string(&p, end, err);
    if (f->name)
        f->file = take_string(&p, end, err);
    if (f->file && p < end)
        f->limit = *p++;
    if (f->file && p < end)
        f->loop = *p;
    return f->file ? 0 : -1;
}

/* false: it cannot be a row's. */
static bool take_row(const uint8_t **p, const uint8_t *end, const struct alog_profile *rec, uint64_t *size,
                     struct log_tuple *t)
{
    uint64_t gap, range, low, high, more = 0;
    if (!varint_read(p, end, &gap) || !varint_read(p, end, &t->count) || !varint_read(p, end, &t->least)
        || !varint_read(p, end, &range) || !varint_read(p, end, &t->sum) || !varint_read(p, end, &low)
        || !varint_read(p, end, &high) || ((rec->flags & ALOG_F_CLASSES) && !varint_read(p, end, &more)))
        return false;
    if (gap > MOST_SIZE || (*size += gap) > MOST_SIZE || t->count == 0 || range > UINT64_MAX - t->least
        || more / t->count > *size / 64 + 1)
        return false;
    t->most = t->least + range;
    t->squares = (unsigned __int128)high << 64 | low;
    t->function = rec->function;
    t->size = (*size + more / t->count) * rec->cell;
    return true;
}

/* The record and what stands before its rows; their begin.  NULL: it is too short, or no memory. */
static const uint8_t *take_head(struct log_profiles *l, unsigned tag, const uint8_t *p, size_t size,
                                struct alog_profile *rec, struct err *err)
{
    struct alog_shared_profile all;
    bool shared = tag == ALOG_SHARED_PROFILE;
    size_t head = shared ? sizeof all : sizeof *rec;
    if (size < head) {
        err_set(err, "profile too short");
        return NULL;
    }
    memcpy(&all, p, head);
    *rec = all.profile;
    if (!shared)
        return p + head;
    if (array_grow(&l->induced, &l->cap_induced, l->n_induced + 1, sizeof *l->induced) != 0) {
        err_memory(err);
        return NULL;
    }
    l->induced[l->n_induced++] = (struct log_induced){ rec->function, all.by_threads, all.by_kernel };
    return p + head;
}

static int check_rows(const struct log_profile *profile, struct err *err)
{
    const uint8_t *p = profile->rows, *end = p + profile->rec.rows_bytes;
    uint64_t size = 0;
    for (uint32_t i = 0; i < profile->rec.rows; i++) {
        uint64_t before = size;
        struct log_tuple t;
        if (!take_row(&p, end, &profile->rec, &size, &t) || (i && size == before))
            return err_set(err, "profile with a bad row");
    }
    return p == end ? 0 : err_set(err, "profile with bytes behind its rows");
}

static int add_profile(struct log_profiles *l, unsigned tag, const uint8_t *p, size_t size, struct err *err)
{
    struct alog_profile rec;
    const uint8_t *rows = take_head(l, tag, p, size, &rec, err);
    if (!rows)
        return -1;
    bool own = tag == ALOG_OWN_COSTS, shared = own ? (rec.flags & ALOG_F_SHARED) != 0 : tag == ALOG_SHARED_PROFILE;
    size -= (size_t)(rows - p);
    p = rows;
    if (rec.rows_bytes > size || rec.rows > rec.rows_bytes)
        return err_set(err, "profile with %u rows in %zu bytes", rec.rows, size);
    if (rec.cell == 0 || rec.cell > 8 || (rec.cell & (rec.cell - 1)) || (l->cell && rec.cell != l->cell))
        return err_set(err, "profile with cells of %u bytes", rec.cell);
    bool time = rec.flags & ALOG_F_TIME;
    if (l->n && time != l->time)
        return err_set(err, "profiles with costs of two kinds");
    l->time = time;
    l->cell = rec.cell;
    l->lost += rec.lost;
    if (l->tuples + rec.rows > TUPLES + l->bytes / TUPLE_BYTES)
        return err_set(err, "more sizes of functions than a log of its length has");
    if (array_grow(&l->list, &l->cap, l->n + 1, sizeof *l->list) != 0)
        return err_memory(err);
    l->list[l->n++] = (struct log_profile){ rec, shared, own, p };
    l->tuples += rec.rows;
    return check_rows(&l->list[l->n - 1], err);
}

static int add_opaque_call(struct log_profiles *l, const uint8_t *p, size_t size, struct err *err)
{
    struct alog_opaque_call rec;
    if (size < sizeof rec)
        return err_set(err, "opaque call too short");
    memcpy(&rec, p, sizeof rec);
    if (rec.len > size - sizeof rec || rec.calls == 0)
        return err_set(err, "opaque call with a name of %u bytes in %zu, and %" PRIu64 " calls", rec.len,
                       size - sizeof rec, rec.calls);
    if (array_grow(&l->opaque, &l->cap_opaque, l->n_opaque + 1, sizeof *l->opaque) != 0)
        return err_memory(err);
    char *name = text_clean(p + sizeof rec, rec.len);
    if (!name)
        return err_memory(err);
    l->opaque[l->n_opaque++] = (struct log_opaque_call){ rec.function, rec.calls, name };
    return 0;
}

int log_profiles_add(struct log_profiles *p, const struct alog_block *block, const uint8_t *payload, size_t size,
                     struct err *err)
{
    p->bytes += size;
    if (block->tag == ALOG_OPAQUE_CALL)
        return add_opaque_call(p, payload, size, err);
    return block->tag == ALOG_FUNCTION ? add_function(p, payload, size, err)
                                       : add_profile(p, block->tag, payload, size, err);
}

bool log_tuples_next(const struct log_profiles *p, struct log_tuples *at, struct log_tuple *out)
{
    while (at->profile < p->n && at->read == p->list[at->profile].rec.rows)
        *at = (struct log_tuples){ .profile = at->profile + 1 };
    if (at->profile == p->n)
        return false;
    const struct log_profile *from = &p->list[at->profile];
    if (!at->next)
        at->next = from->rows;
    at->read++;
    *out = (struct log_tuple){ .shared = from->shared, .own = from->own };
    return take_row(&at->next, from->rows + from->rec.rows_bytes, &from->rec, &at->size, out);
}

static int by_number(const void *a, const void *b)
{
    const struct log_function *f = a, *g = b;
    return (f->number > g->number) - (f->number < g->number);
}

/* A number to an index. */
static int link_one(const struct log_profiles *p, uint32_t *function, struct err *err)
{
    struct log_function key = { .number = *function };
    const struct log_function *f = p->n_functions ? bsearch(&key, p->functions, p->n_functions, sizeof key, by_number)
                                                  : NULL;
    if (!f)
        return err_set(err, "bad structure: a profile or call of function %u, which is not there", key.number);
    *function = (uint32_t)(f - p->functions);
    return 0;
}

int log_profiles_link(struct log_profiles *p, struct err *err)
{
    if (p->n_functions)
        qsort(p->functions, p->n_functions, sizeof *p->functions, by_number);
    for (size_t i = 1; i < p->n_functions; i++)
        if (p->functions[i].number == p->functions[i - 1].number)
            return err_set(err, "bad structure: function %u twice", p->functions[i].number);
    for (size_t i = 0; i < p->n; i++)
        if (link_one(p, &p->list[i].rec.function, err) != 0)
            return -1;
    for (size_t i = 0; i < p->n_induced; i++)
        if (link_one(p, &p->induced[i].function, err) != 0)
            return -1;
    for (size_t i = 0; i < p->n_opaque; i++)
        if (link_one(p, &p->opaque[i].function, err) != 0)
            return -1;
    return 0;
}

struct log_profiles log_profiles_take(struct log *log)
{
    struct log_profiles taken = log->profiles;
    log->profiles = (struct log_profiles){ 0 };
    if (taken.n > 0) {
        taken.log = log->bytes;
        log->bytes = NULL;
    }
    return taken;
}

void log_profiles_free(struct log_profiles *p)
{
    for (size_t i = 0; i < p->n_functions; i++) {
        free(p->functions[i].name);
        free(p->functions[i].file);
    }
    free(p->functions);
    free(p->list);
    free(p->log);
    free(p->induced);
    for (size_t i = 0; i < p->n_opaque; i++)
        free(p->opaque[i].name);
    free(p->opaque);
}
