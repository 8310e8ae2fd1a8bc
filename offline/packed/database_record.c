/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "packed/database_record.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

#define CHECKSUM sizeof(uint64_t)

static void write_field(const struct record_field *f, const void *from, struct bytes *out)
{
    static const size_t step[] = { [RECORD_U64] = 8, [RECORD_U32] = 4, [RECORD_U8] = 1,
                                   [RECORD_BOOL] = sizeof(bool), [RECORD_DOUBLE] = 8,
                                   [RECORD_ID] = 16 };
    const uint8_t *p = (const uint8_t *)from + f->offset;
    for (size_t i = 0; i < f->n; i++, p += step[f->type])
        switch (f->type) {
        case RECORD_U64: bytes_number(out, *(const uint64_t *)(const void *)p); break;
        case RECORD_U32: bytes_number(out, *(const uint32_t *)(const void *)p); break;
        case RECORD_U8: bytes_number(out, *p); break;
        case RECORD_BOOL: bytes_number(out, *(const bool *)p); break;
        case RECORD_DOUBLE: bytes_double(out, *(const double *)(const void *)p); break;
        case RECORD_ID: bytes_put(out, p, 16); break;
        }
}

static void write_fields(const struct record_fields *fields, const void *from, struct bytes *out)
{
    for (size_t i = 0; i < fields->n; i++)
        write_field(&fields->list[i], from, out);
}

static void read_field(const struct record_field *f, void *to, struct bytes_reader *in)
{
    uint8_t *p = (uint8_t *)to + f->offset;
    for (size_t i = 0; i < f->n; i++)
        switch (f->type) {
        case RECORD_U64: ((uint64_t *)(void *)p)[i] = bytes_read_number(in, UINT64_MAX); break;
        case RECORD_U32: ((uint32_t *)(void *)p)[i] = (uint32_t)bytes_read_number(in, UINT32_MAX); break;
        case RECORD_U8: p[i] = (uint8_t)bytes_read_number(in, UINT8_MAX); break;
        case RECORD_BOOL: ((bool *)p)[i] = bytes_read_number(in, 1); break;
        case RECORD_DOUBLE: ((double *)(void *)p)[i] = bytes_read_double(in); break;
        case RECORD_ID: bytes_read(in, p + 16 * i, 16); break;
        }
}

static void read_fields(const struct record_fields *fields, unsigned version, void *to,
                        struct bytes_reader *in)
{
    for (size_t i = 0; i < fields->n; i++)
        if (fields->list[i].since <= version)
            read_field(&fields->list[i], to, in);
}

static bool within(const struct record_field *f, size_t offset, size_t size)
{
    return f->offset >= offset && f->offset < offset + size;
}

void record_write_range(const struct point *p, size_t offset, size_t size, struct bytes *out)
{
    for (size_t i = 0; i < record_point_fields.n; i++)
        if (within(&record_point_fields.list[i], offset, size))
            write_field(&record_point_fields.list[i], p, out);
}

void record_read_range(struct point *p, size_t offset, size_t size, struct bytes_reader *in)
{
    for (size_t i = 0; i < record_point_fields.n; i++)
        if (within(&record_point_fields.list[i], offset, size))
            read_field(&record_point_fields.list[i], p, in);
}

/* Bytes little endian, wherever this runs. */
static void checksum_of(const uint8_t *p, size_t n, uint8_t *out)
{
    uint64_t hash = XXH3_64bits(p, n);
    for (size_t i = 0; i < CHECKSUM; i++)
        out[i] = (uint8_t)(hash >> 8 * i);
}

/* A record begins at `from` of out. */
static void finish(struct bytes *out, size_t from)
{
    uint8_t checksum[CHECKSUM];
    if (out->failed)
        return;
    checksum_of(out->p + from, out->n - from, checksum);
    bytes_put(out, checksum, sizeof checksum);
}

static int start(struct bytes_reader *in, const uint8_t *bytes, size_t size, unsigned *version,
                 struct err *err)
{
    uint8_t checksum[CHECKSUM];
    if (size < CHECKSUM)
        return err_set(err, "damaged record: %zu bytes", size);
    *in = (struct bytes_reader){ bytes, bytes + size - CHECKSUM, false };
    checksum_of(bytes, size - CHECKSUM, checksum);
    if (memcmp(checksum, in->end, CHECKSUM) != 0)
        return err_set(err, "damaged record: checksum wrong");
    *version = (unsigned)bytes_read_number(in, UINT32_MAX);
    if (in->failed || *version == 0)
        return err_set(err, "damaged record: no version");
    if (*version > RECORD_VERSION)
        return err_set(err, "future version: record of version %u, this reads %u", *version,
                       RECORD_VERSION);
    return 0;
}

static int bad(struct err *err)
{
    return err_set(err, "damaged record: bad structure");
}

