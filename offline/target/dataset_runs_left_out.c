/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "target/dataset_runs_left_out.h"

#include <gsl/gsl_sort.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define LINE_POINTS 256u        /* that the line is told from; its time is their square */
#define WILD_FACTOR 30.         /* off the line, at least */
#define WILD_SCATTERS 8.        /* and in median deviations */
#define WILD_SHARE .02          /* more are no exception, but what some users have */

static const uint8_t no_client[sizeof((struct log_header *)0)->client];

static const uint8_t *client_of(const struct target_point *tp)
{
    return tp->log->header.client;
}

static int by_client(const void *a, const void *b)
{
    const struct target_point *x = *(struct target_point *const *)a;
    const struct target_point *y = *(struct target_point *const *)b;
    int c = memcmp(client_of(x), client_of(y), sizeof no_client);
    return c ? c : (x > y) - (x < y);
}

/* Keeps `keep` of n points, evenly: whoever knows only his own cannot place them. */
static void thin_out(struct target_point **list, size_t n, size_t keep)
{
    for (size_t i = 0; i < n; i++)
        list[i]->use = POINT_SPARE;
    for (size_t i = 0; i < keep; i++)
        list[(2 * i + 1) * n / (2 * keep)]->use = POINT_USED;
}

static bool is_same_client(const struct target_point *a, const struct target_point *b)
{
    return memcmp(client_of(a), client_of(b), sizeof no_client) == 0;
}

static void cap(struct target *t, struct target_point **list, size_t n, size_t keep)
{
    if (n <= keep)
        return;
    thin_out(list, n, keep);
    t->warnings |= 1u << WARN_CAPPED;
}

/* Of a client with very many runs some count; the one client of a small study has no
 * one to outweigh.  Runs without an id may be of one sender, all of them: they add to
 * those of clients, but do not outweigh them where these can tell alone. */
static void cap_clients(struct target *t, struct target_point **list)
{
    size_t n = t->n_points, nameless = 0, clients = 0, kept = 0;
    qsort(list, n, sizeof *list, by_client);
    if (is_same_client(list[0], list[n - 1]))
        return;
    while (memcmp(client_of(list[nameless]), no_client, sizeof no_client) == 0)
        nameless++;
    for (size_t from = nameless, to; from < n; from = to, clients++) {
        for (to = from + 1; to < n && is_same_client(list[from], list[to]);)
            to++;
        cap(t, list + from, to - from, CHOOSE_CLIENT);
        kept += to - from < CHOOSE_CLIENT ? to - from : CHOOSE_CLIENT;
    }
    if (clients >= CHOOSE_FEW && kept >= CHOOSE_CLIENT)
        cap(t, list, nameless, kept / CHOOSE_NAMELESS);
}

/* A run as the line sees it. */
struct seen {
    struct target_point *point;
    double x, y;                /* ln size, ln cost */
};

static int by_size(const void *a, const void *b)
{
    const struct seen *x = a, *y = b;
    if (x->x < y->x || x->x > y->x)
        return x->x < y->x ? -1 : 1;
    return (x->point > y->point) - (x->point < y->point);
}

static double median(double *list, size_t n)
{
    gsl_sort(list, 1, n);
    return n % 2 ? list[n / 2] : (list[n / 2 - 1] + list[n / 2]) / 2;
}

/* The runs of that use whose size is known, by size. */
static size_t see(const struct target *t, enum point_use use, struct seen *seen)
{
    size_t n = 0;
    for (size_t i = 0; i < t->n_points; i++) {
        struct target_point *tp = &t->points[i];
        if (tp->use == use && tp->size.size > 0 && isfinite(tp->size.size) &&
            tp->point->cost > 0)
            seen[n++] = (struct seen){ tp, log(tp->size.size), log((double)tp->point->cost) };
    }
    qsort(seen, n, sizeof *seen, by_size);
    return n;
}

/* Siegel's repeated medians: a line that holds as long as half of the points are
 * right (Siegel 1982). */
struct line {
    double slope, at_zero;
};

