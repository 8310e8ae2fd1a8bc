/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What limits the trust in a point's size.  Bounds: docs/methods.md.
 */
#include <math.h>

#include "point/make_point.h"

#define UNEVEN 0.5              /* relative error of the hidden streaks */
#define DEAR 1.25               /* mean cost of an instance, run / sample, and its inverse */

/* What streaks alone tell.  A tenth that is not seen does not matter. */
static unsigned warn_of_streaks(const struct streak_stats *s, const struct streak_estimate *e)
{
    double unseen = e->size - s->seen;
    unsigned bits = 0;
    if (!(s->pairs > 0))
        return 0;
    if (s->nested)
        bits |= 1u << WARN_PREFIX_WALKS;
    if (unseen > 0.1 * s->seen && !s->nested && !s->filled && e->again < STREAK_FEW_AGAIN * e->block)
        bits |= 1u << WARN_FEW_RECAPTURES;
    if (unseen > 0.1 * s->seen && s->cv > UNEVEN && s->pairs > 1)
        bits |= 1u << WARN_UNEVEN;
    if (unseen > 4 * s->seen)
        bits |= 1u << WARN_EXTRAPOLATED;
    if (e->high > SIZE_WIDE * e->low)
        bits |= 1u << WARN_WIDE;
    if (e->bound > 0)
        bits |= 1u << WARN_BOUNDED;
    if (e->fresh > 0.5)
        bits |= 1u << WARN_TWO_KINDS;
    return bits;
}

void point_warn(struct point *p, const struct streak_estimate *e)
{
    double ratio = p->streak.cost_ratio;
    if (p->cut > 0)
        p->warnings |= 1u << WARN_CUT;
    if (p->lost > 0)
        p->warnings |= 1u << WARN_LOST;
    if (p->thin > 0)
        p->warnings |= 1u << WARN_THINNED;
    if (p->exact)
        return;
    if (p->pairs < WARN_PAIRS)
        p->warnings |= 1u << WARN_FEW_PAIRS;
    if (p->pairs > 0 && (ratio > DEAR || ratio < 1 / DEAR))
        p->warnings |= 1u << WARN_UNREPRESENTATIVE;
    p->warnings |= warn_of_streaks(&p->streak, e);
    if (p->warnings & 1u << WARN_TWO_KINDS)
        p->read_once = e->once * ldexp(1, (int)p->thin);
}
