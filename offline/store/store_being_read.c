/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A file is noted before it is read, together with those of its batch, and the notes go
 * when the batch is in the database.  Notes of an ingest that has ended are suspects:
 * each is read alone then.  Who ends that as well, STORE_LONE_READINGS times, is bad.
 */
#include "store/store_being_read.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define OWNER 96                /* bytes: "BOOT PID START" */
#define ELSEWHERE 3600          /* seconds: what another machine noted may be going on */
#define FORGET (30 * 86400)     /* notes of files that never came again */

/* When the machine was started, as an id; "": unknown. */
static void read_boot(char out[40])
{
    FILE *in = fopen("/proc/sys/kernel/random/boot_id", "re");
    if (!in || !fgets(out, 40, in))
        out[0] = 0;
    out[strcspn(out, "\n")] = 0;
    if (in)
        fclose(in);
}

/* Field 22 of /proc/PID/stat; 0: there is none. */
static unsigned long long start_of(long pid)
{
    char path[40], text[1024];
    unsigned long long start = 0;
    snprintf(path, sizeof path, "/proc/%ld/stat", pid);
    FILE *in = fopen(path, "re");
    size_t n = in ? fread(text, 1, sizeof text - 1, in) : 0;
    if (in)
        fclose(in);
    text[n] = 0;
    const char *after = strrchr(text, ')');
    if (!after || sscanf(after + 1, " %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s "
                         "%*s %*s %*s %*s %llu", &start) != 1)
        return 0;
    return start;
}

static void own_name(char out[OWNER])
{
    char boot[40];
    read_boot(boot);
    snprintf(out, OWNER, "%s %ld %llu", boot, (long)getpid(), start_of(getpid()));
}

/* Whether the process may still read what it noted at `time`. */
static bool is_alive(const char *owner, int64_t time, int64_t now)
{
    char boot[40], of[40] = "";
    long pid = 0;
    unsigned long long start = 0;
    read_boot(boot);
    if (sscanf(owner, "%39s %ld %llu", of, &pid, &start) != 3 || strcmp(boot, of) != 0)
        return now - time < ELSEWHERE;
    return start_of(pid) == start;
}

struct leftovers {
    struct store *store;
    int64_t now;
};

static int take_note(void *arg, const struct db_value *row, struct err *err)
{
    struct leftovers *l = arg;
    uint8_t key[STORE_HASH];
    if (row[0].type != DB_TEXT || row[3].type != DB_TEXT)
        return err_set(err, "is damaged: a note of a file without a name");
    if (is_alive(row[3].p, row[5].i, l->now))
        return 0;
    store_file_key(row[0].p, row[1].i, row[2].i, key);
    struct hash_set *set = &l->store->suspects;
    if (row[4].i)
        for (set = l->store->alone; set < l->store->alone + STORE_LONE_READINGS - 1 && hash_set_has(set, key); set++)
            ;
    return hash_set_add(set, key) < 0 ? err_memory(err) : 0;
}

int store_begun_read(struct store *s, int64_t now, struct err *err)
{
    struct leftovers l = { s, now };
    return s->db->functions->run(s->db, "SELECT name, size, changed, MAX(owner), alone, MAX(time) FROM begun "
                                 "GROUP BY name, size, changed, alone, time / 60",
                                 NULL, 0, take_note, &l, err);
}

enum store_past store_past_of(const struct store *s, const char *name, int64_t size,
                              int64_t changed)
{
    uint8_t key[STORE_HASH];
    store_file_key(name, size, changed, key);
    if (hash_set_has(&s->alone[STORE_LONE_READINGS - 1], key))
        return STORE_KILLER;
    return hash_set_has(&s->suspects, key) || hash_set_has(&s->alone[0], key) ? STORE_SUSPECT : STORE_FRESH;
}

/* In the name of an ingest that has ended. */
int store_keep_note(struct store *s, const struct quarantined *file, struct err *err)
{
    char owner[OWNER], boot[40], gone[OWNER];
    own_name(owner);
    read_boot(boot);
    snprintf(gone, sizeof gone, "%s 0 1", boot);
    const struct db_value args[] = { db_text(gone), db_text(file->name), db_text(owner) };
    return db_run(s->db, "UPDATE begun SET owner = $1, alone = 1 WHERE name = $2 AND owner = $3", args, 3, err);
}

struct noting {
    const struct quarantined *files;
    size_t n, at;
    const char *owner;
    bool alone;
    int64_t now;
};

static bool next_note(void *arg, struct db_value *row)
{
    struct noting *n = arg;
    if (n->at == n->n)
        return false;
    const struct quarantined *f = &n->files[n->at++];
    row[0] = db_text(f->name);
    row[1] = db_int(f->size);
    row[2] = db_int(f->changed);
    row[3] = db_text(n->owner);
    row[4] = db_int(n->alone);
    row[5] = db_int(n->now);
    return true;
}

static int forget_name(struct store *s, const char *name, struct err *err)
{
    const struct db_value arg = db_text(name);
    return db_run(s->db, "DELETE FROM begun WHERE name = $1", &arg, 1, err);
}

static int add_notes(struct store *s, struct noting *notes, struct err *err)
{
    const struct db_value old = db_int(notes->now - FORGET);
    if (db_run(s->db, "DELETE FROM begun WHERE time < $1", &old, 1, err) != 0)
        return -1;
    for (size_t i = 0; notes->alone && i < notes->n; i++) {
        const struct db_value name = db_text(notes->files[i].name);
        if (db_run(s->db, "DELETE FROM begun WHERE name = $1 AND alone = 0", &name, 1, err) != 0)
            return -1;
    }
    return s->db->functions->load(s->db, "begun", "name, size, changed, owner, alone, time", 6,
                                  next_note, notes, err);
}

int store_begin_reading(struct store *s, const struct quarantined *files, size_t n, bool alone,
                        int64_t now, struct err *err)
{
    char owner[OWNER];
    own_name(owner);
    struct noting notes = { files, n, 0, owner, alone, now };
    if (n == 0)
        return 0;
    if (db_begin(s->db, err) != 0)
        return -1;
    if (add_notes(s, &notes, err) == 0 && db_commit(s->db, err) == 0) {
        s->reading = true;
        return 0;
    }
    db_rollback(s->db);
    return -1;
}

int store_begun_end(struct store *s, const struct store_batch *batch, struct err *err)
{
    char owner[OWNER];
    own_name(owner);
    const struct db_value arg = db_text(owner);
    /* What was read alone and is through leaves no notes of its earlier readings. */
    if (s->reading && (db_run(s->db, "DELETE FROM begun WHERE alone <> 0 AND name IN "
                              "(SELECT name FROM begun WHERE owner = $1 AND alone <> 0)", &arg, 1, err) != 0 ||
                       db_run(s->db, "DELETE FROM begun WHERE owner = $1", &arg, 1, err) != 0))
        return -1;
    for (size_t i = 0; i < batch->n_bad; i++)
        if (store_past_of(s, batch->bad[i].name, batch->bad[i].size, batch->bad[i].changed) !=
                STORE_FRESH && forget_name(s, batch->bad[i].name, err) != 0)
            return -1;
    return 0;
}
