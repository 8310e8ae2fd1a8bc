/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Which functions are fitted, and what their fits say.
 */
#include "inhouse/function_fit.h"

#include <math.h>
#include <stdlib.h>

#include "base/moments.h"
#include "fit/exponential.h"

#define MOST_SIZES 8192u        /* more are thinned evenly: the answer does not change any more, the memory would */
#define UPPER 100.0             /* sizes from this fraction of the largest on are fitted: small ones have other costs, */
#define UPPER_SIZES 12          /* if so many are among them */
#define APART 1.05              /* sizes further apart than that are two */
#define SPAN 10.0               /* largest over smallest size: of less, costs differ by what activations met, */
#define REGULAR 0.05            /* unless they scatter no more than that (sigma of fit.h) */
#define EACH 0.125              /* cost for each byte of the largest size, at least: a block for 8 bytes */
#define EXPLAINED 0.9           /* r2 of an exponential, at least */
#define DEAR 0.001              /* of the largest cost: these are fitted first, by cost; others by their growth */

static double cost_of(const struct function_tuple *t, enum function_cost which)
{
    double sum = (double)t->sum;
    return which == FUNCTION_WORST ? (double)t->most : which == FUNCTION_AVERAGE ? sum / (double)t->count : sum;
}

/* The first of the tuples that are fitted. */
static size_t first_fitted(const struct function *f)
{
    size_t i = f->n_tuples, sizes = 0;
    double last = INFINITY;
    while (i > 0) {
        double size = (double)f->tuples[i - 1].size;
        if (sizes >= UPPER_SIZES && size * UPPER < (double)f->tuples[f->n_tuples - 1].size)
            break;
        if (size * APART < last) {
            last = size;
            sizes++;
        }
        i--;
    }
    return i;
}

/* Costs that differ for what activations meet look like an exponential, too. */
static bool may_seem_exponential(const struct fit *fit)
{
    return exponential_is_slow(fit) || !exponential_comes_again(fit) || !(fit->r2 >= EXPLAINED)
           || fit->warnings & (1u << FIT_AMBIGUOUS | 1u << FIT_SCATTERED);
}

static int run(const struct function *f, enum function_cost which, struct fit *out)
{
    size_t first = first_fitted(f), all = f->n_tuples - first, n = all < MOST_SIZES ? all : MOST_SIZES;
    struct fit_point *p = calloc(n + 1, sizeof *p);
    if (!p)
        return -1;
    for (size_t i = 0; i < n; i++) {
        const struct function_tuple *t = &f->tuples[first + (n < 2 ? i : i * (all - 1) / (n - 1))];
        p[i] = (struct fit_point){ (double)t->size, cost_of(t, which), 0, 1 };
    }
    int status = fit_run(p, n, out);
    if (status == 0 && out->cls == FIT_EXP && may_seem_exponential(out))
        status = fit_run_no_exponential(p, n, out);
    free(p);
    return status;
}

/* With one activation of each size there is one cost. */
static bool costs_are_one(const struct function *f)
{
    for (size_t i = 0; i < f->n_tuples; i++)
        if (f->tuples[i].count != 1)
            return false;
    return true;
}

const struct fit *function_fit(const struct function *f, enum function_cost which, struct fit *room)
{
    if (f->n_fits > 0 && f->costs_are_one)
        return &f->fits[0];
    if ((size_t)which < f->n_fits)
        return &f->fits[which];
    if (fit_price(f->n_tuples) > 0 || run(f, which, room) != 0)     /* of few sizes nothing is searched */
        fit_leave_out(room);
    return room;
}

/* ---- which ones */

struct candidate {
    struct function *f;
    bool dear;
    double growth;              /* of ln cost with ln size, by least squares */
};

