// SPDX-License-Identifier: GPL-3.0-or-later
// Tables in memory: insertions, an index, joins, groups, changes.
#include <stdio.h>
#include <stdlib.h>
#include "sqlite3.h"

static int row(void *sum, int n, char **value, char **names)
{
    (void)names;
    for (int i = 0; i < n; i++)
        *(unsigned long *)sum = *(unsigned long *)sum * 31 + (unsigned long)(value[i] ? atol(value[i]) : 7);
    return 0;
}

int main(int argc, char **argv)
{
    static const char *const queries[] = {
        "create index by_b on t (b)",
        "select count(*), sum(a), max(c) from t where b between 100 and 300",
        "select b % 17, count(*), sum(a) from t group by 1 order by 2 desc, 1",
        "select count(*) from t as x join t as y on x.b = y.b where x.a < 400",
        "update t set c = c || 'x' where a % 7 = 3",
        "select length(c), count(*) from t where c like '%99%' group by 1",
        "delete from t where b < 50",
        "select count(*), sum(a) from t",
    };
    unsigned long sum = 0;
    sqlite3 *db;
    int n = argc > 1 ? atoi(argv[1]) : 10000;
    char text[300];
    if (sqlite3_open(":memory:", &db) || sqlite3_exec(db, "create table t (a integer primary key, b, c)", NULL, NULL, NULL))
        return 1;
    sqlite3_exec(db, "begin", NULL, NULL, NULL);
    for (int i = 0; i < n; i++) {
        snprintf(text, sizeof text, "insert into t values (%d, %d, 'text %d of the table')", i, i * 7919 % 1009, i * 31 % n);
        if (sqlite3_exec(db, text, NULL, NULL, NULL))
            return 1;
    }
    sqlite3_exec(db, "commit", NULL, NULL, NULL);
    for (size_t i = 0; i < sizeof queries / sizeof *queries; i++)
        if (sqlite3_exec(db, queries[i], row, &sum, NULL))
            return 1;
    sqlite3_close(db);
    printf("%lu\n", sum);
}
