/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "context/forget.h"

#include <stdlib.h>

static uint64_t calls_of(const struct log_context *r)
{
    return r->flags & ALOG_F_REACHED ? 0 : r->count;
}

static int larger_first(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x < y) - (x > y);
}

/* *least: the largest count that is forgotten.  0 or -1 (no memory). */
static int choose(const struct log_tree *tree, size_t most, uint64_t *least)
{
    size_t n = tree->n_rows + tree->n_counts;
    uint64_t *counts = malloc((n + 1) * sizeof *counts);
    if (!counts)
        return -1;
    for (size_t i = 0; i < tree->n_rows; i++)
        counts[i] = calls_of(&tree->rows[i]);
    for (size_t i = 0; i < tree->n_counts; i++)
        counts[tree->n_rows + i] = log_count_of(&tree->counts[i]);
    qsort(counts, n, sizeof *counts, larger_first);
    *least = most < n ? counts[most] : 0;
    free(counts);
    return 0;
}

/* Keeps it and what is above it; in a cycle, which only damage makes, all of that. */
static void keep(const struct log_tree *tree, const struct log_context *r, bool *kept)
{
    for (; r && !kept[r - tree->rows]; r = log_tree_row(tree, r->from))
        kept[r - tree->rows] = true;
}

static bool has_larger(const struct log_tree *tree, const struct log_context *r, uint64_t least)
{
    bool has = calls_of(r) > least;
    for (size_t k = r->counts; k < (size_t)r->counts + r->n_counts; k++)
        has |= log_count_of(&tree->counts[k]) > least;
    return has;
}

/* What is kept of a row moves up behind what is there. */
static void move_row(struct log_tree *tree, const struct log_context *from, bool kept, uint64_t least)
{
    struct log_context row = *from;
    size_t first = tree->n_counts;
    for (size_t k = row.counts; k < (size_t)row.counts + row.n_counts; k++) {
        if (log_count_of(&tree->counts[k]) > least)
            tree->counts[tree->n_counts++] = tree->counts[k];
        else
            tree->forgotten += log_count_of(&tree->counts[k]);
    }
    row.counts = (uint32_t)first;
    row.n_counts = (uint32_t)(tree->n_counts - first);
    if (kept)
        tree->rows[tree->n_rows++] = row;
    else
        tree->forgotten += calls_of(&row);
}

int tree_forget(struct log_tree *tree, uint64_t error, size_t most)
{
    uint64_t least;
    bool *kept = calloc(tree->n_rows + 1, sizeof *kept);
    if (!kept || choose(tree, most, &least) != 0) {
        free(kept);
        return -1;
    }
    for (size_t i = 0; i < tree->n_rows; i++)
        if (has_larger(tree, &tree->rows[i], least))
            keep(tree, &tree->rows[i], kept);
    size_t rows = tree->n_rows;
    tree->n_rows = tree->n_counts = 0;
    for (size_t i = 0; i < rows; i++)
        move_row(tree, &tree->rows[i], kept[i], least);
    tree->error = error + least;
    free(kept);
    return 0;
}
