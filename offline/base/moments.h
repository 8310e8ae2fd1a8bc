/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Weighted moments of pairs (x, y) that are added one by one, without cancellation (West 1979).
 */
#ifndef OFFLINE_MOMENTS_H
#define OFFLINE_MOMENTS_H

/* All 0 before the first pair. */
struct moments {
    double w, x, y;             /* the sum of weights; means */
    double xx, yy, xy;          /* sums of weighted products of deviations from the means */
};

/* w > 0 */
static inline void moments_add(struct moments *m, double w, double x, double y)
{
    m->w += w;
    double dx = x - m->x, dy = y - m->y, share = w / m->w;
    m->x += share * dx;
    m->y += share * dy;
    m->xx += w * dx * (x - m->x);
    m->yy += w * dy * (y - m->y);
    m->xy += w * dx * (y - m->y);
}

/* Of the line through the pairs by least squares; no number if all x are the same. */
static inline double moments_slope(const struct moments *m)
{
    return m->xy / m->xx;
}

#endif
