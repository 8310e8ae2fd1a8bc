/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Writing a database of logs.
 */
#include "store/store.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

#include "store/hash_set.h"
#include "store/store_being_read.h"
#include "store/store_schema.h"

void store_hash(const uint8_t *bytes, size_t size, uint8_t out[STORE_HASH])
{
    XXH128_canonical_t canonical;
    XXH128_canonicalFromHash(&canonical, XXH3_128bits(bytes, size));
    memcpy(out, canonical.digest, STORE_HASH);
}

void store_file_key(const char *name, int64_t size, int64_t changed, uint8_t out[STORE_HASH])
{
    struct bytes key = { 0 };
    bytes_text(&key, name);
    bytes_number(&key, (uint64_t)size);
    bytes_number(&key, (uint64_t)changed);
    bytes_text(&key, "quarantine");
    store_hash(key.p, key.n, out);
    bytes_free(&key);
}

/* The id of a target: of all that makes it one, and its function. */
static int64_t target_id(const struct target_key *key)
{
    struct bytes text = { 0 };
    bytes_text(&text, key->build);
    bytes_text(&text, key->file);
    bytes_text(&text, key->name);
    bytes_text(&text, key->function);
    bytes_number(&text, key->line);
    bytes_number(&text, key->column);
    bytes_number(&text, key->kind);
    uint64_t id = XXH3_64bits(text.p, text.n);
    bytes_free(&text);
    return (int64_t)(id >> 1);
}

static int take_known(void *arg, const struct db_value *row, struct err *err)
{
    if (row->type != DB_BYTES || row->n != STORE_HASH)
        return err_set(err, "is damaged: a hash of %zu bytes", row->n);
    return hash_set_add(arg, row->p) < 0 ? err_memory(err) : 0;
}

static int take_quarantined(void *arg, const struct db_value *row, struct err *err)
{
    uint8_t key[STORE_HASH];
    if (row[0].type != DB_TEXT)
        return err_set(err, "is damaged: a file without a name");
    store_file_key(row[0].p, row[1].i, row[2].i, key);
    return hash_set_add(arg, key) < 0 ? err_memory(err) : 0;
}

static int read_known(struct store *s, struct err *err)
{
    const struct db_functions *f = s->db->functions;
    if (f->run(s->db, "SELECT hash FROM logs", NULL, 0, take_known, &s->known, err) != 0 ||
        f->run(s->db, "SELECT hash FROM forgotten", NULL, 0, take_known, &s->forgotten, err) != 0)
        return -1;
    return f->run(s->db, "SELECT name, size, changed FROM quarantine", NULL, 0, take_quarantined,
                  &s->known, err);
}

int store_open(const char *name, struct store **out, struct err *err)
{
    struct store *s = calloc(1, sizeof *s);
    if (!s)
        return err_memory(err);
    if (db_open(name, true, &s->db, err) == 0 && store_schema_make(s->db, err) == 0 &&
        read_known(s, err) == 0 && store_begun_read(s, time(NULL), err) == 0) {
        *out = s;
        return 0;
    }
    store_close(s);
    return -1;
}

void store_close(struct store *s)
{
    if (!s)
        return;
    db_close(s->db);
    hash_set_free(&s->known);
    hash_set_free(&s->forgotten);
    hash_set_free(&s->targets);
    hash_set_free(&s->suspects);
    for (int i = 0; i < STORE_LONE_READINGS; i++)
        hash_set_free(&s->alone[i]);
    free(s);
}

bool store_knows(const struct store *s, const uint8_t hash[STORE_HASH])
{
    return hash_set_has(&s->known, hash) || hash_set_has(&s->forgotten, hash);
}

bool store_is_quarantined(const struct store *s, const char *name, int64_t size, int64_t changed)
{
    uint8_t key[STORE_HASH];
    store_file_key(name, size, changed, key);
    return hash_set_has(&s->known, key);
}

static int64_t saturated(uint64_t value)
{
    return value > INT64_MAX ? INT64_MAX : (int64_t)value;
}

/* What is loaded: the logs of a batch that are new, and their points. */
struct loading {
    const struct store_batch *batch;
    const bool *is_new;
    size_t log, point;
};

static struct db_value client_of(const struct log_points *log)
{
    static const uint8_t none[sizeof log->header.client];
    if (memcmp(log->header.client, none, sizeof none) == 0)
        return db_text(NULL);
    return db_bytes(log->header.client, sizeof none);
}