static double slope(const struct function *f)
{
    struct moments line = { 0 };
    for (size_t i = 0; i < f->n_tuples; i++)
        if (f->tuples[i].size > 0 && f->tuples[i].most > 0)
            moments_add(&line, 1, log((double)f->tuples[i].size), log((double)f->tuples[i].most));
    double growth = line.w > 1 ? moments_slope(&line) : 0;
    return isfinite(growth) ? growth : 0;
}

static int by_need(const void *a, const void *b)
{
    const struct candidate *x = a, *y = b;
    if (x->dear != y->dear)
        return x->dear ? -1 : 1;
    double p = x->dear ? x->f->cost : x->growth, q = y->dear ? y->f->cost : y->growth;
    if (p < q || p > q)
        return p > q ? -1 : 1;
    return (x->f > y->f) - (x->f < y->f);       /* these are sorted */
}

/* Functions of enough sizes, those that a reader misses most first.  NULL: no memory. */
static struct candidate *candidates(struct functions *all, size_t *n)
{
    struct candidate *list = calloc(all->n + 1, sizeof *list);
    double largest = 0;
    *n = 0;
    for (size_t i = 0; i < all->n; i++)
        largest = fmax(largest, all->list[i].cost);
    for (size_t i = 0; list && i < all->n; i++) {
        struct function *f = &all->list[i];
        if (fit_price(f->n_tuples) > 0)
            list[(*n)++] = (struct candidate){ f, f->cost >= DEAR * largest, slope(f) };
    }
    if (list)
        qsort(list, *n, sizeof *list, by_need);
    return list;
}

/* How many fits each gets: the worst cost's is the one that ranks. */
static void share_budget(struct functions *all, struct candidate *list, size_t n)
{
    uint64_t left = fit_budget(all->bytes);
    for (int pass = 0; pass < 2; pass++)
        for (size_t i = 0; i < n; i++) {
            struct function *f = list[i].f;
            uint64_t price = fit_price(f->n_tuples) * (pass ? FUNCTION_COSTS - 1 : 1);
            f->costs_are_one = costs_are_one(f);
            if (price > left || f->n_fits != (size_t)pass || (pass && f->costs_are_one))
                continue;
            left -= price;
            f->n_fits = pass ? FUNCTION_COSTS : 1;
        }
    for (size_t i = 0; i < n; i++)
        all->left_out += list[i].f->n_fits == 0;
}

static int fit_all(struct function *f)
{
    if (f->n_fits > 0 && !(f->fits = calloc(f->n_fits, sizeof *f->fits))) {
        f->n_fits = 0;
        return -1;
    }
    for (size_t i = 0; i < f->n_fits; i++)
        if (run(f, (enum function_cost)i, &f->fits[i]) != 0)
            return -1;
    return 0;
}

/* Is it for the size that costs differ?  They differ for what activations meet, too, and code without a loop may read much. */
static bool is_of_size(const struct fit *fit)
{
    bool spans = fit->sigma < REGULAR || fit->size_high >= SPAN * fit->size_low;
    return spans && fit->cost_high >= EACH * fit->size_high && !(fit->warnings & 1u << FIT_SCATTERED);
}

static double sure_growth(const struct fit *fit)
{
    if (fit->cls == FIT_EXP)
        return INFINITY;
    if (fit->cls == FIT_NONE || isnan(fit->exponent_low))
        return 0;
    return is_of_size(fit) ? fit->exponent_low : fmin(fit->exponent_low, 1);
}

int functions_fit(struct functions *all)
{
    size_t n;
    int status = 0;
    struct candidate *list = candidates(all, &n);
    if (!list)
        return -1;
    share_budget(all, list, n);
#pragma omp parallel for schedule(dynamic) reduction(| : status)
    for (size_t i = 0; i < n; i++)
        status |= fit_all(list[i].f);
    for (size_t i = 0; i < n; i++)
        if (list[i].f->n_fits > 0) {
            const struct fit *worst = &list[i].f->fits[FUNCTION_WORST];
            list[i].f->growth = (struct function_growth){ worst->cls, worst->exponent, sure_growth(worst) };
        }
    free(list);
    return status;
}
