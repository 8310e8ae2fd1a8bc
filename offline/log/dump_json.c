/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Written piece by piece: the sets of a large log as one JSON value would take
 * many times its size.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "algoprof/rt_abi.h"
#include "base/json.h"
#include "base/json_line.h"
#include "fit/fit_class.h"
#include "log/dump.h"
#include "size/cell_code.h"

/* An open JSON object, and whether it needs a comma first. */
struct writer {
    FILE *out;
    bool comma, failed;
};

/* Writes one value of an array and frees it. */
static void element(struct writer *w, json_t *value)
{
    if (!value)
        w->failed = true;
    fputs(w->comma ? ",\n    " : "\n    ", w->out);
    w->comma = true;
    if (value)
        json_dumpf(value, w->out, JSON_COMPACT | JSON_ENCODE_ANY);
    json_decref(value);
}

static void begin(struct writer *w, const char *name)
{
    fprintf(w->out, ",\n  \"%s\": [", name);
    w->comma = false;
}

static void end(struct writer *w)
{
    fputs(w->comma ? "\n  ]" : "]", w->out);
}

json_t *dump_flags_json(unsigned flags, const struct dump_flag *names)
{
    char text[128], *save, *word;
    json_t *list = json_array();
    dump_flags(flags, names, text);
    for (word = strtok_r(text, " ", &save); word; word = strtok_r(NULL, " ", &save))
        json_array_append_new(list, json_string(word));
    return list;
}

static json_t *site_or_null(uint32_t site)
{
    return site == ALOG_NONE ? json_null() : json_integer(site);
}

static json_t *header(const struct dump *dump)
{
    const struct alog_header *h = &dump->log->header;
    const struct alog_commit *c = &dump->log->commit;
    char id[33], rate[16];
    text_hex(h->run_id, sizeof h->run_id, id);
    return json_pack("{s:I, s:s, s:o, s:o, s:s, s:s, s:I, s:I, s:o, s:o, s:o, s:o, s:I}",
                     "version", (json_int_t)h->version, "run_id", id, "start_time",
                     json_count(h->start_time), "end_time", json_count(c->end_time), "state",
                     dump_state(c->state), "rate", dump_rate(h->rate, rate), "pairs",
                     (json_int_t)h->pairs, "budget_ppm", (json_int_t)h->budget_ppm, "max_log",
                     json_count(h->max_log), "flags",
                     dump_flags_json(h->flags, dump_header_flags), "used", json_count(c->used),
                     "free", json_count(dump->log->free_bytes), "unknown_blocks",
                     (json_int_t)dump->log->unknown_blocks);
}

static json_t *site(const struct log_site *s)
{
    char rate[16], key[17];
    snprintf(key, sizeof key, "%016" PRIx64, s->rec.key);
    return json_pack("{s:I, s:I, s:s, s:o, s:o, s:o, s:I, s:I, s:I, s:s, s:s, s:o, s:I,"
                     " s:s?}", "site",
                     (json_int_t)s->rec.site, "module", (json_int_t)s->rec.module, "key", key,
                     "name", json_text(s->name), "function", json_text(s->function), "file",
                     json_text(s->file), "line", (json_int_t)s->rec.line, "column",
                     (json_int_t)s->rec.column, "function_line", (json_int_t)s->rec.function_line,
                     "kind", log_kind_name(s->rec.kind), "rate", dump_rate(s->rec.rate, rate), "flags",
                     dump_flags_json(s->rec.flags & ~ALGOPROF_S_LIMIT, dump_site_flags), "blind",
                     (json_int_t)s->rec.blind, "limit", fit_limit_name(ALGOPROF_LIMIT(s->rec.flags)));
}

static json_t *labels(const struct log_about *about)
{
    json_t *all = json_object();
    for (size_t i = 0; i < about->n_labels; i++)
        json_object_set_new(all, about->labels[i].key, json_text(about->labels[i].text));
    return all;
}

