/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * From the traced instances of a run of a loop to its size.
 *
 * Each copy of a loop (site) has a sampler of its own, so each is a stratum.
 * The threads of one count their own instances; they are put one after the
 * other as if one had run after the other, each as long as its sampled
 * instances tell, and all stretched alike to the site's exact number.
 */
#include <math.h>
#include <stdlib.h>

#include "point/make_point.h"
#include "point/bytes_accessed.h"
#include "size/cell_union.h"

#define WORD_SHIFT 3u           /* a word is 8 bytes */
#define MANY_SETS 4096u         /* to look at all of them cell by cell */
#define UNMET 3.                /* by so many, at most, those of a kind that none of a sample is of are expected in it */

struct pair {
    const struct log_instance *half[2];
};

struct gather {
    const struct point_source *source;
    struct cell_view view;
    unsigned word_shift;
    struct pair *pair;          /* whole ones, by site, thread, index */
    const struct log_instance **list;   /* pairs, other whole ones, cut ones, then those without a set */
    struct sweep_source *set;   /* of each in the list that has one */
    double *start, *cost;       /* of the pairs: streak_input */
    struct streak_stratum *stratum;
    size_t pairs, whole, sets, n, n_strata;
    struct streak_collect *streak;
    struct capture_collect *capture;
    uint64_t lines;             /* that cells are in */
    double all_read;            /* point_source.all_read, or what the sets of an exact point have together */
};

static int compare_pairs(const void *a, const void *b)
{
    const struct alog_instance *x = &((const struct pair *)a)->half[0]->rec;
    const struct alog_instance *y = &((const struct pair *)b)->half[0]->rec;
    if (x->site != y->site)
        return x->site < y->site ? -1 : 1;
    if (x->thread != y->thread)
        return x->thread < y->thread ? -1 : 1;
    return (x->index > y->index) - (x->index < y->index);
}

static bool same_thread(const struct pair *a, const struct pair *b)
{
    const struct alog_instance *x = &a->half[0]->rec, *y = &b->half[0]->rec;
    return x->site == y->site && x->thread == y->thread;
}

static uint64_t index_of(const struct pair *pair)
{
    return pair->half[0]->rec.index;
}

/* Of those that are thinned more than the others (make_point.c) cells say nothing. */
static bool has_set(const struct gather *g, const struct log_instance *in)
{
    return instance_has_set(in) && in->rec.thin <= g->view.thin;
}

static bool has_sample(const struct gather *g, const struct log_instance *in)
{
    return instance_is_whole(in) && has_set(g, in);
}

/* Fills pair and list.  Of two pairs that overlap (a forged log) the first
 * counts. */
static void sort_instances(struct gather *g, const struct sampled *sampled, const size_t *partner,
                           size_t n)
{
    size_t found = 0;
    for (size_t i = 0; i < n; i++)
        if (partner[i] != SIZE_MAX && has_sample(g, sampled[i].in) && has_sample(g, sampled[partner[i]].in))
            g->pair[found++] = (struct pair){ { sampled[partner[i]].in, sampled[i].in } };
    qsort(g->pair, found, sizeof *g->pair, compare_pairs);
    for (size_t i = 0; i < found; i++)
        if (g->pairs == 0 || !same_thread(&g->pair[g->pairs - 1], &g->pair[i]) ||
            index_of(&g->pair[i]) - index_of(&g->pair[g->pairs - 1]) >= 2)
            g->pair[g->pairs++] = g->pair[i];
    for (size_t k = 0; k < g->pairs; k++)
        for (int h = 0; h < 2; h++)
            g->list[g->n++] = g->pair[k].half[h];
}

static int compare_places(const void *a, const void *b)
{
    const struct log_instance *const *x = a, *const *y = b;
    return (*x > *y) - (*x < *y);
}

