/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "target/point_make.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static int compare_sampled(const void *a, const void *b)
{
    const struct sampled *x = a, *y = b;
    const struct alog_instance *i = &x->in->rec, *j = &y->in->rec;
    if (x->target != y->target)
        return x->target < y->target ? -1 : 1;
    if (x->in->run != y->in->run)
        return x->in->run < y->in->run ? -1 : 1;
    if (i->order != j->order)
        return i->order < j->order ? -1 : 1;
    return (x->in > y->in) - (x->in < y->in);
}

struct sampled *sampled_sort(const struct log *log, const size_t *of)
{
    struct sampled *list = calloc(log->n_instances + 1, sizeof *list);
    if (!list)
        return NULL;
    for (size_t i = 0; i < log->n_instances; i++)
        list[i] = (struct sampled){ of[log->instances[i].site], &log->instances[i] };
    qsort(list, log->n_instances, sizeof *list, compare_sampled);
    return list;
}

bool instance_is_whole(const struct log_instance *in)
{
    return !(in->rec.flags & (ALOG_I_CUT | ALOG_I_LOST | ALOG_I_UNSEEN));
}

struct half {
    const struct log_instance *in;
    size_t at;
};

static int compare_halves(const void *a, const void *b)
{
    const struct log_instance *i = ((const struct half *)a)->in;
    const struct log_instance *j = ((const struct half *)b)->in;
    const struct alog_instance *x = &i->rec, *y = &j->rec;
    if (i->run != j->run)
        return i->run < j->run ? -1 : 1;
    if (x->site != y->site)
        return x->site < y->site ? -1 : 1;
    if (x->pair != y->pair)
        return x->pair < y->pair ? -1 : 1;
    if (x->thread != y->thread)
        return x->thread < y->thread ? -1 : 1;
    if (x->place != y->place)
        return (int)x->place - (int)y->place;
    return (x->index > y->index) - (x->index < y->index);
}

static bool are_pair(const struct log_instance *first, const struct log_instance *second)
{
    const struct alog_instance *a = &first->rec, *b = &second->rec;
    return first->run == second->run && a->site == b->site && a->pair == b->pair &&
           a->thread == b->thread && a->place == 0 && b->place == 1 && b->index == a->index + 1;
}

size_t *sampled_partners(const struct sampled *sampled, size_t n)
{
    size_t *partner = malloc((n + 1) * sizeof *partner);
    struct half *halves = calloc(n + 1, sizeof *halves);
    if (!partner || !halves) {
        free(partner);
        free(halves);
        return NULL;
    }
    for (size_t i = 0; i < n; i++) {
        partner[i] = SIZE_MAX;
        halves[i] = (struct half){ sampled[i].in, i };
    }
    qsort(halves, n, sizeof *halves, compare_halves);
    for (size_t i = 1; i < n; i++)
        if (are_pair(halves[i - 1].in, halves[i].in))
            partner[halves[i].at] = halves[i - 1].at;
    free(halves);
    return partner;
}

static int compare_rows(const void *a, const void *b)
{
    const struct row *x = a, *y = b;
    if (x->size < y->size || x->size > y->size)
        return x->size < y->size ? -1 : 1;
    return (x->cost > y->cost) - (x->cost < y->cost);
}

/* The rows that are left, in memory that they need. */
static size_t merge_rows(struct row **list, size_t n)
{
    struct row *rows = *list;
    size_t unique = 0;
    qsort(rows, n, sizeof *rows, compare_rows);
    for (size_t i = 0; i < n; i++) {
        if (unique > 0 && compare_rows(&rows[unique - 1], &rows[i]) == 0)
            rows[unique - 1].count += rows[i].count;
        else
            rows[unique++] = rows[i];
    }
    struct row *fewer = realloc(rows, (unique + 1) * sizeof *fewer);
    *list = fewer ? fewer : rows;
    return unique;
}

void point_merge_rows(struct point *p)
{
    p->n_rows = merge_rows(&p->rows, p->n_rows);
}

int point_user_rows(const struct sampled *sampled, size_t n, struct point *p)
{
    p->user_rows = calloc(n + 1, sizeof *p->user_rows);
    if (!p->user_rows)
        return -1;
    for (size_t i = 0; i < n; i++) {
        const struct log_instance *in = sampled[i].in;
        if (in->sized && !(in->rec.flags & ALOG_I_CUT))
            p->user_rows[p->n_user_rows++] =
                (struct row){ (double)in->user_size, (double)in->rec.cost, 1 };
    }
    p->n_user_rows = merge_rows(&p->user_rows, p->n_user_rows);
    return 0;
}

bool point_is_complete(const struct sampled *sampled, size_t n, const struct point *p)
{
    if (p->instances != n || p->cut > 0)
        return false;
    for (size_t i = 1; i < n; i++)
        if (sampled[i].in->rec.order == sampled[i - 1].in->rec.order)
            return false;
    return true;
}

static void count_flags(const struct sampled *sampled, size_t n, struct point *p)
{
    p->sampled = n;
    for (size_t i = 0; i < n; i++) {
        const struct alog_instance *rec = &sampled[i].in->rec;
        p->cut += (rec->flags & ALOG_I_CUT) != 0;
        p->lost += (rec->flags & (ALOG_I_LOST | ALOG_I_UNSEEN)) != 0;
        if (rec->thin > p->thin)
            p->thin = rec->thin;
    }
    p->exact = p->lost == 0 && p->thin == 0 && point_is_complete(sampled, n, p);
}

int point_make(const struct point_source *source, const struct sampled *sampled, size_t n,
               struct log_target *target, struct point *point)
{
    size_t *partner = sampled_partners(sampled, n);
    point->rows = calloc(n + 1, sizeof *point->rows);
    if (!partner || !point->rows) {
        free(partner);
        return -1;
    }
    count_flags(sampled, n, point);
    int result = point_estimate(source, sampled, partner, n, point);
    free(partner);
    if (result != 0)
        return -1;
    point_merge_rows(point);
    if (point_user_rows(sampled, n, point) != 0)
        return -1;
    return opaque_collect(source->log, sampled, n, target, point);
}
