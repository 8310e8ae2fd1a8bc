/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "run/next_step.h"

#include <inttypes.h>
#include <math.h>

#include "fit/fit.h"

#define FARTHER 8u              /* times the largest size is what may tell more */

/* The first of a verdict, by rank; NULL: none. */
static const struct target *first_of(const struct dataset *set, enum target_verdict verdict)
{
    for (size_t i = 0; i < set->n_targets; i++)
        if (set->targets[i].judgement.verdict == verdict)
            return &set->targets[i];
    return NULL;
}

static const struct target *dearest(const struct dataset *set)
{
    const struct target *most = NULL;
    for (size_t i = 0; i < set->n_targets; i++)
        if (!most || set->targets[i].cost > most->cost)
            most = &set->targets[i];
    return most;
}

static const struct fit *fit_of(const struct target *t)
{
    return judge_fit(t, t->judgement.decides);
}

static bool wants_sizes(const struct fit *fit)
{
    return fit->warnings & (1u << FIT_FEW_SIZES | 1u << FIT_CLOSE_SIZES | 1u << FIT_WEAK | 1u << FIT_AMBIGUOUS);
}

static void put_grows(FILE *out, const char *before, const struct target *t, const char *after)
{
    fprintf(out, "%s%s (%s:%" PRIu32 ")%s %s%s", before, t->key.name, t->key.file, t->key.line,
            " grows as", fit_class_name(fit_of(t)->cls), after);
}

static void advise_sizes(FILE *out, const struct series *s, const struct target *t)
{
    fprintf(out, "Next: the answer for %s is open, ", t->key.name);
    if (!s->takes_size)
        fputs("put {} where a size stands in the command, and sizes are varied.\n", out);
    else if (s->out_of_time)
        fputs("more time (--time) allows larger sizes; more sizes between those help, too (--sizes).\n", out);
    else
        fprintf(out, "run larger sizes: --sizes %" PRIu64 "..%" PRIu64 ".\n", s->largest, s->largest * FARTHER);
}

void next_step(FILE *out, const struct series *series, const struct dataset *set)
{
    const struct target *alarm = first_of(set, TARGET_ALARM), *watch = first_of(set, TARGET_WATCH), *most = dearest(set);
    if (!most)
        return;
    const struct fit *fit = fit_of(most);
    if (alarm) {
        put_grows(out, "Next: ", alarm, "; begin there.\n");
    } else if (most->judgement.verdict == TARGET_UNKNOWN || (series->takes_size && wants_sizes(fit))) {
        if (fit->cls == FIT_NONE || wants_sizes(fit))
            advise_sizes(out, series, most);
        else
            fprintf(out, "Next: see why %s is unclear: --target %s.\n", most->key.name, most->key.name);
    } else if (watch) {
        put_grows(out, "Next: nothing is urgent; ", watch, ", but costs little so far.\n");
    } else {
        fputs("Next: nothing; no target grows faster than n log n.\n", out);
    }
}
