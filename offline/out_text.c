/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The report for people: one line a target, and notes below it.
 */
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "out.h"
#include "rank.h"
#include "table.h"

#define TOP_NAMES 5     /* opaque functions named under a target */
#define ROOM 512

/* Appends to a string of ROOM bytes; what does not fit is cut off. */
static void append(char *text, const char *more)
{
    size_t len = strlen(text);
    snprintf(text + len, ROOM - len, "%s", more);
}

/* Rows are sorted by size. */
static void instance_sizes(const struct target *t, double *low, double *high)
{
    *low = *high = NAN;
    for (size_t i = 0; i < t->n_points; i++) {
        const struct point *p = t->points[i].point;
        if (p->n_rows == 0)
            continue;
        *low = fmin(*low, p->rows[0].size);
        *high = fmax(*high, p->rows[p->n_rows - 1].size);
    }
}

/* Sizes are bytes (or cells), of a recursion calls. */
static void size_range(const struct target *t, enum view view, char *text)
{
    double from = t->size_low, to = t->size_high;
    char low[16], high[16];
    if (view == VIEW_INSTANCES)
        instance_sizes(t, &from, &to);
    text_count(from, low);
    text_count(to, high);
    if (isnan(from) || from >= to)
        snprintf(text, ROOM, "%s", low);
    else
        snprintf(text, ROOM, "%s..%s", low, high);
    if (t->key.kind == ALOG_RECURSION && !isnan(from))
        append(text, " calls");
}

static void exponent(const struct fit *fit, char *text)
{
    if (isnan(fit->exponent) && fit->cls == FIT_EXP && isfinite(fit->base))
        snprintf(text, ROOM, "base %.3g", fit->base);
    else if (isnan(fit->exponent))
        snprintf(text, ROOM, "?");
    else if (isnan(fit->exponent_low) || isnan(fit->exponent_high))
        snprintf(text, ROOM, "%.2f", fit->exponent);
    else
        snprintf(text, ROOM, "%.2f ±%.2f", fit->exponent,
                 (fit->exponent_high - fit->exponent_low) / 2);
}

/* The classes of the ambiguity set other than the best. */
static void note_alternatives(struct table *table, const struct fit *fit)
{
    char text[ROOM] = "";
    for (int c = FIT_1; c <= FIT_POWER; c++)
        if (fit->set & 1u << c && c != (int)fit->cls) {
            append(text, text[0] ? " or " : "");
            append(text, fit_class_name((enum fit_class)c));
        }
    if (!text[0] || fit->cls == FIT_NONE)
        return;
    if (fit->next_size > 0) {
        char size[16];
        table_note(table, "could also be %s; sizes up to %s would tell", text,
                   text_count(fit->next_size, size));
    } else {
        table_note(table, "could also be %s", text);
    }
}

/* Ambiguity is told by note_alternatives. */
static void note_fit_warnings(struct table *table, const char *which, const struct fit *fit)
{
    for (unsigned i = 0; i < FIT_WARNINGS; i++)
        if (fit->warnings & 1u << i && i != FIT_AMBIGUOUS)
            table_note(table, "%s%s (%s)", which, fit_warning_text(i), fit_warning_code(i));
}

/* Figures to a warning; text has room for ROOM bytes. */
static void warning_figures(const struct target *t, int warning, char *text)
{
    uint64_t starts = 0, refused = 0;
    const struct point *largest = NULL;
    char once[16], pool[16];
    *text = 0;
    for (size_t i = 0; i < t->n_points; i++) {
        const struct point *p = t->points[i].point;
        starts += p->starts;
        refused += p->refused;
        if (t->points[i].warnings & 1u << WARN_TWO_KINDS &&
            (!largest || p->estimates[ESTIMATOR_DEFAULT].size > largest->estimates[ESTIMATOR_DEFAULT].size))
            largest = p;
    }
    if (warning == WARN_BUDGET_LIMITED)
        snprintf(text, ROOM, ": %" PRIu64 " of %" PRIu64 " pairs", refused, starts + refused);
    if (warning == WARN_TWO_KINDS && largest)
        snprintf(text, ROOM, ": about %s and %s in the largest run", text_count(largest->read_once, once),
                 text_count(largest->estimates[ESTIMATOR_DEFAULT].size - largest->read_once, pool));
}

/* Runs with a warning, of all. */
static void note_point_warnings(struct table *table, const struct target *t)
{
    for (int w = 0; w < WARNINGS; w++) {
        char figures[ROOM];
        size_t runs = 0;
        for (size_t i = 0; i < t->n_points; i++)
            runs += (t->points[i].warnings & 1u << w) != 0;
        if (!(t->warnings & 1u << w) ||
            (w == WARN_BALANCED && t->fit.warnings & 1u << FIT_BALANCED))
            continue;
        warning_figures(t, w, figures);
        if (runs > 0 && runs < t->n_points)
            table_note(table, "%s%s (%s, %zu of %zu runs)", warn_text((enum warning)w), figures,
                       warn_code((enum warning)w), runs, t->n_points);
        else
            table_note(table, "%s%s (%s)", warn_text((enum warning)w), figures,
                       warn_code((enum warning)w));
    }
}

