/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "store/intake.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

#include "base/progress.h"
#include "store/reader_pool.h"

struct paths {
    char **list;
    size_t n, cap;
};

struct intake {
    const struct intake_options *options;
    struct intake_counts *counts;
    intake_complaint *complain;
    struct store *store;
    struct readers *readers;    /* NULL: none */
};

static int add_path(struct paths *paths, const char *folder, const char *name, struct err *err)
{
    char *path;
    if (array_grow(&paths->list, &paths->cap, paths->n + 1, sizeof *paths->list) != 0 ||
        asprintf(&path, "%s%s%s", folder, folder[strlen(folder) - 1] == '/' ? "" : "/", name) < 0)
        return err_memory(err);
    paths->list[paths->n++] = path;
    return 0;
}

static int list_folder(const char *folder, struct paths *logs, struct paths *deletions,
                       struct err *err)
{
    struct dirent *entry;
    DIR *dir = opendir(folder);
    int result = 0;
    if (!dir)
        return err_set(err, "%.150s: folder cannot be read: %s", folder, strerror(errno));
    errno = 0;
    while (result == 0 && (entry = readdir(dir))) {
        enum intake_kind kind = intake_kind_of(entry->d_name);
        if (kind != INTAKE_OTHER)
            result = add_path(kind == INTAKE_LOG ? logs : deletions, folder, entry->d_name, err);
        errno = 0;
    }
    if (result == 0 && errno != 0)
        result = err_set(err, "%.150s: folder cannot be read: %s", folder, strerror(errno));
    closedir(dir);
    return result;
}