/* Appends what is in no pair: first the whole ones. */
static int add_others(struct gather *g, const struct sampled *sampled, size_t n)
{
    size_t paired = g->n;
    const struct log_instance **known = malloc((paired + 1) * sizeof *known);
    if (!known)
        return -1;
    for (size_t i = 0; i < paired; i++)
        known[i] = g->list[i];
    qsort(known, paired, sizeof *known, compare_places);
    for (int whole = 1; whole >= 0; whole--) {
        for (size_t i = 0; i < n; i++)
            if (has_set(g, sampled[i].in) && instance_is_whole(sampled[i].in) == (bool)whole &&
                (paired == 0 || !bsearch(&sampled[i].in, known, paired, sizeof *known, compare_places)))
                g->list[g->n++] = sampled[i].in;
        if (whole)
            g->whole = g->n;
    }
    g->sets = g->n;
    for (size_t i = 0; i < n; i++)
        if (!has_set(g, sampled[i].in))
            g->list[g->n++] = sampled[i].in;
    free(known);
    return 0;
}

static int by_run_and_site(const void *a, const void *b)
{
    const struct log_total *x = a, *y = b;
    return x->run != y->run ? (x->run > y->run) - (x->run < y->run) : (x->site > y->site) - (x->site < y->site);
}

/* The exact counts of a site in the run. */
static const struct log_total *find_total(const struct point_source *s, uint32_t run, uint32_t site)
{
    struct log_total key = { .run = run, .site = site };
    return s->n_totals ? bsearch(&key, s->totals, s->n_totals, sizeof key, by_run_and_site) : NULL;
}

/* The end of the pairs from `from` on that are of one thread, or of one site. */
static size_t end_of(const struct gather *g, size_t from, bool thread)
{
    size_t end = from + 1;
    while (end < g->pairs && (thread ? same_thread(&g->pair[end], &g->pair[from])
                                     : g->pair[end].half[0]->site == g->pair[from].half[0]->site))
        end++;
    return end;
}

/* Places the pairs [from, to) of a site behind `begin`; its instances. */
static double place_site(struct gather *g, size_t from, size_t to, double begin,
                         const struct log_total *total)
{
    double told = 0, at = begin, instances = total ? (double)total->instances : 0;
    for (size_t i = from; i < to; i = end_of(g, i, true))
        told += (double)index_of(&g->pair[end_of(g, i, true) - 1]) + 2;
    double stretch = instances > told ? instances / told : 1;
    for (size_t i = from, end; i < to; i = end) {
        end = end_of(g, i, true);
        for (size_t k = i; k < end; k++)
            g->start[k] = at + (double)index_of(&g->pair[k]);
        at += floor(((double)index_of(&g->pair[end - 1]) + 2) * stretch);
    }
    return fmax(instances, at - begin);
}

/* The instances of all strata. */
static double make_strata(struct gather *g, uint32_t run)
{
    double begin = 0;
    for (size_t from = 0, to; from < g->pairs; from = to) {
        to = end_of(g, from, false);
        const struct log_total *total = find_total(g->source, run, g->pair[from].half[0]->site);
        double instances = place_site(g, from, to, begin, total);
        g->stratum[g->n_strata++] = (struct streak_stratum){
            to - from, instances, total ? (double)total->cost : NAN };
        begin += instances;
    }
    for (size_t i = 0; i < 2 * g->pairs; i++)
        g->cost[i] = (double)g->list[i]->rec.cost;
    return begin;
}

static int collect(void *arg, const struct sweep_lines *lines)
{
    struct gather *g = arg;
    g->lines += lines->times * lines->lines;
    capture_collect_lines(g->capture, lines);
    return streak_collect_lines(g->streak, lines);
}

static void take_sets(struct gather *g)
{
    for (size_t i = 0; i < g->sets; i++)
        g->set[i] = (struct sweep_source){ g->list[i]->set, g->list[i]->rec.set_bytes };
}

