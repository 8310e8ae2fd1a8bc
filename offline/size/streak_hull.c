/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * STREAK: the hull of what was seen.  Where a model of unseen streaks finds more than lies between the addresses that
 * were seen, from first to last, it takes one thing for another: data that move while they grow, say.
 */
#include "size/streak_collect.h"

#define FAR (UINT64_C(1) << 24) /* cells: a gap so wide ends a region */

double streak_hull(const struct streak_collect *c, const struct streak_input *in)
{
    double hull = 0;
    uint64_t from = 0, to = 0;
    for (size_t i = 0; i < c->n_segments; i++) {
        const struct streak_segment *s = &c->segment[i];
        if (i == 0 || s->first > to + FAR) {
            hull += (double)(to - from);
            from = s->first;
        }
        to = streak_segment_end(s, c->per_line);
    }
    hull += (double)(to - from);
    return hull * in->instances / (in->start[in->pairs - 1] + 2);
}
