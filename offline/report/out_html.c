/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The page: html/page.html, with the report's data as JSON in its middle.  The
 * data are those of --json; but points stand in columns, since a page may have
 * 100,000 of them, and there are the single instances, the source, facts on the
 * logs, and what the warnings mean.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/demangle.h"
#include "target/row_merge.h"
#include "report/blame_lines.h"
#include "report/callers.h"
#include "report/contexts_page.h"
#include "report/functions_page.h"
#include "report/out.h"
#include "target/dataset_fit_told.h"
#include "target/verdict.h"
#include "report/warning_manual.h"

/* Of a target more different instances are thinned evenly. */
#define MAX_INSTANCES 20000

/* html/embed.S */
extern const char page_before[], page_after[], page_end[];

struct property {
    const char *name;
    json_t *(*of)(const struct report *report, const struct target *t,
                  const struct target_point *p);
};

#define COLUMN(name, value)                                                                   \
    static json_t *column_##name(const struct report *report, const struct target *t,         \
                                 const struct target_point *p)                                \
    {                                                                                         \
        (void)report, (void)t, (void)p;                                                       \
        return value;                                                                         \
    }
COLUMN(run, json_integer(p->point->run))
COLUMN(label, json_text(p->point->label))
COLUMN(size, json_number(p->size.size))
COLUMN(fitted, json_number(p->fitted_size))
COLUMN(low, json_number(p->size.low))
COLUMN(high, json_number(p->size.high))
COLUMN(cost, out_cost_known(t, p->point) ? json_count(p->point->cost) : json_null())
COLUMN(work, json_number(p->point->accessed))
COLUMN(work_low, json_number(p->point->accessed_low))
COLUMN(work_high, json_number(p->point->accessed_high))
COLUMN(instances, json_count(p->point->instances))
COLUMN(sampled, json_count(p->point->sampled))
COLUMN(exact, json_boolean(p->point->exact))
COLUMN(warnings, json_integer(p->warnings))
COLUMN(rms, json_number(p->point->rms))
COLUMN(told, json_number(dataset_told_size(t, p)))
COLUMN(calls, json_count(p->point->calls))
#undef COLUMN

/* Index in the list of logs, which are sorted. */
static json_t *column_log(const struct report *report, const struct target *t,
                          const struct target_point *p)
{
    size_t low = 0, high = report->set->n_logs;
    (void)t;
    while (low + 1 < high) {
        size_t mid = low + (high - low) / 2;
        if (strcmp(report->set->logs[mid]->path, p->log->path) <= 0)
            low = mid;
        else
            high = mid;
    }
    return json_integer((json_int_t)low);
}

/* A column in few bytes, since a page has many: {"as": "size"} has the values of the sizes, {"all": VALUE}
 * is VALUE for each point.  Takes `column`. */
static json_t *shortened(json_t *column, const json_t *size)
{
    size_t n = json_array_size(column);
    json_t *first = json_array_get(column, 0), *brief;
    if (n > 1 && size && json_equal(column, size)) {
        brief = json_pack("{s:s}", "as", "size");
    } else {
        for (size_t i = 1; i < n; i++)
            if (!json_equal(first, json_array_get(column, i)))
                return column;
        brief = n > 1 ? json_pack("{s:O}", "all", first) : json_incref(column);
    }
    json_decref(column);
    return brief;
}

/* Does the page look at it? */
static bool is_used(const char *name, const struct target *t)
{
    bool recursion = t->key.kind == ALOG_RECURSION;
    if (strcmp(name, "rms") == 0)
        return recursion;
    if (strcmp(name, "calls") == 0)
        return recursion && t->told_by;
    return strcmp(name, "told") != 0 || t->told_by;
}

/* One array for each property of points. */
static json_t *columns(const struct report *report, const struct target *t)
{
    static const struct property table[] = {
        { "log", column_log },         { "run", column_run },
        { "label", column_label },     { "size", column_size },
        { "fitted", column_fitted },   { "low", column_low },
        { "high", column_high },
        { "cost", column_cost },       { "instances", column_instances },
        { "work", column_work },       { "work_low", column_work_low },
        { "work_high", column_work_high },
        { "sampled", column_sampled }, { "exact", column_exact },
        { "warnings", column_warnings }, { "rms", column_rms },
        { "told", column_told },       { "calls", column_calls },
    };
    json_t *all = json_object();
    for (size_t c = 0; c < sizeof table / sizeof *table; c++) {
        if (!is_used(table[c].name, t))
            continue;
        json_t *column = json_array();
        for (size_t i = 0; i < t->n_points; i++)
            json_array_append_new(column, table[c].of(report, t, &t->points[i]));
        json_object_set_new(all, table[c].name, shortened(column, json_object_get(all, "size")));
    }
    return all;
}

