/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "target/judgement.h"

#include <math.h>

#include "target/dataset_share.h"
#include "target/rank.h"
#include "target/warn.h"

#define ALARM_LOW 1.2           /* the exponent's interval lies above: n log n looks like n^1.2 at 150 */
#define LEAST_SPAN 4.0          /* largest over smallest size */
#define LEAST_CALLS_SPAN 16.0   /* of a recursion: of calls, for chains are short */
#define STEEP_WORK 1.5          /* exponent of work from which on calm iterations say nothing */
#define MATTERS 0.01            /* of the process's cost */
#define LARGER 10.0             /* how much larger inputs may get */
#define LEAST_INSTANCE 64.0     /* bytes of single instances of a loop */
#define LIMITED 0.25            /* of the runs: more than that were limited by the budget */
#define NARROW 0.6              /* width of the exponent's interval */
#define AGREE 0.2               /* exponents of printed and of fitted sizes */

const struct fit *judge_fit(const struct target *t, enum view view)
{
    return view == VIEW_INSTANCES ? &t->instances_fit : view == VIEW_WORK ? &t->work_fit : &t->fit;
}

const char *confidence_name(enum confidence confidence)
{
    static const char *const names[] = { NULL, "low", "medium", "high" };
    return names[confidence];
}

const char *target_verdict_name(enum target_verdict verdict)
{
    static const char *const names[] = { "unknown", "fine", "watch", "alarm" };
    return names[verdict];
}

enum confidence judge_fit_confidence(const struct fit *fit)
{
    const unsigned doubts = 1u << FIT_WEAK | 1u << FIT_SCATTERED | 1u << FIT_NOISY_SIZES;
    int classes = __builtin_popcount(fit->set | 1u << fit->cls);
    if (fit->cls == FIT_NONE)
        return CONFIDENCE_NONE;
    if (classes == 1 && !(fit->warnings & doubts))
        return CONFIDENCE_HIGH;
    return classes <= 2 || fit->cls == FIT_POWER ? CONFIDENCE_MEDIUM : CONFIDENCE_LOW;
}

static bool is_limited(const struct target *t)
{
    size_t limited = 0;
    for (size_t i = 0; i < t->n_points; i++)
        limited += t->points[i].warnings >> WARN_BUDGET_LIMITED & 1;
    return (double)limited >= LIMITED * (double)t->n_points && limited > 0;
}

static bool is_narrow(const struct fit *fit)
{
    return fit->cls == FIT_EXP || fit->exponent_high - fit->exponent_low < NARROW;
}

/* Least squares of ln cost against ln size, of the printed or of the fitted sizes. */
static double plain_exponent(const struct target *t, bool printed)
{
    double n = 0, x = 0, y = 0, xx = 0, xy = 0;
    for (size_t i = 0; i < t->n_points; i++) {
        const struct target_point *p = &t->points[i];
        double size = printed ? p->size.size : p->fitted_size, cost = (double)p->point->cost;
        if (!(p->size.size > 0) || !(p->fitted_size > 0) || !(cost > 0))
            continue;
        n++;
        x += log(size);
        y += log(cost);
        xx += log(size) * log(size);
        xy += log(size) * log(cost);
    }
    return (xy - x * y / n) / (xx - x * x / n);
}

/* Do the sizes that are printed say what those that are fitted say?  These are
 * estimated from all runs together. */
static bool sizes_agree(const struct target *t)
{
    return !(fabs(plain_exponent(t, true) - plain_exponent(t, false)) > AGREE);
}

enum confidence judge_confidence(const struct target *t, enum view decides)
{
    const struct fit *fit = judge_fit(t, decides);
    enum confidence confidence = judge_fit_confidence(fit);
    bool doubtful = !is_narrow(fit) || (decides != VIEW_WORK && (t->warnings & 1u << WARN_GROWING_WORK)) ||
                    (decides != VIEW_INSTANCES && (is_limited(t) || !sizes_agree(t)));
    return confidence == CONFIDENCE_HIGH && doubtful ? CONFIDENCE_MEDIUM : confidence;
}

