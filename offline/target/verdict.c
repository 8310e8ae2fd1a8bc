/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "target/verdict.h"

#include <math.h>

#include "base/moments.h"
#include "fit/exponential.h"
#include "target/dataset_cost_share.h"
#include "target/dataset_fit_told.h"
#include "target/cost_explained.h"
#include "target/size_homogeneity.h"
#include "point/warning_texts.h"

#define MUCH 0.25               /* of all targets' cost: what it is matters most */
#define SURELY_STEEP 1.5        /* the same, of single instances that runs contradict, and of a few sizes that are hardly known */
#define LEAST_SPAN 4.0          /* largest over smallest size */
#define INSTANCES_SPAN 10.0     /* the same, of single instances of a loop, and of the work of a recursion's */
#define LEAST_CALLS_SPAN 16.0   /* of a recursion: of calls, for chains are short */
#define FLAT 1.8                /* the exponent's interval of what is fine ends below: no quadratic is among it */
#define MATTERS 0.01            /* of the process's cost */
#define LARGER 10.0             /* how much larger inputs may get */
#define LEAST_INSTANCE 64.0     /* bytes of single instances of a loop */
#define LEAST_TOLD 8.0          /* the same as an n that was told: elements */
#define LIMITED 0.25            /* of the runs: more than that were limited by the budget */
#define NARROW 0.4              /* width of the exponent's interval */
#define VAGUE 2.0               /* the same, of what is hardly known */
#define EXPLAINED 0.8           /* of the scatter of ln cost, by the size: runs of two kinds are two clouds of points */
#define EXPONENTIAL_EXPLAINED 0.9       /* the same, of few sizes that bend as an exponential does */
#define CLOUD 0.3               /* sigma of what explains less */
#define CLOSELY 0.95            /* of that scatter: where sizes are hardly known they agree with each other, at least */
#define TAME_BY_ENDS 1.5        /* exponent at most, by the lower or the upper ends of such sizes */
#define AGREE 0.2               /* exponents of printed and of fitted sizes */

/* Is a class up to n log n among those that explain the points?  Of n^b the set holds the nearest, which it excludes, but
 * for what explains them less a constant;
 * n log n is excluded where the exponent's interval lies above all that it looks like. */
static bool may_be_tame(const struct fit *fit)
{
    const unsigned slow = 1u << FIT_1 | 1u << FIT_LOG | 1u << FIT_SQRT | 1u << FIT_N, tame = slow | 1u << FIT_NLOGN;
    unsigned set = fit->set | 1u << fit->cls;
    if (fit->cls == FIT_POWER)
        return !(fit->exponent_low > ALARM_LOW) || fit->tame_beyond;
    return set & (fit->exponent_low > NLOGN_STEEPEST && fit->cls != FIT_NLOGN ? slow : tame);
}

int judge_alarm(const struct fit *fit)
{
    if (fit->cls == FIT_NONE || may_be_tame(fit))
        return 0;
    return fit->cls == FIT_EXP ? 2 : 1;
}

const struct fit *judge_fit(const struct target *t, enum view view)
{
    static const struct target_told nothing = { .runs.cls = FIT_NONE };
    const struct target_told *told = t->told ? t->told : &nothing;
    const struct fit *const fits[VIEWS] = { [VIEW_BOTH] = &t->fit, [VIEW_RUNS] = &t->fit,
                                            [VIEW_INSTANCES] = &t->instances_fit, [VIEW_WORK] = &t->work_fit,
                                            [VIEW_INSTANCES_WORK] = &t->instances_work_fit,
                                            [VIEW_TOLD] = &told->runs, [VIEW_TOLD_WORK] = &told->work,
                                            [VIEW_TOLD_INSTANCES] = &told->instances };
    return fits[view];
}

