/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <inttypes.h>
#include <string.h>

#include "algoprof/rt_abi.h"
#include "base/line.h"
#include "fit/fit_class.h"
#include "log/dump.h"
#include "size/cell_code.h"

static void put_header(FILE *out, const struct dump *dump)
{
    static const uint8_t no_client[16];
    const struct alog_header *h = &dump->log->header;
    char id[33], rate[16], flags[128];
    text_hex(h->run_id, sizeof h->run_id, id);
    fprintf(out, "log %s\n", dump->path);
    fprintf(out, "header: version %" PRIu32 ", run id %s, start %" PRIu64 ", end %" PRIu64
                 ", state %s\n",
            h->version, id, h->start_time, dump->log->commit.end_time,
            dump_state(dump->log->commit.state));
    fprintf(out, "header: rate %s, pairs %" PRIu32 ", budget %g %%, max log %" PRIu64
                 ", flags [%s]\n",
            dump_rate(h->rate, rate), h->pairs, h->budget_ppm / 1e4, h->max_log,
            dump_flags(h->flags, dump_header_flags, flags));
    if (memcmp(h->client, no_client, sizeof no_client)) {
        text_hex(h->client, sizeof h->client, id);
        fprintf(out, "client %s\n", id);
    }
    fprintf(out, "space: %" PRIu64 " bytes used, %" PRIu64
                 " of them free again, %zu unknown blocks\n",
            dump->log->commit.used, dump->log->free_bytes, dump->log->unknown_blocks);
}

static void put_lost(FILE *out, const struct alog_lost *lost)
{
    if (log_losses(lost) == 0)
        return;
    fputs("lost before this log was sent:", out);
    for (unsigned i = 0; i < ALOG_LOSSES; i++)
        if (lost->logs[i] > 0)
            fprintf(out, " %" PRIu32 " %s", lost->logs[i], log_loss_name(i));
    fputc('\n', out);
}

static void put_about(FILE *out, const struct log_about *about)
{
    for (size_t i = 0; i < about->n_labels; i++)
        fprintf(out, "label %s: %s\n", about->labels[i].key[0] ? about->labels[i].key : "-",
                about->labels[i].text);
    put_lost(out, &about->lost);
    if (!about->has_spent)
        return;
    fprintf(out, "profiling: start %.3f ms, process %.3f ms", (double)about->spent.start_ns / 1e6,
            (double)about->spent.process_ns / 1e6);
    if (about->spent.traced_ns != UINT64_MAX)
        fprintf(out, ", traced instances %.3f ms", (double)about->spent.traced_ns / 1e6);
    if (about->spent.input_bytes > 0)
        fprintf(out, "; the process read %" PRIu64 " bytes", about->spent.input_bytes);
    fputc('\n', out);
}

static void put_run(FILE *out, const struct log_run *run)
{
    char flags[128];
    fprintf(out, "run %" PRIu32 ": start %" PRIu64 " label '%s'", run->run, run->start_time,
            run->label);
    if (run->flags)
        fprintf(out, ", flags [%s]", dump_flags(run->flags, dump_run_flags, flags));
    if (run->has_end)
        fprintf(out, ", ended at %" PRIu64 " ms, flags [%s]", run->end.time,
                dump_flags(run->end.flags, dump_end_flags, flags));
    else if (run->closed)
        fputs(", closed", out);
    if (run->end.flags & ALOG_R_SIZED)
        fprintf(out, ", user's size %" PRIu64, run->end.user_size);
    fputc('\n', out);
}

static void put_places(FILE *out, const struct log *log)
{
    char rate[16], flags[128];
    for (size_t i = 0; i < log->n_runs; i++)
        put_run(out, &log->runs[i]);
    for (size_t i = 0; i < log->n_modules; i++)
        fprintf(out, "module %" PRIu32 ": build-id %s\n", log->modules[i].module,
                log->modules[i].build_id[0] ? log->modules[i].build_id : "none");
    for (size_t i = 0; i < log->n_sites; i++) {
        const struct log_site *s = &log->sites[i];
        const char *limit = fit_limit_name(ALGOPROF_LIMIT(s->rec.flags));
        fprintf(out, "site %" PRIu32 ": %s %s at %s:%" PRIu32 ":%" PRIu32 " in %s (line %" PRIu32
                     "), module %" PRIu32 ", key %016" PRIx64 ", rate %s, flags [%s], blind %" PRIu32
                     "%s%s\n",
                s->rec.site, s->rec.kind == ALOG_RECURSION ? "recursion" : "loop", s->name,
                s->file, s->rec.line, s->rec.column, s->function, s->rec.function_line,
                s->rec.module, s->rec.key, dump_rate(s->rec.rate, rate),
                dump_flags(s->rec.flags & ~ALGOPROF_S_LIMIT, dump_site_flags, flags), s->rec.blind,
                limit ? ", limit " : "", limit ? limit : "");
    }
}

