/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The rest of a packed is
 *
 *     rest := number bytes, size*, double marked, work, streak, list{4}, place
 *     size := 1, double | 0, double{3}
 *     work, streak := 0 | 1, their fields
 *     list := number elements, number bytes
 *     place := 0, the lists | number 1 + where they are in the pool's file
 */
#include "packed/packed_point.h"

#include <fcntl.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

#include "packed/packed_list.h"
#include "packed/database_record.h"

#define MOST_LISTS 256          /* bytes of lists that are held in memory */
#define FIRST_PLACES 256

void point_pool_free(struct point_pool *pool)
{
    for (size_t i = 0; i < pool->places; i++)
        free(pool->text[i]);
    free(pool->text);
    if (pool->file > 0)
        close(pool->file - 1);
    *pool = (struct point_pool){ 0 };
}

/* Where a text is, or would be. */
static char **place_of(char **text, size_t places, const char *wanted)
{
    size_t i = XXH3_64bits(wanted, strlen(wanted)) & (places - 1);
    while (text[i] && strcmp(text[i], wanted) != 0)
        i = (i + 1) & (places - 1);
    return &text[i];
}

static int grow_table(struct point_pool *pool)
{
    size_t places = pool->places ? 2 * pool->places : FIRST_PLACES;
    char **text = calloc(places, sizeof *text);
    if (!text)
        return -1;
    for (size_t i = 0; i < pool->places; i++)
        if (pool->text[i])
            *place_of(text, places, pool->text[i]) = pool->text[i];
    free(pool->text);
    pool->text = text;
    pool->places = places;
    return 0;
}

const char *point_pool_text(struct point_pool *pool, const char *text)
{
    char *found = NULL;
    if (!text)
        return NULL;
#pragma omp critical(point_pool)
    if (4 * pool->n_texts < 3 * pool->places || grow_table(pool) == 0) {
        char **place = place_of(pool->text, pool->places, text);
        if (!*place && (*place = strdup(text)))
            pool->n_texts++;
        found = *place;
    }
    return found;
}

static char *shared(struct point_pool *pool, char *text)
{
    /* Texts of a log that shares them are freed with the pool. */
    return (char *)(uintptr_t)point_pool_text(pool, text);
}

int point_pool_share_texts(struct point_pool *pool, struct log_points *log)
{
    bool failed = false;
    if (log->shares_texts)
        return 0;
    for (size_t i = 0; i < log->n_targets; i++) {
        const struct log_target *t = &log->targets[i];
        failed |= !point_pool_text(pool, t->key.build) || !point_pool_text(pool, t->key.file) ||
                  !point_pool_text(pool, t->key.name) || !point_pool_text(pool, t->key.function);
        for (size_t k = 0; k < t->n_opaque; k++)
            failed |= !point_pool_text(pool, t->opaque[k].name);
    }
    if (failed)
        return -1;
    for (size_t i = 0; i < log->n_targets; i++) {
        struct log_target *t = &log->targets[i];
        char **texts[] = { &t->key.build, &t->key.file, &t->key.name, &t->key.function };
        for (size_t k = 0; k < 4 + t->n_opaque; k++) {
            char **text = k < 4 ? texts[k] : &t->opaque[k - 4].name, *own = *text;
            *text = shared(pool, own);
            free(own);
        }
    }
    log->shares_texts = true;
    return 0;
}

