/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * record LOG FILE: the loop of a log of which every instance was traced, for
 * replay.h.  Of several loops the one with the most instances.  Says what it is.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "size/cell_sweep.h"
#include "log/log_read.h"
#include "replay.h"

struct spans {
    struct replay_span *span;
    size_t n, cap;
    uint64_t cells;
};

static void fail(const char *what)
{
    fprintf(stderr, "record: %s\n", what);
    exit(1);
}

/* Rows of one line's cells, as far as any set has them. */
static int add_lines(void *arg, const struct sweep_lines *lines)
{
    struct spans *s = arg;
    uint64_t mask = 0;
    for (size_t g = 0; g < lines->n_groups; g++)
        mask |= lines->group[g].mask;
    s->cells += lines->lines * (uint64_t)__builtin_popcountll(mask);
    for (uint64_t line = 0; line < lines->lines; line++)
        for (uint64_t rest = mask; rest;) {
            unsigned from = (unsigned)__builtin_ctzll(rest), len = 0;
            while (from + len < 64 && rest >> (from + len) & 1)
                len++;
            rest = from + len >= 64 ? 0 : rest >> (from + len) << (from + len);
            uint64_t first = (lines->first + line) * 64 + from;
            struct replay_span *last = s->n > 0 ? &s->span[s->n - 1] : NULL;
            if (last && last->first + last->count == first) {
                last->count += len;
                continue;
            }
            if (array_grow(&s->span, &s->cap, s->n + 1, sizeof *s->span) != 0)
                return -1;
            s->span[s->n++] = (struct replay_span){ first, len };
        }
    return 0;
}

static uint32_t busiest(const struct log *log)
{
    size_t *n = calloc(log->n_sites + 1, sizeof *n), best = 0;
    if (!n)
        fail("no memory");
    for (size_t i = 0; i < log->n_instances; i++)
        n[log->instances[i].site]++;
    for (size_t i = 0; i < log->n_sites; i++)
        if (n[i] > n[best])
            best = i;
    free(n);
    return (uint32_t)best;
}

static int by_order(const void *a, const void *b)
{
    const struct log_instance *x = *(const struct log_instance *const *)a;
    const struct log_instance *y = *(const struct log_instance *const *)b;
    return (x->rec.order > y->rec.order) - (x->rec.order < y->rec.order);
}

/* Of one thread, none left out. */
static void check(const struct log_instance *const *list, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        const struct alog_instance *rec = &list[i]->rec;
        if (rec->flags & (ALOG_I_CUT | ALOG_I_LOST | ALOG_I_UNSEEN) || rec->thin > 0)
            fail("an instance was not traced whole");
        if (rec->thread != list[0]->rec.thread || rec->index != i)
            fail("not every instance was traced, or in several threads");
    }
}

static void put(FILE *file, const void *what, size_t size, size_t n)
{
    if (fwrite(what, size, n, file) != n)
        fail("cannot be written");
}

static void write_replay(const char *path, const struct log_instance *const *list, size_t n)
{
    struct spans each = { 0 }, all = { 0 };
    struct cell_view view = { 0, 0 };
    struct sweep_source *set = calloc(n, sizeof *set);
    FILE *file = fopen(path, "wb");
    uint64_t *start = calloc(n + 1, sizeof *start), *cost = calloc(n, sizeof *cost);
    if (!set || !file || !start || !cost)
        fail("cannot be written");
    for (size_t i = 0; i < n; i++) {
        set[i] = (struct sweep_source){ list[i]->set, list[i]->rec.set_bytes };
        cost[i] = list[i]->rec.cost;
        start[i] = each.n;
        if (cell_sweep(&set[i], 1, view, NULL, add_lines, &each) != 0)
            fail("no memory");
    }
    start[n] = each.n;
    if (cell_sweep(set, n, view, NULL, add_lines, &all) != 0)
        fail("no memory");
    struct replay_head head = { REPLAY_MAGIC, n, all.cells };
    put(file, &head, sizeof head, 1);
    put(file, start, sizeof *start, n + 1);
    put(file, cost, sizeof *cost, n);
    put(file, each.span, sizeof *each.span, each.n);
    if (fclose(file) != 0)
        fail("cannot be written");
    printf("%zu instances, %" PRIu64 " bytes, %" PRIu64 " of all\n", n, all.cells, each.cells);
    free(set);
    free(start);
    free(cost);
    free(each.span);
    free(all.span);
}

int main(int argc, char **argv)
{
    struct log *log;
    struct err err;
    size_t n = 0;
    if (argc != 3) {
        fprintf(stderr, "usage: record LOG FILE\n");
        return 2;
    }
    if (log_read(argv[1], &log, &err) != 0)
        fail(err.text);
    uint32_t site = busiest(log);
    const struct log_instance **list = calloc(log->n_instances + 1, sizeof *list);
    if (!list)
        fail("no memory");
    for (size_t i = 0; i < log->n_instances; i++)
        if (log->instances[i].site == site)
            list[n++] = &log->instances[i];
    if (n == 0)
        fail("the log has no instance");
    qsort(list, n, sizeof *list, by_order);
    check(list, n);
    printf("%s:%" PRIu32 " %s: ", log->sites[site].file, log->sites[site].rec.line,
           log->sites[site].name);
    write_replay(argv[2], list, n);
    free(list);
    log_free(log);
    return 0;
}
