/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The findings for people, and as JSON.
 */
#include "check/check.h"
#include "report/out.h"

static void put_place(FILE *out, const struct finding *f)
{
    fputs(f->name, out);
    if (f->file[0])
        fprintf(out, " (%s:%u)", f->file, f->line);
    if (f->build)
        fprintf(out, " of build %.12s", f->build);
}

int check_text(FILE *out, const struct check_report *report)
{
    const struct findings *all = report->findings;
    const char *between = "";
    for (size_t i = 0; i < all->n; i++) {
        fprintf(out, "%-12s  ", verdict_name(all->list[i].verdict));
        put_place(out, &all->list[i]);
        fprintf(out, ": %s\n", all->list[i].text);
    }
    fprintf(out, "%s: ", report->status == 0 ? "passed" : "failed");
    for (int v = VERDICTS; v-- > 0;)
        if (all->count[v] > 0) {
            fprintf(out, "%s%zu %s", between, all->count[v], verdict_name((enum verdict)v));
            between = ", ";
        }
    if (all->n == 0)
        fputs("nothing was judged", out);
    if (all->unbounded > 0)
        fprintf(out, "; %zu target%s without a limit", all->unbounded,
                all->unbounded == 1 ? "" : "s");
    if (all->unknown > 0)
        fprintf(out, "; %zu profile%s of functions without a class", all->unknown, all->unknown == 1 ? "" : "s");
    fputc('\n', out);
    return 0;
}

static json_t *finding_json(const struct finding *f, unsigned failing)
{
    const struct target *t = f->target;
    json_t *json = json_pack("{s:s, s:b, s:o, s:o, s:o, s:o, s:o, s:o, s:s, s:o, s:s?, s:o, s:o}",
                     "verdict", verdict_name(f->verdict), "failure",
                     (failing & 1u << f->verdict) != 0, "name", json_text(f->name), "file",
                     json_text(f->file), "line", f->line ? json_count(f->line) : json_null(),
                     "function", json_text(t ? t->key.function : NULL), "kind",
                     t ? json_string(log_kind_name(t->key.kind)) : json_null(), "build",
                     json_text(t ? t->key.build : NULL), "rule", f->rule, "limit",
                     json_text(f->limit), "decides", f->decides ? view_fit_name(f->decides) : NULL, "message",
                     json_text(f->text), "accepted", json_text(f->reason));
    if (t) {
        out_metric(json, t);
        out_fits(json, t);
    }
    for (enum view v = VIEW_RUNS; !t && v < VIEWS; v++)
        json_object_set_new(json, view_fit_name(v), json_null());
    return json;
}

int check_json(FILE *out, const struct check_report *report)
{
    const struct findings *all = report->findings;
    json_t *list = json_array(), *counts = json_object(), *skipped = out_skipped(report->set);
    for (size_t i = 0; i < all->n; i++)
        json_array_append_new(list, finding_json(&all->list[i], report->failing));
    for (int v = 0; v < VERDICTS; v++)
        json_object_set_new(counts, verdict_name((enum verdict)v),
                            json_count(all->count[v]));
    bool whole = json_array_size(list) == all->n;
    json_t *root = json_pack("{s:i, s:i, s:b, s:I, s:o, s:I, s:o, s:o}", "algoprof", 1, "status",
                             report->status, "passed", report->status == 0, "logs",
                             (json_int_t)report->set->n_logs, "counts", counts, "unbounded",
                             (json_int_t)all->unbounded, "skipped", skipped, "findings", list);
    if (root && all->unknown > 0)
        json_object_set_new(root, "unknown", json_count(all->unknown));
    if (root)
        out_left_out(root, report->set);
    return json_print(out, root, whole);
}
