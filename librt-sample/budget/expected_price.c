/* SPDX-License-Identifier: MIT
 *
 * What instances are expected to take: by the mean price of an iteration, and by the last whole instance where that says more,
 * for an iteration takes more of what is in no cache.  An instance that was cut says what one as long takes at least.
 *
 * Threads of a target tell it side by side; one may take another's last instance for its own. */
#include "budget/expected_price.h"
#include "base/alone.h"
#include "core/counts.h"
#include "budget/target_shares.h"
#include "budget/prices.h"
#include "sample/target_on_thread.h"
#include "sample/sample.h"

#define UNKNOWN_NS 1000000      /* of a target whose first instance is still open */
#define UNTRIED_NS 10000        /* of one that had none yet */
#define INNER_NS 10000u         /* likewise of its inner instances, most of which are small */
#define LIKE_LAST 4             /* times as many iterations as the last one at most */
#define UNSEEN_NS 1.0           /* an iteration beyond these */
#define CUT_AGAIN 1.5           /* what was expected of one that was cut was too little by that, at least */
#define DEAR_GROWTH 16384u      /* that a table of so many lines grows costs more than may be spent without asking */

/* Of an instance without iterations. */
static double fixed(const struct rt_costs *c)
{
    return rt_price_fixed() + (c->measured ? (double)c->around_ns / (double)c->measured : 0);
}

/* Of an iteration. */
static double each_unit(const struct rt_costs *c)
{
    double rest = (double)c->measured_ns - (double)c->measured * fixed(c);
    return rest > 0 ? rest / (double)c->measured_units : 0;
}

/* Of so many instances and iterations. */
static double price_of(const struct rt_costs *c, double instances, double cost)
{
    return instances * fixed(c) + (instances + cost) * each_unit(c);
}

/* Of one.  Of one much longer than any that was whole the price of an iteration is not known: of the few that were, the first
 * ones may have been the dear ones, and ranges cost alike at any length.  So what is beyond is taken for cheap: it is tried, and left if
 * it is not. */
static double price_of_next(const struct rt_costs *c, double next)
{
    double known = LIKE_LAST * (double)c->most_units, each = each_unit(c);
    if (next + 1 <= known || each <= UNSEEN_NS)
        return price_of(c, 1, next);
    return fixed(c) + known * each + (next + 1 - known) * UNSEEN_NS;
}

double rt_expect_all_ns(const struct rt_target *g)
{
    return price_of(g->costs, (double)g->costs->instances, (double)g->costs->cost);
}

/* Iterations of the next instance: where they grow, as many as the last ones had. */
static double next_cost(const struct rt_costs *c)
{
    double mean = c->instances ? (double)c->cost / (double)c->instances : 0, recent = (double)c->recent;
    return recent > mean ? recent : mean;
}

/* By the last whole instance, unless it was a small one. */
static double price_by_last(const struct rt_costs *c, double next)
{
    double ns = (double)c->last_ns - fixed(c), units = (double)c->last_units;
    return ns > 0 && next < LIKE_LAST * units ? fixed(c) + ns * (next + 1) / units : 0;
}

/* By the one that was cut; 0: none was. */
static double price_by_cut(const struct rt_costs *c, double next)
{
    double units = (double)c->cut_units, known = LIKE_LAST * units, ns = (double)c->cut_ns;
    if (units <= 0)
        return 0;
    return next + 1 < known ? ns * (next + 1) / units : LIKE_LAST * ns + (next + 1 - known) * UNSEEN_NS;
}

static double larger(double a, double b)
{
    return a > b ? a : b;
}

double rt_expect_ns(const struct rt_record *r)
{
    const struct rt_costs *c = r->target->costs;
    double next = next_cost(c), cut = price_by_cut(c, next);
    if (r->target->is_inner)
        return c->measured ? (double)c->measured_ns / (double)c->measured : INNER_NS;
    if (!c->measured)
        return cut > 0 ? cut : c->was_tried ? UNKNOWN_NS : UNTRIED_NS;
    return larger(larger(price_of_next(c, next), price_by_last(c, next)), cut);
}

bool rt_expect_is_unsure(const struct rt_record *r)
{
    const struct rt_costs *c = r->target->costs;
    return c->cut_units && next_cost(c) + 1 >= LIKE_LAST * (double)c->cut_units;
}

double rt_expect_thinned_ns(const struct rt_record *r)
{
    const struct rt_costs *c = r->target->costs;
    return fixed(c) + (double)c->thinned_ns * (next_cost(c) + 1) / ((double)c->thinned_units + 1);
}

void rt_expect_thinned(struct rt_target *g, uint64_t ns, uint64_t cost, bool known)
{
    if (!known && g->costs->has_thinned)
        return;
    g->costs->has_thinned = known;
    g->costs->thinned_ns = ns;
    g->costs->thinned_units = cost;
}

void rt_expect_whole(struct rt_target *g, uint64_t ns, uint64_t around_ns, uint64_t cost, uint64_t lines)
{
    struct rt_costs *c = g->costs;
    rt_add(&c->measured_ns, ns);
    rt_add(&c->around_ns, around_ns);
    rt_add(&c->measured_units, cost + 1);
    rt_add(&c->measured, 1);
    c->last_ns = ns;
    c->last_units = cost + 1;
    c->last_lines = lines;
    if (cost + 1 > c->most_units)
        c->most_units = cost + 1;
    if (cost + 1 >= c->cut_units / 2)       /* one like it was whole */
        c->cut_ns = c->cut_units = 0;
}

void rt_expect_cut(struct rt_target *g, uint64_t ns, uint64_t cost)
{
    if (g->is_inner) {
        rt_expect_whole(g, ns, 0, cost, 0);
        return;
    }
    double more = CUT_AGAIN * (double)g->costs->cut_ns;
    g->costs->cut_ns = (double)ns > more ? ns : (uint64_t)more;
    g->costs->cut_units = cost + 1;
}

bool rt_expect_room(const struct rt_target *g, uint64_t lines, uint64_t most)
{
    uint64_t last = g->costs->last_lines, like = last + last / 16;
    return lines <= like && (like < DEAR_GROWTH ? like : like + RT_NEAR_GROWTH) <= most;
}

void rt_expect_hear(struct rt_record *r)
{
    struct rt_costs *c = r->target->costs;
    uint64_t instances, cost;
    rt_own_counts(r, &instances, &cost);
    if (instances < r->seen_instances || cost < r->seen_cost)
        return;                 /* counted anew */
    rt_add(&c->instances, instances - r->seen_instances);
    rt_add(&c->cost, cost - r->seen_cost);
    if (!r->target->is_inner)
        rt_claims_hear(c, instances - r->seen_instances, cost - r->seen_cost);
    if (instances > r->seen_instances)
        c->recent = (cost - r->seen_cost) / (instances - r->seen_instances);
    r->seen_instances = instances;
    r->seen_cost = cost;
}