static void note_opaque(struct table *table, const struct target *t)
{
    char text[ROOM] = "", count[16], item[ROOM];
    for (size_t i = 0; i < t->n_opaque && i < TOP_NAMES; i++) {
        snprintf(item, sizeof item, "%s%.80s (%s)", i ? ", " : "", t->opaque[i].name,
                 text_count((double)t->opaque[i].calls, count));
        append(text, item);
    }
    if (t->n_opaque > TOP_NAMES) {
        snprintf(item, sizeof item, " and %zu more", t->n_opaque - TOP_NAMES);
        append(text, item);
    }
    if (text[0])
        table_note(table, "opaque calls: %s", text);
}

/* What single instances say, where that is something else or the worse. */
static void note_instances(struct table *table, const struct target *t)
{
    char text[ROOM];
    if (t->instances_fit.cls == FIT_NONE || t->instances_fit.cls == t->fit.cls)
        return;
    exponent(&t->instances_fit, text);
    table_note(table, "single instances: %s, exponent %s, confidence %s", t->instances_fit.formula,
               text, out_confidence(&t->instances_fit));
    note_alternatives(table, &t->instances_fit);
    note_fit_warnings(table, "single instances: ", &t->instances_fit);
}

/* Which view an alarm is from. */
static void note_trouble(struct table *table, const struct target *t)
{
    bool runs = rank_alarm(&t->fit) > 0, instances = rank_alarm(&t->instances_fit) > 0;
    if (runs && !instances && t->instances_fit.cls != FIT_NONE)
        table_note(table, "the trouble shows over runs, not in single instances");
    if (instances && !runs)
        table_note(table, "the trouble shows in single instances%s",
                   t->fit.cls != FIT_NONE ? ", not over runs" : "");
}

static void target_row(struct table *table, const struct report *report, const struct target *t)
{
    const struct fit *fit = out_fit(report, t);
    char rank[24], place[ROOM], runs[24], instances[16], cost[16], size[ROOM], power[ROOM];
    snprintf(rank, sizeof rank, "%s%zu", t->alarm ? "!" : "", t->rank);
    snprintf(place, sizeof place, "%s:%u", t->key.file, t->key.line);
    snprintf(runs, sizeof runs, "%zu", t->n_points);
    size_range(t, report->set->view, size);
    exponent(fit, power);
    const char *const cells[] = { rank, t->key.name, place, out_kind(t->key.kind), runs,
                                  text_count(t->instances, instances), text_count(t->cost, cost),
                                  size, fit->cls == FIT_NONE ? "?" : fit->formula, power,
                                  out_confidence(fit) };
    table_row(table, cells);
    note_alternatives(table, fit);
    note_fit_warnings(table, "", fit);
    if (report->set->view == VIEW_BOTH) {
        note_instances(table, t);
        note_trouble(table, t);
    }
    note_point_warnings(table, t);
    note_opaque(table, t);
}

/* Sizes of one target by all estimators, run by run; chains are no estimates,
 * all alike. */
static int estimator_table(FILE *out, const struct target *t)
{
    bool recursion = t->key.kind == ALOG_RECURSION;
    int shown = recursion ? 1 : ESTIMATORS + 1;     /* joint is the last */
    struct table table = { .columns = 4 + (unsigned)shown, .right = ~1u, .indent = "  " };
    const char *head[5 + ESTIMATORS] = { "log", "run", "instances", "sampled" };
    fprintf(out, "\n%s (%s:%u), size by estimator\n", t->key.name, t->key.file, t->key.line);
    for (int e = 0; e < shown; e++)
        head[4 + e] = recursion ? "chain" : e < ESTIMATORS ? estimators[e].name : "joint";
    table_row(&table, head);
    for (size_t i = 0; i < t->n_points; i++) {
        const struct point *p = t->points[i].point;
        char text[4 + ESTIMATORS][24];
        const char *cells[5 + ESTIMATORS] = { t->points[i].log->path };
        snprintf(text[0], sizeof *text, "%u", p->run);
        text_count((double)p->instances, text[1]);
        text_count((double)p->sampled, text[2]);
        for (int e = 0; e < shown; e++) {
            double size = e < ESTIMATORS ? p->estimates[e].size : t->points[i].joint_size;
            text_count(size, text[3 + e]);
            if (p->exact)
                snprintf(text[3 + e], sizeof *text, "%.0f =", size);
        }
        for (int c = 0; c < 3 + shown; c++)
            cells[1 + c] = text[c];
        table_row(&table, cells);
    }
    int result = table_print(&table, out);
    if (!recursion && !isnan(t->joint.exponent))
        fprintf(out, "  cost against joint sizes: exponent %.3f, 95 %% between %.3f and %.3f\n",
                t->joint.exponent, t->joint.low, t->joint.high);
    return result;
}

int out_text(FILE *out, const struct report *report)
{
    static const char *const head[] = { "rank", "name", "place", "kind", "runs", "instances",
                                        "cost", "size", "cost function", "exponent",
                                        "confidence" };
    struct table table = { .columns = 11, .right = 1u | 1u << 4 | 1u << 5 | 1u << 6 | 1u << 7,
                           .indent = "" };
    table_row(&table, head);
    for (size_t i = 0; i < report->set->n_targets; i++)
        target_row(&table, report, &report->set->targets[i]);
    int result = table_print(&table, out);
    for (size_t i = 0; report->all_estimators && i < report->set->n_targets; i++)
        result |= estimator_table(out, &report->set->targets[i]);
    return result;
}