/* Enough different inputs to believe that something is steep. */
static bool spans(const struct target *t, enum view view)
{
    const struct fit *fit = judge_fit(t, view);
    if (t->key.kind == ALOG_RECURSION)
        return fit->cost_high >= LEAST_CALLS_SPAN * fit->cost_low;
    return fit->size_high >= LEAST_SPAN * fit->size_low && (view != VIEW_INSTANCES || fit->size_low >= LEAST_INSTANCE);
}

/* Single instances whose cost their size hardly decides raise no alarm on their own. */
static int alarm_of(const struct target *t, enum view view)
{
    const struct fit *fit = judge_fit(t, view);
    int alarm = rank_alarm(fit);
    bool sure = alarm == 2 || fit->exponent_low > ALARM_LOW;
    if (!sure || !spans(t, view) || judge_confidence(t, view) < CONFIDENCE_MEDIUM)
        return 0;
    return view == VIEW_INSTANCES && (fit->warnings & 1u << FIT_SCATTERED) ? 0 : alarm;
}

/* The cost of the run with the largest size; of all runs where no size is known. */
static double largest_cost(const struct target *t)
{
    const struct target_point *largest = NULL;
    for (size_t i = 0; i < t->n_points; i++) {
        const struct target_point *p = &t->points[i];
        if (p->use != POINT_WILD && p->size.size > (largest ? largest->size.size : 0))
            largest = p;
    }
    if (!largest)
        return t->cost;
    return dataset_cost(t, largest->point);
}

static double share_of(const struct target *t, enum view decides)
{
    return decides == VIEW_WORK ? t->work_share : t->share;
}

bool judge_is_dear(const struct target *t, enum view decides)
{
    double share = share_of(t, decides);
    return isnan(share) || share >= MATTERS;
}

/* Is it dear at the largest size, or would it be at ten times that, when all else grows in proportion? */
static bool matters(const struct target *t, enum view decides)
{
    const struct fit *fit = judge_fit(t, decides);
    double share = share_of(t, decides), growth = pow(LARGER, fit->exponent - 1);
    if (judge_is_dear(t, decides) || fit->cls == FIT_EXP)
        return true;
    return share * growth / (share * growth + 1 - share) >= MATTERS;
}

/* What a fit that is no alarm says. */
static enum target_verdict calm_verdict(const struct fit *fit)
{
    if (fit->cls == FIT_NONE)
        return TARGET_UNKNOWN;
    return rank_alarm(fit) == 0 || fit->exponent <= ALARM_LOW ? TARGET_FINE : TARGET_UNKNOWN;
}

/* Work that is steep where iterations are not, but not for sure: nothing is settled. */
bool judge_work_is_doubtful(const struct target *t)
{
    const struct fit *fit = &t->work_fit;
    return fit->cls != FIT_NONE && (calm_verdict(fit) == TARGET_UNKNOWN || fit->exponent > STEEP_WORK);
}

struct judgement judge_verdict(const struct target *t, enum view view)
{
    int runs = view == VIEW_INSTANCES ? 0 : alarm_of(t, VIEW_RUNS);
    int work = view == VIEW_INSTANCES ? 0 : alarm_of(t, VIEW_WORK);
    int instances = view == VIEW_RUNS ? 0 : alarm_of(t, VIEW_INSTANCES);
    struct judgement j = { .decides = view != VIEW_BOTH ? view : instances > runs ? VIEW_INSTANCES : VIEW_RUNS };
    if (work > runs && work > instances)
        j.decides = VIEW_WORK;
    const struct fit *fit = judge_fit(t, j.decides);
    j.exponential = runs == 2 || instances == 2 || work == 2;
    j.weight = j.exponential ? INFINITY : largest_cost(t) * pow(LARGER, isnan(fit->exponent) ? 1 : fit->exponent);
    if (runs || instances || work)
        j.verdict = matters(t, j.decides) ? TARGET_ALARM : TARGET_WATCH;
    else
        j.verdict = calm_verdict(fit);
    if (j.verdict == TARGET_FINE && view != VIEW_INSTANCES && judge_work_is_doubtful(t))
        j.verdict = TARGET_UNKNOWN;
    return j;
}