static json_t *client(const struct alog_header *h)
{
    static const uint8_t none[sizeof h->client];
    char id[33];
    text_hex(h->client, sizeof h->client, id);
    return memcmp(h->client, none, sizeof none) ? json_string(id) : json_null();
}

static json_t *profiling(const struct log_about *about)
{
    if (!about->has_spent)
        return json_null();
    return json_pack("{s:o, s:o, s:o, s:o}", "start_ns", json_count(about->spent.start_ns), "process_ns",
                     json_count(about->spent.process_ns), "traced_ns",
                     about->spent.traced_ns == UINT64_MAX ? json_null() : json_count(about->spent.traced_ns),
                     "input_bytes", about->spent.input_bytes > 0 ? json_count(about->spent.input_bytes) : json_null());
}

static json_t *losses(const struct alog_lost *lost)
{
    json_t *json = json_object();
    for (unsigned i = 0; i < ALOG_LOSSES; i++)
        if (lost->logs[i] > 0)
            json_object_set_new(json, log_loss_name(i), json_count(lost->logs[i]));
    return json;
}

/* One value with its name. */
static void member(struct writer *w, const char *name, json_t *value)
{
    fprintf(w->out, ",\n  \"%s\":", name);
    w->comma = false;
    element(w, value);
}

static json_t *run(const struct log_run *r)
{
    const struct alog_run_end *e = &r->end;
    return json_pack("{s:I, s:o, s:o, s:o, s:b, s:o, s:o, s:o}", "run", (json_int_t)r->run,
                     "start_time", json_count(r->start_time), "label", json_text(r->label), "flags",
                     dump_flags_json(r->flags, dump_run_flags), "closed", r->closed, "end",
                     r->has_end ? json_count(e->time) : json_null(), "user_size",
                     e->flags & ALOG_R_SIZED ? json_count(e->user_size) : json_null(), "end_flags",
                     dump_flags_json(e->flags, dump_end_flags));
}

static void put_places(struct writer *w, const struct log *log)
{
    begin(w, "runs");
    for (size_t i = 0; i < log->n_runs; i++)
        element(w, run(&log->runs[i]));
    end(w);
    begin(w, "modules");
    for (size_t i = 0; i < log->n_modules; i++)
        element(w, json_pack("{s:I, s:o}", "module", (json_int_t)log->modules[i].module,
                             "build_id", json_text(log->modules[i].build_id)));
    end(w);
    begin(w, "sites");
    for (size_t i = 0; i < log->n_sites; i++)
        element(w, site(&log->sites[i]));
    end(w);
    begin(w, "names");
    for (size_t i = 0; i < log->n_names; i++)
        element(w, json_pack("{s:I, s:o}", "name", (json_int_t)log->names[i].name, "text",
                             json_text(log->names[i].text)));
    end(w);
}

static void put_counts(struct writer *w, const struct dump *dump)
{
    const struct log *log = dump->log;
    begin(w, "totals");
    for (size_t i = 0; i < dump->n_totals; i++) {
        const struct log_total *t = &dump->totals[i];
        element(w, json_pack("{s:I, s:I, s:o, s:o, s:o, s:o, s:o, s:b}", "run", (json_int_t)t->run,
                             "site", (json_int_t)log->sites[t->site].rec.site, "instances",
                             json_count(t->instances), "cost", json_count(t->cost), "traced",
                             json_count(t->traced), "untraced_starts",
                             json_count(t->untraced_starts), "threads", json_count(t->threads),
                             "damaged", t->damaged));
    }
    end(w);
    begin(w, "counters");
    for (size_t i = 0; i < log->n_counters; i++) {
        const struct log_counter *c = &log->counters[i];
        element(w, json_pack("{s:I, s:I, s:o, s:o, s:o, s:o, s:o, s:o, s:I, s:b}", "run",
                             (json_int_t)c->run, "site", (json_int_t)log->sites[c->site].rec.site,
                             "thread", site_or_null(c->thread), "instances",
                             json_count(c->counts.instances), "cost", json_count(c->counts.cost),
                             "traced", json_count(c->counts.traced), "untraced_starts",
                             json_count(c->counts.untraced_starts), "folded",
                             site_or_null(c->counts.folded), "threads",
                             (json_int_t)c->counts.threads, "damaged", c->damaged));
    }
    end(w);
}