static void write_target(const struct log_target *t, struct bytes *out)
{
    bytes_text(out, t->key.build);
    bytes_text(out, t->key.file);
    bytes_text(out, t->key.name);
    bytes_text(out, t->key.function);
    write_fields(&record_target_fields, t, out);
    bytes_number(out, t->n_opaque);
    for (size_t i = 0; i < t->n_opaque; i++) {
        bytes_text(out, t->opaque[i].name);
        bytes_number(out, t->opaque[i].calls);
    }
}

void record_write_head(const struct log_points *log, struct bytes *out)
{
    size_t from = out->n;
    bytes_number(out, RECORD_VERSION);
    write_fields(&record_log_fields, log, out);
    bytes_number(out, log->n_targets);
    for (size_t i = 0; i < log->n_targets; i++)
        write_target(&log->targets[i], out);
    bytes_number(out, log->n_nestings);
    for (size_t i = 0; i < log->n_nestings; i++) {
        bytes_number(out, log->nestings[i].inner);
        bytes_number(out, log->nestings[i].outer);
    }
    finish(out, from);
}

/* A count of elements that are allocated here; NULL if there are none, as in most arrays. */
static size_t read_array(struct bytes_reader *in, void *array, size_t size)
{
    size_t n = bytes_read_count(in);
    void *p = n > 0 ? calloc(n, size) : NULL;
    memcpy(array, &p, sizeof p);
    if (n == 0)
        return 0;
    in->failed |= !p;
    return in->failed ? 0 : n;
}

static void read_target(struct log_target *t, unsigned version, struct bytes_reader *in)
{
    t->key.build = bytes_read_text(in);
    t->key.file = bytes_read_text(in);
    t->key.name = bytes_read_text(in);
    t->key.function = bytes_read_text(in);
    in->failed |= !t->key.build || !t->key.file || !t->key.name || !t->key.function;
    read_fields(&record_target_fields, version, t, in);
    in->failed |= t->key.kind != ALOG_LOOP && t->key.kind != ALOG_RECURSION;
    size_t n = read_array(in, &t->opaque, sizeof *t->opaque);
    t->cap_opaque = n;
    while (!in->failed && t->n_opaque < n) {
        struct opaque *opaque = &t->opaque[t->n_opaque++];
        opaque->name = bytes_read_text(in);
        opaque->calls = bytes_read_number(in, UINT64_MAX);
        in->failed |= !opaque->name;
    }
}

static void read_targets(struct log_points *log, unsigned version, struct bytes_reader *in)
{
    size_t n = read_array(in, &log->targets, sizeof *log->targets);
    while (!in->failed && log->n_targets < n) {
        struct log_target *t = &log->targets[log->n_targets++];
        read_target(t, version, in);
        if (!in->failed && log->n_targets > 1)
            in->failed |= target_key_compare(&t[-1].key, &t->key) >= 0;
    }
}

static void read_nestings(struct log_points *log, struct bytes_reader *in)
{
    size_t n = read_array(in, &log->nestings, sizeof *log->nestings);
    uint64_t last = log->n_targets - 1;
    in->failed |= n > 0 && log->n_targets == 0;
    while (!in->failed && log->n_nestings < n) {
        struct nesting *nesting = &log->nestings[log->n_nestings++];
        nesting->inner = bytes_read_number(in, last);
        nesting->outer = bytes_read_number(in, last);
    }
}

int record_read_head(const uint8_t *bytes, size_t size, const char *path, struct log_points **out,
                     struct err *err)
{
    struct bytes_reader in;
    unsigned version;
    if (start(&in, bytes, size, &version, err) != 0)
        return -1;
    struct log_points *log = calloc(1, sizeof *log);
    if (!log || !(log->path = strdup(path))) {
        free(log);
        return err_memory(err);
    }
    read_fields(&record_log_fields, version, log, &in);
    read_targets(log, version, &in);
    read_nestings(log, &in);
    if (in.failed || in.p != in.end) {
        log_points_free(log);
        return bad(err);
    }
    *out = log;
    return 0;
}

static void write_rows(const struct row *rows, size_t n, struct bytes *out)
{
    bytes_number(out, n);
    for (size_t i = 0; i < n; i++) {
        bytes_double(out, rows[i].size);
        bytes_double(out, rows[i].cost);
        bytes_number(out, rows[i].count);
    }
}

void record_write_point(const struct point *p, struct bytes *out)
{
    size_t from = out->n;
    bytes_number(out, RECORD_VERSION);
    bytes_number(out, p->target);
    write_fields(&record_point_fields, p, out);
    bytes_text(out, p->label);
    bytes_number(out, p->n_outermost);
    for (size_t i = 0; i < p->n_outermost; i++) {
        bytes_number(out, p->outermost[i].size);
        bytes_number(out, p->outermost[i].cost);
        bytes_double(out, p->outermost[i].rms);
        bytes_number(out, p->outermost[i].count);
    }
    write_rows(p->rows, p->n_rows, out);
    write_rows(p->user_rows, p->n_user_rows, out);
    write_rows(p->work_rows, p->n_work_rows, out);
    finish(out, from);
}

