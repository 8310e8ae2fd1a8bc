/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * From a database of logs to a dataset.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "store/store.h"
#include "store/store_schema.h"
#include "store/store_shares.h"

/* A log on its way into the set. */
struct found {
    uint8_t hash[STORE_HASH];
    struct log_points *log;
};

struct reading {
    const struct query *query;
    struct dataset *set;
    struct hash_set left_out;   /* logs, by hash */
    struct found *list;         /* ascending by hash; those before `at` are whole */
    size_t n, cap, at;
};

static int in_log(const uint8_t *hash, const struct err *why, struct err *err)
{
    char hex[2 * STORE_HASH + 1];
    text_hex(hash, STORE_HASH, hex);
    return err_set(err, "log %s: %.150s", hex, why->text);
}

static int take_log(void *arg, const struct db_value *row, struct err *err)
{
    struct reading *r = arg;
    struct err why;
    if (row[0].type != DB_BYTES || row[0].n != STORE_HASH || row[1].type != DB_TEXT ||
        row[2].type != DB_INT || row[3].type != DB_BYTES)
        return err_set(err, "is damaged: a log's row of other types");
    if (hash_set_has(&r->left_out, row[0].p)) {
        r->set->n_left_out_logs++;
        return 0;
    }
    if (array_grow(&r->list, &r->cap, r->n + 1, sizeof *r->list) != 0)
        return err_memory(err);
    struct found *found = &r->list[r->n];
    memcpy(found->hash, row[0].p, STORE_HASH);
    if (record_read_head(row[3].p, row[3].n, row[1].p, &found->log, &why) != 0)
        return in_log(found->hash, &why, err);
    found->log->time = row[2].i;
    r->n++;
    return point_pool_share_texts(&r->set->pool, found->log) == 0 ? 0 : err_memory(err);
}

/* The next log has all its points. */
static int end_log(struct reading *r, struct err *err)
{
    struct log_points **log = &r->list[r->at++].log;
    if (query_select(r->query, *log))
        return point_pool_pack(&r->set->pool, *log) == 0 ? 0 : err_memory(err);
    log_points_free(*log);
    *log = NULL;
    return 0;
}

/* Logs and points come in the order of the same hashes. */
static int take_point(void *arg, const struct db_value *row, struct err *err)
{
    struct reading *r = arg;
    struct err why;
    if (row[0].type != DB_BYTES || row[0].n != STORE_HASH || row[1].type != DB_BYTES)
        return err_set(err, "is damaged: a point's row of other types");
    while (r->at < r->n && memcmp(r->list[r->at].hash, row[0].p, STORE_HASH) < 0)
        if (end_log(r, err) != 0)
            return -1;
    if (r->at == r->n || memcmp(r->list[r->at].hash, row[0].p, STORE_HASH) != 0)
        return 0;               /* left out, or taken in since the logs were asked for */
    if (record_read_point(row[1].p, row[1].n, r->list[r->at].log, &why) != 0)
        return in_log(row[0].p, &why, err);
    return 0;
}

/* A bad log, which is told as if its file were read now. */
static int take_bad(void *arg, const struct db_value *row, struct err *err)
{
    if (row[0].type != DB_TEXT || row[1].type != DB_TEXT)
        return err_set(err, "is damaged: a row of quarantine of other types");
    return dataset_skip(arg, row[0].p, row[1].p) == 0 ? 0 : err_memory(err);
}

/* No run that began later is in a file that was last changed before. */
static int read_quarantine(struct db *db, const struct query *query, struct dataset *set,
                           struct err *err)
{
    const int64_t second = 1000000000;
    bool all = query->since < INT64_MIN / second, none = query->since > INT64_MAX / second;
    const struct db_value since = db_int(all ? INT64_MIN : none ? INT64_MAX
                                                                : query->since * second);
    return db->functions->run(db, "SELECT name, why FROM quarantine WHERE changed >= $1 AND "
                              "name NOT LIKE '%.delete' ORDER BY name", &since, 1, take_bad, set,
                              err);
}

/* What the query leaves out is not read, as far as that is quick. */
#define OF_TIME " FROM logs WHERE time >= $1"
#define OF_BUILD "target IN (SELECT id FROM targets WHERE build LIKE $2)"
#define OF_BUILDS_LOGS " AND hash IN (SELECT log FROM points WHERE " OF_BUILD ")"

struct questions {
    const char *asked, *logs, *points;
};
static const struct questions of_all = {
    "SELECT hash, client, weight" OF_TIME,
    "SELECT hash, name, time, record" OF_TIME " ORDER BY hash",
    "SELECT log, record FROM points WHERE log IN (SELECT hash" OF_TIME ") ORDER BY log, place, run",
}, of_build = {
    "SELECT hash, client, weight" OF_TIME OF_BUILDS_LOGS,
    "SELECT hash, name, time, record" OF_TIME OF_BUILDS_LOGS " ORDER BY hash",
    "SELECT log, record FROM points WHERE log IN (SELECT hash" OF_TIME ") AND " OF_BUILD " ORDER BY log, place, run",
};

static int read_rows(struct db *db, const struct query *query, struct reading *r, struct err *err)
{
    char build[160];
    snprintf(build, sizeof build, "%.*s%%", (int)strspn(query->build ? query->build : "",
                                                        "0123456789abcdef"), query->build ? query->build : "");
    const struct db_value args[] = { db_int(query->since), db_text(build) };
    const struct questions *of = query->build ? &of_build : &of_all;
    size_t n = query->build ? 2 : 1;
    if (store_shares_read(db, of->asked, args, n, &r->left_out, err) != 0 ||
        db->functions->run(db, of->logs, args, n, take_log, r, err) != 0)
        return -1;
    return db->functions->run(db, of->points, args, n, take_point, r, err);
}

/* All tables at one moment. */
static int read_all(struct db *db, const struct query *query, struct reading *r,
                    struct dataset *set, struct err *err)
{
    if (store_schema_check(db, err) != 0 ||
        db_run(db, db->functions->begin_reading, NULL, 0, err) != 0)
        return -1;
    int result = read_rows(db, query, r, err);
    if (result == 0)
        result = read_quarantine(db, query, set, err);
    db_rollback(db);
    return result;
}

int store_read(const char *name, const struct query *query, struct dataset *set, struct err *err)
{
    struct reading r = { .query = query, .set = set };
    struct db *db = NULL;
    if (query->shift != 0)
        return err_set(err, "sizes in a database are in bytes: --cell is for logs");
    int result = db_open(name, false, &db, err);
    if (result == 0)
        result = read_all(db, query, &r, set, err);
    db_close(db);
    while (result == 0 && r.at < r.n)
        result = end_log(&r, err);
    for (size_t i = 0; i < r.n; i++) {
        struct log_points *log = r.list[i].log;
        if (log && (result != 0 || dataset_add(set, log) != 0)) {
            result = result == 0 ? err_memory(err) : result;
            log_points_free(log);
        }
    }
    free(r.list);
    hash_set_free(&r.left_out);
    return result;
}