/* Activations by size, with their costs, or with their exclusive ones. */
static void write_tuples(struct writer *w, const struct log_profiles *p, const char *name, bool own)
{
    struct log_tuples at = { 0 };
    struct log_tuple t;
    begin(w, name);
    while (log_tuples_next(p, &at, &t))
        if (t.own == own)
            element(w, json_pack("{s:I, s:s, s:s, s:o, s:o, s:o, s:o, s:o}", "function",
                                 (json_int_t)p->functions[t.function].number, "cost_unit", p->time ? "ns" : "blocks", "metric", t.shared ? "trms" : "rms",
                                 "size", json_count(t.size), "count", json_count(t.count), "cost_min",
                                 json_count(t.least), "cost_max", json_count(t.most), "cost_sum", json_count(t.sum)));
    end(w);
}

static void put_sampling(struct writer *w, const struct dump *dump)
{
    const struct log *log = dump->log;
    begin(w, "samplers");
    for (size_t i = 0; i < log->n_samplers; i++) {
        const struct log_sampler *s = &log->samplers[i];
        element(w, json_pack(
            "{s:I, s:I, s:o, s:I, s:I, s:o, s:o, s:o, s:o, s:o, s:o}", "run", (json_int_t)s->run,
            "site", (json_int_t)log->sites[s->site].rec.site, "period", json_count(s->period),
            "halvings", (json_int_t)s->state.halvings, "thin", (json_int_t)s->state.thin, "starts",
            json_count(s->state.starts), "kept", json_count(s->state.kept), "dropped",
            json_count(s->state.dropped), "refused_stale", json_count(s->state.refused_stale),
            "refused_budget", json_count(s->state.refused_budget), "refused_space",
            json_count(s->state.refused_space)));
    }
    end(w);
    begin(w, "unions");
    for (size_t i = 0; i < log->n_unions; i++) {
        const struct log_union *u = &log->unions[i];
        struct alog_union_state all = dump_union(dump, u);
        json_t *cells = json_array();
        for (unsigned k = 0; k < ALOG_UNION_UNITS; k++)
            json_array_append_new(cells, json_count(all.cells[k]));
        element(w, json_pack("{s:I, s:I, s:o, s:o, s:b}", "run", (json_int_t)u->run, "site",
                             (json_int_t)log->sites[u->site].rec.site, "instances",
                             json_count(all.instances), "cells", cells, "damaged", u->damaged));
    }
    end(w);
    const struct log_profiles *p = &log->profiles;
    begin(w, "functions");
    for (size_t i = 0; i < p->n_functions; i++)
        element(w, json_pack("{s:I, s:b, s:o, s:o, s:I, s:s?}", "function", (json_int_t)p->functions[i].number, "loop",
                             p->functions[i].loop, "name",
                             json_text(p->functions[i].name), "file", json_text(p->functions[i].file), "line",
                             (json_int_t)p->functions[i].line, "limit", fit_limit_name(p->functions[i].limit)));
    end(w);
    write_tuples(w, p, "tuples", false);
    write_tuples(w, p, "own_costs", true);
    begin(w, "opaque_calls");
    for (size_t i = 0; i < p->n_opaque; i++)
        element(w, json_pack("{s:I, s:o, s:o}", "function", (json_int_t)p->functions[p->opaque[i].function].number, "name",
                             json_text(p->opaque[i].name), "calls", json_count(p->opaque[i].calls)));
    end(w);
    begin(w, "events");
    for (size_t i = 0; i < log->n_events; i++) {
        const struct alog_event *e = &log->events[i].rec;
        const char *name = dump_event(e->kind);
        element(w, json_pack("{s:I, s:o, s:o, s:o, s:o, s:o, s:o}", "run",
                             (json_int_t)log->events[i].run, "site", site_or_null(e->site), "kind",
                             name ? json_string(name) : json_integer(e->kind), "value",
                             json_count(e->value), "time", json_count(e->time), "starts",
                             json_count(e->starts), "kept", json_count(e->kept)));
    }
    end(w);
}

