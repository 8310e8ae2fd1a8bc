/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Instances are sorted by the path of their callers, so that those with the same callers up to some depth lie side by
 * side.  Where the instances of a range divide into several callers, each is held against all others of the range,
 * over the sizes that both have.  A caller is named if its exponent's interval and the others' lie apart; the
 * intervals are widened for the number of comparisons (Bonferroni).  Otherwise each caller's callers are looked at.
 */
#include "blame/blame.h"

#include <gsl/gsl_cdf.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fit/stats.h"

#define LEAST_INSTANCES 12u     /* of each side */
#define LEAST_DIFFERENCE 0.25   /* of exponents */
#define LEAST_SPAN 3.0          /* largest by smallest of the sizes that both sides have */
#define MOST_COMPARISONS 200u
#define MOST_FITTED 2000u

struct range {
    const struct blame_row **row;
    size_t n;
};

struct search {
    struct blame *blame;
    struct fit_point *points;   /* room for all instances */
    size_t planned, comparisons;
    bool failed;
};

static uint32_t word_at(const struct blame_row *row, size_t depth)
{
    return depth < row->path->n ? row->path->word[depth] : UINT32_MAX;
}

static int by_path(const void *a, const void *b)
{
    const struct blame_row *x = *(const struct blame_row *const *)a, *y = *(const struct blame_row *const *)b;
    for (size_t i = 0; i < x->path->n || i < y->path->n; i++)
        if (word_at(x, i) != word_at(y, i))
            return word_at(x, i) < word_at(y, i) ? -1 : 1;
    return 0;
}

/* The first of the range's callers at that depth, and those behind it. */
static struct range next_part(struct range *rest, size_t depth)
{
    struct range part = { rest->row, 0 };
    while (part.n < rest->n && word_at(rest->row[part.n], depth) == word_at(rest->row[0], depth))
        part.n++;
    rest->row += part.n;
    rest->n -= part.n;
    return part;
}

/* Can each side be told?  An instance without such a caller is among the others. */
static bool is_comparable(struct range part, struct range all, size_t depth)
{
    return part.n >= LEAST_INSTANCES && all.n - part.n >= LEAST_INSTANCES && word_at(part.row[0], depth) != UINT32_MAX;
}

static size_t count_comparisons(struct range all, size_t depth)
{
    size_t n = 0;
    if (all.n < 2 * LEAST_INSTANCES || depth >= BLAME_MOST_WORDS)
        return 0;
    for (struct range rest = all; rest.n > 0;) {
        struct range part = next_part(&rest, depth);
        n += is_comparable(part, all, depth);
        n += count_comparisons(part, depth + 1);
    }
    return n;
}

/* ---- two sides */

static void spans(struct range r, struct range without, double *low, double *high)
{
    *low = INFINITY;
    *high = 0;
    for (size_t i = 0; i < r.n; i++) {
        if (r.row + i >= without.row && r.row + i < without.row + without.n)
            continue;
        *low = fmin(*low, r.row[i]->size);
        *high = fmax(*high, r.row[i]->size);
    }
}

/* The range's instances but those of `without', of sizes from low to high; how many they are. */
static size_t fit_side(struct search *s, struct range r, struct range without, double low, double high, struct fit *fit)
{
    size_t n = 0, kept = 0;
    for (size_t i = 0; i < r.n; i++) {
        bool left_out = r.row + i >= without.row && r.row + i < without.row + without.n;
        if (!left_out && r.row[i]->size >= low && r.row[i]->size <= high)
            s->points[n++] = (struct fit_point){ r.row[i]->size, r.row[i]->cost, 0, 1 };
    }
    for (size_t i = 0; n > MOST_FITTED && i < MOST_FITTED; i++)
        s->points[kept++] = s->points[i * n / MOST_FITTED];
    s->failed |= fit_run(s->points, kept ? kept : n, fit) != 0;
    return n;
}