static size_t read_rows(struct row **rows, struct bytes_reader *in)
{
    size_t n = read_array(in, rows, sizeof **rows), i = 0;
    for (; !in->failed && i < n; i++) {
        struct row *row = &(*rows)[i];
        row->size = bytes_read_double(in);
        row->cost = bytes_read_double(in);
        row->count = bytes_read_number(in, UINT64_MAX);
    }
    return i;
}

static void read_instances(struct point *p, unsigned version, struct bytes_reader *in)
{
    size_t n = read_array(in, &p->outermost, sizeof *p->outermost);
    while (!in->failed && p->n_outermost < n) {
        struct outermost *o = &p->outermost[p->n_outermost++];
        o->size = bytes_read_number(in, UINT64_MAX);
        o->cost = bytes_read_number(in, UINT64_MAX);
        o->rms = bytes_read_double(in);
        o->count = bytes_read_number(in, UINT64_MAX);
    }
    p->n_rows = read_rows(&p->rows, in);
    if (version >= 4)
        p->n_user_rows = read_rows(&p->user_rows, in);
    if (version >= 7)
        p->n_work_rows = read_rows(&p->work_rows, in);
}

/* Room for one more point; by doubling, at powers of two. */
static int make_room(struct log_points *log)
{
    size_t n = log->n_points;
    if ((n & (n - 1)) != 0 || (n == 0 && log->points))
        return 0;
    struct point *more = realloc(log->points, (n ? 2 * n : 1) * sizeof *more);
    if (!more)
        return -1;
    log->points = more;
    return 0;
}

static bool in_order(const struct log_points *log, const struct point *p)
{
    const struct point *last = log->n_points > 0 ? &log->points[log->n_points - 1] : NULL;
    return p->target < log->n_targets && p->instances > 0 && p->thin <= 32 &&
           (!last || last->target < p->target || (last->target == p->target && last->run < p->run));
}

/* Behind the last point of the log.  0, or -1: it is none. */
static int read_point(const uint8_t *bytes, size_t size, const struct log_points *log, struct point *p, struct err *err)
{
    struct bytes_reader in;
    unsigned version;
    *p = (struct point){ .read_once = NAN, .user_size = NAN, .accessed = NAN, .accessed_low = NAN, .accessed_high = NAN };
    if (start(&in, bytes, size, &version, err) != 0)
        return -1;
    p->target = bytes_read_number(&in, SIZE_MAX);
    read_fields(&record_point_fields, version, p, &in);
    p->label = bytes_read_text(&in);
    read_instances(p, version, &in);
    if (!in.failed && in.p == in.end && in_order(log, p))
        return 0;
    point_free(p);
    return bad(err);
}

int record_read_point(const uint8_t *bytes, size_t size, struct log_points *log, struct err *err)
{
    struct point p;
    if (read_point(bytes, size, log, &p, err) != 0)
        return -1;
    if (make_room(log) != 0) {
        point_free(&p);
        return bad(err);
    }
    log->points[log->n_points++] = p;
    return 0;
}

/* Each point takes the place of the one that it is of: there is no memory for both lists. */
static int pass_points(struct log_points *from, struct log_points *to, struct bytes *bytes, struct err *err)
{
    int result = 0;
    to->points = from->points;
    for (size_t i = 0; result == 0 && i < from->n_points; i++) {
        struct point p;
        bytes->n = 0;
        record_write_point(&from->points[i], bytes);
        result = bytes->failed ? err_memory(err) : read_point(bytes->p, bytes->n, to, &p, err);
        if (result == 0) {
            point_free(&from->points[i]);
            to->points[to->n_points++] = p;
        }
    }
    to->n_points = from->n_points;      /* all of them are freed with it */
    from->points = NULL;
    from->n_points = 0;
    return result;
}

int record_pass(struct log_points **log, struct err *err)
{
    struct bytes bytes = { 0 };
    struct log_points *copy = NULL;
    record_write_head(*log, &bytes);
    int result = bytes.failed ? err_memory(err)
                              : record_read_head(bytes.p, bytes.n, (*log)->path, &copy, err);
    if (result == 0)
        result = pass_points(*log, copy, &bytes, err);
    bytes_free(&bytes);
    if (result != 0) {
        log_points_free(copy);
        return -1;
    }
    copy->time = (*log)->time;
    copy->called = (*log)->called;      /* no database has it */
    copy->damaged_contexts = (*log)->damaged_contexts;
    copy->has_contexts = (*log)->has_contexts;
    copy->only_counted = (*log)->only_counted;
    copy->stops = (*log)->stops;
    (*log)->called = NULL;
    log_points_free(*log);
    *log = copy;
    return 0;
}