static struct line fit_line(const struct seen *seen, size_t n, double *room)
{
    size_t m = n < LINE_POINTS ? n : LINE_POINTS, slopes = 0;
    struct seen of[LINE_POINTS];
    double outer[LINE_POINTS];
    for (size_t i = 0; i < m; i++)
        of[i] = seen[(2 * i + 1) * n / (2 * m)];
    for (size_t i = 0; i < m; i++) {
        size_t inner = 0;
        for (size_t k = 0; k < m; k++)
            if (fabs(of[k].x - of[i].x) > 1e-9)
                room[inner++] = (of[k].y - of[i].y) / (of[k].x - of[i].x);
        if (inner > 0)
            outer[slopes++] = median(room, inner);
    }
    struct line line = { .slope = slopes > 0 ? median(outer, slopes) : 0 };
    for (size_t i = 0; i < m; i++)
        outer[i] = of[i].y - line.slope * of[i].x;
    line.at_zero = median(outer, m);
    return line;
}

static double distance(const struct line *line, const struct seen *s)
{
    return fabs(s->y - line->at_zero - line->slope * s->x);
}

static size_t mark_wild(const struct line *line, double limit, const struct seen *seen, size_t n)
{
    size_t wild = 0;
    for (size_t i = 0; i < n; i++)
        if (distance(line, &seen[i]) > limit) {
            seen[i].point->use = POINT_WILD;
            wild++;
        }
    return wild;
}

/* Marks the few that no size explains: of those that have a say, if they are few;
 * then also of the spare ones, whose sums count. */
static void find_wild(struct target *t, struct seen *seen, double *room)
{
    size_t n = see(t, POINT_USED, seen), wild = 0;
    if (n < CHOOSE_JUDGED)
        return;
    const struct line line = fit_line(seen, n, room);
    for (size_t i = 0; i < n; i++)
        room[i] = distance(&line, &seen[i]);
    double limit = fmax(log(WILD_FACTOR), WILD_SCATTERS * median(room, n));
    for (size_t i = 0; i < n; i++)
        wild += distance(&line, &seen[i]) > limit;
    if ((double)wild > WILD_SHARE * (double)n)
        return;
    mark_wild(&line, limit, seen, n);
    n = see(t, POINT_SPARE, seen);
    if (wild + mark_wild(&line, limit, seen, n) > 0)
        t->warnings |= 1u << WARN_WILD;
}

/* Evenly over sizes, and by their numbers: each run is as likely to be fitted. */
static void take_sample(const struct target *t, struct seen *seen, struct target_point **list)
{
    size_t n = see(t, POINT_USED, seen);
    for (size_t i = 0; i < n; i++)
        list[i] = seen[i].point;
    if (n > CHOOSE_RUNS)
        thin_out(list, n, CHOOSE_RUNS);
}

static void sum_up(struct target *t)
{
    t->instances = t->cost = 0;
    t->size_low = t->size_high = NAN;
    for (size_t i = 0; i < t->n_points; i++) {
        const struct target_point *tp = &t->points[i];
        if (tp->use == POINT_WILD)
            continue;
        bool recursion = t->key.kind == ALOG_RECURSION;
        t->instances += (double)tp->point->instances;
        t->cost += (double)(recursion ? tp->point->calls : tp->point->cost);
        t->size_low = fmin(t->size_low, tp->size.size);
        t->size_high = fmax(t->size_high, tp->size.size);
    }
}

int dataset_choose(struct target *t)
{
    size_t n = t->n_points;
    struct target_point **list = malloc((n + 1) * sizeof *list);
    struct seen *seen = malloc((n + 1) * sizeof *seen);
    double *room = malloc((n + LINE_POINTS) * sizeof *room);
    int result = list && seen && room ? 0 : -1;
    for (size_t i = 0; result == 0 && i < n; i++)
        list[i] = &t->points[i];
    if (result == 0 && n > CHOOSE_CLIENT)
        cap_clients(t, list);
    if (result == 0 && n >= CHOOSE_JUDGED)
        find_wild(t, seen, room);
    if (result == 0 && n > CHOOSE_RUNS)
        take_sample(t, seen, list);
    if (result == 0)
        sum_up(t);
    free(list);
    free(seen);
    free(room);
    return result;
}
