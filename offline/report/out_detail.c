/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * All about the selected targets, for people: --target.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report/blame_lines.h"
#include "report/callers.h"
#include "report/out.h"
#include "report/plot_braille.h"
#include "report/units.h"
#include "report/worst_instance.h"
#include "target/dataset_fit_told.h"

static void fact(FILE *out, const char *name, const char *value)
{
    fprintf(out, "  %-14s %s\n", name, value);
}

/* CPU time in traced instances, as a share of that of all runs which tell it. */
static void profiling(FILE *out, const struct target *t)
{
    char text[80];
    double traced = 0, process = 0, start = 0;
    for (size_t i = 0; i < t->n_points; i++) {
        const struct log_points *log = t->points[i].log;
        if (!log->has_spent || log->spent.traced_ns == UINT64_MAX || log->spent.process_ns == 0 ||
            (i > 0 && log == t->points[i - 1].log))
            continue;
        traced += (double)log->spent.traced_ns;
        process += (double)log->spent.process_ns;
        start = fmax(start, (double)log->spent.start_ns);
    }
    if (process == 0)
        return;
    snprintf(text, sizeof text, "%.2g %% of the CPU time, start %.2g ms at most", 100 * traced / process,
             start / 1e6);
    fact(out, "profiling", text);
}

static void facts(FILE *out, const struct report *report, const struct target *t)
{
    static const struct { const char *title, *column; } lines[] = {
        { "build", "build" }, { "runs", "runs" }, { "instances", "instances" },
        { "cost", "cost" }, { "share", "share" }, { "size", "size" },
        { "cost function", "function" }, { "exponent", "exponent" },
        { "confidence", "confidence" },
    };
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        char text[COLUMN_ROOM], unit[UNIT_ROOM], whole[COLUMN_ROOM + UNIT_ROOM];
        const struct column *column = column_find(lines[i].column);
        column->cell(report, t, text);
        const char *of = unit_of_column(report, t, column->name, unit);
        bool known = text[0] && text[0] != '?';
        snprintf(whole, sizeof whole, "%s%s%s", known ? text : "?", known && of[0] ? " " : "", known ? of : "");
        fact(out, lines[i].title, whole);
    }
    profiling(out, t);
}

static void user_fact(FILE *out, const char *name, const struct fit *fit)
{
    const char *confidence = confidence_name(judge_fit_confidence(fit));
    char text[COLUMN_ROOM], exponent[32];
    out_exponent(fit, exponent, sizeof exponent);
    snprintf(text, sizeof text, "%s, exponent %s, confidence %s",
             fit->cls == FIT_NONE ? "?" : fit->formula, exponent, confidence ? confidence : "none");
    fact(out, name, text);
}

/* Cost against the n that was told. */
static void user_facts(FILE *out, const struct target *t)
{
    char name[32];
    if (!t->told)
        return;
    snprintf(name, sizeof name, "by %s", out_told_name(t));
    user_fact(out, name, &t->told->runs);
    if (t->told_by != TOLD_BY_INPUT)
        user_fact(out, "  in instances", &t->told->instances);
    if (t->told->work.cls != FIT_NONE)
        user_fact(out, "  bytes accessed", &t->told->work);
}

#define TYPICAL 0.005           /* 1 to the digits shown */

/* 0 or -1 (no memory). */
static int worst_seen(FILE *out, const struct target *t)
{
    struct worst worst;
    char text[64] = "?", size[16], cost[16];
    int found = worst_instance(t, &worst);
    if (found > 0) {
        int len = snprintf(text, sizeof text, "cost %s at size %s", text_count(worst.cost, cost),
                           text_count(worst.size, size));
        if (fabs(worst.over_typical - 1) < TYPICAL)
            snprintf(text + len, sizeof text - (size_t)len, ", as is typical");
        else if (!isnan(worst.over_typical))
            snprintf(text + len, sizeof text - (size_t)len, ", %.3g times the typical",
                     worst.over_typical);
    }
    if (found >= 0)
        fact(out, "worst instance", text);
    return found < 0 ? -1 : 0;
}

static void interval(const struct target_point *p, char *text, size_t room)
{
    char low[16], high[16];
    if (p->point->exact)
        snprintf(text, room, "exact");
    else if (isnan(p->size.low) || isnan(p->size.high))
        snprintf(text, room, "?");
    else
        snprintf(text, room, "%s..%s", text_count(p->size.low, low), text_count(p->size.high, high));
}

static void codes(unsigned warnings, char *text, size_t room)
{
    size_t len = 0;
    text[0] = '\0';
    for (int i = 0; i < WARNINGS && len < room; i++)
        if (warnings & 1u << i)
            len += (size_t)snprintf(text + len, room - len, "%s%s", len ? " " : "",
                                    warn_code((enum warning)i));
}

