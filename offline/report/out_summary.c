/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What a report comes to, in a few lines.
 */
#include <stdio.h>
#include <string.h>

#include "base/text_table.h"
#include "report/out.h"
#include "target/cost_explained.h"
#include "target/sampling_remedy.h"
#include "point/warning_texts.h"

#define ROOM 256u
#define GROUPS 32u
#define CUT_SHARE 4u            /* of the runs, one in so many: it is said first */
#define SHOWN 5u                /* of the reasons, those with the most targets */

struct group {
    const char *text, *code;
    size_t n;
};

/* Runs whose size nobody knows, as the budget cut their instances or let none begin. */
static size_t count_cut_runs(const struct target *t)
{
    size_t n = 0;
    for (size_t i = 0; i < t->n_points; i++) {
        const struct target_point *p = &t->points[i];
        n += p->point->pairs == 0 && !(p->size.size > 0) && (p->point->cut > 0 || p->point->refused > 0);
    }
    return n;
}

/* Of a calm fit: its sizes, or the bytes that are accessed. */
static struct group calm_reason(const struct target *t)
{
    if (judge_is_guessed(t))
        return (struct group){ "cost seems tame, but the sizes of most runs are hardly known", warn_code(WARN_WIDE), 1 };
    if (judge_work_is_doubtful(t, judge_basis(t, VIEW_WORK)))
        return (struct group){ "cost seems tame, but bytes accessed may grow steeply", NULL, 1 };
    return (struct group){ "cost seems tame, but that is not sure", NULL, 1 };
}

/* Why there is no verdict: what a fit says first, or else of what its sizes are. */
static struct group reason(const struct target *t)
{
    static const enum fit_warning fits[] = { FIT_FEW_SIZES, FIT_CLOSE_SIZES, FIT_FALLS, FIT_TWO_REGIMES, FIT_NO_RMS };
    static const enum warning points[] = { WARN_NO_INPUT, WARN_NO_RECAPTURE };
    const struct fit *fit = out_fit(t);
    const struct packed_point *largest;
    size_t cut = fit->cls == FIT_NONE ? count_cut_runs(t) : target_cut_runs(t, &largest);
    if (cut > 0 && cut * CUT_SHARE >= t->n_points)
        return (struct group){ "the budget cut its trace: `algoprof run` traces it whole",
                               warn_code(WARN_CUT), 1 };
    if (fit->warnings & 1u << FIT_LEFT_OUT)
        return (struct group){ fit_warning_text(FIT_LEFT_OUT), fit_warning_code(FIT_LEFT_OUT), 1 };
    if (fit->cls == FIT_NONE && t->warnings & 1u << WARN_NO_INPUT && t->warnings & 1u << WARN_GROWING_WORK)
        return (struct group){ "no input read, but bytes accessed grow faster than iterations",
                               warn_code(WARN_GROWING_WORK), 1 };
    for (size_t i = 0; i < sizeof points / sizeof *points; i++)
        if (fit->cls == FIT_NONE && t->warnings & 1u << points[i])
            return (struct group){ warn_text(points[i]), warn_code(points[i]), 1 };
    for (size_t i = 0; i < sizeof fits / sizeof *fits; i++)
        if (fit->warnings & 1u << fits[i])
            return (struct group){ fit_warning_text(fits[i]), fit_warning_code(fits[i]), 1 };
    if (judge_alarm(fit) > 0 && input_explains(t, t->judgement.decides))
        return (struct group){ "cost grows as what the process read does, not faster", NULL, 1 };
    if (judge_is_calm(fit))
        return calm_reason(t);
    return (struct group){ "cost may grow steeply, but that is not sure", NULL, 1 };
}

static size_t add_group(struct group *groups, size_t n, struct group one)
{
    for (size_t i = 0; i < n; i++)
        if (strcmp(groups[i].text, one.text) == 0) {
            groups[i].n++;
            return n;
        }
    if (n < GROUPS)
        groups[n++] = one;
    return n;
}

/* Lines of the terminal's width; 0: any. */
static void put_reasons(FILE *out, size_t width, struct group *groups, size_t n)
{
    char text[ROOM];
    for (size_t shown = 0; shown < n && shown < SHOWN; shown++) {
        struct group *most = groups;
        for (size_t i = 1; i < n; i++)
            if (groups[i].n > most->n)
                most = &groups[i];
        int length = snprintf(text, sizeof text, "%zu unknown: %s", most->n, most->text);
        if (most->code && length > 0 && (size_t)length < sizeof text)
            snprintf(text + length, sizeof text - (size_t)length, " (%s)", most->code);
        text_print_wrapped(text, width, "  ", "    ", out);
        fputc('\n', out);
        most->n = 0;
    }
}

static void put_count(FILE *out, const char **between, size_t n, const char *one, const char *more)
{
    if (n == 0)
        return;
    fprintf(out, "%s%zu %s", *between, n, n == 1 ? one : more);
    *between = ", ";
}

void out_summary(FILE *out, const struct report *report)
{
    size_t counts[TARGET_ALARM + 1] = { 0 }, n = 0;
    struct group groups[GROUPS];
    const char *between = ": ";
    for (size_t i = 0; i < report->n_shown; i++) {
        const struct target *t = report->shown[i];
        counts[t->judgement.verdict]++;
        if (t->judgement.verdict == TARGET_UNKNOWN)
            n = add_group(groups, n, reason(t));
    }
    if (report->n_shown == 0)
        return;
    fprintf(out, "%zu target%s", report->n_shown, report->n_shown == 1 ? "" : "s");
    put_count(out, &between, counts[TARGET_ALARM], "alarm", "alarms");
    put_count(out, &between, counts[TARGET_WATCH], "to watch", "to watch");
    put_count(out, &between, counts[TARGET_FINE], "fine", "fine");
    put_count(out, &between, counts[TARGET_UNKNOWN], "unknown", "unknown");
    fputc('\n', out);
    put_reasons(out, report->width, groups, n);
}