/* Of a fit's interval, where so many comparisons are planned. */
static double widening(const struct fit *fit, size_t planned)
{
    double freedom = fit->rows > 5 ? (double)fit->rows - 3 : 2;
    return gsl_cdf_tdist_Qinv(0.025 / (double)planned, freedom) / gsl_cdf_tdist_Qinv(0.025, freedom);
}

static bool is_above(const struct fit *a, const struct fit *b, size_t planned)
{
    double low = a->exponent - widening(a, planned) * (a->exponent - a->exponent_low);
    double high = b->exponent + widening(b, planned) * (b->exponent_high - b->exponent);
    return low > high && a->exponent - b->exponent >= LEAST_DIFFERENCE;
}

static bool is_told(const struct fit *fit)
{
    return fit->cls != FIT_NONE && !(fit->warnings & 1u << FIT_SCATTERED) && isfinite(fit->exponent_low)
           && isfinite(fit->exponent_high);
}

/* Like is held against like: over the sizes that both sides have. */
static bool differs(struct search *s, struct range part, struct range all)
{
    const struct range none = { NULL, 0 };
    double low[2], high[2];
    struct fit fit[2];
    spans(part, none, &low[0], &high[0]);
    spans(all, part, &low[1], &high[1]);
    double from = fmax(low[0], low[1]), to = fmin(high[0], high[1]);
    if (!(to >= LEAST_SPAN * from))
        return false;
    size_t n = fit_side(s, part, none, from, to, &fit[0]), m = fit_side(s, all, part, from, to, &fit[1]);
    if (n < LEAST_INSTANCES || m < LEAST_INSTANCES || !is_told(&fit[0]) || !is_told(&fit[1]))
        return false;
    return is_above(&fit[0], &fit[1], s->planned) || is_above(&fit[1], &fit[0], s->planned);
}

/* ---- groups */

static void add_group(struct search *s, struct range r, size_t n_words)
{
    struct blame *b = s->blame;
    if (r.n == 0 || array_grow(&b->groups, &b->cap_groups, b->n_groups + 1, sizeof *b->groups) != 0) {
        s->failed |= r.n > 0;
        return;
    }
    struct blame_group *group = &b->groups[b->n_groups++];
    *group = (struct blame_group){ .word = r.row[0]->path->word, .n_words = n_words, .instances = r.n };
    fit_side(s, r, (struct range){ NULL, 0 }, 0, INFINITY, &group->fit);
}

/* Divides the range where callers at that depth make a difference, or deeper.  The instances of no group are moved to
 * its front; how many these are. */
static size_t divide(struct search *s, struct range all, size_t depth)
{
    size_t kept = 0;
    bool any = false, *named = NULL;
    if (all.n < 2 * LEAST_INSTANCES || depth >= BLAME_MOST_WORDS)
        return all.n;
    if (!(named = calloc(all.n, sizeof *named))) {
        s->failed = true;
        return all.n;
    }
    for (struct range rest = all; rest.n > 0;) {
        struct range part = next_part(&rest, depth);
        if (is_comparable(part, all, depth) && s->comparisons < MOST_COMPARISONS) {
            s->comparisons++;
            any |= named[part.row - all.row] = differs(s, part, all);
        }
    }
    for (struct range rest = all; rest.n > 0;) {
        struct range part = next_part(&rest, depth);
        size_t left = part.n;
        if (named[part.row - all.row]) {
            add_group(s, part, depth + 1);
            left = 0;
        } else if (!any) {
            left = divide(s, part, depth + 1);
        }
        memmove(all.row + kept, part.row, left * sizeof *part.row);
        kept += left;
    }
    free(named);
    return kept;
}

/* An exponential has no exponent; what has no class comes last. */
static double growth(const struct blame_group *group)
{
    const struct fit *fit = &group->fit;
    return fit->cls == FIT_EXP ? INFINITY : isnan(fit->exponent) ? -INFINITY : fit->exponent;
}

static int by_growth(const void *a, const void *b)
{
    const struct blame_group *x = a, *y = b;
    if (!x->n_words != !y->n_words)
        return x->n_words ? -1 : 1;
    return (growth(x) < growth(y)) - (growth(x) > growth(y));
}

