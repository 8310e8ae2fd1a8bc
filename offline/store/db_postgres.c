/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Values go and come in PostgreSQL's binary format, so doubles stay exact; rows
 * are loaded by COPY.
 */
#include <endian.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "packed/packed_bytes.h"
#include "store/db.h"
#include "store/libpq.h"

#define MOST_ARGS 16
#define CONNECT_MS 60000        /* without any answer */
#define CHUNK (1u << 20)        /* bytes handed to COPY at once */

/* One writer at a time: pg_advisory_xact_lock's number, "algoprof". */
#define LOCK "7020665459832549222"

/* pg_type.dat */
enum { OID_BOOL = 16, OID_BYTEA = 17, OID_INT8 = 20, OID_INT4 = 23, OID_TEXT = 25, OID_FLOAT8 = 701 };

struct postgres {
    struct db db;
    PGconn *connection;
};

static PGconn *connection_of(struct db *db)
{
    return ((struct postgres *)db)->connection;
}

/* The first line of what libpq says, without its "ERROR:  ". */
static int fail_with(const char *text, struct err *err)
{
    static const char *const prefixes[] = { "ERROR:  ", "FATAL:  " };
    for (size_t i = 0; i < 2; i++)
        if (strncmp(text, prefixes[i], strlen(prefixes[i])) == 0)
            text += strlen(prefixes[i]);
    int len = (int)strcspn(text, "\n");
    return err_set(err, "%.*s", len ? len : 5, len ? text : "error");
}

static int fail(struct db *db, struct err *err)
{
    return fail_with(libpq.PQerrorMessage(connection_of(db)), err);
}

/* A value as a parameter or in COPY; `room` holds numbers. */
static const void *encode(const struct db_value *v, uint64_t *room, size_t *n)
{
    uint64_t bits = (uint64_t)v->i;
    if (v->type == DB_TEXT || v->type == DB_BYTES) {
        *n = v->n;
        return v->n ? v->p : "";
    }
    if (v->type == DB_REAL)
        memcpy(&bits, &v->r, sizeof bits);
    *room = htobe64(bits);
    *n = v->type == DB_NULL ? 0 : sizeof *room;
    return v->type == DB_NULL ? NULL : room;
}

static struct db_value decode(const PGresult *result, int at)
{
    const char *p = libpq.PQgetvalue(result, 0, at);
    size_t n = (size_t)libpq.PQgetlength(result, 0, at);
    uint64_t bits = 0;
    uint32_t half = 0;
    double real;
    if (libpq.PQgetisnull(result, 0, at))
        return (struct db_value){ .type = DB_NULL };
    switch (libpq.PQftype(result, at)) {
    case OID_INT8:
    case OID_FLOAT8:
        memcpy(&bits, p, n < sizeof bits ? n : sizeof bits);
        bits = be64toh(bits);
        memcpy(&real, &bits, sizeof real);
        return libpq.PQftype(result, at) == OID_INT8 ? db_int((int64_t)bits) : db_real(real);
    case OID_INT4:
        memcpy(&half, p, n < sizeof half ? n : sizeof half);
        return db_int((int32_t)be32toh(half));
    case OID_BOOL:
        return db_int(n > 0 && p[0] != 0);
    case OID_BYTEA:
        return db_bytes(p, n);
    default:
        return (struct db_value){ .type = DB_TEXT, .p = p, .n = n };
    }
}

static int send(struct db *db, const char *sql, const struct db_value *args, size_t n_args,
                struct err *err)
{
    static const Oid oids[] = { [DB_NULL] = 0, [DB_INT] = OID_INT8, [DB_REAL] = OID_FLOAT8,
                                [DB_TEXT] = OID_TEXT, [DB_BYTES] = OID_BYTEA };
    const char *values[MOST_ARGS];
    uint64_t room[MOST_ARGS];
    int lengths[MOST_ARGS], formats[MOST_ARGS];
    Oid types[MOST_ARGS];
    for (size_t i = 0; i < n_args; i++) {
        size_t n;
        values[i] = encode(&args[i], &room[i], &n);
        lengths[i] = (int)n;
        formats[i] = 1;
        types[i] = oids[args[i].type];
    }
    if (libpq.PQsendQueryParams(connection_of(db), sql, (int)n_args, types, values, lengths, formats, 1))
        return 0;
    return fail(db, err);
}

/* All results must be taken, also after an error. */
static int run(struct db *db, const char *sql, const struct db_value *args, size_t n_args,
               db_row_function *row, void *arg, struct err *err)
{
    struct db_value values[MOST_ARGS];
    PGresult *result;
    if (send(db, sql, args, n_args, err) != 0)
        return -1;
    int status = 0;
    if (row)
        libpq.PQsetSingleRowMode(connection_of(db));
    while ((result = libpq.PQgetResult(connection_of(db)))) {
        ExecStatusType got = libpq.PQresultStatus(result);
        if (got == PGRES_SINGLE_TUPLE && status == 0) {
            for (int i = 0; i < libpq.PQnfields(result) && i < MOST_ARGS; i++)
                values[i] = decode(result, i);
            status = row(arg, values, err);
        } else if (got == PGRES_FATAL_ERROR && status == 0) {
            status = fail_with(libpq.PQresultErrorMessage(result), err);
        }
        libpq.PQclear(result);
    }
    return status;
}