static void put_callers(struct writer *w, const struct log_callers *c)
{
    static const char *const kinds[] = { [ALOG_K_CODE] = "code", [ALOG_K_OUTSIDE] = "outside", [ALOG_K_UNKNOWN] = "unknown",
                                         [ALOG_K_CALL] = "call" };
    begin(w, "contexts");
    for (size_t i = 0; i < c->n; i++) {
        const struct alog_context *rec = &c->list[i].rec;
        bool code = rec->kind == ALOG_K_CODE;
        json_t *told = json_pack("{s:I, s:o, s:s, s:o, s:o, s:b}", "context", (json_int_t)rec->context, "parent",
                                 rec->parent ? json_integer((json_int_t)rec->parent) : json_null(), "kind", kinds[rec->kind],
                                 "module", code ? json_integer((json_int_t)rec->module) : json_null(), "offset",
                                 code ? json_count(rec->offset) : json_null(), "damaged", (int)c->list[i].bad);
        if (rec->kind == ALOG_K_CALL) {
            uint32_t call = (uint32_t)rec->offset;
            json_object_set_new(told, "callable", json_integer((json_int_t)(rec->offset >> 32)));
            json_object_set_new(told, "call", call == ALOG_NO_CALL ? json_null() : json_integer(call));
        }
        element(w, told);
    }
    end(w);
    member(w, "damaged_contexts", json_count(c->damaged));
}

static void put_range(void *arg, uint32_t region, uint32_t lo, uint64_t cells)
{
    struct writer *w = arg;
    char text[80], *end = text + sizeof text, *at = end;
    *--at = ']';
    at = text_digits(at, cells);
    *--at = ',';
    at = text_digits(at, lo);
    *--at = ',';
    at = text_digits(at, region);
    *--at = '[';
    if (w->comma)
        *--at = ',';
    fwrite(at, 1, (size_t)(end - at), w->out);
    w->comma = true;
}

static void put_stride(void *arg, const struct cell_stride *s)
{
    struct writer *w = arg;
    fprintf(w->out, "%s[%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 "]", w->comma ? "," : "",
            s->at >> 32, s->at & UINT32_MAX, s->size, s->count, s->step);
    w->comma = true;
}

static void add_opaque(void *arg, const char *name, uint64_t calls)
{
    json_array_append_new(arg, json_pack("{s:o, s:o}", "name", json_text(name), "calls",
                                         json_count(calls)));
}

static void put_flags(struct json_line *l, unsigned flags)
{
    json_line_key(l, "flags");
    char *text = NULL;
    json_t *json = flags ? dump_flags_json(flags, dump_instance_flags) : NULL;
    if (json)
        text = json_dumps(json, JSON_COMPACT);
    l->failed |= flags && !text;
    line_text(&l->line, text ? text : "[]");
    free(text);
    json_decref(json);
}

/* Without its closing brace, and what has no bound. */
static void put_numbers(struct json_line *l, const struct log_instance *in)
{
    const struct alog_instance *r = &in->rec;
    json_line_number(l, "run", in->run);
    json_line_number(l, "site", r->site);
    json_line_number(l, "thread", r->thread);
    json_line_number(l, "index", r->index);
    json_line_number(l, "cost", r->cost);
    json_line_number(l, "pair", r->pair);
    json_line_number(l, "place", r->place);
    json_line_number(l, "period", r->period);
    json_line_number(l, "total_instances", r->total_instances);
    json_line_number(l, "total_cost", r->total_cost);
    json_line_number(l, "rms", r->rms);
    json_line_number(l, "cells", in->cells);
    json_line_number(l, "external", r->external);
    json_line_number(l, "order", r->order);
    json_line_if(l, "parent", r->parent != ALOG_NONE, r->parent);
    json_line_number(l, "thin", r->thin);
    json_line_number(l, "work", r->work);
    put_flags(l, r->flags);
    json_line_if(l, "user_size", in->sized, in->user_size);
}

