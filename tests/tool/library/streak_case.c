/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "streak_case.h"

#include <math.h>
#include <stdlib.h>

#include "logmake.h"

static void *need(void *memory)
{
    if (!memory)
        abort();
    return memory;
}

static int compare_cells(const void *a, const void *b)
{
    const struct cells *x = a, *y = b;
    return (x->first > y->first) - (x->first < y->first);
}

/* The stored set of a list of cells; *count: how many different ones. */
static struct sweep_source make_set(const json_t *list, unsigned word_shift, double *count)
{
    size_t n = json_array_size(list), ranges = 0, i;
    struct cells *cells = need(calloc(n + 1, sizeof *cells));
    struct sweep_source set = { 0 };
    json_t *cell;
    *count = 0;
    json_array_foreach(list, i, cell)
        cells[i] = (struct cells){ (uint64_t)json_integer_value(cell) << word_shift,
                                   UINT64_C(1) << word_shift };
    qsort(cells, n, sizeof *cells, compare_cells);
    for (i = 0; i < n; i++) {
        if (i > 0 && cells[i].first == cells[ranges - 1].first + cells[ranges - 1].count -
                                           (UINT64_C(1) << word_shift))
            continue;
        *count += 1;
        if (ranges > 0 && cells[ranges - 1].first + cells[ranges - 1].count == cells[i].first)
            cells[ranges - 1].count += cells[i].count;
        else
            cells[ranges++] = cells[i];
    }
    set.bytes = logmake_set(cells, ranges, 0, &set.size);
    free(cells);
    return set;
}

struct collects {
    struct streak_collect *streak;
    struct capture_collect *capture;
    uint64_t lines;
};

static int collect(void *arg, const struct sweep_lines *lines)
{
    struct collects *c = arg;
    c->lines += lines->lines;
    capture_collect_lines(c->capture, lines);
    return streak_collect_lines(c->streak, lines);
}

static void estimate(const struct sweep_source *sets, const struct streak_input *in,
                     unsigned word_shift, struct sample *out)
{
    struct collects c = { need(streak_collect_new(in->pairs, word_shift)),
                          need(capture_collect_new(in->pairs, 2 * in->pairs, word_shift)), 0 };
    *out = (struct sample){ 0 };
    if (cell_sweep(sets, 2 * in->pairs, (struct cell_view){ 0, 0 }, NULL, collect, &c) != 0 ||
        streak_collect_finish(c.streak, in, &out->streak) != 0 ||
        streak_estimate(&out->streak, &out->by_streaks) != 0)
        abort();
    capture_collect_finish(c.capture, in->instances, &out->capture);
    out->lines = (double)c.lines;
    streak_collect_free(c.streak);
    capture_collect_free(c.capture);
}

void streak_case_sample(const json_t *object, unsigned word_shift, bool extents,
                        struct sample *out)
{
    const json_t *list = json_object_get(object, "pairs"), *cost = json_object_get(object, "cost");
    const json_t *total = json_object_get(object, "total_cost");
    size_t n = json_array_size(list);
    double *start = need(calloc(3 * n + 1, sizeof *start)), *costs = start + n;
    struct sweep_source *sets = need(calloc(2 * n + 1, sizeof *sets));
    for (size_t i = 0; i < 2 * n; i++) {
        const json_t *pair = json_array_get(list, i / 2);
        sets[i] = make_set(json_object_get(pair, i % 2 ? "B" : "A"), word_shift, &costs[i]);
        start[i / 2] = json_number_value(json_object_get(pair, "i"));
        if (cost)
            costs[i] = json_number_value(json_array_get(cost, i));
    }
    bool known = total && !json_is_null(total);
    struct streak_stratum all = { n, json_number_value(json_object_get(object, "n")),
                                  known ? json_number_value(total) : NAN };
    struct streak_input in = { .pairs = n, .start = start, .cost = known ? costs : NULL,
                               .stratum = &all, .n_strata = 1, .instances = all.instances,
                               .total_cost = all.total_cost, .extents = extents,
                               .cost_so_far = json_number_value(json_object_get(object, "cost_so_far")),
                               .uneven = json_is_true(json_object_get(object, "uneven")) };
    estimate(sets, &in, word_shift, out);
    for (size_t i = 0; i < 2 * n; i++)
        free((void *)(uintptr_t)sets[i].bytes);
    free(sets);
    free(start);
}