static int open_file(void)
{
    const char *folder = getenv("TMPDIR");
    return open(folder && *folder ? folder : "/tmp", O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
}

/* Where the bytes are in the file, from 1; 0: nowhere. */
static uint64_t put_in_file(struct point_pool *pool, const struct bytes *bytes)
{
    uint64_t place = 0;
    int file;
#pragma omp critical(point_pool)
    {
        if (pool->file == 0)
            pool->file = open_file() + 1;
        file = pool->file;
        place = pool->in_file;
        pool->in_file += bytes->n;
    }
    return file > 0 && pwrite(file - 1, bytes->p, bytes->n, (off_t)place) == (ssize_t)bytes->n
               ? place + 1 : 0;
}

static void put_estimate(const struct estimate *e, struct bytes *out)
{
    bool one = memcmp(&e->size, &e->low, sizeof e->size) == 0 &&
               memcmp(&e->size, &e->high, sizeof e->size) == 0;
    bytes_number(out, one);
    bytes_double(out, e->size);
    if (!one) {
        bytes_double(out, e->low);
        bytes_double(out, e->high);
    }
}

static void read_estimate(struct bytes_reader *in, struct estimate *e)
{
    bool one = bytes_read_number(in, 1);
    e->size = e->low = e->high = bytes_read_double(in);
    if (!one) {
        e->low = bytes_read_double(in);
        e->high = bytes_read_double(in);
    }
}

static void put_lists(struct point_pool *pool, const struct point *p, struct bytes *room,
                      struct bytes *out)
{
    const struct row *rows[] = { NULL, p->rows, p->work_rows, p->user_rows };
    size_t n[] = { p->n_outermost, p->n_rows, p->n_work_rows, p->n_user_rows }, before = 0;
    room->n = 0;
    for (int i = 0; i < PACKED_LISTS; i++) {
        if (i == PACKED_OUTERMOST)
            packed_put_outermost(p->outermost, n[i], room);
        else if (n[i] > 0)
            packed_put_rows(rows[i], n[i], room);
        bytes_number(out, n[i]);
        bytes_number(out, room->n - before);
        before = room->n;
    }
    out->failed |= room->failed;
    uint64_t place = room->n > MOST_LISTS && !room->failed ? put_in_file(pool, room) : 0;
    bytes_number(out, place);
    if (place == 0)
        bytes_put(out, room->p, room->n);
}

/* What is estimated of a run that is known exactly is not asked for again. */
static void put_rest(struct point_pool *pool, const struct point *p, struct bytes *room,
                     struct bytes *out)
{
    bool streak = p->streak.pairs > 0 && (!p->exact || isnan(p->estimates[pool->estimator].size));
    for (int i = 0; i < ESTIMATORS; i++)
        if (pool->all_estimators || i == pool->estimator)
            put_estimate(&p->estimates[i], out);
    bytes_double(out, p->marked);
    bytes_number(out, p->work.n > 0);
    if (p->work.n > 0)
        record_write_range(p, offsetof(struct point, work), sizeof p->work, out);
    bytes_number(out, streak);
    if (streak)
        record_write_range(p, offsetof(struct point, streak), sizeof p->streak, out);
    put_lists(pool, p, room, out);
}

static struct packed_point packed_of(const struct point *p, const char *label)
{
    return (struct packed_point){
        .target = (uint32_t)p->target, .run = p->run, .label = label, .user_size = p->user_size,
        .accessed = p->accessed, .accessed_low = p->accessed_low, .accessed_high = p->accessed_high,
        .cost = p->cost, .instances = p->instances, .calls = p->calls, .rms = p->rms,
        .sampled = p->sampled, .cut = p->cut, .cut_cost = p->cut_cost, .lost = p->lost, .pairs = p->pairs,
        .starts = p->starts, .refused = p->refused, .inner = p->inner, .read_once = p->read_once, .thin = p->thin,
        .warnings = p->warnings, .exact = p->exact, .partial = p->partial,
        .by_command = p->by_command };
}

/* The rests of all points, one after the other, in memory that they need. */
static uint8_t *put_points(struct point_pool *pool, const struct log_points *log,
                           struct packed_point *packed)
{
    struct bytes all = { 0 }, one = { 0 }, room = { 0 };
    for (size_t i = 0; i < log->n_points; i++) {
        const struct point *p = &log->points[i];
        packed[i] = packed_of(p, point_pool_text(pool, p->label));
        all.failed |= p->label && !packed[i].label;
        one.n = 0;
        put_rest(pool, p, &room, &one);
        bytes_number(&all, one.n);
        bytes_put(&all, one.p, one.n);
        all.failed |= one.failed;
    }
    bytes_free(&one);
    bytes_free(&room);
    if (all.failed || log->n_points == 0) {
        bytes_free(&all);
        return NULL;
    }
    uint8_t *fit = realloc(all.p, all.n);
    return fit ? fit : all.p;
}

static void find_rests(const uint8_t *p, struct packed_point *packed, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        struct bytes_reader in = { p, p + 10, false };
        packed[i].rest = p;
        size_t size = bytes_read_number(&in, SIZE_MAX);
        p = in.p + size;
    }
}

