/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The report for people: one line a target, and notes below it.
 */
#include <math.h>
#include <string.h>

#include "report/text_columns.h"
#include "report/out.h"
#include "report/units.h"
#include "report/plot_braille.h"
#include "base/text_table.h"

#define MOST_ROWS 15u           /* besides alarms and what is to be watched */
#define MOST_NOTES 3u           /* of an alarm */
#define MOST_REASONS 5u         /* lines of out_summary on unknown targets */
#define OTHER_LINES 8u          /* head, "… more", units, the count; below: advice of two lines, the logs' folder, a prompt */
#define LEAST_ROWS 3u

/* Which targets the table shows. */
struct choice {
    size_t rows;                /* the first ones, and all alarms */
    size_t noted;               /* so many of the first ones have notes, if they are alarms */
    bool watched;               /* all that is to be watched, too */
};

/* Without the factors, where the terminal has no room for them. */
static void brief_function(struct table *table, const struct fit *fit)
{
    char class[FIT_GROWTH_ROOM];
    if (fit->cls != FIT_NONE)
        table_brief(table, fit_growth(fit, class));
}

static void target_row(struct table *table, const struct report *report, const struct target *t, bool noted)
{
    char text[TABLE_COLUMNS][COLUMN_ROOM];
    const char *cells[TABLE_COLUMNS];
    for (int i = 0; i < report->n_columns; i++) {
        report->columns[i]->cell(report, t, text[i]);
        cells[i] = text[i];
    }
    table_row(table, cells);
    brief_function(table, out_fit(t));
    if (t->judgement.verdict == TARGET_ALARM)
        table_style(table, "31");
    else if (t->judgement.verdict == TARGET_WATCH)
        table_style(table, "33");
    else if (t->judgement.verdict == TARGET_FINE)
        table_style(table, "32");
    if (report->verbose || (noted && t->judgement.verdict == TARGET_ALARM))
        out_notes(table, report, t);
}

/* On a terminal what fits on its screen: a line for each alarm, notes to the first ones, then the other targets. */
static struct choice choose(const struct report *report)
{
    struct choice choice = { .rows = MOST_ROWS, .noted = report->n_shown, .watched = true };
    size_t alarms = 0, unknown = 0;
    for (size_t i = 0; i < report->n_shown; i++) {
        alarms += report->shown[i]->judgement.verdict == TARGET_ALARM;
        unknown += report->shown[i]->judgement.verdict == TARGET_UNKNOWN;
    }
    size_t taken = OTHER_LINES + alarms + (unknown < MOST_REASONS ? unknown : MOST_REASONS);
    if (report->verbose || report->height == 0)
        return choice;
    size_t left = report->height > taken ? report->height - taken : 0;
    choice.watched = false;
    choice.noted = left / MOST_NOTES < alarms ? left / MOST_NOTES : alarms;
    if (choice.noted == 0)
        choice.noted = 1;
    size_t notes = MOST_NOTES * (alarms < choice.noted ? alarms : choice.noted);
    choice.rows = alarms + (left > notes ? left - notes : 0);
    if (choice.rows < LEAST_ROWS)
        choice.rows = LEAST_ROWS;
    return choice;
}

static bool is_shown(const struct report *report, const struct choice *choice, size_t i)
{
    enum target_verdict verdict = report->shown[i]->judgement.verdict;
    return report->verbose || i < choice->rows || verdict == TARGET_ALARM ||
        (choice->watched && verdict == TARGET_WATCH);
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
        const struct packed_point *p = t->points[i].point;
        struct packed_rest rest;
        char text[4 + ESTIMATORS][24], name[4200];
        const char *cells[5 + ESTIMATORS] = { out_point_name(&t->points[i], name, sizeof name) };
        snprintf(text[0], sizeof *text, "%u", p->run);
        text_count((double)p->instances, text[1]);
        text_count((double)p->sampled, text[2]);
        point_unpack(t->pool, p, &rest);
        for (int e = 0; e < shown; e++) {
            double size = e < ESTIMATORS ? rest.estimates[e].size : t->points[i].joint_size;
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

static bool is_printed(const struct report *report, const struct table *table, const char *column)
{
    for (int i = 0; i < report->n_columns; i++)
        if (strcmp(report->columns[i]->name, column) == 0)
            return table->shown & 1u << i;
    return false;
}

static int print_table(FILE *out, const struct report *report)
{
    /* On a narrow terminal the first of these are left out first. */
    static const char *const spare_names[] = { "runs", "cost", "confidence", "size", "exponent" };
    unsigned char spare[sizeof spare_names / sizeof *spare_names];
    struct table table = { .columns = (unsigned)report->n_columns, .indent = "", .colour = report->colour,
                           .width = report->width, .spare = spare, .most_notes = report->verbose ? 0 : MOST_NOTES };
    const char *head[TABLE_COLUMNS];
    const struct choice choice = choose(report);
    size_t more = 0;
    for (int i = 0; i < report->n_columns; i++) {
        head[i] = report->columns[i]->title;
        table.right |= (unsigned)report->columns[i]->right << i;
    }
    table_row(&table, head);
    table_brief(&table, "grows as");
    table_style(&table, "1");
    for (size_t k = 0; !report->columns_chosen && k < sizeof spare; k++)
        for (int i = 0; i < report->n_columns; i++)
            if (strcmp(report->columns[i]->name, spare_names[k]) == 0)
                spare[table.n_spare++] = (unsigned char)i;
    for (int i = 0; i < report->n_columns; i++)
        if (strcmp(report->columns[i]->name, "place") == 0)
            table.path = (unsigned)i + 1;
        else if (strcmp(report->columns[i]->name, "function") == 0)
            table.brief = (unsigned)i + 1;
    for (size_t i = 0; i < report->n_shown; i++)
        if (is_shown(report, &choice, i))
            target_row(&table, report, report->shown[i], i < choice.noted);
        else
            more++;
    int result = table_print(&table, out);
    if (more > 0)
        fprintf(out, choice.watched ? "  … and %zu more, which are fine or unknown: -v\n" : "  … and %zu more: -v\n",
                more);
    units_legend(out, report, is_printed(report, &table, "size"), is_printed(report, &table, "cost"));
    out_summary(out, report);
    return result;
}

int out_text(FILE *out, const struct report *report)
{
    int result = print_table(out, report);
    for (size_t i = 0; report->plot && i < report->n_shown; i++) {
        const struct target *t = report->shown[i];
        fprintf(out, "\n%s (%s:%u)\n", t->key.name, t->key.file, t->key.line);
        plot_braille(out, t, "  ");
    }
    for (size_t i = 0; report->all_estimators && i < report->n_shown; i++)
        result |= estimator_table(out, report->shown[i]);
    return result;
}