static void put16(struct bytes *out, uint16_t value)
{
    value = htobe16(value);
    bytes_put(out, &value, sizeof value);
}

static void put32(struct bytes *out, uint32_t value)
{
    value = htobe32(value);
    bytes_put(out, &value, sizeof value);
}

static void put_row(struct bytes *out, const struct db_value *values, size_t n_columns)
{
    put16(out, (uint16_t)n_columns);
    for (size_t i = 0; i < n_columns; i++) {
        uint64_t room;
        size_t n;
        const void *p = encode(&values[i], &room, &n);
        put32(out, p ? (uint32_t)n : UINT32_MAX);
        bytes_put(out, p, n);
    }
}

static int flush(struct db *db, struct bytes *out, struct err *err)
{
    int done = out->failed ? 0 : libpq.PQputCopyData(connection_of(db), (const char *)out->p, (int)out->n);
    if (out->failed)
        return err_memory(err);
    out->n = 0;
    return done == 1 ? 0 : fail(db, err);
}

/* The rows of COPY ... FROM STDIN (FORMAT binary). */
static int copy(struct db *db, size_t n_columns, db_next_function *next, void *arg, struct err *err)
{
    static const char head[19] = "PGCOPY\n\377\r\n\0";
    struct db_value values[MOST_ARGS];
    struct bytes out = { 0 };
    int result = 0;
    bytes_put(&out, head, sizeof head);
    while (result == 0 && next(arg, values)) {
        put_row(&out, values, n_columns);
        if (out.n >= CHUNK)
            result = flush(db, &out, err);
    }
    put16(&out, UINT16_MAX);
    if (result == 0)
        result = flush(db, &out, err);
    bytes_free(&out);
    if (libpq.PQputCopyEnd(connection_of(db), result == 0 ? NULL : "given up") != 1 && result == 0)
        result = fail(db, err);
    return result;
}

static int load(struct db *db, const char *table, const char *columns, size_t n_columns,
                db_next_function *next, void *arg, struct err *err)
{
    char sql[512];
    PGresult *result;
    snprintf(sql, sizeof sql, "COPY %s (%s) FROM STDIN (FORMAT binary)", table, columns);
    result = libpq.PQexec(connection_of(db), sql);
    int status = libpq.PQresultStatus(result) == PGRES_COPY_IN ? 0 : fail(db, err);
    libpq.PQclear(result);
    if (status != 0)
        return -1;
    status = copy(db, n_columns, next, arg, err);
    while ((result = libpq.PQgetResult(connection_of(db)))) {
        if (libpq.PQresultStatus(result) == PGRES_FATAL_ERROR && status == 0)
            status = fail_with(libpq.PQresultErrorMessage(result), err);
        libpq.PQclear(result);
    }
    return status;
}

static int begin(struct db *db, struct err *err)
{
    /* Whatever the server's default is: what others committed before the lock was
     * given is seen after it. */
    if (run(db, "BEGIN ISOLATION LEVEL READ COMMITTED", NULL, 0, NULL, NULL, err) != 0)
        return -1;
    return run(db, "SELECT pg_advisory_xact_lock(" LOCK ")", NULL, 0, NULL, NULL, err);
}

static void close_it(struct db *db)
{
    libpq.PQfinish(connection_of(db));
    free(db);
}

static void ignore(void *arg, const char *message)
{
    (void)arg;
    (void)message;
}

/* A server that goes down says so at once: PQconnectdb would print it. */
static bool connect_quietly(PGconn *connection)
{
    PostgresPollingStatusType wait = PGRES_POLLING_WRITING;
    if (!connection || libpq.PQstatus(connection) == CONNECTION_BAD)
        return false;
    libpq.PQsetNoticeProcessor(connection, ignore, NULL);
    while (wait == PGRES_POLLING_READING || wait == PGRES_POLLING_WRITING) {
        struct pollfd fd = { libpq.PQsocket(connection), wait == PGRES_POLLING_READING ? POLLIN : POLLOUT,
                             0 };
        if (poll(&fd, 1, CONNECT_MS) <= 0)
            return false;
        wait = libpq.PQconnectPoll(connection);
    }
    return wait == PGRES_POLLING_OK;
}

int db_postgres_open(const char *name, struct db **out, struct err *err)
{
    static const struct db_functions functions = {
        run, load, begin, close_it, "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY",
        "SELECT count(*) FROM pg_tables WHERE schemaname = current_schema() AND "
        "($1 = '' OR tablename = $1)"
    };
    if (libpq_load(err) != 0)
        return -1;
    struct postgres *postgres = calloc(1, sizeof *postgres);
    if (!postgres)
        return err_memory(err);
    postgres->db.functions = &functions;
    postgres->connection = libpq.PQconnectStart(name);
    *out = &postgres->db;
    if (!connect_quietly(postgres->connection)) {
        fail(*out, err);
        close_it(*out);
        return -1;
    }
    if (libpq.PQsetClientEncoding(postgres->connection, "UTF8") == 0)
        return 0;
    fail(*out, err);
    close_it(*out);
    return -1;
}