/* Different traced instances: sizes, costs (or work), and how many there are of each. */
static json_t *instances(const struct target *t, enum packed_list list)
{
    size_t n = 0, all = 0;
    struct row *rows = row_merge_rows(t, list, MAX_INSTANCES, &n, &all);
    json_t *size = json_array(), *cost = json_array(), *count = json_array();
    for (size_t i = 0; rows && i < n; i++) {
        const struct row *r = &rows[i];
        json_array_append_new(size, json_number(r->size));
        json_array_append_new(cost, json_number(r->cost));
        json_array_append_new(count, json_count(r->count));
    }
    free(rows);
    return json_pack("{s:o, s:o, s:o, s:I}", "size", size, "cost", cost, "count", count, "all",
                     (json_int_t)all);
}

static json_t *rate_json(uint32_t rate)
{
    return rate == ALOG_RATE_AUTO    ? json_string("auto")
           : rate == ALOG_RATE_UNSET ? json_null()
                                     : json_integer(rate);
}

json_t *out_source_json(const struct report *report, const struct target_key *key, uint32_t function_line)
{
    struct source source;
    json_t *json = json_null();
    if (source_find(&report->sources, key, function_line, &source) == 0) {
        json_t *lines = json_array();
        for (size_t i = 0; i < source.n; i++)
            json_array_append_new(lines, json_string(source.line[i]));
        json = json_pack("{s:o, s:I, s:I, s:o}", "path", json_text(source.path), "changed",
                         (json_int_t)source.changed, "first", (json_int_t)source.first, "lines",
                         lines);
    }
    source_free(&source);
    return json;
}

/* Ranks of the targets that t was entered in (outer), or that were entered in t. */
static json_t *nested_json(const struct dataset *set, const struct target *t, bool outer)
{
    size_t self = t->rank - 1;
    json_t *list = json_array();
    for (size_t i = 0; i < set->n_nestings; i++) {
        const struct nesting *n = &set->nestings[i];
        if ((outer ? n->inner : n->outer) == self && n->inner != n->outer)
            json_array_append_new(list, json_integer((json_int_t)(outer ? n->outer : n->inner) + 1));
    }
    return list;
}

/* As a reader writes them. */
static json_t *opaque_names(const struct target *t)
{
    char room[DEMANGLED_ROOM];
    json_t *list = json_array();
    for (size_t i = 0; i < t->n_opaque; i++)
        json_array_append_new(list, json_pack("{s:o, s:o}", "name", json_text(demangle(t->opaque[i].name, room)),
                                              "calls", json_count(t->opaque[i].calls)));
    return list;
}

static json_t *logs_json(const struct dataset *set)
{
    static const char *const states[] = { "running", "finished", "stopped" };
    json_t *list = json_array();
    for (size_t i = 0; i < set->n_logs; i++) {
        const struct log_points *log = set->logs[i];
        const struct log_header *h = &log->header;
        char id[2 * sizeof log->run_id + 1];
        text_hex(log->run_id, sizeof log->run_id, id);
        json_array_append_new(
            list, json_pack("{s:o, s:s, s:o, s:o, s:s, s:o, s:i, s:f, s:b, s:b}", "log",
                            json_text(log->path), "id", id, "start", json_count(h->start_time),
                            "end", log->commit.end_time ? json_count(log->commit.end_time)
                                                        : json_null(),
                            "state", states[log->commit.state < 3 ? log->commit.state : 0], "rate",
                            rate_json(h->rate), "pairs", (int)h->pairs, "budget",
                            h->budget_ppm / 1e4, "budget_enforced",
                            (h->flags & ALOG_H_BUDGET_ENFORCED) != 0, "forked",
                            (h->flags & ALOG_H_FORKED) != 0));
    }
    return list;
}

static json_t *words_json(void)
{
    size_t n;
    const struct warning_manual *words = warning_manual_all(&n);
    json_t *all = json_object();
    for (size_t i = 0; i < n; i++)
        json_object_set_new(all, words[i].code, json_pack("{s:s, s:s}", "meaning", words[i].meaning,
                                                          "advice", words[i].advice));
    return all;
}

