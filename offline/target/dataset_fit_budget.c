/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Which targets are fitted: as many as the budget of their logs goes for, those of most cost first.
 */
#include "target/dataset_fit_budget.h"

#include <math.h>
#include <stdlib.h>

#include "fit/fit_rows.h"
#include "packed/packed_point.h"

#define FITS 7u                 /* that a target may have */

struct priced {
    struct target *t;
    uint64_t price;
};

static uint64_t price_of_rows(uint64_t n)
{
    return fit_price(n < DATASET_MOST_ROWS ? (size_t)n : DATASET_MOST_ROWS);
}

/* Of all fits that a target may have, were no two rows alike. */
static uint64_t price_of(const struct target *t)
{
    uint64_t price = 2 * price_of_rows(t->n_points), n[PACKED_LISTS] = { 0 };
    bool told = false;
    for (size_t i = 0; i < t->n_points; i++) {
        told |= !isnan(t->points[i].point->user_size);
        packed_count(t->pool, t->points[i].point, n);
    }
    for (enum packed_list k = PACKED_ROWS; k < PACKED_LISTS; k++)
        price += price_of_rows(n[k]);
    return price + (told ? 2 * price_of_rows(t->n_points) : 0);
}

/* Those without a price are first: each is fitted. */
static int by_cost(const void *a, const void *b)
{
    const struct priced *x = a, *y = b;
    if (!x->price != !y->price)
        return x->price ? 1 : -1;
    if (x->t->cost < y->t->cost || x->t->cost > y->t->cost)
        return x->t->cost > y->t->cost ? -1 : 1;
    return (x->t > y->t) - (x->t < y->t);       /* these are sorted by key */
}

/* Of all logs, without what functions have of them. */
static uint64_t budget_of(const struct dataset *set)
{
    uint64_t bytes = 0;
    for (size_t i = 0; i < set->n_logs; i++)
        bytes += set->logs[i]->commit.used;
    return fit_budget(bytes > set->functions.bytes ? bytes - set->functions.bytes : 0);
}

int dataset_budget(struct dataset *set)
{
    uint64_t left = budget_of(set), all = 0;
    if (set->n_targets * FITS * fit_price(FIT_ROWS_MAX) <= left)
        return 0;
    struct priced *list = calloc(set->n_targets + 1, sizeof *list);
    if (!list)
        return -1;
    for (size_t i = 0; i < set->n_targets; i++) {
        list[i] = (struct priced){ &set->targets[i], price_of(&set->targets[i]) };
        all += list[i].price;
    }
    if (all > left)
        qsort(list, set->n_targets, sizeof *list, by_cost);
    for (size_t i = 0; i < set->n_targets; i++) {
        list[i].t->left_out = list[i].price > left;
        left -= list[i].t->left_out ? 0 : list[i].price;
    }
    free(list);
    return 0;
}
