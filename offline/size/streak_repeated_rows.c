/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * STREAK, step 2, where rows are read several times in a row (an inner loop's row
 * of the outer one, say): each pair sees a row of its own whole, and no pair sees a
 * row begin or end.  Births and deaths then tell of no hidden streaks, though there
 * are nearly as many as rows.  What is known is that streaks are too long to begin
 * within a pair and too short to reach the next: a posterior of their length,
 * uniform in its logarithm.
 */
#include <math.h>

#include "size/streak_collect.h"

#define LENGTHS 256             /* of the grid */
#define LEAST_PAIRS 3           /* with rows of their own: fewer may be two phases */

struct still {
    double rows, twice, cells;  /* seen in one pair; in two; mean cells of one */
    double rate;                /* pairs for each instance */
};

static bool find_still(const struct streak_collect *c, const struct streak_input *in,
                       struct still *s)
{
    *s = (struct still){ .rate = (double)in->pairs / in->instances };
    uint64_t others = c->f_more;
    for (int j = 2; j <= STREAK_EPISODES; j++)
        others += c->f[j];
    for (size_t k = 0; k < c->pairs; k++) {
        others += (k + 1 < c->pairs ? c->only_b[k] : 0) + (k > 0 ? c->only_a[k] : 0);
        s->rows += c->only_both[k] > 0;
    }
    if (others > 0)
        return false;
    if (s->rows < LEAST_PAIRS)
        return false;
    s->cells = (double)c->both / s->rows;
    s->twice = (double)c->span2 / s->cells;
    return true;
}

/* Pairs within a row are about a Poisson number of this mean.  Rows that more than two
 * fall into may be other cells: neither of the two below counts them. */
static double hits_of(const struct still *s, double length)
{
    return s->rate * length;
}

static double hidden_rows(const struct still *s, double length)
{
    double a = hits_of(s, length);
    return (s->rows + s->twice) / (a + a * a / 2);
}

/* Of what was seen, its logarithm. */
static double likelihood(const struct still *s, double length)
{
    double a = hits_of(s, length);
    return -s->rows / length - (s->rows + s->twice) * log1p(a / 2) + s->twice * log(a);
}

void streak_still(const struct streak_collect *c, const struct streak_input *in, double *hidden,
                  double *cv)
{
    struct still s;
    double weight[LENGTHS], sum = 0, best = -INFINITY, seen = 0, middle = 0, high = 0;
    if (*hidden > 0 || !find_still(c, in, &s))
        return;
    double step = log(in->instances) / (LENGTHS - 1);
    for (int i = 0; i < LENGTHS; i++) {
        weight[i] = likelihood(&s, exp(i * step));
        best = fmax(best, weight[i]);
    }
    for (int i = 0; i < LENGTHS; i++)
        sum += weight[i] = exp(weight[i] - best);
    /* The shorter, the more are hidden. */
    for (int i = 0; i < LENGTHS; i++) {
        seen += weight[i] / sum;
        if (!(high > 0) && seen >= 0.025)
            high = hidden_rows(&s, exp(i * step));
        if (!(middle > 0) && seen >= 0.5)
            middle = hidden_rows(&s, exp(i * step));
    }
    double spread = log(high / middle) / 2;
    *hidden = middle * s.cells;
    *cv = sqrt(expm1(spread * spread));
}