/* 0 or -1 (no memory). */
static int find_groups(struct blame *blame, const struct blame_row *rows, size_t n)
{
    struct search s = { .blame = blame };
    struct range all = { calloc(n + 1, sizeof *all.row), n };
    s.points = calloc(n + 1, sizeof *s.points);
    s.failed = !all.row || !s.points;
    for (size_t i = 0; !s.failed && i < n; i++)
        all.row[i] = &rows[i];
    if (!s.failed) {
        const struct blame_row **first = all.row;
        qsort(all.row, n, sizeof *all.row, by_path);
        stats_init();
        s.planned = count_comparisons(all, 0);
        size_t left = s.planned ? divide(&s, all, 0) : 0;
        if (blame->n_groups > 0)
            add_group(&s, (struct range){ first, left }, 0);
        if (blame->n_groups > 1)
            qsort(blame->groups, blame->n_groups, sizeof *blame->groups, by_growth);
    }
    free(all.row);
    free(s.points);
    return s.failed ? -1 : 0;
}

static uint64_t caller_of(const struct called *c, uint32_t frame)
{
    uint32_t parent = c->frames[frame].parent;
    return parent ? c->frames[parent - 1].offset : 0;
}

/* Are there instances of several contexts, and enough of them?  Names, which may have to be asked for, are not needed
 * to tell. */
static bool may_differ(const struct target *t)
{
    size_t all = 0;
    bool several = false, any = false;
    uint64_t caller = 0;
    for (size_t i = 0; i < t->n_points; i++) {
        const struct log_points *log = t->points[i].log;
        size_t n;
        const struct called_row *rows = i > 0 && t->points[i - 1].log == log
                                            ? NULL : called_of(log->called, t->points[i].point->target, &n);
        if (!rows)
            continue;
        several |= any && caller_of(log->called, rows[0].frame) != caller;
        caller = caller_of(log->called, rows[0].frame);
        any = true;
        for (size_t k = 1; k < n; k++)
            several |= rows[k].frame != rows[0].frame;
        all += n;
    }
    return several && all >= 2 * LEAST_INSTANCES;
}

/* What iterations do not tell work may: an iteration may do more. */
int blame_make(const struct target *t, blame_naming *name, void *arg, struct blame *out)
{
    *out = (struct blame){ .of = BLAME_COST };
    if (!may_differ(t))
        return 0;
    int result = blame_paths_make(t, name, arg, &out->paths);
    out->instances = out->paths.n_rows;
    if (result == 0)
        result = find_groups(out, out->paths.rows, out->paths.n_rows);
    if (result == 0 && out->n_groups == 0) {
        out->of = BLAME_WORK;
        result = find_groups(out, out->paths.work_rows, out->paths.n_work_rows);
    }
    return result;
}

void blame_free(struct blame *blame)
{
    blame_paths_free(&blame->paths);
    free(blame->groups);
    *blame = (struct blame){ 0 };
}

bool blame_caller(const struct blame *blame, const struct blame_group *group, size_t i, struct blame_caller *out)
{
    if (2 * i >= group->n_words)
        return false;
    const char *function = blame->paths.words[group->word[2 * i]], *place = "";
    if (2 * i + 2 == group->n_words)    /* where in it makes the difference */
        place = strchr(blame->paths.words[group->word[2 * i + 1]], '\t') + 1;
    *out = (struct blame_caller){ function, place };
    return true;
}

char *blame_group_text(const struct blame *blame, const struct blame_group *group)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    struct blame_caller c;
    if (!out)
        return NULL;
    if (group->n_words == 0)
        fputs("other callers", out);
    for (size_t i = (group->n_words + 1) / 2; i-- > 0;) {
        blame_caller(blame, group, i, &c);
        fprintf(out, "%s%s%s%s", c.function, c.place[0] ? " at " : "", c.place, i ? " -> " : "");
    }
    return fclose(out) == 0 ? text : NULL;
}