/* 0 or -1 (no memory). */
static int put_member(FILE *out, const char *name, json_t *value)
{
    char *text = value ? json_dumps(value, JSON_COMPACT) : NULL;
    json_decref(value);
    fprintf(out, ",\"%s\":%s", name, text ? text : "");
    free(text);
    return text ? 0 : -1;
}

static int put_opaque(FILE *out, const struct log *log, const struct log_instance *in)
{
    if (in->rec.opaque_bytes == 0) {
        fputs(",\"opaque\":[]", out);
        return 0;
    }
    json_t *list = json_array();
    log_opaque(log, in, add_opaque, list);
    return put_member(out, "opaque", list);
}

/* null: more than are listed of a log of its size. */
static void put_items(struct writer *w, struct dump *dump, const struct log_instance *in, const char *name,
                      cell_stride_fn *stride)
{
    if (!dump_may_list(dump, in, stride, 1)) {
        fprintf(w->out, ",\"%s\":null", name);
        return;
    }
    fprintf(w->out, ",\"%s\":[", name);
    w->comma = false;
    cell_ranges(in->set, in->rec.set_bytes, put_range, stride, w);
    fputs("]", w->out);
}

struct to {
    struct writer *w;
    struct dump *dump;
};

/* With its set, range by range; and with --cells as the log has it. */
static int put_instance(void *arg, const struct log_instance *in)
{
    struct writer *w = ((const struct to *)arg)->w;
    struct dump *dump = ((const struct to *)arg)->dump;
    struct json_line line;
    line.line.n = 0;
    line.failed = false;
    put_numbers(&line, in);
    fputs(w->comma ? ",\n    " : "\n    ", w->out);
    line_write(&line.line, w->out);
    if (line.failed || put_opaque(w->out, dump->log, in) != 0)
        return -1;
    if (in->context)
        fprintf(w->out, ",\"context\":%" PRIu32, dump->log->callers.list[in->context - 1].rec.context);
    else
        fputs(",\"context\":null", w->out);
    if ((in->recursive && put_member(w->out, "chain", dump_chain_json(in)) != 0))
        return -1;
    put_items(w, dump, in, "set", NULL);
    if (dump->cells)
        put_items(w, dump, in, "items", put_stride);
    fputs("}", w->out);
    w->comma = true;
    return 0;
}

int dump_json(FILE *out, struct dump *dump)
{
    struct writer w = { .out = out };
    fputs("{\n  \"algoprof\": 1,\n  \"log\":", out);
    element(&w, json_text(dump->path));
    member(&w, "header", header(dump));
    member(&w, "labels", labels(&dump->log->about));
    member(&w, "client", client(&dump->log->header));
    member(&w, "profiling", profiling(&dump->log->about));
    member(&w, "lost", losses(&dump->log->about.lost));
    put_places(&w, dump->log);
    put_counts(&w, dump);
    put_sampling(&w, dump);
    put_callers(&w, &dump->log->callers);
    begin(&w, "instances");
    struct to to = { &w, dump };
    w.failed |= log_each_instance(dump->log, put_instance, &to) != 0;
    end(&w);
    begin(&w, "pairs");
    for (size_t i = 0; i < dump->n_pairs; i++) {
        struct dump_pair *p = &dump->pairs[i];
        const struct alog_instance *r = &p->first->rec;
        w.failed |= dump_pair_count(dump, p) != 0;
        element(&w, json_pack("{s:I, s:I, s:o, s:I, s:o, s:o, s:o, s:o}", "run",
                              (json_int_t)p->first->run, "site", (json_int_t)r->site, "pair",
                              json_count(r->pair), "thread", (json_int_t)r->thread, "index",
                              json_count(r->index), "n1", p->counted ? json_count(p->n1) : json_null(), "n2",
                              p->counted ? json_count(p->n2) : json_null(), "common",
                              p->counted ? json_count(p->common) : json_null()));
    }
    end(&w);
    fputs("\n}\n", out);
    return w.failed ? -1 : 0;
}
