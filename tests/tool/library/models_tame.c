/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Recursions that visit their input. */
#include <stdbool.h>
#include <stdlib.h>

#include "machine.h"

/* Arrays lie at 0, their scratch space in the upper half; words are 4 bytes. */
#define SCRATCH (MODEL_MEMORY / 2)

static void merge(struct machine *m, unsigned low, unsigned high, unsigned bytes)
{
    ENTER(m);
    unsigned middle = low + (high - low) / 2;
    if (high - low > 1) {
        merge(m, low, middle, bytes);
        merge(m, middle, high, bytes);
        machine_read(m, low * bytes, (high - low) * bytes);
        machine_write(m, SCRATCH + low * bytes, (high - low) * bytes);
        machine_read(m, SCRATCH + low * bytes, (high - low) * bytes);
        machine_write(m, low * bytes, (high - low) * bytes);
    }
    LEAVE(m);
}

void model_merge_sort(struct machine *m, unsigned n)
{
    merge(m, 0, n, 4);
}

/* Two calls for each byte; a chain of n + 1. */
void model_byte_sort(struct machine *m, unsigned n)
{
    merge(m, 0, 1u << n, 1);
}

/* Lomuto's partition about a random element. */
static void quick(struct machine *m, int32_t *a, unsigned low, unsigned high)
{
    ENTER(m);
    if (low + 1 < high) {
        unsigned at = low, pivot = low + machine_draw(m, high - low);
        int32_t value = a[pivot];
        machine_read(m, low * 4, (high - low) * 4);
        a[pivot] = a[high - 1];
        for (unsigned i = low; i + 1 < high; i++)
            if (a[i] < value) {
                int32_t swap = a[at];
                a[at++] = a[i];
                a[i] = swap;
            }
        a[high - 1] = a[at];
        a[at] = value;
        quick(m, a, low, at);
        quick(m, a, at + 1, high);
    }
    LEAVE(m);
}

void model_quicksort(struct machine *m, unsigned n)
{
    for (unsigned i = 0; i < n; i++)
        m->word[i] = (int32_t)machine_draw(m, 1u << 30);
    quick(m, m->word, 0, n);
}

/* Trees in words: of node i left 2 i, right 2 i + 1; 0 is none.  A node has 24
 * bytes: a key and two pointers. */
#define NODE 24u

static void walk(struct machine *m, unsigned node)
{
    ENTER(m);
    if (node) {
        machine_read(m, node * NODE, NODE);
        walk(m, (unsigned)m->word[2 * node]);
        walk(m, (unsigned)m->word[2 * node + 1]);
    }
    LEAVE(m);
}

/* A search tree of n random keys; only building it looks at keys. */
static void grow_search_tree(struct machine *m, unsigned n)
{
    int32_t *key = m->word + MODEL_MEMORY / 2;
    for (unsigned i = 1; i <= n; i++) {
        unsigned at = 1;
        key[i] = (int32_t)machine_draw(m, 1u << 30);
        m->word[2 * i] = m->word[2 * i + 1] = 0;
        while (i > 1) {
            int32_t *child = &m->word[2 * at + (key[i] > key[at])];
            if (*child == 0) {
                *child = (int32_t)i;
                break;
            }
            at = (unsigned)*child;
        }
    }
}

void model_tree_walk(struct machine *m, unsigned n)
{
    grow_search_tree(m, n);
    walk(m, 1);
}

void model_full_tree(struct machine *m, unsigned n)
{
    unsigned nodes = 1u << n;
    for (unsigned i = 1; i < nodes; i++) {
        m->word[2 * i] = 2 * i < nodes ? (int32_t)(2 * i) : 0;
        m->word[2 * i + 1] = 2 * i + 1 < nodes ? (int32_t)(2 * i + 1) : 0;
    }
    walk(m, 1);
}

