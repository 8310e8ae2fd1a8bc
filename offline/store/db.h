/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * SQL databases, as far as logs need them: SQLite (db_sqlite.c) and PostgreSQL
 * (db_postgres.c) behind one struct of functions.
 *
 * Statements are the same for both: parameters are $1, $2 ... in the order of
 * their first use; types are BIGINT, DOUBLE PRECISION, TEXT and BYTEA.  One thread
 * at a time.  Functions that can fail return 0, or -1 with the reason.
 */
#ifndef OFFLINE_DB_H
#define OFFLINE_DB_H

#include <stdbool.h>

#include "base/util.h"

enum db_type { DB_NULL, DB_INT, DB_REAL, DB_TEXT, DB_BYTES };

struct db_value {
    enum db_type type;
    int64_t i;
    double r;
    const void *p;              /* a text's ends with NUL */
    size_t n;                   /* of bytes; of a text without the NUL */
};

/* A row of an answer; values last until it returns.  0, or -1 with the reason. */
typedef int db_row_function(void *arg, const struct db_value *row, struct err *err);

/* The next row to be loaded; false: there is none.  Values last until the next call. */
typedef bool db_next_function(void *arg, struct db_value *row);

struct db;

struct db_functions {
    /* Runs one statement; row is called for each row of its answer, in turn, without
     * having all of them in memory; NULL: none is expected.  No other statement may
     * run meanwhile. */
    int (*run)(struct db *db, const char *sql, const struct db_value *args, size_t n_args,
               db_row_function *row, void *arg, struct err *err);
    /* Many rows into one table.  columns: "a, b, c". */
    int (*load)(struct db *db, const char *table, const char *columns, size_t n_columns,
                db_next_function *next, void *arg, struct err *err);
    /* Starts a transaction that no other writer is in meanwhile. */
    int (*begin)(struct db *db, struct err *err);
    void (*close)(struct db *db);
    const char *begin_reading;  /* SQL: statements that follow see the same moment */
    const char *count_tables;   /* SQL: how many tables there are named $1; '': in all */
};

struct db {
    const struct db_functions *functions;
};

/* Whether a LOG or DB argument is a database: a file that begins like SQLite's, or
 * postgresql://... */
bool db_is_database(const char *name);
bool db_is_url(const char *name);

/* The name for messages: without a password.  Returns out, or name. */
const char *db_shown(const char *name, char *out, size_t room);

/* write: may be created, if it is a file. */
int db_open(const char *name, bool write, struct db **out, struct err *err);
void db_close(struct db *db);

int db_begin(struct db *db, struct err *err);
int db_commit(struct db *db, struct err *err);
void db_rollback(struct db *db);

/* A statement without answer. */
int db_run(struct db *db, const char *sql, const struct db_value *args, size_t n_args,
           struct err *err);

/* The first number of the first row, or `none`. */
int db_number(struct db *db, const char *sql, const struct db_value *args, size_t n_args,
              int64_t none, int64_t *out, struct err *err);

static inline struct db_value db_int(int64_t i)
{
    return (struct db_value){ .type = DB_INT, .i = i };
}

static inline struct db_value db_real(double r)
{
    return (struct db_value){ .type = DB_REAL, .r = r };
}

static inline struct db_value db_bytes(const void *p, size_t n)
{
    return (struct db_value){ .type = DB_BYTES, .p = p, .n = n };
}

/* NULL: none. */
struct db_value db_text(const char *text);

int db_sqlite_open(const char *name, bool write, struct db **out, struct err *err);
int db_postgres_open(const char *name, struct db **out, struct err *err);

#endif
