/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Sizes that are hardly known may err together: too small in large runs, say, of which tracing sees a smaller part.  The
 * exponent comes out too large then.  A fit takes errors for independent: the more runs, the narrower its interval.
 */
#include <math.h>

#include "base/moments.h"
#include "target/dataset_fit.h"
#include "point/warning_texts.h"

#define TREND 0.5               /* of the way to the ends of their intervals of 95 %: a standard error, about */

/* ln size, moved by a share from -1 to 1 of the way to an end of its interval. */
static double moved(const struct estimate *size, double share)
{
    double end = share > 0 ? size->high : size->low;
    return log(size->size) + fabs(share) * (end > 0 ? log(end / size->size) : 0);
}

static bool are_wide(const struct fit_list *list)
{
    size_t wide = 0;
    for (size_t i = 0; i < list->n; i++)
        wide += list->of[i]->warnings >> WARN_WIDE & 1;
    return 2 * wide >= list->n;
}

void dataset_trend_widen(const struct fit_list *list, struct fit *fit)
{
    double least = INFINITY, most = 0;
    if (isnan(fit->exponent) || fit->cls == FIT_1 || !are_wide(list))
        return;
    for (size_t i = 0; i < list->n; i++)
        if (list->point[i].cost > 0) {
            least = fmin(least, list->point[i].cost);
            most = fmax(most, list->point[i].cost);
        }
    struct moments flat = { 0 };
    for (size_t i = 0; i < list->n && most > least; i++) {
        const struct estimate *size = &list->of[i]->size;
        double cost = list->point[i].cost, place = 2 * log(cost / least) / log(most / least) - 1;
        if (cost > 0 && size->size > 0)
            moments_add(&flat, 1, moved(size, TREND * place), log(cost));
    }
    double low = moments_slope(&flat);
    if (low > 0)
        fit->exponent_low = fmin(fit->exponent_low, low);
}
