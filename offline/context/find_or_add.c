/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "context/find_or_add.h"

#include <stdlib.h>
#include <string.h>

enum table { CONTEXTS = 1, FUNCTIONS, PLACES };
#define INDEX_BITS 30u
#define FREE_BYTES (UINT64_C(40) << 20) /* of memory that any log's contexts may take, and of each byte of the log: */
#define BYTES_OF_BYTE 1u                /* what the log itself takes is some six times as many */

static uint64_t mix(uint64_t h, uint64_t v)
{
    h = (h ^ v) * 0x9e3779b97f4a7c15u;
    return h ^ h >> 29;
}

static uint64_t mix_text(uint64_t h, const char *s)
{
    for (; *s; s++)
        h = mix(h, (unsigned char)*s);
    return mix(h, 0);
}

static uint64_t hash_context(const struct contexts *all, const struct context *c)
{
    return mix(mix(mix(all->seed + CONTEXTS, c->parent), c->function), c->place);
}

static uint64_t hash_function(const struct contexts *all, const struct context_function *f)
{
    return mix_text(mix_text(mix(mix(all->seed + FUNCTIONS, f->kind), f->line), f->name), f->file);
}

static uint64_t hash_place(const struct contexts *all, const struct context_place *p)
{
    return mix_text(mix(mix(all->seed + PLACES, p->line), p->nth), p->file);
}

static uint64_t hash_of(const struct contexts *all, uint32_t entry)
{
    size_t i = entry & ((1u << INDEX_BITS) - 1);
    switch (entry >> INDEX_BITS) {
    case CONTEXTS:
        return hash_context(all, &all->list[i]);
    case FUNCTIONS:
        return hash_function(all, &all->functions[i]);
    default:
        return hash_place(all, &all->places[i]);
    }
}

static bool is_same(const struct contexts *all, uint32_t entry, enum table table, const void *key)
{
    size_t i = entry & ((1u << INDEX_BITS) - 1);
    if (entry >> INDEX_BITS != table)
        return false;
    if (table == CONTEXTS) {
        const struct context *c = key, *d = &all->list[i];
        return c->parent == d->parent && c->function == d->function && c->place == d->place;
    }
    if (table == FUNCTIONS) {
        const struct context_function *f = key, *g = &all->functions[i];
        return f->kind == g->kind && f->line == g->line && !strcmp(f->name, g->name) && !strcmp(f->file, g->file);
    }
    const struct context_place *p = key, *q = &all->places[i];
    return p->line == q->line && p->nth == q->nth && !strcmp(p->file, q->file);
}

/* Without the contexts from `most' on. */
static int remake_index(struct contexts *all, size_t rooms, size_t most)
{
    uint32_t *index = calloc(rooms, sizeof *index);
    if (!index)
        return -1;
    for (size_t i = 0; i < all->rooms; i++) {
        uint32_t entry = all->index[i];
        if (!entry)
            continue;
        if (entry >> INDEX_BITS == CONTEXTS && (entry & ((1u << INDEX_BITS) - 1)) >= most) {
            all->used--;
            continue;
        }
        uint64_t at = hash_of(all, entry);
        while (index[at & (rooms - 1)])
            at++;
        index[at & (rooms - 1)] = entry;
    }
    free(all->index);
    all->index = index;
    all->rooms = rooms;
    return 0;
}

static int grow_index(struct contexts *all)
{
    return remake_index(all, all->rooms ? 2 * all->rooms : 1024, SIZE_MAX);
}

int table_leave_contexts(struct contexts *all, size_t n)
{
    if (remake_index(all, all->rooms, n) != 0)
        return -1;
    all->n = n;
    return 0;
}

/* The entry's place in the table, which is 0 where it is new; NULL: no memory. */
static uint32_t *find(struct contexts *all, enum table table, uint64_t hash, const void *key)
{
    if (2 * all->used >= all->rooms && grow_index(all) != 0)
        return NULL;
    for (;; hash++) {
        uint32_t *at = &all->index[hash & (all->rooms - 1)];
        if (!*at || is_same(all, *at, table, key))
            return at;
    }
}

static void note(struct contexts *all, uint32_t *at, enum table table, size_t i)
{
    *at = (uint32_t)table << INDEX_BITS | (uint32_t)i;
    all->used++;
}

uint64_t table_most_contexts(const struct contexts *all)
{
    return (FREE_BYTES + BYTES_OF_BYTE * all->bytes) / (2 * (sizeof *all->list + sizeof *all->index));
}

int64_t table_context(struct contexts *all, const struct context *key)
{
    uint32_t *at = find(all, CONTEXTS, hash_context(all, key), key);
    if (at && *at)
        return *at & ((1u << INDEX_BITS) - 1);
    if (!at || all->n >> INDEX_BITS || array_grow(&all->list, &all->cap, all->n + 1, sizeof *all->list) != 0)
        return -1;
    all->list[all->n] = *key;
    note(all, at, CONTEXTS, all->n);
    return (int64_t)all->n++;
}

int64_t table_function(struct contexts *all, const char *name, const char *file, uint32_t line,
                            enum context_kind kind)
{
    struct context_function f = { .name = (char *)(uintptr_t)name, .file = (char *)(uintptr_t)file, .line = line, .kind = kind };
    uint32_t *at = find(all, FUNCTIONS, hash_function(all, &f), &f);
    if (at && *at)
        return *at & ((1u << INDEX_BITS) - 1);
    if (!at || array_grow(&all->functions, &all->cap_functions, all->n_functions + 1, sizeof f) != 0)
        return -1;
    f.name = text_clean(name, strlen(name));
    f.file = text_clean(file, strlen(file));
    if (!f.name || !f.file) {
        free(f.name);
        free(f.file);
        return -1;
    }
    all->functions[all->n_functions] = f;
    note(all, at, FUNCTIONS, all->n_functions);
    return (int64_t)all->n_functions++;
}

int64_t table_place(struct contexts *all, const char *file, uint32_t line, uint32_t nth)
{
    struct context_place p = { (char *)(uintptr_t)file, line, nth };
    uint32_t *at = find(all, PLACES, hash_place(all, &p), &p);
    if (at && *at)
        return *at & ((1u << INDEX_BITS) - 1);
    if (!at || array_grow(&all->places, &all->cap_places, all->n_places + 1, sizeof p) != 0)
        return -1;
    p.file = text_clean(file, strlen(file));
    if (!p.file)
        return -1;
    all->places[all->n_places] = p;
    note(all, at, PLACES, all->n_places);
    return (int64_t)all->n_places++;
}
