/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "run/next_step.h"

#include <inttypes.h>
#include <stdlib.h>

#include "base/text_table.h"
#include "fit/fit.h"
#include "target/warn.h"

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

/* A sentence, at most as wide as the terminal; then its newline.  Takes `text`. */
static void put(FILE *out, const struct series *s, char *text)
{
    if (!text)
        return;
    text_print_wrapped(text, s->width > 40 ? s->width - 6 : (size_t)-1, "      ", out);
    fputc('\n', out);
    free(text);
}

/* "NAME (FILE:LINE) grows as n^2": the file's path is cut from the left where the line would be too long. */
static void put_grows(FILE *out, const struct series *s, const char *before, const struct target *t, const char *after)
{
    static const char form[] = "%s%s (%s) grows as %s%s";
    const char *name = t->key.name, *class = fit_class_name(fit_of(t)->cls);
    char *place = NULL, *text = NULL;
    if (asprintf(&place, "%s:%" PRIu32, t->key.file, t->key.line) < 0)
        return;
    int others = snprintf(NULL, 0, form, before, name, "", class, after) + 6;       /* as `put` leaves free */
    if (s->width > 40)
        place = text_cut_left(place, s->width > (size_t)others ? s->width - (size_t)others : 0);
    if (asprintf(&text, form, before, name, place, class, after) < 0)
        text = NULL;
    free(place);
    put(out, s, text);
}

static void advise_sizes(FILE *out, const struct series *s, const struct target *t)
{
    const char *name = t->key.name;
    char *text = NULL;
    int length;
    if (t->warnings & 1u << WARN_NO_INPUT && !view_is_told(t->judgement.decides))
        length = asprintf(&text, "Next: %s reads no input, so it has no size; algoprof_size (n) in the program names one.",
                          name);
    else if (!s->takes_size)
        length = asprintf(&text, "Next: the answer for %s is open; put {} where the size stands in the command, "
                          "and algoprof varies it.", name);
    else if (s->out_of_time)
        length = asprintf(&text, "Next: the answer for %s is open; allow more time (--time), or name more sizes "
                          "between those (--sizes).", name);
    else
        length = asprintf(&text, "Next: the answer for %s is open; run larger sizes: --sizes %" PRIu64 "..%" PRIu64 ".",
                          name, s->largest, s->largest * FARTHER);
    put(out, s, length < 0 ? NULL : text);
}

void next_step(FILE *out, const struct series *series, const struct dataset *set)
{
    const struct target *alarm = first_of(set, TARGET_ALARM), *watch = first_of(set, TARGET_WATCH), *most = dearest(set);
    if (!most)
        return;
    const struct fit *fit = fit_of(most);
    if (alarm) {
        put_grows(out, series, "Next: ", alarm, "; begin there.");
    } else if (most->judgement.verdict == TARGET_UNKNOWN || (series->takes_size && wants_sizes(fit))) {
        if (fit->cls == FIT_NONE || wants_sizes(fit))
            advise_sizes(out, series, most);
        else
            fprintf(out, "Next: see why %s is unclear: --target %s.\n", most->key.name, most->key.name);
    } else if (watch) {
        put_grows(out, series, "Next: nothing is urgent; ", watch, ", but costs little so far.");
    } else {
        fputs("Next: nothing; no target grows faster than n log n.\n", out);
    }
}