static int run_sweep(struct gather *g)
{
    g->capture = capture_collect_new(g->pairs, g->whole, g->word_shift);
    g->streak = streak_collect_new(g->pairs, g->word_shift);
    if (!g->capture || !g->streak)
        return -1;
    take_sets(g);
    streak_collect_limit(g->streak, g->source->bound->segments);
    int result = cell_sweep(g->set, g->sets, g->view, &g->source->bound->steps, collect, g);
    g->source->bound->exceeded |= result > 0;
    return result == 0 ? 0 : -1;
}

static void add_work(const struct log_instance *in, struct work *w)
{
    const struct alog_instance *rec = &in->rec;
    if (rec->work == 0 || rec->rms == 0 || rec->cost == 0)
        return;
    double x = log((double)rec->rms), y = (rec->work - 1) * M_LN2 / 4 - log((double)rec->cost), n = (double)in->times;
    *w = (struct work){ w->n + n, w->x + n * x, w->y + n * y, w->xx + n * x * x, w->xy + n * x * y, w->yy + n * y * y };
}

/* Whole instances as the fit over single ones sees them.  rms was counted before
 * thinning, but in bytes. */
static void add_rows(const struct gather *g, struct point *p)
{
    for (size_t i = 0; i < g->n; i++)
        if (instance_is_whole(g->list[i]))
            add_work(g->list[i], &p->work);
    if (g->view.shift > 0 && g->view.thin > 0)
        return;
    size_t n = g->view.shift == 0 ? g->n : g->whole;
    for (size_t i = 0; i < n; i++) {
        const struct alog_instance *rec = &g->list[i]->rec;
        if (!instance_is_whole(g->list[i]))
            continue;
        uint64_t size = g->view.shift == 0 ? rec->rms : capture_collect_size(g->capture, i);
        double work = point_work_bytes(rec);
        p->rows[p->n_rows++] = (struct row){ (double)size, (double)rec->cost, g->list[i]->times };
        if (!isnan(work))
            p->work_rows[p->n_work_rows++] = (struct row){ (double)size, work, g->list[i]->times };
    }
}

/* Was something read, of which thinning left nothing? */
static bool is_thinned_away(const struct gather *g, const struct sample *s)
{
    bool read = false;
    for (size_t i = 0; i < g->whole; i++)
        read |= g->list[i]->rec.rms > 0;
    return read && g->view.thin > 0 && s->capture.marked == 0;
}

/* Of runs in one thread. */
static double cost_so_far(const struct gather *g)
{
    const struct alog_instance *last = g->pairs > 0 ? &g->list[2 * g->pairs - 1]->rec : NULL;
    bool known = last && g->n_strata == 1 && last->total_instances == last->index + 1;
    return known ? (double)last->total_cost : 0;
}

/* Up to 3 in n of the run's instances may be of a kind that none of n sampled ones is of (95 %, the rule of three): so much
 * may the size be off either way, whatever else is known.  What was seen is its least. */
static void widen(struct estimate *e, double sampled, double seen)
{
    if (!(sampled > 0) || !(e->size > 0) || !(e->low <= e->high))
        return;
    double off = UNMET / sampled, low = e->low * (1 - off);
    e->low = fmin(e->low, fmax(low, seen));
    e->high *= 1 + off;
}

static int estimate_by_streaks(const struct gather *g, const struct streak_input *in, struct sample *s)
{
    if (streak_collect_finish(g->streak, in, &s->streak) != 0)
        return -1;
    bool over = streak_collect_is_over(g->streak);
    if (in->extents && over && point_extents(g->set, in, g->view, g->word_shift, g->source->bound, &s->streak) != 0)
        return -1;
    if (in->extents && !over && in->uneven && !(s->streak.gaps > 0)
        && point_even_extents(g->set, in, g->view, g->word_shift, g->source->bound, &s->streak) != 0)
        return -1;
    return streak_estimate(&s->streak, &s->by_streaks);
}