static void put_thread(FILE *out, uint32_t thread)
{
    if (thread == ALOG_NONE)
        fputs("ended threads", out);
    else
        fprintf(out, "thread %" PRIu32, thread);
}

static void put_counts(FILE *out, const struct dump *dump)
{
    const struct log *log = dump->log;
    for (size_t i = 0; i < dump->n_totals; i++) {
        const struct log_total *t = &dump->totals[i];
        fprintf(out, "total run %" PRIu32 " site %" PRIu32 ": instances %" PRIu64 ", cost %" PRIu64
                     ", traced %" PRIu64 ", untraced starts %" PRIu64 ", threads %" PRIu64 "%s\n",
                t->run, log->sites[t->site].rec.site, t->instances, t->cost, t->traced,
                t->untraced_starts, t->threads, t->damaged ? ", damaged" : "");
    }
    for (size_t i = 0; i < log->n_counters; i++) {
        const struct log_counter *c = &log->counters[i];
        fprintf(out, "counter run %" PRIu32 " site %" PRIu32 " ", c->run,
                log->sites[c->site].rec.site);
        put_thread(out, c->thread);
        fprintf(out, ": instances %" PRIu64 ", cost %" PRIu64 ", traced %" PRIu64
                     ", untraced starts %" PRIu64,
                c->counts.instances, c->counts.cost, c->counts.traced, c->counts.untraced_starts);
        if (c->thread == ALOG_NONE)
            fprintf(out, ", threads %" PRIu32 ", last folded %" PRIu32, c->counts.threads,
                    c->counts.folded);
        fprintf(out, "%s\n", c->damaged ? ", damaged" : "");
    }
}

static void put_sampling(FILE *out, const struct dump *dump)
{
    const struct log *log = dump->log;
    for (size_t i = 0; i < log->n_samplers; i++) {
        const struct log_sampler *s = &log->samplers[i];
        fprintf(out, "sampler run %" PRIu32 " site %" PRIu32 ": period %" PRIu64
                     ", halvings %" PRIu32 ", thin %" PRIu32 ", starts %" PRIu64 ", kept %" PRIu64
                     ", dropped %" PRIu64 ", refused: stale %" PRIu64 ", budget %" PRIu64
                     ", space %" PRIu64 "\n",
                s->run, log->sites[s->site].rec.site, s->period, s->state.halvings, s->state.thin,
                s->state.starts, s->state.kept, s->state.dropped, s->state.refused_stale,
                s->state.refused_budget, s->state.refused_space);
    }
    for (size_t i = 0; i < log->n_unions; i++) {
        const struct log_union *u = &log->unions[i];
        struct alog_union_state all = dump_union(dump, u);
        fprintf(out, "union run %" PRIu32 " site %" PRIu32 ": instances %" PRIu64 ", units of 1, 2, 4 ... bytes:", u->run,
                log->sites[u->site].rec.site, all.instances);
        for (unsigned k = 0; k < ALOG_UNION_UNITS; k++)
            fprintf(out, " %" PRIu64, all.cells[k]);
        fprintf(out, "%s\n", u->damaged ? ", damaged" : "");
    }
    const struct log_profiles *p = &log->profiles;
    for (size_t i = 0; i < p->n_functions; i++) {
        const char *limit = fit_limit_name(p->functions[i].limit);
        fprintf(out, "%s %" PRIu32 ": %s, %s:%" PRIu32 "%s%s\n", p->functions[i].loop ? "function (a loop)" : "function",
                p->functions[i].number, p->functions[i].name,
                p->functions[i].file, p->functions[i].line, limit ? ", limit " : "", limit ? limit : "");
    }
    struct log_tuples at = { 0 };
    struct log_tuple t;
    while (log_tuples_next(p, &at, &t))
        fprintf(out, "activations of function %" PRIu32 ": %" PRIu64 " of %s %" PRIu64 ", %scost %" PRIu64 " to %" PRIu64
                     ", sum %" PRIu64 "%s\n", p->functions[t.function].number, t.count, t.shared ? "trms" : "size", t.size,
                t.own ? "own " : "", t.least, t.most, t.sum, p->time ? " ns" : "");
    for (size_t i = 0; i < p->n_opaque; i++)
        fprintf(out, "opaque calls by function %" PRIu32 ": %" PRIu64 " of %s\n", p->functions[p->opaque[i].function].number,
                p->opaque[i].calls, p->opaque[i].name);
    for (size_t i = 0; i < log->n_events; i++) {
        const struct alog_event *e = &log->events[i].rec;
        const char *name = dump_event(e->kind);
        fprintf(out, "event run %" PRIu32 " ", log->events[i].run);
        if (e->site == ALOG_NONE)
            fputs("all sites", out);
        else
            fprintf(out, "site %" PRIu32, e->site);
        if (name)
            fprintf(out, ": %s", name);
        else
            fprintf(out, ": kind %" PRIu32, e->kind);
        fprintf(out, " at %" PRIu64 " ms, value %" PRIu64 ", starts %" PRIu64 ", kept %" PRIu64 "\n",
                e->time, e->value, e->starts, e->kept);
    }
    for (size_t i = 0; i < log->n_names; i++)
        fprintf(out, "name %" PRIu32 ": %s\n", log->names[i].name, log->names[i].text);
}

