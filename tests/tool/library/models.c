/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "models.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "machine.h"

void machine_start(struct machine *m, uint64_t seed)
{
    *m = (struct machine){ .random = seed };
    m->met = calloc(MODEL_MEMORY, sizeof *m->met);
    m->word = calloc(MODEL_MEMORY, sizeof *m->word);
    if (!m->met || !m->word)
        abort();
}

void machine_end(struct machine *m)
{
    calls_free(&m->calls);
    free(m->met);
    free(m->word);
}

void machine_clear(struct machine *m)
{
    calls_clear(&m->calls);
    m->instance++;
    m->rms = 0;
}

/* SplitMix64 (Steele et al. 2014). */
unsigned machine_draw(struct machine *m, unsigned below)
{
    uint64_t x = m->random += 0x9e3779b97f4a7c15u;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    x ^= x >> 31;
    return (unsigned)((x >> 32) * below >> 32);
}

static void touch(struct machine *m, unsigned at, unsigned size, unsigned read)
{
    if (at + size > MODEL_MEMORY)
        abort();
    for (unsigned i = at; i < at + size; i++)
        if (m->met[i] != m->instance) {
            m->met[i] = m->instance;
            m->rms += read;
        }
}

void machine_read(struct machine *m, unsigned at, unsigned size)
{
    touch(m, at, size, 1);
}

void machine_write(struct machine *m, unsigned at, unsigned size)
{
    touch(m, at, size, 0);
}

const struct model innocents[] = {
    { "merge sort", model_merge_sort, 8, 8000, 1 },
    { "merge sort of 2^k bytes", model_byte_sort, 3, 13, 1 },
    { "quicksort", model_quicksort, 8, 8000, 1 },
    { "sorts of all sizes", model_quicksort, 8, 1000, 12 },
    { "walk of a random tree", model_tree_walk, 4, 5000, 1 },
    { "walk of a full tree", model_full_tree, 3, 12, 1 },
    { "walk of a tree of random shape", model_shape_walk, 4, 5000, 1 },
    { "walk of a tree and a table", model_table_walk, 4, 5000, 1 },
    { "walk of a tree of 4", model_quad_tree, 2, 7, 1 },
    { "list walk", model_list_walk, 4, 10000, 1 },
    { "tree insert", model_tree_insert, 20, 1000, 30 },
    { "flood fill", model_flood_fill, 4, 70, 1 },
    { "flood fill of a hall", model_hall_fill, 4, 70, 1 },
    { "parser", model_parser, 10, 5000, 1 },
};
const unsigned n_innocents = sizeof innocents / sizeof *innocents;

const struct model guilty[] = {
    { "fib", model_fib, 5, 23, 1 },
    { "hanoi", model_hanoi, 3, 16, 1 },
    { "memo that never hits", model_memo, 4, 22, 1 },
    { "matcher 2^n", model_matcher, 4, 16, 1 },
    { "matcher n^3", model_cubic_matcher, 15, 120, 1 },
    { "matcher n^3 by the RMS", model_flat_matcher, 15, 120, 1 },
    { "four halves of records", model_four_halves, 2, 8, 1 },
    { "queens", model_queens, 4, 10, 1 },
    { "tours", model_tours, 3, 9, 1 },
    { "edit distance", model_edit_distance, 2, 9, 1 },
    { "ackermann 2", model_ackermann2, 3, 300, 1 },
    { "ackermann 3", model_ackermann3, 1, 7, 1 },
};
const unsigned n_guilty = sizeof guilty / sizeof *guilty;

const struct model *model_find(const char *name)
{
    for (unsigned i = 0; i < n_innocents; i++)
        if (strcmp(innocents[i].name, name) == 0)
            return &innocents[i];
    for (unsigned i = 0; i < n_guilty; i++)
        if (strcmp(guilty[i].name, name) == 0)
            return &guilty[i];
    return NULL;
}

void model_log(struct logmake *log, struct machine *m, const struct model *model, unsigned n,
               uint8_t id, uint8_t flags)
{
    struct alog_counts counts = { .folded = ALOG_NONE };
    logmake_start(log, id);
    logmake_module(log, 0, "build");
    logmake_recursion(log, 0, "f", "f.c", 1);
    for (unsigned i = 0; i < model->repeat; i++) {
        machine_clear(m);
        model->run(m, i == 0 ? n : 1 + machine_draw(m, n));
        bool seen = m->rms > 0 && !(flags & ALOG_I_UNSEEN);
        const struct cells cells = { 1 << 20, m->rms };
        counts.instances++;
        counts.traced++;
        counts.cost += m->calls.cost;
        const struct alog_instance in = { .index = i, .order = i, .pair = i / 2, .place = i % 2,
                                          .flags = flags, .parent = ALOG_NONE,
                                          .total_instances = counts.instances,
                                          .total_cost = counts.cost };
        calls_log(&m->calls, log, &in, &cells, seen);
    }
    logmake_counter(log, 0, 0, &counts);
    logmake_commit(log, 0, 1, ALOG_FINISHED);
}