/* All shapes alike likely (Remy 1985): chains of about the square root of n. */
void model_shape_walk(struct machine *m, unsigned n)
{
    int32_t *child = m->word;           /* inner nodes 1 .. n, leaves as -1 - number */
    child[2] = -1;
    child[3] = -2;
    int32_t *root = &child[0];
    *root = 1;
    /* where[x]: which word refers to node x (inner from 0, leaves from n + 1). */
    int32_t *where = m->word + MODEL_MEMORY / 2;
    where[1] = 0;
    where[n + 1] = 2;
    where[n + 2] = 3;
    for (unsigned i = 2; i <= n; i++) {
        unsigned x = machine_draw(m, 2 * i - 1);
        unsigned node = x < i - 1 ? x + 1 : n + 1 + (x - (i - 1)), side = machine_draw(m, 2);
        unsigned slot = (unsigned)where[node], leaf = n + i + 1;
        int32_t old = child[slot];
        child[slot] = (int32_t)i;
        where[i] = (int32_t)slot;
        child[2 * i + side] = old;
        where[node] = (int32_t)(2 * i + side);
        child[2 * i + !side] = -1 - (int32_t)i;
        where[leaf] = (int32_t)(2 * i + !side);
    }
    for (unsigned i = 2; i < 2 * n + 2; i++)
        if (child[i] < 0)
            child[i] = 0;
    walk(m, (unsigned)*root);
}

void model_table_walk(struct machine *m, unsigned n)
{
    grow_search_tree(m, n);
    machine_read(m, MODEL_MEMORY - m->table, m->table);
    walk(m, 1);
}

static void quad(struct machine *m, unsigned node, unsigned depth)
{
    ENTER(m);
    machine_read(m, node * 16, 16);
    for (unsigned i = 0; depth > 0 && i < 4; i++)
        quad(m, 4 * node + i - 2, depth - 1);
    LEAVE(m);
}

void model_quad_tree(struct machine *m, unsigned n)
{
    quad(m, 1, n);
}

void model_list_walk(struct machine *m, unsigned n)
{
    for (unsigned i = 0; i < n; i++) {
        ENTER(m);
        machine_read(m, i * 16, 16);
    }
    for (unsigned i = 0; i < n; i++)
        LEAVE(m);
}

/* The way to one random key in a tree of n. */
void model_tree_insert(struct machine *m, unsigned n)
{
    int32_t *key = m->word + MODEL_MEMORY / 2, wanted = (int32_t)machine_draw(m, 1u << 30);
    unsigned depth = 0;
    grow_search_tree(m, n);
    for (unsigned at = 1; at; at = (unsigned)m->word[2 * at + (wanted > key[at])]) {
        ENTER(m);
        machine_read(m, at * NODE, NODE);
        depth++;
    }
    while (depth-- > 0)
        LEAVE(m);
}

/* A pixel is a byte, 0 wall or done; the image is side x side. */
static void fill(struct machine *m, int side, int x, int y)
{
    ENTER(m);
    if (x >= 0 && y >= 0 && x < side && y < side) {
        unsigned at = (unsigned)(y * side + x);
        machine_read(m, at, 1);
        if (m->word[at]) {
            m->word[at] = 0;
            machine_write(m, at, 1);
            fill(m, side, x + 1, y);
            fill(m, side, x, y + 1);
            fill(m, side, x - 1, y);
            fill(m, side, x, y - 1);
        }
    }
    LEAVE(m);
}

void model_flood_fill(struct machine *m, unsigned n)
{
    for (unsigned i = 0; i < n * n; i++)
        m->word[i] = machine_draw(m, 100) < 70;
    m->word[n * n / 2] = 1;
    fill(m, (int)n, (int)(n / 2 + (n % 2 ? 0 : n / 2)) % (int)n, (int)(n / 2));
}

void model_hall_fill(struct machine *m, unsigned n)
{
    for (unsigned i = 0; i < n * n; i++)
        m->word[i] = 1;
    fill(m, (int)n, (int)machine_draw(m, n), (int)machine_draw(m, n));
}

/* An expression of about `left` bytes: nested, or a chain of terms. */
static void parse(struct machine *m, unsigned *at, unsigned left)
{
    ENTER(m);
    machine_read(m, *at, 1);
    ++*at;
    while (left > 1) {
        unsigned part = 1 + machine_draw(m, left - 1);
        if (part > left / 2 && machine_draw(m, 2))
            part = left / 2;
        parse(m, at, part);
        left -= part;
    }
    LEAVE(m);
}

void model_parser(struct machine *m, unsigned n)
{
    unsigned at = 0;
    parse(m, &at, n);
}
