/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Points of recursions: sizes are chains of calls, which traced outermost
 * instances tell exactly; nothing is estimated.  Inner starts, of outermost
 * instances that were not traced to their end, tell of single calls only. */
#include <math.h>
#include <stdlib.h>

#include "log/log_chain.h"
#include "point/make_point.h"
#include "point/bytes_accessed.h"

#define LEAST_CALLS 8u          /* of an instance whose work counts */

static bool is_whole(const struct log_instance *in)
{
    return !(in->rec.flags & ALOG_I_CUT);
}

static double rms_of(const struct log_instance *in)
{
    return in->rec.flags & (ALOG_I_LOST | ALOG_I_UNSEEN) ? NAN : (double)in->rec.rms;
}

/* Rows whose sums did not fit tell no mean. */
static void add_rows(struct point *p, const struct log_instance *in)
{
    struct chain_reader reader;
    struct chain_row row;
    chain_reader_start(&reader, in);
    while (chain_reader_next(&reader, &row)) {
        double count = (double)row.count;
        uint64_t all = row.count * in->times;
        bool one = row.size_low == row.size_high && row.cost_low == row.cost_high;
        if (one)
            p->rows[p->n_rows++] =
                (struct row){ (double)row.size_low, (double)row.cost_low, all };
        else if (row.size_sum < UINT64_MAX && row.cost_sum < UINT64_MAX)
            p->rows[p->n_rows++] = (struct row){ (double)row.size_sum / count,
                                                 (double)row.cost_sum / count, all };
    }
}

static void add_instance(struct point *p, const struct log_instance *in)
{
    p->cut += is_whole(in) ? 0 : in->times;
    p->lost += (in->rec.flags & ALOG_I_LOST) || (in->chain.flags & ALOG_C_LOST) ? in->times : 0;
    if (in->rec.flags & ALOG_I_UNSEEN)
        p->warnings |= 1u << WARN_UNSEEN;
    if (!is_whole(in))
        return;
    p->outermost[p->n_outermost++] =
        (struct outermost){ in->chain.longest, in->rec.cost, rms_of(in), in->times };
    add_rows(p, in);
}

/* Its work, against the bytes that it read: a chain's length is no size of that.  One of few calls is a base case and what leads to
 * it: it says nothing of how those above it grow (a sort that leaves short pieces to another looks like a square there). */
static void add_work(struct point *p, const struct log_instance *in)
{
    double rms = rms_of(in), work = point_work_bytes(&in->rec);
    if (is_whole(in) && !isnan(rms) && !isnan(work) && in->rec.cost >= LEAST_CALLS)
        p->work_rows[p->n_work_rows++] = (struct row){ rms, work, in->times };
}

/* Whole ones only: a cut one is small for its place. */
static void add_inner(struct point *p, const struct log_instance *in)
{
    if (!is_whole(in))
        return;
    p->inner += in->times;
    p->outermost[p->n_outermost++] =
        (struct outermost){ in->chain.longest, in->rec.cost, rms_of(in), in->times };
    add_rows(p, in);
}

/* By size, then cost, then RMS; unknown RMS first. */
static int compare_outermost(const void *a, const void *b)
{
    const struct outermost *x = a, *y = b;
    if (x->size != y->size)
        return x->size < y->size ? -1 : 1;
    if (x->cost != y->cost)
        return x->cost < y->cost ? -1 : 1;
    if (isnan(x->rms) || isnan(y->rms))
        return !!isnan(y->rms) - !!isnan(x->rms);
    return (x->rms > y->rms) - (x->rms < y->rms);
}

static void merge_outermost(struct point *p)
{
    size_t unique = 0;
    qsort(p->outermost, p->n_outermost, sizeof *p->outermost, compare_outermost);
    for (size_t i = 0; i < p->n_outermost; i++) {
        if (unique > 0 && compare_outermost(&p->outermost[unique - 1], &p->outermost[i]) == 0)
            p->outermost[unique - 1].count += p->outermost[i].count;
        else
            p->outermost[unique++] = p->outermost[i];
    }
    p->n_outermost = unique;
}

