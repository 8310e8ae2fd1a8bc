/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The work of a run: bytes that all its instances accessed, again and again.  Iterations are known exactly,
 * work of traced instances only: a ratio estimate (Cochran 1977, chapter 6). */
#include "point/bytes_accessed.h"

#include <math.h>

#include "algoprof/log_format.h"
#include "point/make_point.h"

#define WORD 8.0                /* bytes */
#define PAIRED 2.0              /* variance of pairs' means over that of as many single instances, at most */
#define NORMAL 2.0              /* standard errors in 95 %, of many instances; */
#define FEW 10.0                /* of n instances so much divided by n is added */
#define STEP (M_LN2 / 8)        /* a class's middle is at most that far off, as a logarithm */

/* The middle of a class. */
static double words_of(unsigned class)
{
    double octave = ldexp(1, (int)(class - 1) / 4), quarter = (class - 1) % 4;
    return class <= 8 ? octave * (1 + quarter / 4) : octave * (1 + (quarter + .5) / 4);
}

double point_work_bytes(const struct alog_instance *rec)
{
    if (rec->work > 0)
        return words_of(rec->work) * WORD;
    return rec->rms > 0 || rec->flags & ALOG_I_LOST ? NAN : 0;
}

/* Sums over the whole instances. */
struct sums {
    double n, work, cost, ww, wc, cc;
};

/* Inside another one of its target, whose work has that of this one in it: a loop of a recursive function.  Of a sample
 * nobody knows how deep they are. */
static bool is_nested(const struct alog_instance *rec)
{
    return rec->parent == rec->site;
}

/* false: of some the work is not known. */
static bool sum_up(const struct log_instance *const *list, size_t n, bool exact, struct sums *s)
{
    for (size_t i = 0; i < n; i++) {
        const struct alog_instance *rec = &list[i]->rec;
        if (!instance_is_whole(list[i]) || (exact ? is_nested(rec) : !instance_has_set(list[i])))
            continue;
        if (is_nested(rec))
            return false;
        double w = point_work_bytes(rec), c = (double)rec->cost, k = (double)list[i]->times;
        if (isnan(w))
            return false;
        *s = (struct sums){ s->n + k, s->work + k * w, s->cost + k * c, s->ww + k * w * w, s->wc + k * w * c,
                            s->cc + k * c * c };
    }
    return true;
}

void point_work_of_one(const struct log_instance *in, struct point *p)
{
    p->accessed = point_work_bytes(&in->rec);
    p->accessed_low = p->accessed * exp(-STEP);
    p->accessed_high = p->accessed * exp(STEP);
}

void point_work(const struct log_instance *const *list, size_t n, struct point *p)
{
    struct sums s = { 0 };
    p->accessed = p->accessed_low = p->accessed_high = NAN;
    if (!sum_up(list, n, p->exact, &s) || !(s.work > 0) || !(s.cost > 0))
        return;
    double ratio = s.work / s.cost, rest = fmax(0, s.ww - 2 * ratio * s.wc + ratio * ratio * s.cc);
    if (p->exact) {
        double error = STEP / sqrt(s.n);
        p->accessed = s.work;
        p->accessed_low = s.work * exp(-error);
        p->accessed_high = s.work * exp(error);
        return;
    }
    p->accessed = ratio * (double)p->cost;
    if (s.n < 2)
        return;                 /* no interval */
    double error = sqrt(PAIRED * rest * s.n / (s.n - 1)) / s.work;
    double wide = (NORMAL + FEW / s.n) * hypot(error, STEP / sqrt(s.n));
    p->accessed_low = fmax(p->accessed * exp(-wide), s.work * exp(-STEP));
    p->accessed_high = p->accessed * exp(wide);
}
