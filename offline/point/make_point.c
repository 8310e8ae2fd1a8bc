/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "point/make_point.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

bool instance_is_whole(const struct log_instance *in)
{
    return !(in->rec.flags & (ALOG_I_CUT | ALOG_I_LOST | ALOG_I_UNSEEN));
}

bool instance_has_set(const struct log_instance *in)
{
    return !(in->rec.flags & ALOG_I_COUNTED);
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
    p->n_work_rows = merge_rows(&p->work_rows, p->n_work_rows);
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
                (struct row){ (double)in->user_size, (double)in->rec.cost, in->times };
    }
    p->n_user_rows = merge_rows(&p->user_rows, p->n_user_rows);
    return 0;
}

bool point_is_complete(const struct sampled *sampled, size_t n, const struct point *p)
{
    uint64_t all = 0;
    for (size_t i = 0; i < n; i++) {
        all += sampled[i].in->times;
        if (i > 0 && !sampled[i].in->folded && !sampled[i - 1].in->folded &&
            sampled[i].in->rec.order == sampled[i - 1].in->rec.order)
            return false;
    }
    return p->instances == all && p->cut == 0;
}

#define OTHERS 4u               /* whole pairs beside the first one: with so many it is left out, if it alone is thinned */

static bool has_whole_set(const struct log_instance *in)
{
    return instance_has_set(in) && instance_is_whole(in);
}

/* So much the sets are thinned that the size is told by: those of whole pairs, or of all if there is none.  The first pair's may be
 * where no others are, as nobody knew what it would take (librt-sample/budget/start_or_leave.c). */
static unsigned thin_of(const struct sampled *sampled, const size_t *partner, size_t n)
{
    unsigned all = 0, paired = 0, others = 0;
    uint64_t pairs = 0, other_pairs = 0;
    for (size_t i = 0; i < n; i++) {
        const struct log_instance *in = sampled[i].in, *first = partner[i] != SIZE_MAX ? sampled[partner[i]].in : NULL;
        all = in->rec.thin > all ? in->rec.thin : all;
        if (!first || !has_whole_set(in) || !has_whole_set(first))
            continue;
        unsigned most = first->rec.thin > in->rec.thin ? first->rec.thin : in->rec.thin;
        pairs += in->times;
        paired = most > paired ? most : paired;
        if (in->rec.flags & ALOG_I_FIRST_PAIR)
            continue;
        others = most > others ? most : others;
        other_pairs += in->times;
    }
    return pairs == 0 ? all : other_pairs < OTHERS ? paired : others;
}

static void count_flags(const struct point_source *source, const struct sampled *sampled, const size_t *partner, size_t n, struct point *p)
{
    bool counted = false, thinned = false;
    p->thin = thin_of(sampled, partner, n);
    for (size_t i = 0; i < n; i++) {
        const struct alog_instance *rec = &sampled[i].in->rec;
        uint64_t times = sampled[i].in->times;
        p->sampled += times;
        p->cut += rec->flags & ALOG_I_CUT ? times : 0;
        p->cut_cost += rec->flags & ALOG_I_CUT ? times * rec->cost : 0;
        p->lost += rec->flags & (ALOG_I_LOST | ALOG_I_UNSEEN) ? times : 0;
        thinned |= rec->thin > 0;
        counted |= (rec->flags & ALOG_I_COUNTED) != 0;
    }
    bool complete = !isnan(source->all_read) || (!counted && point_is_complete(sampled, n, p));
    p->exact = p->lost == 0 && !thinned && p->cut == 0 && complete;
}

int point_make(const struct point_source *source, const struct sampled *sampled, size_t n,
               struct log_target *target, struct point *point)
{
    size_t *partner = sampled_partners(sampled, n);
    point->rows = calloc(n + 1, sizeof *point->rows);
    point->work_rows = calloc(n + 1, sizeof *point->work_rows);
    if (!partner || !point->rows || !point->work_rows) {
        free(partner);
        return -1;
    }
    count_flags(source, sampled, partner, n, point);
    int result = point_estimate(source, sampled, partner, n, point);
    free(partner);
    if (result != 0)
        return -1;
    point_merge_rows(point);
    if (point_user_rows(sampled, n, point) != 0)
        return -1;
    return opaque_collect(source->log, sampled, n, target, point);
}