static int compare_paths(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static int list_all(char **folders, size_t n, struct paths *logs, struct paths *deletions,
                    struct err *err)
{
    for (size_t i = 0; i < n; i++) {
        struct stat st;
        enum intake_kind kind = intake_kind_of(folders[i]);
        bool is_file = stat(folders[i], &st) == 0 && S_ISREG(st.st_mode);
        if (is_file && kind == INTAKE_OTHER)
            return err_set(err, "%.150s: neither *.aplog, *.aplog.zst nor *.delete", folders[i]);
        struct paths *to = kind == INTAKE_LOG ? logs : deletions;
        if (!is_file && list_folder(folders[i], logs, deletions, err) != 0)
            return -1;
        if (!is_file)
            continue;
        if (array_grow(&to->list, &to->cap, to->n + 1, sizeof *to->list) != 0 ||
            !(to->list[to->n] = strdup(folders[i])))
            return err_memory(err);
        to->n++;
    }
    if (logs->n > 0)
        qsort(logs->list, logs->n, sizeof *logs->list, compare_paths);
    return 0;
}

static void paths_free(struct paths *paths)
{
    for (size_t i = 0; i < paths->n; i++)
        free(paths->list[i]);
    free(paths->list);
}

/* What becomes of a file that is in the database, or in its quarantine. */
static void put_away(const struct intake *in, const struct intake_file *f)
{
    const struct intake_options *o = in->options;
    struct err err;
    if (f->state == INTAKE_UNREAD || f->state == INTAKE_GONE)
        return;
    bool is_bad = f->state == INTAKE_BAD || f->state == INTAKE_BAD_BEFORE;
    const char *folder = is_bad ? o->quarantine : o->move;
    if (folder && intake_move(f->path, folder, &err) != 0)
        in->complain(f->path, err.text);
    else if (!folder && !is_bad && o->remove && unlink(f->path) != 0 && errno != ENOENT)
        in->complain(f->path, strerror(errno));
}

static void count(const struct intake *in, const struct intake_file *f)
{
    struct intake_counts *c = in->counts;
    c->files += f->state != INTAKE_GONE;
    c->known += f->state == INTAKE_KNOWN;
    c->bad += f->state == INTAKE_BAD;
    c->bad_before += f->state == INTAKE_BAD_BEFORE;
    c->unread += f->state == INTAKE_UNREAD;
    if (f->state == INTAKE_BAD || f->state == INTAKE_UNREAD)
        in->complain(f->path, f->why.text);
}

/* Names do not last beyond the files. */
static void sort_out(struct intake_file *files, size_t n, struct store_batch *batch,
                     struct quarantined *bad)
{
    for (size_t i = 0; i < n; i++) {
        struct intake_file *f = &files[i];
        if (f->state == INTAKE_NEW)
            batch->list[batch->n++] = f->reduced;
        else if (f->state == INTAKE_BAD)
            bad[batch->n_bad++] = (struct quarantined){ f->clean, f->why.text, f->size, f->changed };
    }
}

/* A reader that is killed from outside says nothing of its file, unless that happens again and again. */
static int keep_notes(struct intake *in, const struct intake_file *files, size_t n, struct err *err)
{
    int result = 0;
    for (size_t i = 0; result == 0 && i < n; i++) {
        const struct quarantined q = { files[i].clean, NULL, files[i].size, files[i].changed };
        if (files[i].state == INTAKE_UNREAD && files[i].killed)
            result = store_keep_note(in->store, &q, err);
    }
    return result;
}

/* noted: of some of the files it is noted that they are read. */
static int store_files(struct intake *in, struct intake_file *files, size_t n, bool noted,
                       struct err *err)
{
    struct quarantined *bad = calloc(n + 1, sizeof *bad);
    struct store_batch batch = { .list = calloc(n + 1, sizeof *batch.list), .bad = bad,
                                 .now = time(NULL) };
    size_t taken = 0;
    int result = bad && batch.list ? 0 : err_memory(err);
    if (result == 0)
        sort_out(files, n, &batch, bad);
    if (result == 0 && (noted || batch.n + batch.n_bad > 0))
        result = store_add(in->store, &batch, &taken, err);
    in->counts->taken += result == 0 ? taken : 0;
    in->counts->known += result == 0 ? batch.n - taken : 0;
    free(batch.list);
    free(bad);
    return result;
}

/* Notes what is about to be read; *noted: whether there is any. */
static int note_files(struct intake *in, const struct intake_file *files, size_t n, bool alone,
                      bool *noted, struct err *err)
{
    struct quarantined *list = calloc(n + 1, sizeof *list);
    size_t found = 0;
    if (!list)
        return err_memory(err);
    for (size_t i = 0; i < n; i++)
        if (files[i].state == INTAKE_UNSEEN)
            list[found++] = (struct quarantined){ files[i].clean, NULL, files[i].size,
                                                  files[i].changed };
    *noted = found > 0;
    int result = store_begin_reading(in->store, list, found, alone, time(NULL), err);
    free(list);
    return result;
}

/* In this process, without limits. */
static int read_here(struct intake *in, struct intake_file *files, size_t n, struct err *err)
{
    for (size_t i = 0; i < n; i++)
        if (files[i].state == INTAKE_UNSEEN && intake_read(&files[i], in->store, NULL, err) != 0)
            return -1;
    return 0;
}

/* From files that were looked at to rows, in one transaction or more. */
static int take_files(struct intake *in, struct intake_file *files, size_t n, bool alone,
                      struct err *err)
{
    int result = 0;
    for (size_t at = 0, done; result == 0 && at < n; at += done) {
        bool noted = false;
        done = n - at;
        result = note_files(in, files + at, n - at, alone, &noted, err);
        if (result == 0)
            result = in->readers ? readers_read(in->readers, files + at, n - at, &done, err)
                                 : read_here(in, files + at, n - at, err);
        if (result == 0)
            result = keep_notes(in, files + at, done, err);
        if (result == 0)
            result = store_files(in, files + at, done, noted, err);
        for (size_t i = at; result == 0 && i < at + done; i++) {
            count(in, &files[i]);
            put_away(in, &files[i]);
            reduced_free(&files[i].reduced);
        }
    }
    return result;
}

/* Of what an earlier ingest left: puts suspects to the end; how many are none. */
static size_t put_suspects_last(const struct intake *in, struct intake_file *files, size_t n)
{
    for (size_t i = 0; i < n;) {
        struct intake_file *f = &files[i], last = files[n - 1];
        enum store_past past = f->state == INTAKE_UNSEEN
            ? store_past_of(in->store, f->clean, f->size, f->changed) : STORE_FRESH;
        if (past == STORE_SUSPECT) {
            files[--n] = *f;
            *f = last;
            continue;
        }
        if (past == STORE_KILLER) {
            f->state = INTAKE_BAD;
            err_set(&f->why, "ended the ingest that read it");
        }
        i++;
    }
    return n;
}

/* From paths, which it takes over, to rows. */
static int take_batch(struct intake *in, char **paths, size_t n, struct err *err)
{
    struct intake_file *files = calloc(n, sizeof *files);
    int result = files ? 0 : err_memory(err);
    for (size_t i = 0; files && i < n; i++) {
        files[i].path = paths[i];
        paths[i] = NULL;
        if (result == 0)
            result = intake_look(&files[i], in->store, err);
    }
    if (result == 0) {
        size_t fresh = put_suspects_last(in, files, n);
        result = take_files(in, files, fresh, false, err);
        for (size_t i = fresh; result == 0 && i < n; i++)
            result = take_files(in, &files[i], 1, true, err);
    }
    for (size_t i = 0; files && i < n; i++)
        intake_file_free(&files[i]);
    free(files);
    return result;
}

static int take_deletion(struct intake *in, const char *path, struct err *err)
{
    struct intake_file f = { .path = strdup(path) };
    uint8_t (*hashes)[STORE_HASH] = NULL;
    size_t n = 0, taken;
    int result = f.path ? intake_read_deletion(&f, &hashes, &n, err) : err_memory(err);
    if (result == 0 && f.state == INTAKE_NEW)
        result = store_forget(in->store, (const uint8_t (*)[STORE_HASH])hashes, n, time(NULL), err);
    if (result == 0 && f.state == INTAKE_BAD) {
        const struct quarantined bad = { f.clean, f.why.text, f.size, f.changed };
        if (store_is_quarantined(in->store, f.clean, f.size, f.changed))
            f.state = INTAKE_BAD_BEFORE;
        const struct store_batch batch = { .bad = &bad, .n_bad = 1, .now = time(NULL) };
        if (f.state == INTAKE_BAD)
            result = store_add(in->store, &batch, &taken, err);
    }
    if (result == 0) {
        in->counts->deletions += f.state == INTAKE_NEW;
        count(in, &f);
        put_away(in, &f);
    }
    free(hashes);
    intake_file_free(&f);
    return result;
}

/* By name: folders change while several processes list them. */
static void keep_part(struct paths *paths, const struct intake_options *options)
{
    size_t kept = 0;
    for (size_t i = 0; i < paths->n; i++) {
        uint64_t hash = XXH3_64bits(paths->list[i], strlen(paths->list[i]));
        if (hash % options->parts == options->part)
            paths->list[kept++] = paths->list[i];
        else
            free(paths->list[i]);
    }
    paths->n = kept;
}

static int take_all(struct intake *in, struct paths *logs, const struct paths *deletions,
                    struct err *err)
{
    size_t begin = 0, end = logs->n;
    struct progress progress;
    int result = 0;
    for (size_t i = 0; result == 0 && in->options->part == 0 && i < deletions->n; i++)
        result = take_deletion(in, deletions->list[i], err);
    progress_start(&progress, "taking in", end - begin);
    while (result == 0 && begin < end) {
        size_t n = end - begin < INTAKE_BATCH ? end - begin : INTAKE_BATCH;
        result = take_batch(in, logs->list + begin, n, err);
        for (size_t i = 0; i < n; i++)
            progress_step(&progress);
        begin += n;
    }
    progress_clear(&progress);
    return result;
}

/* Errors of the database name it. */
static int blame_db(const struct intake_options *options, struct err *err)
{
    char room[160];
    struct err text = *err;
    return err_set(err, "%.100s: %.150s", db_shown(options->db, room, sizeof room), text.text);
}

static int start_readers(struct intake *in, struct err *err)
{
    size_t n = in->options->readers;
    return n > 0 ? readers_start(n, in->store, &in->readers, err) : 0;
}

int intake_run(char **folders, size_t n, const struct intake_options *options,
               intake_complaint *complain, struct intake_counts *counts, struct err *err)
{
    struct intake in = { .options = options, .counts = counts, .complain = complain };
    struct paths logs = { 0 }, deletions = { 0 };
    int result = list_all(folders, n, &logs, &deletions, err);
    keep_part(&logs, options);
    if (result == 0 && (store_open(options->db, &in.store, err) != 0 ||
                        start_readers(&in, err) != 0 || take_all(&in, &logs, &deletions, err) != 0))
        result = blame_db(options, err);
    readers_end(in.readers);
    store_close(in.store);
    paths_free(&logs);
    paths_free(&deletions);
    return result;
}
