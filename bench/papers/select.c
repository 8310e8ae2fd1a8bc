// SPDX-License-Identifier: GPL-3.0-or-later
// Queries of growing tables in a file, through a small page cache, as MySQL's select in the paper on trms (figure 4).
// SQLite calls the kernel through a table of pointers, where no compiler sees which function is called: a layer below it
// reads by itself.
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "sqlite3.h"

static int descriptor = -1;
static sqlite3_io_methods methods;
static int (*plain_open)(sqlite3_vfs *, const char *, sqlite3_file *, int, int *);

static int read_page(sqlite3_file *file, void *to, int n, sqlite3_int64 at)
{
    (void)file;
    ssize_t got = pread(descriptor, to, (size_t)n, at);
    if (got == n)
        return SQLITE_OK;
    memset((char *)to + (got > 0 ? got : 0), 0, (size_t)(n - (got > 0 ? got : 0)));
    return got < 0 ? SQLITE_IOERR_READ : SQLITE_IOERR_SHORT_READ;
}

static int open_file(sqlite3_vfs *vfs, const char *name, sqlite3_file *file, int flags, int *out)
{
    int result = plain_open(vfs, name, file, flags, out);
    if (result == SQLITE_OK && flags & SQLITE_OPEN_MAIN_DB) {
        descriptor = open(name, O_RDONLY | O_CLOEXEC);
        methods = *file->pMethods;
        methods.xRead = read_page;
        file->pMethods = &methods;
    }
    return result;
}

static int count_row(void *rows, int n, char **value, char **names)
{
    (void)n, (void)value, (void)names;
    ++*(long *)rows;
    return 0;
}

__attribute__((noinline)) static int select_all(sqlite3 *db, const char *query, long *rows)
{
    return sqlite3_exec(db, query, count_row, rows, NULL);
}

static int fill(sqlite3 *db, int table, int n)
{
    char text[200];
    snprintf(text, sizeof text, "begin; create table t%d (a integer primary key, b)", table);
    if (sqlite3_exec(db, text, NULL, NULL, NULL))
        return 1;
    for (int i = 0; i < n; i++) {
        snprintf(text, sizeof text, "insert into t%d values (%d, 'row %d of the table, with a text of some length')", table, i, i);
        if (sqlite3_exec(db, text, NULL, NULL, NULL))
            return 1;
    }
    return sqlite3_exec(db, "commit", NULL, NULL, NULL);
}

int main(int argc, char **argv)
{
    char query[100];
    long rows = 0;
    sqlite3 *db;
    sqlite3_vfs *vfs;
    if (argc < 2 || sqlite3_initialize())
        return 1;
    vfs = sqlite3_vfs_find(NULL);
    plain_open = vfs->xOpen;
    vfs->xOpen = open_file;
    unlink(argv[1]);
    if (sqlite3_open(argv[1], &db) || sqlite3_exec(db, "pragma cache_size = 10; pragma journal_mode = off", NULL, NULL, NULL))
        return 1;
    for (int table = 0, n = 1000; table < 16; table++, n += n / 4)
        if (fill(db, table, n))
            return 1;
    for (int table = 0; table < 16; table++) {
        snprintf(query, sizeof query, "select * from t%d where b like '%%9 of%%'", table);
        if (select_all(db, query, &rows))
            return 1;
    }
    printf("%ld\n", rows);
    return sqlite3_close(db) || unlink(argv[1]);
}
