/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Notes on a target, for people: what limits the trust in its figures, and what
 * to do about it.
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/demangle.h"
#include "report/out.h"
#include "report/time_of_larger_run.h"
#include "target/dataset_fit.h"
#include "target/cost_explained.h"
#include "target/place_in_user_source.h"
#include "target/verdict.h"
#include "target/sampling_remedy.h"
#include "base/text_table.h"
#include "report/warning_manual.h"

#define TOP_NAMES 5     /* opaque functions named under a target */
#define TOP_MENDED 3    /* and of these the ones whose files are asked for */
#define ROOM 512

/* Appends to a string of ROOM bytes; what does not fit is cut off. */
static void append(char *text, const char *more)
{
    size_t len = strlen(text);
    snprintf(text + len, ROOM - len, "%s", more);
}

/* The classes of the ambiguity set, the best first. */
static void note_alternatives(struct table *table, const struct fit *fit)
{
    char text[ROOM], size[16];
    int classes = 1;
    snprintf(text, ROOM, "%s", fit_class_name(fit->cls));
    for (int c = FIT_1; c <= FIT_POWER; c++)
        if (fit->set & 1u << c && c != (int)fit->cls) {
            append(text, " or ");
            append(text, fit_class_name((enum fit_class)c));
            classes++;
        }
    if (classes == 1 || fit->cls == FIT_NONE)
        return;
    if (fit->next_size > 0)
        table_note(table, "%s: can't be told apart below n = %s", text,
                   text_count(fit->next_size, size));
    else
        table_note(table, "%s: can't be told apart", text);
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
    const struct target_point *largest = NULL;
    char once[16], pool[16];
    *text = 0;
    for (size_t i = 0; i < t->n_points; i++) {
        const struct packed_point *p = t->points[i].point;
        starts += p->starts;
        refused += p->refused;
        if (t->points[i].warnings & 1u << WARN_TWO_KINDS &&
            (!largest || t->points[i].size.size > largest->size.size))
            largest = &t->points[i];
    }
    if (warning == WARN_NO_INPUT || (warning == WARN_NO_SCALING && t->key.kind == ALOG_LOOP))
        snprintf(text, ROOM, "%s %s iterations an execution, %s executions", warning == WARN_NO_INPUT ? ":" : ";",
                 text_count(t->cost / t->instances, once), text_count(t->instances, pool));
    if (warning == WARN_GROWING_WORK && t->warnings & 1u << WARN_NO_INPUT)
        snprintf(text, ROOM, "; bytes accessed grow as iterations^%.2f over runs", dataset_work_by_iterations(t));
    if (warning == WARN_BUDGET_LIMITED)
        snprintf(text, ROOM, ": %" PRIu64 " of %" PRIu64 " pairs", refused, starts + refused);
    if (warning == WARN_TWO_KINDS && largest)
        snprintf(text, ROOM, ": about %s and %s in the largest run", text_count(largest->point->read_once, once),
                 text_count(largest->size.size - largest->point->read_once, pool));
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
    char text[ROOM] = "", count[16], item[ROOM], plain[DEMANGLED_ROOM];
    for (size_t i = 0; i < t->n_opaque && i < TOP_NAMES; i++) {
        snprintf(item, sizeof item, "%s%.80s (%s)", i ? ", " : "", demangle(t->opaque[i].name, plain),
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

/* The plugin's words for what has no name of its own begin with a parenthesis
   (gcc-plugin/copy/, put_opaque and opaque_code). */
static bool is_function(const struct opaque *o)
{
    return o->name[0] != '(';
}

static bool is_by_address(const struct opaque *o)
{
    return strcmp(o->name, "(a call through a pointer)") == 0 ||
           strcmp(o->name, "(a function that is called back)") == 0;
}

/* "a (), b () and 2 others" */
static size_t list_functions(const struct target *t, char *text)
{
    size_t functions = 0, named = 0;
    char item[ROOM], plain[DEMANGLED_ROOM];
    for (size_t i = 0; i < t->n_opaque; i++)
        functions += is_function(&t->opaque[i]);
    size_t shown = functions < TOP_MENDED ? functions : TOP_MENDED;
    for (size_t i = 0; i < t->n_opaque && named < shown; i++)
        if (is_function(&t->opaque[i])) {
            bool last = named + 1 == functions;
            snprintf(item, sizeof item, "%s%.80s ()", named == 0 ? "" : last ? " and " : ", ",
                     demangle(t->opaque[i].name, plain));
            append(text, item);
            named++;
        }
    if (functions > named) {
        snprintf(item, sizeof item, " and %zu other%s", functions - named, functions - named > 1 ? "s" : "");
        append(text, item);
    }
    return functions;
}

/* How opaque calls are traced.  A log does not tell whether a function's file was compiled
   without the plugin, or with callees=auto or unit and so has no traced copies. */
static void note_mend(struct table *table, const struct target *t)
{
    char text[ROOM] = "";
    size_t functions = list_functions(t, text);
    bool by_address = false;
    for (size_t i = 0; i < t->n_opaque; i++)
        by_address |= is_by_address(&t->opaque[i]);
    if (functions + by_address > 0)
        table_note(table, "calls %s%s%s%s are not traced: build %s, if you can, with the plugin",
                   functions > 0 ? "of " : "", text, functions > 0 && by_address ? ", and " : "",
                   by_address ? "through pointers" : "", functions + by_address == 1 && functions ? "its file" : "their files");
}

/* What the fit says that does not decide, where that is another class. */
static void note_other(struct table *table, const struct target *t)
{
    bool instances = !view_is_of_instances(t->judgement.decides);
    const struct fit *other = judge_fit(t, judge_basis(t, instances ? VIEW_INSTANCES : VIEW_RUNS));
    const char *which = instances ? "single instances: " : "over runs: ";
    char text[ROOM];
    bool vague = view_is_told(t->judgement.decides) && judge_fit_confidence(other) == CONFIDENCE_LOW;
    if (other->cls == FIT_NONE || other->cls == out_fit(t)->cls || vague)
        return;
    out_exponent(other, text, sizeof text);
    table_note(table, "%s%s, exponent %s, confidence %s", which, other->formula, text,
               confidence_name(judge_fit_confidence(other)));
    note_alternatives(table, other);
    note_fit_warnings(table, which, other);
}

/* An advice, unless it is said already. */
static void advise(char *text, const char *advice)
{
    if (!advice || !advice[0] || strncmp(advice, "nothing", 7) == 0 || strstr(text, advice))
        return;
    append(text, text[0] ? "; " : "");
    append(text, advice);
}

/* What would make a weak answer better. */
static void note_next(struct table *table, const struct target *t, const struct fit *fit)
{
    const unsigned few = 1u << WARN_SPACE_LIMITED | 1u << WARN_THINNED | 1u << WARN_FEW_PAIRS |
                         1u << WARN_NO_RECAPTURE | 1u << WARN_FEW_RECAPTURES;
    char text[ROOM] = "", plain[ROOM], size[16];
    size_t len = 0;
    if (judge_fit_confidence(fit) == CONFIDENCE_HIGH)
        return;
    if (t->warnings & 1u << WARN_NO_INPUT && !view_is_told(t->judgement.decides)) {
        table_note(table, "next: algoprof_size (n) in the program, if it has a size of its own");
        return;
    }
    if (fit->next_size > 0 && fit->cls != FIT_NONE)
        snprintf(text, ROOM, "runs with sizes up to %s", text_count(fit->next_size, size));
    for (unsigned i = 0; i < FIT_WARNINGS; i++)
        if (fit->warnings & 1u << i && i != FIT_AMBIGUOUS && i != FIT_BALANCED && i != FIT_NOISY_SIZES) {
            const struct warning_manual *words = warning_manual_find(fit_warning_code(i));
            advise(text, words ? words->advice : NULL);
        }
    if (t->warnings & few || fit->warnings & 1u << FIT_NOISY_SIZES)
        advise(text, target_remedy(t));
    for (size_t i = 0; text[i]; i++)    /* the manual marks code by ` */
        if (text[i] != '`')
            plain[len++] = text[i];
    plain[len] = '\0';
    if (plain[0])
        table_note(table, "next: %s", plain);
}

/* Where work grows otherwise than iterations do. */
static void note_work(struct table *table, const struct target *t)
{
    enum view decides = t->judgement.decides;
    bool of_work = view_is_of_work(decides), single = view_is_of_instances(decides);
    const struct fit *iterations = judge_fit(t, judge_basis(t, single ? VIEW_INSTANCES : VIEW_RUNS));
    const struct fit *work = judge_fit(t, single ? VIEW_INSTANCES_WORK : judge_basis(t, VIEW_WORK));
    const struct fit *other = of_work ? iterations : work;
    char text[ROOM];
    if (of_work)
        table_note(table, "the trouble is in the work%s: bytes accessed, with inner loops and callees%s",
                   single ? " of single instances" : "",
                   t->key.kind == ALOG_RECURSION && !view_is_told(decides) ? "; n is bytes read" : "");
    if (other->cls == FIT_NONE || iterations->cls == work->cls || iterations->cls == FIT_NONE)
        return;
    out_exponent(other, text, sizeof text);
    table_note(table, "%s%s, exponent %s, confidence %s", of_work ? "iterations: " : "bytes accessed: ",
               other->formula, text, confidence_name(judge_fit_confidence(other)));
}

/* Where n was told: whether the answer is in that, and what the fit says that it stands for or that stands for it, where
 * that is another class.  What the process read has a say only where it decides. */
static void note_told(struct table *table, const struct target *t)
{
    enum view decides = t->judgement.decides;
    bool told = view_is_told(decides), single = view_is_of_instances(decides);
    enum view by_bytes = view_is_of_work(decides) ? VIEW_WORK : single ? VIEW_INSTANCES : VIEW_RUNS;
    enum view by_told = view_is_of_work(decides) ? VIEW_TOLD_WORK : single ? VIEW_TOLD_INSTANCES : VIEW_TOLD;
    const struct fit *other = judge_fit(t, told ? by_bytes : by_told);
    const char *which = !told ? "your n"
                        : t->key.kind == ALOG_RECURSION && !view_is_of_work(decides) ? "chains of calls"
                                                                                     : "bytes read";
    char text[ROOM];
    if (told)
        table_note(table, "n is %s", out_told_source(t));
    if (t->told_by == TOLD_BY_NOBODY || (!told && t->told_by == TOLD_BY_INPUT) || decides == VIEW_INSTANCES_WORK)
        return;
    if (other->cls == out_fit(t)->cls || judge_fit_confidence(other) <= CONFIDENCE_LOW)
        return;
    out_exponent(other, text, sizeof text);
    table_note(table, "by %s: %s, exponent %s, confidence %s", which, other->formula, text,
               confidence_name(judge_fit_confidence(other)));
}

/* Which view an alarm is from, where the other one is calm. */
static void note_trouble(struct table *table, const struct target *t)
{
    bool by_instances = view_is_of_instances(t->judgement.decides);
    const struct fit *other = judge_fit(t, judge_basis(t, by_instances ? VIEW_RUNS : VIEW_INSTANCES));
    if (t->judgement.verdict < TARGET_WATCH || view_is_of_work(t->judgement.decides) || judge_alarm(other) > 0)
        return;
    if (by_instances)
        table_note(table, "the trouble shows in single instances%s", other->cls != FIT_NONE ? ", not over runs" : "");
    else if (other->cls != FIT_NONE)
        table_note(table, "the trouble shows over runs, not in single instances");
}

/* Why what looks steep by the memory that was read is no alarm. */
static void note_input(struct table *table, const struct target *t)
{
    enum view view = judge_alarm(&t->fit) > 0 ? VIEW_RUNS : VIEW_WORK;
    uint64_t most = 0;
    char bytes[16];
    if (judge_alarm(judge_fit(t, view)) == 0 || !input_explains(t, view))
        return;
    for (size_t i = 0; i < t->n_points; i++)
        most = t->points[i].log->input > most ? t->points[i].log->input : most;
    text_count((double)most, bytes);
    table_note(table, "cost over runs grows as what the process read from files and pipes, up to %s bytes, not faster: no alarm by them", bytes);
}

/* Nothing is known of what was not traced to its end. */
static void note_cut(struct table *table, const struct target *t)
{
    const struct packed_point *largest;
    size_t cut = target_cut_runs(t, &largest);
    char traced[16], all[16], after[64] = "";
    if (cut == 0)
        return;
    if (largest->cut_cost > 0)
        snprintf(after, sizeof after, " after %s of %s iterations", text_count((double)largest->cut_cost, traced),
                 text_count((double)largest->cost, all));
    table_note(table, "%zu of %zu runs executed the loop once, and the budget cut its trace%s: trace it whole by "
               "`algoprof run`, or mark a loop inside it", cut, t->n_points, after);
}

/* How much something super-linear matters, where that is not much yet. */
static void note_share(struct table *table, const struct target *t)
{
    if (t->judgement.verdict == TARGET_WATCH)
        table_note(table, "watch: less than 1 %% of the process's cost, even at ten times the largest size");
    if (t->judgement.verdict == TARGET_ALARM && !judge_is_dear(t, t->judgement.decides))
        table_note(table, "less than 1 %% of the process's cost so far, more at ten times the size");
}

/* The user looks for his own line. */
static void note_own_place(struct table *table, const struct dataset *set, const struct target *t)
{
    const struct target *own = own_place(set, t);
    if (own)
        table_note(table, "in a system header; executed inside %s (%s:%" PRIu32 ")", own->key.name, own->key.file,
                   own->key.line);
}

void out_notes(struct table *table, const struct report *report, const struct target *t)
{
    const struct fit *fit = out_fit(t);
    note_larger_run(table, report, t);
    note_own_place(table, report->set, t);
    note_share(table, t);
    note_cut(table, t);
    note_work(table, t);
    note_told(table, t);
    note_input(table, t);
    if (report->set->view == VIEW_BOTH) {
        note_trouble(table, t);
        note_other(table, t);
    }
    note_alternatives(table, fit);
    if (!(t->warnings & 1u << WARN_NO_INPUT) || view_is_told(t->judgement.decides))
        note_fit_warnings(table, "", fit);
    note_next(table, t, fit);
    note_point_warnings(table, t);
    note_opaque(table, t);
    note_mend(table, t);
}
