/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "size/streak.h"

#include <math.h>

#include "size/streak_model.h"
#include "size/streak_seldom_members.h"

#define MODEL_ERROR 0.25        /* floor of the interval's half width, in ln of unseen cells */
#define UNKNOWN 2.              /* an interval so many times as wide leaves the size open */
#define MOST_ERROR 0.5          /* relative, of streaks and slots, by which the latter may be more */
#define TELLING_PAIRS 3         /* of fewer it tells nothing that no two read the same: all cells of an instance may come back at once */
#define FEW_GAPS 4              /* tell no ranges */
#define HULL_PAIRS 8            /* fewer may have missed a region */
#define HULL_ENDS 1.25          /* times as much, with what may lie beyond its ends; */
#define SELDOM_MORE 2.          /* times as many members that are seldom read, at most */
#define SELDOM_ERROR 1.5        /* of unseen cells, where such tell how many there are */
#define DEARER 4.               /* times as dear as the traced ones */
#define HULL_MORE 2.            /* so much at most */

void streak_correct(const struct streak_stats *s, struct streak_counts *c)
{
    double word = s->words > 0 ? s->seen / s->words : 1, single = s->half + s->both;
    double joined = fmin(s->joined, s->parted);
    *c = (struct streak_counts){ .again = s->f_more + joined, .hidden = s->hidden,
                                 .block = s->block > 0 ? s->block : word };
    for (int j = 2; j <= STREAK_EPISODES; j++) {
        c->f[j] = s->f[j];
        c->again += s->f[j];
    }
    c->f[2] += joined;
    c->f[1] = single;
    if (c->again > 0) {
        double share = s->again > 0 ? s->again_half / s->again : 1;
        c->f[1] = s->half > 0 ? fmin(single, s->half / fmax(share, 1e-9)) : 0;
    }
    double rest = single - c->f[1];
    if (rest > 0)
        c->resident = fmin(rest, rest * rest / (2 * s->span2 + word));
    if (s->pairs >= 20 && s->toggling < 5 && s->both > 0 && !(c->again > 0))
        c->hidden = fmax(c->hidden, fmin(s->both, s->both * s->both / (2 * s->span2 + word)));
}

void streak_correct_block(const struct streak_stats *s, struct streak_counts *c)
{
    if (c->again / c->block < STREAK_FEW_AGAIN)
        c->block = fmax(c->block, s->run);
}

/* The posterior, widened by what the model does not know, and by chance: blocks
 * are unseen or not as a whole. */
static int unseen_by_model(const struct streak_stats *s, struct streak_counts *c,
                           struct streak_range *u, struct streak_mix *mix)
{
    double spread = sqrt(log1p(fmin(s->cv, 3) * fmin(s->cv, 3)));
    streak_correct_block(s, c);
    if (streak_posterior(c->f, c->hidden, c->block, s->cv, u, mix) != 0)
        return -1;
    double low = log(fmax(u->mid, 1e-9) / fmax(u->low, 1e-9));
    double high = log(fmax(u->high, 1e-9) / fmax(u->mid, 1e-9));
    low = u->mid * exp(-hypot(low, MODEL_ERROR)) / c->block;
    high = u->mid * exp(hypot(high, MODEL_ERROR)) / c->block;
    u->low = c->block * fmax(0, low - 1.96 * sqrt(low));
    u->high = c->block * (high + 1.96 * sqrt(high));
    u->high = fmin(u->high, c->hidden * exp(2 * spread + 0.05) + 3 * c->block);
    if (s->pairs < TELLING_PAIRS && !(c->again > 0))
        u->low = 0;
    return 0;
}

/* Steps 3, 5 and 6. */
static int find_unseen(const struct streak_stats *s, struct streak_counts *c,
                       struct streak_range *u, struct streak_mix *mix)
{
    streak_correct(s, c);
    if (s->filled) {
        *u = (struct streak_range){ s->beyond_low, s->beyond, s->beyond_high };
        return 0;
    }
    if (s->nested)
        *u = streak_walk_unseen(s, c->hidden + c->resident);
    else if (!(c->f[1] > 0) || !(c->hidden > 0))
        *u = (struct streak_range){ 0, c->hidden, 2 * c->hidden };
    else if (unseen_by_model(s, c, u, mix) != 0)
        return -1;
    u->mid += c->resident;
    u->high += 2 * c->resident;
    return 0;
}

double streak_room(const struct streak_stats *s)
{
    return fmax(0, s->slots - s->unread);
}

double streak_fill(const struct streak_stats *s, const struct streak_counts *c, double low, double high)
{
    if (!(s->gaps > 0) || s->nested || s->filled || !(high >= UNKNOWN * low) || !(s->foreign < 1))
        return 0;
    double slots = fmax(0, s->slots - s->foreign * (s->seen + s->slots));
    double most = fmin(c->hidden + c->resident + s->dear, high - s->seen);
    double error = fmin(hypot(s->cv, 1 / sqrt(s->gaps)), MOST_ERROR);
    return slots <= most * (1 + error) ? fmax(fmin(fmin(slots, streak_room(s)), most), low - s->seen) : 0;
}

