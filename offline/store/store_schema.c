/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "store/store_schema.h"

#include <assert.h>
#include <inttypes.h>

#define NONE (-1)

/* Step i makes schema i + 1 of schema i.  Steps are never changed once released:
 * databases exist that were made by them. */
static const char *const steps[][16] = {
    {
        "CREATE TABLE algoprof_schema (version BIGINT NOT NULL)",
        "INSERT INTO algoprof_schema VALUES (0)",
        /* hash: XXH3-128 of the uncompressed log.  name: of its file.  time: when the
         * run began, in seconds since 1970, as far as its clock can be believed;
         * taken: when it was taken in.  size: of the log in bytes.  record: packed/database_record.h. */
        "CREATE TABLE logs (hash BYTEA PRIMARY KEY, name TEXT NOT NULL, run_id BYTEA NOT NULL,"
        " sequence BIGINT NOT NULL, time BIGINT NOT NULL, taken BIGINT NOT NULL,"
        " size BIGINT NOT NULL, record BYTEA NOT NULL)",
        "CREATE INDEX logs_time ON logs (time)",
        /* id: hash of the other columns. */
        "CREATE TABLE targets (id BIGINT PRIMARY KEY, build TEXT NOT NULL, file TEXT NOT NULL,"
        " line BIGINT NOT NULL, col BIGINT NOT NULL, kind BIGINT NOT NULL, name TEXT NOT NULL,"
        " function TEXT NOT NULL)",
        "CREATE INDEX targets_build ON targets (build)",
        /* place: of the target in its log's record.  cost, instances: 2^63 - 1 if more.
         * size: by the default estimator, that log alone; NULL: unknown.  The record
         * has it all exactly. */
        "CREATE TABLE points (log BYTEA NOT NULL, place BIGINT NOT NULL, run BIGINT NOT NULL,"
        " target BIGINT NOT NULL, label TEXT, cost BIGINT NOT NULL, instances BIGINT NOT NULL,"
        " size DOUBLE PRECISION, record BYTEA NOT NULL, PRIMARY KEY (log, place, run))",
        "CREATE INDEX points_target ON points (target)",
        /* Hashes of logs that are never to be taken (again): their senders withdrew. */
        "CREATE TABLE forgotten (hash BYTEA PRIMARY KEY, time BIGINT NOT NULL)",
        /* Files that could not be taken.  changed: the file's, in ns since 1970. */
        "CREATE TABLE quarantine (name TEXT PRIMARY KEY, size BIGINT NOT NULL,"
        " changed BIGINT NOT NULL, why TEXT NOT NULL, time BIGINT NOT NULL)",
        NULL,
    },
    {
        /* Of a user who agreed to it; NULL: none. */
        "ALTER TABLE logs ADD COLUMN client BYTEA",
        NULL,
    },
    {
        /* Files that are being read.  owner: the process; alone: it reads no other. */
        "CREATE TABLE begun (name TEXT NOT NULL, size BIGINT NOT NULL, changed BIGINT NOT NULL,"
        " owner TEXT NOT NULL, alone BIGINT NOT NULL, time BIGINT NOT NULL)",
        NULL,
    },
    {
        /* How many targets and points it has; of older logs about as many. */
        "ALTER TABLE logs ADD COLUMN weight BIGINT NOT NULL DEFAULT 0",
        "UPDATE logs SET weight = length(record) / 64 + (SELECT count(*) FROM points WHERE log = hash)",
        NULL,
    },
};
static_assert(sizeof steps / sizeof *steps == STORE_SCHEMA, "a step for each schema");

/* The schema; NONE if there are no tables at all; -1 with the reason if it cannot be
 * told, or if this is some other database.  All tables come in one commit, so whoever
 * sees any sees ours a moment later, but not the other way round. */
static int read_version(struct db *db, int64_t *version, struct err *err)
{
    const struct db_value ours = db_text("algoprof_schema"), all = db_text("");
    int64_t tables;
    *version = NONE;
    if (db_number(db, db->functions->count_tables, &all, 1, 0, &tables, err) != 0)
        return -1;
    if (tables == 0)
        return 0;
    if (db_number(db, db->functions->count_tables, &ours, 1, 0, &tables, err) != 0)
        return -1;
    if (tables == 0)
        return err_set(err, "is a database of something else");
    if (db_number(db, "SELECT version FROM algoprof_schema", NULL, 0, NONE, version, err) != 0)
        return -1;
    return *version >= 0 ? 0 : err_set(err, "is a damaged database: no schema's version");
}

static int check_newer(int64_t version, struct err *err)
{
    if (version <= STORE_SCHEMA)
        return 0;
    return err_set(err, "is of a newer algoprof: schema %" PRId64 ", this one knows %d", version,
                   STORE_SCHEMA);
}

static int upgrade(struct db *db, int64_t version, struct err *err)
{
    struct db_value args[] = { db_int(STORE_SCHEMA) };
    for (int64_t i = version < 0 ? 0 : version; i < STORE_SCHEMA; i++)
        for (size_t k = 0; steps[i][k]; k++)
            if (db_run(db, steps[i][k], NULL, 0, err) != 0)
                return -1;
    return db_run(db, "UPDATE algoprof_schema SET version = $1", args, 1, err);
}

int store_schema_make(struct db *db, struct err *err)
{
    int64_t version;
    if (read_version(db, &version, err) != 0 || check_newer(version, err) != 0)
        return -1;
    if (version == STORE_SCHEMA)
        return 0;
    if (db_begin(db, err) != 0)
        return -1;
    /* Another process may have been first. */
    if (read_version(db, &version, err) == 0 && check_newer(version, err) == 0 &&
        upgrade(db, version, err) == 0 && db_commit(db, err) == 0)
        return 0;
    db_rollback(db);
    return -1;
}

int store_schema_check(struct db *db, struct err *err)
{
    int64_t version;
    if (read_version(db, &version, err) != 0 || check_newer(version, err) != 0)
        return -1;
    if (version == NONE)
        return err_set(err, "is an empty database: nothing was taken in yet");
    if (version < STORE_SCHEMA)
        return err_set(err, "is of an older algoprof: schema %" PRId64 " of %d; `algoprof ingest "
                       "--db' brings it up to date", version, STORE_SCHEMA);
    return 0;
}