static bool next_log(void *arg, struct db_value *row)
{
    struct loading *l = arg;
    while (l->log < l->batch->n && !l->is_new[l->log])
        l->log++;
    if (l->log == l->batch->n)
        return false;
    const struct reduced *r = &l->batch->list[l->log++];
    row[0] = db_bytes(r->hash, STORE_HASH);
    row[1] = db_text(r->name);
    row[2] = db_bytes(r->log->run_id, sizeof r->log->run_id);
    row[3] = db_int(saturated(r->log->sequence));
    row[4] = db_int(r->log->time);
    row[5] = db_int(l->batch->now);
    row[6] = db_int(saturated(r->size));
    row[7] = db_bytes(r->head.p, r->head.n);
    row[8] = client_of(r->log);
    row[9] = db_int((int64_t)(r->log->n_targets + r->n_points));
    return true;
}

static bool next_point(void *arg, struct db_value *row)
{
    struct loading *l = arg;
    while (l->log < l->batch->n &&
           (!l->is_new[l->log] || l->point == l->batch->list[l->log].n_points)) {
        l->log++;
        l->point = 0;
    }
    if (l->log == l->batch->n)
        return false;
    const struct reduced *r = &l->batch->list[l->log];
    const struct reduced_point *p = &r->point[l->point];
    size_t begin = l->point > 0 ? r->end[l->point - 1] : 0;
    row[0] = db_bytes(r->hash, STORE_HASH);
    row[1] = db_int((int64_t)p->target);
    row[2] = db_int(p->run);
    row[3] = db_int(target_id(&r->log->targets[p->target].key));
    row[4] = db_text(p->label);
    row[5] = db_int(saturated(p->cost));
    row[6] = db_int(saturated(p->instances));
    row[7] = isnan(p->size) ? (struct db_value){ .type = DB_NULL } : db_real(p->size);
    row[8] = db_bytes(r->points.p + begin, r->end[l->point] - begin);
    l->point++;
    return true;
}

static int add_target(struct store *s, const struct target_key *key, struct err *err)
{
    int64_t id = target_id(key);
    uint8_t known[STORE_HASH] = { 0 };
    memcpy(known, &id, sizeof id);
    if (hash_set_has(&s->targets, known))
        return 0;
    const struct db_value args[] = {
        db_int(id), db_text(key->build), db_text(key->file), db_int(key->line), db_int(key->column),
        db_int(key->kind), db_text(key->name), db_text(key->function)
    };
    if (db_run(s->db, "INSERT INTO targets (id, build, file, line, col, kind, name, function) "
               "VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT DO NOTHING",
               args, sizeof args / sizeof *args, err) != 0)
        return -1;
    return hash_set_add(&s->targets, known) < 0 ? err_memory(err) : 0;
}

/* What the database has of a log now: others may write, too. */
struct presence {
    bool there, name_is_bad;
};

static int take_presence(void *arg, const struct db_value *row, struct err *err)
{
    struct presence *p = arg;
    (void)err;
    p->there = row[0].i > 0;
    p->name_is_bad = row[1].i > 0;
    return 0;
}

static int find_presence(struct store *s, const struct reduced *r, struct presence *out,
                         struct err *err)
{
    const struct db_value args[] = { db_bytes(r->hash, STORE_HASH), db_text(r->name) };
    return s->db->functions->run(
        s->db, "SELECT (SELECT count(*) FROM logs WHERE hash = $1) + "
        "(SELECT count(*) FROM forgotten WHERE hash = $1), "
        "(SELECT count(*) FROM quarantine WHERE name = $2)", args, 2, take_presence, out, err);
}

static int remove_quarantined(struct store *s, const char *name, struct err *err)
{
    const struct db_value arg = db_text(name);
    return db_run(s->db, "DELETE FROM quarantine WHERE name = $1", &arg, 1, err);
}

/* Marks what is new, also among the batch's own; its targets are added. */
static int find_new(struct store *s, const struct store_batch *batch, bool *is_new, size_t *taken,
                    struct err *err)
{
    struct hash_set seen = { 0 };
    int result = 0;
    *taken = 0;
    for (size_t i = 0; result == 0 && i < batch->n; i++) {
        const struct reduced *r = &batch->list[i];
        struct presence now = { 0 };
        int added = hash_set_add(&seen, r->hash);
        if (added < 0)
            result = err_memory(err);
        else if (added > 0)
            result = find_presence(s, r, &now, err);
        if (result == 0 && now.name_is_bad)
            result = remove_quarantined(s, r->name, err);
        is_new[i] = added > 0 && !now.there;
        *taken += is_new[i];
        for (size_t k = 0; result == 0 && is_new[i] && k < r->log->n_targets; k++)
            result = add_target(s, &r->log->targets[k].key, err);
    }
    hash_set_free(&seen);
    return result;
}

