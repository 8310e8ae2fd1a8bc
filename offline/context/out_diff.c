/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "context/diff.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "base/text_table.h"
#include "context/growth_json.h"

#define MOST_FRAMES 6u          /* of a path that are told: the last ones */

static uint64_t most_calls(const struct context_diff *d)
{
    return d->all[0]->calls > d->all[1]->calls ? d->all[0]->calls : d->all[1]->calls;
}

static bool is_told(const struct context_diff *d, uint32_t i, double share)
{
    uint64_t difference = context_difference(&d->list[i]);
    bool calls = difference && (double)difference >= share * (double)most_calls(d);
    return share <= 0 || calls || context_growth_differs(&d->list[i]);
}

static void side_text(const struct context_side *s, char *out, size_t room)
{
    if (s->bound)
        snprintf(out, room, "%" PRIu64 " + %" PRIu64, s->count, s->bound);
    else
        snprintf(out, room, "%" PRIu64, s->count);
}

static const char *class_text(const struct growth *g)
{
    return g ? fit_class_name(g->fit.cls) : "";
}

/* "n", "n -> n^2", or "n -> n^2, not sure". */
static void growth_text(const struct context_pair *p, char *out, size_t room)
{
    const char *before = class_text(p->growth[0]), *after = class_text(p->growth[1]);
    if (!p->growth[0] || !p->growth[1] || strcmp(before, after) == 0)
        snprintf(out, room, "%s", *before ? before : after);
    else
        snprintf(out, room, "%s -> %s%s", before, after, context_growth_differs(p) ? "" : ", not sure");
}

static bool has_growth(const struct context_diff *d)
{
    return d->all[0]->growths || d->all[1]->growths;
}

/* Indices from the top down; *n of them.  NULL: no memory. */
static uint32_t *path_of(const struct context_diff *d, uint32_t i, size_t *n)
{
    *n = 0;
    for (uint32_t k = i; k; k = d->list[k].parent)
        ++*n;
    uint32_t *path = malloc((*n + 1) * sizeof *path);
    size_t at = *n;
    for (uint32_t k = i; path && k; k = d->list[k].parent)
        path[--at] = k;
    return path;
}

static int add_row(struct table *table, const struct context_diff *d, uint32_t i)
{
    char before[64], after[64], growth[128];
    size_t n, size = 0;
    uint32_t *path = path_of(d, i, &n);
    char *text = NULL;
    FILE *out = path ? open_memstream(&text, &size) : NULL;
    if (!out) {
        free(path);
        return -1;
    }
    size_t first = n > MOST_FRAMES ? n - MOST_FRAMES : 0;
    if (first)
        fputs("... > ", out);
    for (size_t k = first; k < n; k++)
        fprintf(out, "%s%s", k > first ? " > " : "", d->names[d->list[path[k]].name]);
    bool whole = fclose(out) == 0;
    side_text(&d->list[i].side[0], before, sizeof before);
    side_text(&d->list[i].side[1], after, sizeof after);
    growth_text(&d->list[i], growth, sizeof growth);
    const char *cells[] = { before, after, context_change(&d->list[i]), text, growth };
    if (whole)
        table_row(table, cells);
    free(text);
    free(path);
    return whole ? 0 : -1;
}

static void print_side(FILE *out, const char *name, const struct contexts *all)
{
    fprintf(out, "%s: %" PRIu64 " call%s", name, all->calls, all->calls == 1 ? "" : "s");
    if (contexts_epsilon(all) > 0)
        fprintf(out, ", each count too low by %.2g of them at most", contexts_epsilon(all));
    fprintf(out, ".\n");
}

int context_diff_text(FILE *out, const struct context_diff *d, double share)
{
    static const char *const head[] = { "old", "new", "change", "context", "growth" };
    const char *otherwise = has_growth(d) ? ", or grow otherwise" : "";
    struct table table = { .columns = has_growth(d) ? 5 : 4, .right = 3, .indent = "" };
    size_t told = 0;
    print_side(out, "OLD", d->all[0]);
    print_side(out, "NEW", d->all[1]);
    for (size_t i = 0; i < d->n_order; i++)
        told += is_told(d, d->order[i], share);
    if (told == 0) {
        fprintf(out, "\nNo context differs by %g %% of the calls%s.\n", 100 * share,
                has_growth(d) ? ", or grows otherwise" : "");
        return 0;
    }
    fprintf(out, "\nContexts that differ by at least %g %% of the calls%s:\n\n", 100 * share, otherwise);
    table_row(&table, head);
    for (size_t i = 0; i < d->n_order; i++)
        if (is_told(d, d->order[i], share))
            table.failed |= add_row(&table, d, d->order[i]) != 0;
    return table_print(&table, out);
}

static json_t *side_json(const struct context_pair *p, int side)
{
    const struct context_side *s = &p->side[side];
    json_t *json = json_pack("{s:o, s:o}", "count", json_count(s->count), "bound", json_count(s->bound));
    if (json && p->growth[side] && json_object_set_new(json, "growth", growth_to_json(p->growth[side])) != 0) {
        json_decref(json);
        return NULL;
    }
    return json;
}

static json_t *pair_json(const struct context_diff *d, uint32_t i)
{
    size_t n;
    uint32_t *path = path_of(d, i, &n);
    json_t *names = json_array();
    for (size_t k = 0; path && k < n; k++)
        json_array_append_new(names, json_text(d->names[d->list[path[k]].name]));
    bool whole = path && json_array_size(names) == n;
    free(path);
    json_t *json = json_pack("{s:o, s:o, s:o, s:s}", "path", names, "old", side_json(&d->list[i], 0), "new",
                             side_json(&d->list[i], 1), "change", context_change(&d->list[i]));
    const char *growth = context_growth_change(&d->list[i]);
    if (growth)
        whole = json_object_set_new(json, "growth_change", json_string(growth)) == 0 && whole;
    if (whole)
        return json;
    json_decref(json);
    return NULL;
}

static json_t *release_json(const struct contexts *all)
{
    return json_pack("{s:o, s:o}", "calls", json_count(all->calls), "epsilon", json_number(contexts_epsilon(all)));
}

int context_diff_json(FILE *out, const struct context_diff *d, double share)
{
    json_t *list = json_array();
    bool whole = list;
    for (size_t i = 0; whole && i < d->n_order; i++)
        if (is_told(d, d->order[i], share))
            whole = json_array_append_new(list, pair_json(d, d->order[i])) == 0;
    json_t *root = json_pack("{s:i, s:o, s:o, s:o}", "algoprof", 1, "old", release_json(d->all[0]), "new",
                             release_json(d->all[1]), "contexts", list);
    return json_print(out, root, whole);
}
