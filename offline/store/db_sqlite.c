/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "store/db.h"

/* For another process: who reads waits for a transaction; who writes, for all who read
 * a large database. */
#define WAIT_READING 30         /* seconds */
#define WAIT_WRITING 600
#define MOST_COLUMNS 16

struct sqlite {
    struct db db;
    sqlite3 *handle;
    int wait;                   /* seconds */
};

static sqlite3 *handle_of(struct db *db)
{
    return ((struct sqlite *)db)->handle;
}

/* In the words of someone who does not know SQLite's. */
static int fail(struct db *db, struct err *err)
{
    sqlite3 *handle = handle_of(db);
    switch (sqlite3_errcode(handle)) {
    case SQLITE_NOTADB:
        return err_set(err, "is no database");
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
        return err_set(err, "is locked by another process for %d s",
                       ((struct sqlite *)db)->wait);
    case SQLITE_READONLY:
        if (sqlite3_extended_errcode(handle) == SQLITE_READONLY_ROLLBACK)
            return err_set(err, "was left in the middle of a write, and may not be mended by you: "
                           "run ingest again");
        return err_set(err, "may not be written");
    case SQLITE_FULL:
        return err_set(err, "the disk is full");
    case SQLITE_IOERR:
        return err_set(err, "cannot be written or read: %s", sqlite3_errmsg(handle));
    case SQLITE_CORRUPT:
        return err_set(err, "is a damaged database: %s", sqlite3_errmsg(handle));
    default:
        return err_set(err, "%s", sqlite3_errmsg(handle));
    }
}

static int bind(sqlite3_stmt *statement, const struct db_value *args, size_t n)
{
    int result = SQLITE_OK;
    for (size_t i = 0; i < n && result == SQLITE_OK; i++) {
        const struct db_value *v = &args[i];
        int at = (int)i + 1;
        switch (v->type) {
        case DB_NULL: result = sqlite3_bind_null(statement, at); break;
        case DB_INT: result = sqlite3_bind_int64(statement, at, v->i); break;
        case DB_REAL: result = sqlite3_bind_double(statement, at, v->r); break;
        case DB_TEXT: result = sqlite3_bind_text64(statement, at, v->p, v->n, SQLITE_STATIC, SQLITE_UTF8); break;
        case DB_BYTES: result = sqlite3_bind_blob64(statement, at, v->n ? v->p : "", v->n, SQLITE_STATIC); break;
        }
    }
    return result;
}

static struct db_value column(sqlite3_stmt *statement, int at)
{
    switch (sqlite3_column_type(statement, at)) {
    case SQLITE_INTEGER:
        return db_int(sqlite3_column_int64(statement, at));
    case SQLITE_FLOAT:
        return db_real(sqlite3_column_double(statement, at));
    case SQLITE_TEXT:
        return db_text((const char *)sqlite3_column_text(statement, at));
    case SQLITE_BLOB:
        return db_bytes(sqlite3_column_blob(statement, at),
                        (size_t)sqlite3_column_bytes(statement, at));
    default:
        return (struct db_value){ .type = DB_NULL };
    }
}

/* Steps to the end; 0 or -1. */
static int step(struct db *db, sqlite3_stmt *statement, db_row_function *row, void *arg,
                struct err *err)
{
    struct db_value values[MOST_COLUMNS];
    int got;
    while ((got = sqlite3_step(statement)) == SQLITE_ROW) {
        int n = sqlite3_column_count(statement);
        for (int i = 0; i < n && i < MOST_COLUMNS; i++)
            values[i] = column(statement, i);
        if (row && row(arg, values, err) != 0)
            return -1;
    }
    return got == SQLITE_DONE ? 0 : fail(db, err);
}

static int run(struct db *db, const char *sql, const struct db_value *args, size_t n_args,
               db_row_function *row, void *arg, struct err *err)
{
    sqlite3_stmt *statement = NULL;
    int result = -1;
    if (sqlite3_prepare_v2(handle_of(db), sql, -1, &statement, NULL) != SQLITE_OK ||
        bind(statement, args, n_args) != SQLITE_OK)
        fail(db, err);
    else
        result = step(db, statement, row, arg, err);
    sqlite3_finalize(statement);
    return result;
}

static int load(struct db *db, const char *table, const char *columns, size_t n_columns,
                db_next_function *next, void *arg, struct err *err)
{
    struct db_value values[MOST_COLUMNS];
    sqlite3_stmt *statement = NULL;
    char sql[512];
    int at = snprintf(sql, sizeof sql, "INSERT INTO %s (%s) VALUES (", table, columns);
    for (size_t i = 0; i < n_columns; i++)
        at += snprintf(sql + at, sizeof sql - (size_t)at, "%s?", i ? ", " : "");
    snprintf(sql + at, sizeof sql - (size_t)at, ")");
    int result = sqlite3_prepare_v2(handle_of(db), sql, -1, &statement, NULL) == SQLITE_OK ? 0 : -1;
    while (result == 0 && next(arg, values)) {
        result = bind(statement, values, n_columns) == SQLITE_OK &&
                 sqlite3_step(statement) == SQLITE_DONE ? 0 : -1;
        if (result == 0)
            sqlite3_reset(statement);
    }
    if (result != 0)
        fail(db, err);
    sqlite3_finalize(statement);
    return result;
}

static int begin(struct db *db, struct err *err)
{
    return run(db, "BEGIN IMMEDIATE", NULL, 0, NULL, NULL, err);
}

static void close_it(struct db *db)
{
    sqlite3_close(handle_of(db));
    free(db);
}

int db_sqlite_open(const char *name, bool write, struct db **out, struct err *err)
{
    static const struct db_functions functions = {
        run, load, begin, close_it, "BEGIN",
        "SELECT count(*) FROM sqlite_master WHERE type = 'table' AND ($1 = '' OR name = $1)"
    };
    struct sqlite *sqlite = calloc(1, sizeof *sqlite);
    /* Who reads must be able to undo what a killed writer left half-done; a file that
     * may not be written is opened for reading by this, too. */
    int flags = SQLITE_OPEN_READWRITE | (write ? SQLITE_OPEN_CREATE : 0);
    if (!sqlite)
        return err_memory(err);
    sqlite->db.functions = &functions;
    if (sqlite3_open_v2(name, &sqlite->handle, flags | SQLITE_OPEN_NOMUTEX, NULL) != SQLITE_OK) {
        err_set(err, "cannot be opened: %s", sqlite3_errmsg(sqlite->handle));
        close_it(&sqlite->db);
        return -1;
    }
    sqlite3_db_config(sqlite->handle, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
    sqlite3_db_config(sqlite->handle, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
    sqlite->wait = write ? WAIT_WRITING : WAIT_READING;
    sqlite3_busy_timeout(sqlite->handle, 1000 * sqlite->wait);
    *out = &sqlite->db;
    /* What a commit says is done must be done after a power cut too: then its
     * files may be removed. */
    if (run(*out, write ? "PRAGMA synchronous = FULL" : "PRAGMA query_only = ON", NULL, 0, NULL,
            NULL, err) == 0)
        return 0;
    close_it(*out);
    return -1;
}