/* The least share of the slots that streaks visit so many times each, on average.  Passes visit all of them; what is visited more than
 * once may be so by other ways, of which one that visits some slots far more than others, by an exponential distribution, leaves most. */
static double least_share(double visits)
{
    return visits > 1 ? 1 - (1 - 1 / visits) / (1 + visits) : 1;
}

/* Step 7; what is cut off.  Slots that no instance reads may be read after all: the upper end counts them.  So it does what lies apart
 * from the ranges, if that is near. */
static double bound(const struct streak_stats *s, const struct streak_counts *c, struct streak_range *u)
{
    double error = 2 / sqrt(s->gaps), room = streak_room(s), cut = fmax(0, u->mid - room);
    bool reaches = s->hull <= HULL_ENDS * (s->seen + s->slots) || s->dear > 0;
    double most = reaches ? fmax(s->slots, s->hull - s->seen) : s->slots;
    u->mid = fmin(u->mid, room);
    u->low = fmin(u->low, fmin(room, s->slots * least_share(c->hidden / s->slots)) * fmax(0, 1 - error));
    u->high = fmin(u->high, most * (1 + error));
    return cut;
}

static void bound_by_hull(const struct streak_stats *s, struct streak_range *u)
{
    double most = fmax(0, HULL_ENDS * s->hull - s->seen);
    if (!(s->hull > 0) || s->pairs < HULL_PAIRS)
        return;
    u->mid = fmin(u->mid, most);
    u->low = fmin(u->low, most / HULL_MORE);
    u->high = fmin(u->high, HULL_MORE * s->hull - s->seen);
}

/* Where untraced instances are so much dearer than the traced ones that each must have read more on average than the run is told to,
 * the run's size is what it is if they grow evenly; unless ranges tell how much there is. */
static void raise_to_mean(const struct streak_stats *s, struct streak_range *u)
{
    double mean = s->dear / s->instances - s->seen;
    if (s->gaps > FEW_GAPS || !(mean > u->mid))
        return;
    u->low = fmax(u->low, mean);
    u->mid = 2 * mean + s->seen;
    u->high = fmax(u->high, 4 * mean + 3 * s->seen);
}

/* With members of records that are seldom read; no more than the ranges have room for. */
static void add_seldom_members(const struct streak_stats *s, struct streak_range *u)
{
    if (s->nested || s->filled || !(s->instances > 2 * s->pairs))
        return;
    double size = s->seen + u->mid, more = streak_members_size(s, size) - size;
    if (s->gaps > 0 && more > 0)
        more = fmin(more, fmax(0, s->slots - u->mid));
    if (more == 0)
        return;
    u->mid += more;
    u->low = fmin(u->low, u->mid / SELDOM_ERROR);
    u->high = fmax(u->high + SELDOM_MORE * fmax(0, more), u->mid * SELDOM_ERROR);
}

/* Where untraced instances are far dearer than the traced ones, little is known of what they read, and whether it moves. */
static void widen_for_dearer(const struct streak_stats *s, struct streak_range *u)
{
    if (s->instances > 2 * s->pairs && s->cost_ratio > DEARER && isfinite(s->cost_ratio))
        u->high = fmax(u->high, (s->seen + u->mid) * sqrt(s->cost_ratio) - s->seen);
}

int streak_estimate(const struct streak_stats *s, struct streak_estimate *out)
{
    struct streak_counts c = { 0 };
    struct streak_range u = { 0 };
    struct streak_mix mix = { 0 };
    *out = (struct streak_estimate){ .size = NAN, .low = NAN, .high = NAN, .once = NAN };
    if (!(s->pairs > 0))
        return 0;
    if (s->instances > 2 * s->pairs) {
        if (find_unseen(s, &c, &u, &mix) != 0)
            return -1;
        if (s->gaps > 0 && !s->filled) {
            u.high += s->dear;
            out->bound = bound(s, &c, &u);
            double fill = streak_fill(s, &c, s->seen + fmin(u.low, u.mid), s->seen + fmax(u.high, u.mid));
            u.mid = fill > 0 && s->foreign > 0 ? fill : fmax(u.mid, fill);
            if (fill > 0 || out->bound > 0)
                u.low = fmin(u.low, fmax(0, u.mid - s->unread));
        }
    }
    add_seldom_members(s, &u);
    bound_by_hull(s, &u);
    raise_to_mean(s, &u);
    widen_for_dearer(s, &u);
    out->hidden = c.hidden;
    out->block = c.block;
    out->again = c.again;
    out->size = s->seen + u.mid;
    out->low = s->seen + fmin(u.low, u.mid);
    out->high = s->seen + fmax(u.high, u.mid);
    out->fresh = mix.weight;
    if (mix.weight > 0)
        out->once = fmin(mix.once, out->size);
    return 0;
}