/* Codes by bit, for the column of warnings. */
static json_t *codes_json(void)
{
    json_t *codes = json_array();
    for (int i = 0; i < WARNINGS; i++)
        json_array_append_new(codes, json_string(warn_code((enum warning)i)));
    return codes;
}

static json_t *target_json(const struct report *report, const struct target *t)
{
    const struct log_target *place = &t->points[0].log->targets[t->points[0].point->target];
    json_t *json = json_target(t, columns(report, t));
    json_object_set_new(json, "rate", rate_json(place->rate));
    json_object_set_new(json, "instance_rows", instances(t, PACKED_ROWS));
    json_object_set_new(json, "by", json_pack("{s:s, s:s, s:s}", "runs", view_fit_name(judge_basis(t, VIEW_RUNS)),
                                              "instances", view_fit_name(judge_basis(t, VIEW_INSTANCES)), "work",
                                              view_fit_name(judge_basis(t, VIEW_WORK))));
    if (judge_basis(t, VIEW_INSTANCES) == VIEW_TOLD_INSTANCES)
        json_object_set_new(json, "instance_told_rows", instances(t, PACKED_USER_ROWS));
    if (t->judgement.decides == VIEW_INSTANCES_WORK)
        json_object_set_new(json, "instance_work_rows", instances(t, PACKED_WORK_ROWS));
    json_object_set_new(json, "inside", nested_json(report->set, t, true));
    json_object_set_new(json, "contains", nested_json(report->set, t, false));
    json_object_set_new(json, "opaque", opaque_names(t));
    json_object_set_new(json, "callers", callers_json(report->callers, t));
    json_object_set_new(json, "by_callers", by_callers_json(report, t));
    json_object_set_new(json, "source", out_source_json(report, &t->key, place->function_line));
    return json;
}

/* In JSON < only stands in strings, where \u003c is the same; so no string can
 * end the script element that the data stand in. */
static int write_escaped(const char *bytes, size_t n, void *out)
{
    for (size_t i = 0; i < n; i++)
        if (bytes[i] == '<')
            fputs("\\u003c", out);
        else
            putc(bytes[i], out);
    return 0;
}

/* Gives up the reference.  0 or -1 (no memory). */
static int write_json(FILE *out, json_t *json)
{
    int result = json ? json_dump_callback(json, write_escaped, out, JSON_COMPACT | JSON_REAL_PRECISION(7)) : -1;
    json_decref(json);
    return result;
}

/* All but the lists of targets and functions, which are empty. */
static char *frame_json(const struct report *report)
{
    json_t *root = json_report(report);
    json_object_set_new(root, "functions", json_array());
    json_object_set_new(root, "functions_lost", json_count(report->set->functions.lost));
    json_object_set_new(root, "contexts", contexts_page(report->contexts));
    json_object_set_new(root, "log_list", logs_json(report->set));
    json_object_set_new(root, "alarm_low", json_real(ALARM_LOW));
    json_object_set_new(root, "words", words_json());
    json_object_set_new(root, "warning_codes", codes_json());
    bool whole = json_object_get(root, "functions") && json_object_get(root, "contexts");
    char *text = whole ? json_dumps(root, JSON_COMPACT | JSON_REAL_PRECISION(7)) : NULL;
    json_decref(root);
    return text;
}

/* One after the other: all of them as JSON may be more than fits into memory. */
static int write_lists(FILE *out, const struct report *report, const char *text)
{
    const char *targets = json_empty_array(text, "targets"), *functions = json_empty_array(targets, "functions");
    int result = 0;
    write_escaped(text, (size_t)(targets + 1 - text), out);
    for (size_t i = 0; result == 0 && i < report->n_shown; i++) {
        fputs(i ? "," : "", out);
        result = write_json(out, target_json(report, report->shown[i]));
    }
    write_escaped(targets + 1, (size_t)(functions - targets), out);
    for (size_t i = 0; result == 0 && i < report->set->functions.n; i++) {
        fputs(i ? "," : "", out);
        result = write_json(out, function_page_json(report, i));
    }
    write_escaped(functions + 1, strlen(functions + 1), out);
    return result;
}

int out_html(FILE *out, const struct report *report)
{
    char *text = frame_json(report);
    if (!text)
        return -1;
    fwrite(page_before, 1, (size_t)(page_after - page_before), out);
    int result = write_lists(out, report, text);
    fwrite(page_after, 1, (size_t)(page_end - page_after), out);
    free(text);
    return result;
}
