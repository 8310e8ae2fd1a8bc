/* SPDX-License-Identifier: GPL-3.0-or-later
 * What is known once all trees are one: bounds, sums, the order of children, paths. */
#include "context/tree.h"

#include <stdlib.h>
#include <string.h>

#define MOST_TEXT (UINT64_C(1) << 26)   /* bytes of all paths together, and for each byte of the logs; of more each has */
#define TEXT_OF_BYTE 128u               /* an equal share */
#define AROUND_FRAME 12u                /* what is written beside its name and place */

static const struct contexts *sorted;   /* of by_parent; one thread sorts at a time */

static int by_parent(const void *a, const void *b)
{
    const struct context *c = &sorted->list[*(const uint32_t *)a], *d = &sorted->list[*(const uint32_t *)b];
    if (c->parent != d->parent)
        return c->parent < d->parent ? -1 : 1;
    if (c->below != d->below)
        return c->below > d->below ? -1 : 1;
    const struct context_function *f = &sorted->functions[c->function], *g = &sorted->functions[d->function];
    int order = strcmp(f->name, g->name);
    if (order == 0)
        order = strcmp(f->file, g->file);
    if (order == 0)
        order = (sorted->places[c->place].line > sorted->places[d->place].line)
                - (sorted->places[c->place].line < sorted->places[d->place].line);
    return order ? order : (c > d) - (c < d);
}

static size_t function_text(const struct context_function *f)
{
    return strlen(f->name) + strlen(f->file);
}

static size_t frame_text(const struct contexts *all, const struct context *c)
{
    return AROUND_FRAME + all->functions[c->function].text + strlen(all->places[c->place].file);
}

static void shorten(char *text, size_t most)
{
    if (strlen(text) <= most)
        return;
    while (most > 0 && ((unsigned char)text[most] & 0xc0) == 0x80)      /* not within a character */
        most--;
    text[most] = 0;
}

/* How much of the paths is told.  No name of a function and of a file takes more than a quarter of a path. */
static int measure_paths(struct contexts *all)
{
    const uint64_t most = MOST_TEXT + TEXT_OF_BYTE * all->bytes;
    uint64_t *text = calloc(all->n + 1, sizeof *text), sum = 0;
    if (!text)
        return -1;
    for (size_t i = 0; i < all->n_functions; i++)
        all->functions[i].text = function_text(&all->functions[i]);
    for (size_t i = 1; i < all->n; i++) {       /* a parent was added before its children */
        struct context *c = &all->list[i];
        c->depth = all->list[c->parent].depth + 1;
        text[i] = text[c->parent] + frame_text(all, c);
        sum = text[i] < UINT64_MAX - sum ? sum + text[i] : UINT64_MAX;
    }
    free(text);
    all->longest_text = sum > most ? most / all->n : SIZE_MAX;
    for (size_t i = 0; i < all->n_functions; i++) {
        shorten(all->functions[i].name, all->longest_text / 4);
        shorten(all->functions[i].file, all->longest_text / 4);
        all->functions[i].text = function_text(&all->functions[i]);
    }
    for (size_t i = 0; i < all->n_places; i++)
        shorten(all->places[i].file, all->longest_text / 4);
    return 0;
}

int contexts_finish(struct contexts *all)
{
    uint32_t *order = malloc((all->n + 1) * sizeof *order);
    if (!order)
        return -1;
    all->calls += all->forgotten;
    if (measure_paths(all) < 0) {
        free(order);
        return -1;
    }
    for (size_t i = 0; i < all->n; i++) {
        struct context *c = &all->list[i];
        bool counted = i && all->functions[c->function].kind <= CONTEXT_OUTSIDE && c->stamp;
        c->bound = counted ? c->bound + all->error + all->lost : 0;
        c->below = c->count;
        c->child = c->next = 0;
        order[i] = (uint32_t)i;
    }
    for (size_t i = all->n; i-- > 1;)   /* a parent was added before its children */
        all->list[all->list[i].parent].below += all->list[i].below;
    sorted = all;
    if (all->n > 1)
        qsort(order + 1, all->n - 1, sizeof *order, by_parent);
    for (size_t i = all->n; i-- > 1;) {
        struct context *c = &all->list[order[i]];
        c->next = all->list[c->parent].child;
        all->list[c->parent].child = order[i];
    }
    free(order);
    return 0;
}

bool context_is_hot(const struct contexts *all, const struct context *c, double share)
{
    return c->count > 0 && (double)c->count + (double)c->bound >= share * (double)all->calls;
}

double contexts_epsilon(const struct contexts *all)
{
    return all->calls ? ((double)all->error + (double)all->lost) / (double)all->calls : 0;
}

/* Frames of the path to i that are told, the innermost ones: as many as its share of text has room for. */
static size_t told_frames(const struct contexts *all, size_t i)
{
    size_t text = 0, n = 0;
    if (all->longest_text == SIZE_MAX)
        return all->list[i].depth;
    for (size_t k = i; n < all->list[i].depth; k = all->list[k].parent, n++) {
        text += frame_text(all, &all->list[k]);
        if (n > 0 && text > all->longest_text)
            break;
    }
    return n;
}

uint32_t *context_path(const struct contexts *all, size_t i, size_t *depth)
{
    size_t n = told_frames(all, i);
    uint32_t *path = malloc((n + 1) * sizeof *path);
    *depth = n;
    for (size_t k = i; path && n > 0; k = all->list[k].parent)
        path[--n] = (uint32_t)k;
    return path;
}