/* Each run's cost over that of the best cost function. */
static void ratio(const struct plot *plot, const struct target_point *p, char *text, size_t room)
{
    double n = plot_size(plot, p);
    double expected = plot->fit->n_laws > 0 && n > 0 ? fit_law_cost(&plot->fit->law[0], n) : NAN;
    if (out_cost_known(plot->target, p->point) && isfinite(expected) && expected > 0)
        snprintf(text, room, "%.3g", plot_cost(plot, p) / expected);
    else
        snprintf(text, room, "?");
}

static int points(FILE *out, const struct target *t, bool colour)
{
    const struct plot plot = plot_of(t);
    bool of_memory = fit_is_of_memory(plot.fit);
    const char *const head[] = { of_memory ? "chain" : "size", "95% interval", "cost", "cost/fitted", "instances", "traced", "log", "run",
                                 "warnings", of_memory ? "bytes read" : out_told_name(t) };
    struct table table = { .columns = of_memory || t->told_by ? 10 : 9, .right = 1u | 1u << 2 | 1u << 3 | 1u << 4 | 1u << 5 | 1u << 9,
                           .indent = "  ", .colour = colour };
    table_row(&table, head);
    table_style(&table, "1");
    for (size_t i = 0; i < t->n_points; i++) {
        const struct target_point *p = &t->points[i];
        char size[16], range[40], told[16], cost[16] = "?", over[16], instances[16], traced[16], run[80];
        char warnings[256], name[4200];
        interval(p, range, sizeof range);
        ratio(&plot, p, over, sizeof over);
        codes(p->warnings, warnings, sizeof warnings);
        snprintf(run, sizeof run, "%u%s%.60s", p->point->run, p->point->label ? " " : "",
                 p->point->label ? p->point->label : "");
        if (out_cost_known(t, p->point))
            text_count((double)p->point->cost, cost);
        const char *const cells[] = { text_count(p->size.size, size), range, cost, over,
                                      text_count((double)p->point->instances, instances),
                                      text_count((double)p->point->sampled, traced),
                                      out_point_name(p, name, sizeof name), run, warnings,
                                      text_count(of_memory ? plot_size(&plot, p) : dataset_told_size(t, p), told) };
        table_row(&table, cells);
    }
    return table_print(&table, out);
}

static void print_source(FILE *out, const struct source *source, unsigned line, bool colour)
{
    fprintf(out, "  %s\n", source->path);
    for (size_t i = 0; i < source->n; i++) {
        bool here = source->first + i == line;
        fprintf(out, "%s%s%6zu  %s%s\n", here && colour ? "\033[1m" : "", here ? ">" : " ",
                source->first + i, source->line[i], here && colour ? "\033[0m" : "");
    }
}

int out_source_text(FILE *out, const struct report *report, const struct target_key *key, uint32_t function_line)
{
    struct source found;
    int result = source_find(&report->sources, key, function_line, &found);
    if (result == 0)
        print_source(out, &found, key->line, report->colour);
    else
        fprintf(out, "  %s was not found; --source=FOLDER or --source=PROGRAM says where it is\n",
                key->file);
    source_free(&found);
    return result < 0 ? -1 : 0;
}

static int source(FILE *out, const struct report *report, const struct target *t)
{
    const struct target_point *first = &t->points[0];
    return out_source_text(out, report, &t->key, first->log->targets[first->point->target].function_line);
}

int out_detail(FILE *out, const struct report *report)
{
    int result = 0;
    for (size_t i = 0; i < report->n_shown && result == 0; i++) {
        const struct target *t = report->shown[i];
        struct table notes = { .columns = 1, .indent = "", .colour = report->colour };
        fprintf(out, "%s%s  %s:%u, %s, rank %zu%s\n", i ? "\n" : "", t->key.name, t->key.file,
                t->key.line, log_kind_name(t->key.kind), t->rank,
                t->judgement.verdict == TARGET_ALARM   ? ", alarm"
                : t->judgement.verdict == TARGET_WATCH ? ", watch"
                                                       : "");
        facts(out, report, t);
        user_facts(out, t);
        result = callers_text(out, report->callers, t);
        result |= by_callers_text(out, report, t);
        result |= worst_seen(out, t);
        out_notes(&notes, report, t);
        result |= table_print(&notes, out);
        fputc('\n', out);
        plot_braille(out, t, "  ");
        fputc('\n', out);
        if (result == 0)
            result = points(out, t, report->colour);
        fputc('\n', out);
        if (result == 0)
            result = source(out, report, t);
    }
    return result;
}