static int quarantine(struct store *s, const struct store_batch *batch, struct err *err)
{
    int result = 0;
    for (size_t i = 0; result == 0 && i < batch->n_bad; i++) {
        const struct quarantined *q = &batch->bad[i];
        const struct db_value args[] = { db_text(q->name), db_int(q->size), db_int(q->changed),
                                         db_text(q->why), db_int(batch->now) };
        result = remove_quarantined(s, q->name, err);
        if (result == 0)
            result = db_run(s->db, "INSERT INTO quarantine (name, size, changed, why, time) VALUES "
                            "($1, $2, $3, $4, $5)", args, sizeof args / sizeof *args, err);
    }
    return result;
}

static int add(struct store *s, const struct store_batch *batch, bool *is_new, size_t *taken,
               struct err *err)
{
    struct loading logs = { batch, is_new, 0, 0 }, points = logs;
    const struct db_functions *f = s->db->functions;
    if (store_begun_end(s, batch, err) != 0 || find_new(s, batch, is_new, taken, err) != 0 ||
        quarantine(s, batch, err) != 0)
        return -1;
    if (f->load(s->db, "logs", "hash, name, run_id, sequence, time, taken, size, record, client, weight", 10,
                next_log, &logs, err) != 0)
        return -1;
    return f->load(s->db, "points",
                   "log, place, run, target, label, cost, instances, size, record", 9, next_point,
                   &points, err);
}

/* After the commit. */
static int remember(struct store *s, const struct store_batch *batch)
{
    uint8_t key[STORE_HASH];
    int failed = 0;
    for (size_t i = 0; i < batch->n; i++)
        failed |= hash_set_add(&s->known, batch->list[i].hash) < 0;
    for (size_t i = 0; i < batch->n_bad; i++) {
        store_file_key(batch->bad[i].name, batch->bad[i].size, batch->bad[i].changed, key);
        failed |= hash_set_add(&s->known, key) < 0;
    }
    return failed ? -1 : 0;
}

int store_add(struct store *s, const struct store_batch *batch, size_t *taken, struct err *err)
{
    bool *is_new = calloc(batch->n + 1, sizeof *is_new);
    int result = is_new ? db_begin(s->db, err) : err_memory(err);
    if (result == 0 && (add(s, batch, is_new, taken, err) != 0 || db_commit(s->db, err) != 0)) {
        db_rollback(s->db);
        hash_set_free(&s->targets);     /* some may be undone */
        result = -1;
    }
    free(is_new);
    return result == 0 && remember(s, batch) != 0 ? err_memory(err) : result;
}

static int forget(struct store *s, const uint8_t *hash, int64_t now, struct err *err)
{
    const struct db_value args[] = { db_bytes(hash, STORE_HASH), db_int(now) };
    if (db_run(s->db, "DELETE FROM points WHERE log = $1", args, 1, err) != 0 ||
        db_run(s->db, "DELETE FROM logs WHERE hash = $1", args, 1, err) != 0)
        return -1;
    return db_run(s->db, "INSERT INTO forgotten (hash, time) VALUES ($1, $2) ON CONFLICT DO NOTHING",
                  args, 2, err);
}

/* Those that are not forgotten yet. */
static int forget_new(struct store *s, const uint8_t (*hashes)[STORE_HASH], size_t n, int64_t now,
                      struct err *err)
{
    int result = db_begin(s->db, err);
    if (result != 0)
        return -1;
    for (size_t i = 0; result == 0 && i < n; i++)
        if (!hash_set_has(&s->forgotten, hashes[i]))
            result = forget(s, hashes[i], now, err);
    if (result == 0 && db_commit(s->db, err) == 0)
        return 0;
    db_rollback(s->db);
    return -1;
}

int store_forget(struct store *s, const uint8_t (*hashes)[STORE_HASH], size_t n, int64_t now,
                 struct err *err)
{
    bool any = false;
    for (size_t i = 0; i < n; i++)
        any |= !hash_set_has(&s->forgotten, hashes[i]);
    if (any && forget_new(s, hashes, n, now, err) != 0)
        return -1;
    for (size_t i = 0; i < n; i++)
        if (hash_set_add(&s->forgotten, hashes[i]) < 0)
            return err_memory(err);
    return 0;
}
