/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "run/next_step.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>

#include "base/text_table.h"
#include "fit/fit.h"
#include "target/place_in_user_source.h"
#include "point/warning_texts.h"

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
    text_print_wrapped(text, s->width, "", "      ", out);
    fputc('\n', out);
    free(text);
}

/* "Next: NAME (FILE:LINE) AFTER": the file's path is cut from the left where the line would be too long. */
static void put_place(FILE *out, const struct series *s, const char *before, const struct target *t, char *after)
{
    static const char form[] = "Next: %s%s (%s) %s";
    const char *name = t->key.name;
    char *place = NULL, *text = NULL;
    if (after && asprintf(&place, "%s:%" PRIu32, t->key.file, t->key.line) >= 0) {
        int others = snprintf(NULL, 0, form, before, name, "", after);
        if (s->width > 0)
            place = text_cut_left(place, s->width > (size_t)others ? s->width - (size_t)others : 0);
        if (asprintf(&text, form, before, name, place, after) < 0)
            text = NULL;
        free(place);
    }
    free(after);
    put(out, s, text);
}

__attribute__((format(printf, 1, 2))) static char *phrase(const char *format, ...)
{
    va_list args;
    char *text;
    va_start(args, format);
    if (vasprintf(&text, format, args) < 0)
        text = NULL;
    va_end(args);
    return text;
}

/* The place is the user's own, also where a loop of a system header grows. */
static void put_growth(FILE *out, const struct series *s, const struct dataset *set, const char *before,
                       const struct target *t, const char *after)
{
    char room[FIT_GROWTH_ROOM];
    const char *growth = fit_growth(fit_of(t), room);
    const struct target *own = own_place(set, t);
    if (own)
        put_place(out, s, before, own, phrase("makes %s grow as %s%s", t->key.name, growth, after));
    else
        put_place(out, s, before, t, phrase("grows as %s%s", growth, after));
}

static char *advice_on_sizes(const struct series *s, const struct target *t)
{
    const char *name = t->key.name;
    if (t->warnings & 1u << WARN_NO_INPUT && !view_is_told(t->judgement.decides))
        return phrase("Next: %s reads no input, so it has no size; algoprof_size (n) in the program names one.", name);
    if (!s->takes_size)
        return phrase("Next: the answer for %s is open; put {} where the size stands in the command, "
                      "and algoprof varies it.", name);
    if (s->out_of_time)
        return phrase("Next: the answer for %s is open; allow more time (--time), or name more sizes "
                      "between those (--sizes).", name);
    return phrase("Next: the answer for %s is open; run larger sizes: --sizes %" PRIu64 "..%" PRIu64 ".",
                  name, s->largest, s->largest * FARTHER);
}

void next_step(FILE *out, const struct series *series, const struct dataset *set)
{
    const struct target *alarm = first_of(set, TARGET_ALARM), *watch = first_of(set, TARGET_WATCH);
    const struct target *most = dearest(set);
    if (!most)
        return;
    const struct fit *fit = fit_of(most);
    if (alarm) {
        put_growth(out, series, set, "", alarm, "; begin there.");
    } else if (most->judgement.verdict == TARGET_UNKNOWN || (series->takes_size && wants_sizes(fit))) {
        if (fit->cls == FIT_NONE || wants_sizes(fit))
            put(out, series, advice_on_sizes(series, most));
        else
            put(out, series, phrase("Next: see why %s is unclear: --target %s.", most->key.name, most->key.name));
    } else if (watch) {
        put_growth(out, series, set, "nothing is urgent; ", watch, ", but costs little so far.");
    } else {
        fputs("Next: nothing; no target grows faster than n log n.\n", out);
    }
}