/* Did pairs begin at one probability, whenever they could? */
static bool pairs_are_even(const struct gather *g, const struct point *p)
{
    for (size_t i = 1; i < g->pairs; i++)
        if (g->list[2 * i]->rec.period != g->list[0]->rec.period)
            return false;
    return p->refused == 0;
}

static int conclude(struct gather *g, size_t pairs, struct point *p)
{
    struct sample s = { .by_streaks = { .size = NAN }, .lines = (double)g->lines,
                        .thin = g->view.thin };
    double strata = make_strata(g, p->run);
    struct streak_input in = { .pairs = g->pairs, .start = g->start, .cost = g->cost,
                               .stratum = g->stratum, .n_strata = g->n_strata,
                               .instances = fmax((double)p->instances, strata),
                               .total_cost = (double)p->cost, .cost_so_far = cost_so_far(g), .extents = g->view.thin == 0,
                               .uneven = !pairs_are_even(g, p), .waited = p->refused > 0 };
    capture_collect_finish(g->capture, (double)p->instances, &s.capture);
    if (g->pairs > 0 && estimate_by_streaks(g, &in, &s) != 0)
        return -1;
    p->pairs = pairs;
    p->streak = s.streak;
    p->marked = p->exact && !isnan(g->all_read) ? g->all_read : s.capture.marked;
    bool gone = is_thinned_away(g, &s);
    for (int i = 0; i < ESTIMATORS; i++) {
        double size = gone ? NAN : p->marked;
        p->estimates[i] = p->exact || gone ? (struct estimate){ size, size, size }
                                           : sample_estimate(&s, &estimators[i]);
    }
    if (!p->exact)
        widen(&p->estimates[ESTIMATOR_DEFAULT], 2 * (double)g->pairs, s.capture.marked);
    add_rows(g, p);
    point_work(g->list, g->n, p);
    point_warn(p, &s.by_streaks);
    return 0;
}

/* Of an exact point all that sets tell is what they have together, and the sizes of instances in bytes: nothing else is asked of these
 * where the log says it, or where they are many. */
static int leave_sets(struct gather *g)
{
    uint64_t cells = 0;
    if (isnan(g->all_read) && g->sets > MANY_SETS) {
        take_sets(g);
        int result = cell_union(g->set, g->sets, &g->source->bound->steps, &cells);
        g->source->bound->exceeded |= result > 0;
        if (result != 0)
            return -1;
        g->all_read = (double)cells;
    }
    if (!isnan(g->all_read))
        g->sets = g->pairs = 0;
    return 0;
}

int point_estimate(const struct point_source *source, const struct sampled *sampled,
                   const size_t *partner, size_t n, struct point *p)
{
    struct gather g = { .source = source, .all_read = source->all_read, .view = { source->shift, p->thin },
                        .word_shift = source->shift < WORD_SHIFT ? WORD_SHIFT - source->shift : 0 };
    int result = -1;
    g.pair = malloc((n + 1) * sizeof *g.pair);
    g.list = malloc((n + 1) * sizeof *g.list);
    g.set = malloc((n + 1) * sizeof *g.set);
    g.start = malloc((2 * n + 1) * sizeof *g.start);
    g.stratum = malloc((n + 1) * sizeof *g.stratum);
    if (g.pair && g.list && g.set && g.start && g.stratum) {
        g.cost = g.start + n;
        sort_instances(&g, sampled, partner, n);
        result = add_others(&g, sampled, n);
    }
    size_t pairs = g.pairs;
    if (result == 0 && p->exact && source->shift == 0)
        result = leave_sets(&g);
    if (result == 0)
        result = run_sweep(&g);
    if (result == 0)
        result = conclude(&g, pairs, p);
    streak_collect_free(g.streak);
    capture_collect_free(g.capture);
    free(g.pair);
    free(g.list);
    free(g.set);
    free(g.start);
    free(g.stratum);
    return result;
}