static void put_callers(FILE *out, const struct log_callers *c)
{
    static const char *const kinds[] = { [ALOG_K_OUTSIDE] = "outside", [ALOG_K_UNKNOWN] = "unknown" };
    for (size_t i = 0; i < c->n; i++) {
        const struct alog_context *rec = &c->list[i].rec;
        fprintf(out, "context %" PRIu32 ": ", rec->context);
        if (rec->kind == ALOG_K_CODE)
            fprintf(out, "module %" PRIu32 " offset 0x%" PRIx64, rec->module, rec->offset);
        else if (rec->kind == ALOG_K_CALL && (uint32_t)rec->offset == ALOG_NO_CALL)
            fprintf(out, "callable %" PRIu64, rec->offset >> 32);
        else if (rec->kind == ALOG_K_CALL)
            fprintf(out, "call %" PRIu32 " of callable %" PRIu64, (uint32_t)rec->offset, rec->offset >> 32);
        else
            fputs(kinds[rec->kind], out);
        if (c->list[i].callable)
            fprintf(out, " (%s)", c->list[i].callable->name);
        if (rec->parent)
            fprintf(out, ", called from context %" PRIu32, rec->parent);
        fputs(c->list[i].bad ? ", damaged\n" : "\n", out);
    }
    if (c->damaged)
        fprintf(out, "contexts of instances: %zu damaged blocks were skipped\n", c->damaged);
}

static void put_growths(FILE *out, const struct log *log)
{
    const struct log_growths *g = &log->growths;
    for (size_t i = 0; i < g->n; i++) {
        const struct log_growth_row *row = &g->rows[i];
        fprintf(out, "context costs of thread %" PRIu32 ", context %" PRIu32 ": function %" PRIu32, row->thread, row->number,
                log->profiles.functions[row->function].number);
        if (row->parent)
            fprintf(out, ", called in context %" PRIu32, g->rows[row->parent - 1].number);
        for (size_t k = 0; k < row->n; k++)
            fprintf(out, "; %" PRIu64 " from size %" PRIu64 ", cost %.0f, highest %" PRIu64, g->sizes[row->first + k].count,
                    g->sizes[row->first + k].class, g->sizes[row->first + k].sum, g->sizes[row->first + k].most);
        fputc('\n', out);
    }
    if (g->missed || g->damaged)
        fprintf(out, "context costs: %" PRIu64 " activations are missed, %zu damaged blocks were skipped\n", g->missed,
                g->damaged);
}

static void put_range(void *arg, uint32_t region, uint32_t lo, uint64_t cells)
{
    fprintf(arg, " %" PRIx32 ":%08" PRIx32 "+%" PRIu64, region, lo, cells);
}

static void put_stride(void *arg, const struct cell_stride *s)
{
    fprintf(arg, " %" PRIx64 ":%08" PRIx64 "+%" PRIu64 " x %" PRIu64 " every %" PRIu64, s->at >> 32, s->at & UINT32_MAX,
            s->size, s->count, s->step);
}

#define FEW 8u                  /* items of a set that are printed without --cells */

struct item_count {
    uint64_t ranges, strides, cells, of_strides;
};

static void count_range(void *arg, uint32_t region, uint32_t lo, uint64_t cells)
{
    struct item_count *n = arg;
    (void)region;
    (void)lo;
    n->ranges++;
    n->cells += cells;
}