const char *view_fit_name(enum view view)
{
    static const char *const names[VIEWS] = { "fit", "fit", "instances_fit", "work_fit", "instances_work_fit",
                                              "user_fit", "user_instances_fit", "user_work_fit" };
    return names[view];
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
    return classes <= 2 || fit->cls == FIT_POWER || !may_be_tame(fit) ? CONFIDENCE_MEDIUM : CONFIDENCE_LOW;
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

/* How steep it is at most has no say where it is steep for sure. */
static bool is_vague(const struct fit *fit)
{
    double high = fit->exponent_low > ALARM_LOW ? fmin(fit->exponent_high, fit->exponent_low + VAGUE) : fit->exponent_high;
    return fit->cls != FIT_EXP && fit->cls != FIT_1 && high - fit->exponent_low > VAGUE;
}

static double printed_size(const struct target_point *p)
{
    return p->size.size;
}

static double fitted_size(const struct target_point *p)
{
    return p->fitted_size;
}

/* A size that is exact has no interval. */
static double least_size(const struct target_point *p)
{
    return isnan(p->size.low) ? p->size.size : p->size.low;
}

static double largest_size(const struct target_point *p)
{
    return isnan(p->size.high) ? p->size.size : p->size.high;
}

/* Least squares of ln cost against ln size. */
static double plain_exponent(const struct target *t, double (*size_of)(const struct target_point *p))
{
    struct moments line = { 0 };
    for (size_t i = 0; i < t->n_points; i++) {
        const struct target_point *p = &t->points[i];
        double cost = (double)p->point->cost;
        if (p->size.size > 0 && p->fitted_size > 0 && size_of(p) > 0 && cost > 0)
            moments_add(&line, 1, log(size_of(p)), log(cost));
    }
    return moments_slope(&line);
}

/* Do the sizes that are printed say what those that are fitted say?  These are
 * estimated from all runs together. */
static bool sizes_agree(const struct target *t)
{
    return !(fabs(plain_exponent(t, printed_size) - plain_exponent(t, fitted_size)) > AGREE);
}

/* What tracing tells of whole runs is in doubt: their sizes, or their work.  An n that was told, and iterations, are
 * exact. */
static bool runs_are_doubtful(const struct target *t, enum view view)
{
    bool traced = !view_is_told(view) || view_is_of_work(view);
    return (traced && is_limited(t)) || (!view_is_told(view) && !sizes_agree(t));
}

/* Steep over runs, whose sizes may be one?  Of recursions chains are counted. */
static bool is_steep_of_one_size(const struct target *t, enum view view)
{
    bool traced = t->key.kind == ALOG_LOOP && !view_is_told(view) && !view_is_of_instances(view);
    return traced && judge_alarm(judge_fit(t, view)) && sizes_may_be_one(t);
}

/* No loop enumerates what it reads so slowly: its size says something else. */
static bool is_slow_exponential(const struct target *t, const struct fit *fit)
{
    return t->key.kind == ALOG_LOOP && fit->cls == FIT_EXP && exponential_is_slow(fit);
}

enum confidence judge_confidence(const struct target *t, enum view decides)
{
    const struct fit *fit = judge_fit(t, decides);
    enum confidence confidence = judge_fit_confidence(fit);
    bool doubtful = !is_narrow(fit) || (!view_is_of_work(decides) && (t->warnings & 1u << WARN_GROWING_WORK)) ||
                    (!view_is_of_instances(decides) && runs_are_doubtful(t, decides));
    if (confidence >= CONFIDENCE_MEDIUM && (is_vague(fit) || is_slow_exponential(t, fit) || is_steep_of_one_size(t, decides)))
        return CONFIDENCE_LOW;
    return confidence == CONFIDENCE_HIGH && doubtful ? CONFIDENCE_MEDIUM : confidence;
}

bool judge_is_sure_of_work(const struct target *t, enum view work)
{
    bool scattered = judge_fit(t, work)->warnings & 1u << FIT_SCATTERED;
    return judge_confidence(t, work) >= CONFIDENCE_MEDIUM && !scattered;
}

/* Enough different inputs to believe that something is steep. */
static bool spans(const struct target *t, enum view view)
{
    const struct fit *fit = judge_fit(t, view);
    bool told = view_is_told(view), chains = t->key.kind == ALOG_RECURSION && !view_is_of_work(view) && !told;
    bool of_runs = !view_is_of_instances(view) && (told || t->key.kind == ALOG_LOOP), is_exponential = fit->cls == FIT_EXP;
    double least = told && t->told_by != TOLD_BY_INPUT ? LEAST_TOLD : LEAST_INSTANCE;
    if (chains || is_exponential)
        return fit->cost_high >= LEAST_CALLS_SPAN * fit->cost_low && (chains || fit->size_high >= LEAST_SPAN * fit->size_low);
    return fit->size_high >= LEAST_SPAN * fit->size_low && (of_runs ? fit->size_high >= LEAST_SPAN * least : fit->size_low >= least);
}

/* Of the costs from the smallest to the largest size: an exponent. */
static double growth_of(const struct fit *fit)
{
    return log(fit->cost_high / fit->cost_low) / log(fit->size_high / fit->size_low);
}

/* The exponent that runs have at most.  Of work, which differs more by kinds of instances, tame runs need not exclude more
 * for sure; nor do runs of two regimes that grow tamely from end to end. */
static double most_of_runs(const struct fit *runs, bool work)
{
    if (work && runs->warnings & 1u << FIT_TWO_REGIMES)
        return growth_of(runs) <= ALARM_LOW ? growth_of(runs) : INFINITY;
    if (runs->cls == FIT_NONE)
        return INFINITY;
    return work && judge_alarm(runs) == 0 ? runs->exponent : runs->exponent_high;
}

/* Do runs exclude what single instances say?  Then these are of two kinds, more often than not, or small. */
static bool runs_contradict(const struct target *t, enum view view)
{
    bool work = view_is_of_work(view), is_exponential = judge_fit(t, view)->cls == FIT_EXP;
    const struct fit *runs = judge_fit(t, view_is_told(view) ? VIEW_TOLD : work ? VIEW_WORK : VIEW_RUNS);
    if (is_exponential && t->key.kind == ALOG_LOOP)
        return view_is_of_instances(view) && judge_fit_confidence(runs) >= CONFIDENCE_MEDIUM && judge_alarm(runs) == 0;
    return view_is_of_instances(view) && most_of_runs(runs, work) < judge_fit(t, view)->exponent_low;
}

/* Iterations of a loop's instances cannot outgrow what they access, but where sizes have a part that is the same for all: a pivot,
 * a key. */
static bool work_excludes(const struct target *t, enum view view)
{
    return view == VIEW_INSTANCES && t->key.kind == ALOG_LOOP && judge_is_sure_of_work(t, VIEW_INSTANCES_WORK) &&
           judge_fit(t, VIEW_INSTANCES_WORK)->exponent_high < judge_fit(t, view)->exponent_low;
}

/* Are sizes of runs hardly known, of more than one in so many? */
static bool is_hardly_sized(const struct target *t, size_t in)
{
    size_t wide = 0;
    for (size_t i = 0; i < t->n_points; i++)
        wide += t->points[i].warnings >> WARN_WIDE & 1;
    return in * wide > t->n_points;
}

/* The lower end of the exponent's interval must be above that: that of n log n of few elements, where sizes span little and for
 * work, of which the smallest sizes have much besides the elements; more where many of the sizes that span little are hardly
 * known. */
static double steep_from(const struct target *t, enum view view)
{
    bool weak = judge_fit(t, view)->warnings & 1u << FIT_WEAK;
    if (runs_contradict(t, view) || (weak && (view == VIEW_RUNS || view == VIEW_WORK) && is_hardly_sized(t, 3)))
        return SURELY_STEEP;
    return view_is_of_work(view) || weak ? NLOGN_STEEPEST : ALARM_LOW;
}

/* Are single instances too much alike?  Of recursions only their work is asked for that: calls that lead to base cases, which take
 * pieces of up to k elements, do n log (n / k), which looks like a square from k to ten times that.  Or are a loop's larger ones
 * tame, but for a table that they read? */
static bool may_seem_steep(const struct target *t, enum view view)
{
    const struct fit *fit = judge_fit(t, view);
    bool of_loop = t->key.kind == ALOG_LOOP;
    if (!view_is_of_instances(view) || (!of_loop && view != VIEW_INSTANCES_WORK))
        return false;
    return !(fit->size_high >= INSTANCES_SPAN * fit->size_low) || (of_loop && fit->tame_above);
}

/* Of small sizes of a loop, and of few, a curve that bends may be an exponential by chance: single instances, and runs of unrelated
 * inputs, as those of a test suite, are of many kinds. */
static bool may_seem_exponential(const struct target *t, enum view view)
{
    const struct fit *fit = judge_fit(t, view);
    bool of_instances = view_is_of_instances(view);
    if (fit->cls != FIT_EXP || t->key.kind != ALOG_LOOP || (view_is_told(view) && !of_instances))
        return false;
    bool weak = fit->warnings & 1u << FIT_WEAK && (of_instances || fit->r2 < EXPONENTIAL_EXPLAINED);
    return weak || !exponential_comes_again(fit);
}

/* Is it a cloud of points, rather than a curve? */
static bool is_cloud(const struct fit *fit, enum view view)
{
    return fit->r2 < EXPLAINED && (fit->warnings & 1u << FIT_SCATTERED || (!view_is_told(view) && fit->sigma > CLOUD));
}

/* What is scattered raises no alarm on its own if it is of single instances; of work, which may have jumped once; of runs
 * whose sizes are hardly known, or explain little.  Nor do instances whose sizes span little: they differ by what they
 * met, too. */
static int alarm_of(const struct target *t, enum view view)
{
    const struct fit *fit = judge_fit(t, view);
    int alarm = is_slow_exponential(t, fit) ? 0 : judge_alarm(fit);
    bool sure = alarm == 2 ? !runs_contradict(t, view) : fit->exponent_low > steep_from(t, view);
    if (!sure || !spans(t, view) || judge_confidence(t, view) < CONFIDENCE_MEDIUM)
        return 0;
    if (is_explained(t, view) || work_excludes(t, view) || may_seem_steep(t, view) || may_seem_exponential(t, view) ||
        is_cloud(fit, view))
        return 0;
    bool needs_size = view_is_of_instances(view) || view_is_of_work(view) || (!view_is_told(view) && is_hardly_sized(t, 2));
    return needs_size && fit->warnings & 1u << FIT_SCATTERED ? 0 : alarm;
}

static double size_of(const struct target *t, const struct target_point *p, bool told)
{
    return told ? dataset_told_size(t, p) : p->size.size;
}

/* The cost of the run with the largest size; of all runs where no size is known. */
static double largest_cost(const struct target *t, bool told)
{
    const struct target_point *largest = NULL;
    for (size_t i = 0; i < t->n_points; i++) {
        const struct target_point *p = &t->points[i];
        if (p->use != POINT_WILD && size_of(t, p, told) > (largest ? size_of(t, largest, told) : 0))
            largest = p;
    }
    if (!largest)
        return t->cost;
    return dataset_cost(t, largest->point);
}

static double share_of(const struct target *t, enum view decides)
{
    return view_is_of_work(decides) ? t->work_share : t->share;
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

/* Do the points exclude a quadratic?  A constant has no interval of its exponent: the other classes that explain
 * the points say it. */
static bool is_bounded(const struct fit *fit)
{
    bool steep = fit->set >> FIT_N2;    /* classes stand in order of growth */
    return fit->cls == FIT_1 ? !steep : fit->exponent_high < FLAT;
}

/* What a fit that is no alarm says.  Up to n log n explains the points, they are not steep, and a quadratic is
 * excluded: fine.  Few or scattered points leave tame classes possible at any exponent; where its interval excludes
 * these, nothing is settled. */
static enum target_verdict calm_verdict(const struct fit *fit)
{
    bool tame = (judge_alarm(fit) == 0 && !(fit->exponent_low > ALARM_LOW)) || fit->exponent <= ALARM_LOW;
    if (fit->cls == FIT_NONE || !tame || !is_bounded(fit) || fit->exponent > STEEPEST_FINE)
        return TARGET_UNKNOWN;
    return TARGET_FINE;
}

bool judge_is_calm(const struct fit *fit)
{
    return calm_verdict(fit) == TARGET_FINE;
}

/* Do the bytes that were read neither raise an alarm nor say that all is fine? */
static bool is_open(const struct target *t, enum view view)
{
    return alarm_of(t, view) == 0 && calm_verdict(judge_fit(t, view)) == TARGET_UNKNOWN;
}

/* Does who told n, other than the program, have to stand in for the bytes that were read? */
static bool is_needed(const struct target *t, enum view view, enum view told)
{
    enum confidence by_told = judge_confidence(t, told), by_bytes = judge_confidence(t, view);
    if (t->told_by == TOLD_BY_INPUT && by_bytes > CONFIDENCE_LOW)
        return by_told >= by_bytes && is_open(t, view);
    return by_bytes <= CONFIDENCE_LOW && by_told > by_bytes;
}

enum view judge_basis(const struct target *t, enum view view)
{
    static const enum view told_of[VIEWS] = { [VIEW_RUNS] = VIEW_TOLD, [VIEW_INSTANCES] = VIEW_TOLD_INSTANCES,
                                              [VIEW_WORK] = VIEW_TOLD_WORK };
    enum view told = told_of[view];
    if (told == VIEW_BOTH || t->told_by == TOLD_BY_NOBODY || judge_fit(t, told)->cls == FIT_NONE)
        return view;
    if (t->told_by == TOLD_BY_PROGRAM)
        return judge_confidence(t, told) >= judge_confidence(t, view) ? told : view;
    return is_needed(t, view, told) && (view == VIEW_RUNS || judge_basis(t, VIEW_RUNS) == VIEW_TOLD) ? told : view;
}

/* Work that is steep where iterations are not, but not for sure: nothing is settled. */
bool judge_work_is_doubtful(const struct target *t, enum view work)
{
    const struct fit *fit = judge_fit(t, work);
    return fit->cls != FIT_NONE && calm_verdict(fit) == TARGET_UNKNOWN;
}

/* Over runs; of single instances where of runs nothing is known.  Of instances that were cut neither may say anything:
 * then it may be steep, too. */
static bool has_doubtful_work(const struct target *t, enum view view)
{
    enum view work = judge_basis(t, VIEW_WORK);
    bool of_runs = view == VIEW_RUNS || (view == VIEW_BOTH && judge_fit(t, work)->cls != FIT_NONE);
    work = of_runs ? work : VIEW_INSTANCES_WORK;
    bool unknown = judge_fit(t, work)->cls == FIT_NONE && t->warnings & 1u << WARN_CUT;
    return unknown || judge_work_is_doubtful(t, work);
}

/* Is cost tame by either end of the sizes' intervals as well, and explained by the sizes? */
static bool is_tame_by_ends(const struct target *t)
{
    return t->fit.r2 >= CLOSELY && plain_exponent(t, least_size) <= TAME_BY_ENDS && plain_exponent(t, largest_size) <= TAME_BY_ENDS;
}

bool judge_sizes_are_wide(const struct target *t)
{
    size_t wide = 0;
    for (size_t i = 0; i < t->n_points; i++)
        wide += t->points[i].size.high > SIZE_WIDE * t->points[i].size.low;
    return 2 * wide > t->n_points;
}

bool judge_is_guessed(const struct target *t)
{
    return t->key.kind == ALOG_LOOP && (isnan(t->share) || t->share >= MUCH) && is_hardly_sized(t, 2) && !is_tame_by_ends(t);
}

/* Does a fit's alarm say more than the one that decides so far?  Of work also where it is steeper for sure. */
static bool is_worse(const struct target *t, const int *alarm, enum view view, enum view than)
{
    if (alarm[view] != alarm[than])
        return alarm[view] > alarm[than];
    return alarm[view] > 0 && view_is_of_work(view) &&
           judge_fit(t, view)->exponent_low > judge_fit(t, than)->exponent_high;
}

struct judgement judge_verdict(const struct target *t, enum view view)
{
    struct judgement j = { .decides = judge_basis(t, view == VIEW_INSTANCES ? VIEW_INSTANCES : VIEW_RUNS) };
    int alarm[VIEWS] = { 0 };
    for (enum view of = VIEW_RUNS; of <= VIEW_INSTANCES_WORK; of++)
        if (view == VIEW_BOTH || view_is_of_instances(of) == (view == VIEW_INSTANCES)) {
            enum view v = judge_basis(t, of);
            alarm[v] = alarm_of(t, v);
            if (is_worse(t, alarm, v, j.decides))
                j.decides = v;
        }
    const struct fit *fit = judge_fit(t, j.decides);
    j.exponential = alarm[j.decides] == 2;
    double growth = pow(LARGER, isnan(fit->exponent) ? 1 : fit->exponent);
    j.weight = j.exponential ? INFINITY : largest_cost(t, view_is_told(j.decides)) * growth;
    if (alarm[j.decides])
        j.verdict = matters(t, j.decides) ? TARGET_ALARM : TARGET_WATCH;
    else
        j.verdict = calm_verdict(fit);
    bool vague = judge_confidence(t, j.decides) == CONFIDENCE_LOW || (j.decides == VIEW_RUNS && judge_is_guessed(t));
    if (j.verdict == TARGET_FINE && (vague || has_doubtful_work(t, view)))
        j.verdict = TARGET_UNKNOWN;
    return j;
}
