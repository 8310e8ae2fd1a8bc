/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "store/db.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

bool db_is_url(const char *name)
{
    return strncmp(name, "postgresql://", 13) == 0 || strncmp(name, "postgres://", 11) == 0;
}

/* postgresql://user:password@host/... and ?password=... */
const char *db_shown(const char *name, char *out, size_t room)
{
    if (!db_is_url(name))
        return name;
    const char *user = strstr(name, "//") + 2, *at = strchr(user, '@'), *colon = strchr(user, ':');
    const char *question = strchr(name, '?');
    if (!at || !colon || colon > at)
        colon = at = user;
    snprintf(out, room, "%.*s%s%.*s", (int)(colon - name), name, colon < at ? ":..." : "",
             question ? (int)(question - at) : (int)strlen(at), at);
    return out;
}

bool db_is_database(const char *name)
{
    static const char magic[16] = "SQLite format 3";
    char head[sizeof magic];
    if (db_is_url(name))
        return true;
    /* A pipe that was opened and closed again has lost its writer. */
    struct stat st;
    if (stat(name, &st) != 0 || !S_ISREG(st.st_mode))
        return false;
    int fd = open(name, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    bool is = fd >= 0 && pread(fd, head, sizeof head, 0) == (ssize_t)sizeof head &&
              memcmp(head, magic, sizeof magic) == 0;
    if (fd >= 0)
        close(fd);
    return is;
}

int db_open(const char *name, bool write, struct db **out, struct err *err)
{
    return db_is_url(name) ? db_postgres_open(name, out, err)
                           : db_sqlite_open(name, write, out, err);
}

void db_close(struct db *db)
{
    if (db)
        db->functions->close(db);
}

int db_begin(struct db *db, struct err *err)
{
    return db->functions->begin(db, err);
}

int db_run(struct db *db, const char *sql, const struct db_value *args, size_t n_args,
           struct err *err)
{
    return db->functions->run(db, sql, args, n_args, NULL, NULL, err);
}

int db_commit(struct db *db, struct err *err)
{
    return db_run(db, "COMMIT", NULL, 0, err);
}

void db_rollback(struct db *db)
{
    struct err ignored;
    db_run(db, "ROLLBACK", NULL, 0, &ignored);
}

static int take_number(void *arg, const struct db_value *row, struct err *err)
{
    (void)err;
    if (row->type == DB_INT)
        *(int64_t *)arg = row->i;
    return 0;
}

int db_number(struct db *db, const char *sql, const struct db_value *args, size_t n_args,
              int64_t none, int64_t *out, struct err *err)
{
    *out = none;
    return db->functions->run(db, sql, args, n_args, take_number, out, err);
}

struct db_value db_text(const char *text)
{
    return (struct db_value){ .type = text ? DB_TEXT : DB_NULL, .p = text,
                              .n = text ? strlen(text) : 0 };
}