static void count_stride(void *arg, const struct cell_stride *s)
{
    struct item_count *n = arg;
    n->strides++;
    n->of_strides += s->count * s->size;
}

static void put_set(FILE *out, struct dump *dump, const struct log_instance *in)
{
    struct item_count n = { 0 };
    const bool all = dump->cells;
    if (!dump_may_list(dump, in, true, all ? 2 : 1)) {
        fputs("  set: more ranges than are listed of a log of its size\n", out);
        return;
    }
    cell_ranges(in->set, in->rec.set_bytes, count_range, count_stride, &n);
    fputs("  set:", out);
    if (all || n.ranges + n.strides <= FEW) {
        cell_ranges(in->set, in->rec.set_bytes, put_range, put_stride, out);
        fputc('\n', out);
        return;
    }
    fprintf(out, " %" PRIu64 " ranges of %" PRIu64 " bytes", n.ranges, n.cells);
    if (n.strides > 0)
        fprintf(out, ", %" PRIu64 " strides of %" PRIu64, n.strides, n.of_strides);
    fputs(" (--cells lists them)\n", out);
}

static void put_opaque(void *arg, const char *name, uint64_t calls)
{
    fprintf(arg, " %s*%" PRIu64, name, calls);
}

static void put_numbers(FILE *out, const struct log *log, const struct log_instance *in)
{
    const struct alog_instance *r = &in->rec;
    struct line line;
    char flags[128];
    line.n = 0;
    line_number(&line, "instance run ", in->run);
    line_number(&line, " site ", r->site);
    line_number(&line, " thread ", r->thread);
    line_number(&line, " index ", r->index);
    line_number(&line, ": cost ", r->cost);
    line_number(&line, ", rms ", r->rms);
    line_number(&line, ", cells ", in->cells);
    line_number(&line, ", pair ", r->pair);
    line_number(&line, ".", r->place);
    line_number(&line, ", period ", r->period);
    line_number(&line, ", order ", r->order);
    if (r->parent != ALOG_NONE)
        line_number(&line, ", inside site ", r->parent);
    if (in->context)
        line_number(&line, ", context ", log->callers.list[in->context - 1].rec.context);
    if (in->sized)
        line_number(&line, ", user's size ", in->user_size);
    line_number(&line, ", so far ", r->total_instances);
    line_number(&line, " instances cost ", r->total_cost);
    line_number(&line, ", external ", r->external);
    line_number(&line, ", thin ", r->thin);
    if (r->work > 0)
        line_number(&line, ", work ", r->work);
    line_text(&line, ", flags [");
    line_text(&line, dump_flags(r->flags, dump_instance_flags, flags));
    line_text(&line, "]\n");
    line_write(&line, out);
}

struct to {
    FILE *out;
    struct dump *dump;
};

static int put_instance(void *arg, const struct log_instance *in)
{
    struct dump *dump = ((const struct to *)arg)->dump;
    FILE *out = ((const struct to *)arg)->out;
    const struct log *log = dump->log;
    const struct alog_instance *r = &in->rec;
    put_numbers(out, log, in);
    if (r->opaque_bytes > 0) {
        fputs("  opaque:", out);
        log_opaque(log, in, put_opaque, out);
        fputc('\n', out);
    }
    if (in->recursive)
        dump_chain_text(out, in);
    if (r->set_bytes > 0)
        put_set(out, dump, in);
    return 0;
}

int dump_text(FILE *out, struct dump *dump)
{
    put_header(out, dump);
    put_about(out, &dump->log->about);
    put_places(out, dump->log);
    put_counts(out, dump);
    put_sampling(out, dump);
    put_callers(out, &dump->log->callers);
    put_growths(out, dump->log);
    struct to to = { out, dump };
    if (log_each_instance(dump->log, put_instance, &to) != 0)
        return -1;
    for (size_t i = 0; i < dump->n_pairs; i++) {
        struct dump_pair *p = &dump->pairs[i];
        const struct alog_instance *r = &p->first->rec;
        if (dump_pair_count(dump, p) != 0)
            return -1;
        fprintf(out, "pair run %" PRIu32 " site %" PRIu32 " pair %" PRIu64 " thread %" PRIu32 " index %" PRIu64 ": ",
                p->first->run, r->site, r->pair, r->thread, r->index);
        if (p->counted)
            fprintf(out, "%" PRIu64 " and %" PRIu64 " cells, %" PRIu64 " common\n", p->n1, p->n2, p->common);
        else
            fputs("more cells than are counted of a log of its size\n", out);
    }
    return 0;
}