int point_pool_pack(struct point_pool *pool, struct log_points *log)
{
    struct packed_point *packed = malloc((log->n_points > 0 ? log->n_points : 1) * sizeof *packed);
    uint8_t *rests = packed ? put_points(pool, log, packed) : NULL;
    if (!packed || (!rests && log->n_points > 0) || point_pool_share_texts(pool, log) != 0) {
        free(packed);
        free(rests);
        return -1;
    }
    find_rests(rests, packed, log->n_points);
    for (size_t i = 0; i < log->n_points; i++)
        point_free(&log->points[i]);
    free(log->points);
    log->points = NULL;
    log->packed = packed;
    log->rests = rests;
    return 0;
}

static struct bytes_reader open_rest(const struct packed_point *b)
{
    struct bytes_reader in = { b->rest, b->rest + 10, false };
    size_t size = bytes_read_number(&in, SIZE_MAX);
    in.end = in.p + size;
    return in;
}

static void read_rest(const struct point_pool *pool, struct bytes_reader *in,
                      struct packed_rest *out)
{
    struct point p = { .marked = 0 };
    for (int i = 0; i < ESTIMATORS; i++) {
        out->estimates[i] = (struct estimate){ NAN, NAN, NAN };
        if (pool->all_estimators || i == pool->estimator)
            read_estimate(in, &out->estimates[i]);
    }
    out->marked = bytes_read_double(in);
    if (bytes_read_number(in, 1))
        record_read_range(&p, offsetof(struct point, work), sizeof p.work, in);
    if (bytes_read_number(in, 1))
        record_read_range(&p, offsetof(struct point, streak), sizeof p.streak, in);
    out->work = p.work;
    out->streak = p.streak;
}

void point_unpack(const struct point_pool *pool, const struct packed_point *packed,
                  struct packed_rest *out)
{
    struct bytes_reader in = open_rest(packed);
    read_rest(pool, &in, out);
}

void packed_count(const struct point_pool *pool, const struct packed_point *packed, uint64_t n[PACKED_LISTS])
{
    struct bytes_reader in = open_rest(packed);
    struct packed_rest rest;
    read_rest(pool, &in, &rest);
    for (enum packed_list i = 0; i < PACKED_LISTS; i++) {
        n[i] += bytes_read_number(&in, SIZE_MAX);
        bytes_read_number(&in, SIZE_MAX);
    }
}

void packed_read(const struct point_pool *pool, const struct packed_point *packed,
                 enum packed_list list, struct packed_reader *out)
{
    struct bytes_reader in = open_rest(packed);
    struct packed_rest rest;
    size_t skip = 0, size = 0, n = 0;
    read_rest(pool, &in, &rest);
    for (enum packed_list i = 0; i < PACKED_LISTS; i++) {
        size_t elements = bytes_read_number(&in, SIZE_MAX), bytes = bytes_read_number(&in, SIZE_MAX);
        skip += i < list ? bytes : 0;
        n = i == list ? elements : n;
        size = i == list ? bytes : size;
    }
    uint64_t place = bytes_read_number(&in, UINT64_MAX);
    *out = (struct packed_reader){ .n = n };
    if (place == 0)
        out->at = (struct bytes_reader){ in.p + skip, in.p + skip + size, in.failed };
    else {
        out->at = (struct bytes_reader){ out->window, out->window, false };
        out->file = pool->file - 1;
        out->from = place - 1 + skip;
        out->left = size;
        packed_look_ahead(out);
    }
    if (list != PACKED_OUTERMOST && n > 0)
        out->whole = bytes_read_number(&out->at, 1);
}