/* Of the instance that tells size and cost. */
static void find_work(const struct sampled *sampled, size_t n, struct point *p)
{
    for (size_t i = 0; i < n; i++) {
        const struct log_instance *in = sampled[i].in;
        double rms = rms_of(in);
        if (is_whole(in) && (double)in->chain.longest >= p->estimates[0].size && in->rec.cost == p->cost &&
            rms >= p->rms)
            point_work_of_one(in, p);
    }
}

/* The last one has the longest chain, and of several the most calls. */
static void conclude(struct point *p)
{
    struct estimate size = { NAN, NAN, NAN };
    p->cost = 0;
    p->rms = NAN;
    if (p->n_outermost > 0) {
        const struct outermost *longest = &p->outermost[p->n_outermost - 1];
        size.size = size.low = size.high = (double)longest->size;
        p->cost = longest->cost;
        p->rms = longest->rms;
    }
    for (int i = 0; i < ESTIMATORS; i++)
        p->estimates[i] = size;
    if (p->cut > 0)
        p->warnings |= 1u << WARN_CUT;
    if (p->lost > 0)
        p->warnings |= 1u << WARN_LOST;
}

/* The instances, inner starts last; their number without these.  NULL: no memory. */
static struct sampled *part(const struct sampled *sampled, size_t n, size_t *outermost)
{
    struct sampled *list = calloc(n + 1, sizeof *list);
    size_t used = 0;
    *outermost = 0;
    for (int inner = 0; list && inner < 2; inner++)
        for (size_t i = 0; i < n; i++)
            if (!(sampled[i].in->rec.flags & ALOG_I_INNER) == !inner) {
                list[used++] = sampled[i];
                *outermost += !inner;
            }
    return list;
}

static int count_pairs(const struct sampled *sampled, size_t n, struct point *p)
{
    size_t *partner = sampled_partners(sampled, n);
    if (!partner)
        return -1;
    for (size_t i = 0; i < n; i++) {
        const struct log_instance *in = sampled[i].in;
        if (in->folded && in->rec.place == 1 && is_whole(in))
            p->pairs += in->times;
        p->pairs += partner[i] != SIZE_MAX && is_whole(in) && is_whole(sampled[partner[i]].in);
    }
    free(partner);
    return 0;
}

/* n instances, of which the first `outermost' are outermost ones. */
static int make(const struct sampled *sampled, size_t outermost, size_t n, struct point *point)
{
    size_t rows = 0;
    for (size_t i = 0; i < n; i++)
        rows += sampled[i].in->chain.rows;
    point->calls = point->cost;
    for (size_t i = 0; i < outermost; i++)
        point->sampled += sampled[i].in->times;
    point->rows = calloc(rows + 1, sizeof *point->rows);
    point->outermost = calloc(n + 1, sizeof *point->outermost);
    point->work_rows = calloc(n + 1, sizeof *point->work_rows);
    if (!point->rows || !point->outermost || !point->work_rows || count_pairs(sampled, outermost, point) != 0)
        return -1;
    for (size_t i = 0; i < outermost; i++)
        add_instance(point, sampled[i].in);
    point->exact = point_is_complete(sampled, outermost, point);
    merge_outermost(point);
    conclude(point);
    find_work(sampled, outermost, point);
    for (size_t i = outermost; i < n; i++)
        add_inner(point, sampled[i].in);
    for (size_t i = 0; i < n; i++)
        add_work(point, sampled[i].in);
    if (point->inner > 0)
        merge_outermost(point);
    point_merge_rows(point);
    return point_user_rows(sampled, outermost, point);
}

int point_make_chain(const struct log *log, const struct sampled *sampled, size_t n,
                     struct log_target *target, struct point *point)
{
    size_t outermost;
    struct sampled *list = part(sampled, n, &outermost);
    int result = list ? make(list, outermost, n, point) : -1;
    free(list);
    return result == 0 ? opaque_collect(log, sampled, n, target, point) : -1;
}
