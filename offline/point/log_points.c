/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Which targets a log has, and its points; make_point.c works out each.
 */
#include "point/log_points.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "algoprof/rt_abi.h"
#include "size/streak_collect.h"
#include "point/make_point.h"

#define STEPS (UINT64_C(1) << 26)    /* of sweeps over sets that any log may take */
#define STEPS_OF_BYTE 64u           /* and for each of its bytes */
#define BUDGET_SHARE 0.05       /* of the starts: more that the budget took are told */

int target_key_compare(const struct target_key *a, const struct target_key *b)
{
    int c = strcmp(a->file, b->file);
    if (c == 0)
        c = (a->line > b->line) - (a->line < b->line);
    if (c == 0)
        c = (a->column > b->column) - (a->column < b->column);
    if (c == 0)
        c = (int)a->kind - (int)b->kind;
    if (c == 0)
        c = strcmp(a->name, b->name);
    return c ? c : strcmp(a->build, b->build);
}

/* A site on its way to its target. */
struct placed {
    struct target_key key;      /* strings of the log */
    uint32_t site;
};

static int compare_placed(const void *a, const void *b)
{
    const struct placed *x = a, *y = b;
    int c = target_key_compare(&x->key, &y->key);
    return c ? c : strcmp(x->key.function, y->key.function);
}

static int key_copy(struct target_key *to, const struct target_key *from)
{
    *to = *from;
    to->build = strdup(from->build);
    to->file = strdup(from->file);
    to->name = strdup(from->name);
    to->function = strdup(from->function);
    return to->build && to->file && to->name && to->function ? 0 : -1;
}

/* Merges sites (copies and instantiations of one place) into targets; of[i] is
 * the target of the log's site i. */
static int make_targets(const struct log *log, struct log_points *out, size_t *of)
{
    struct placed *placed = calloc(log->n_sites + 1, sizeof *placed);
    out->targets = calloc(log->n_sites + 1, sizeof *out->targets);
    int result = placed && out->targets ? 0 : -1;
    for (size_t i = 0; result == 0 && i < log->n_sites; i++) {
        const struct log_site *s = &log->sites[i];
        char *build = log->modules[s->module - log->modules].build_id;
        placed[i].key = (struct target_key){ build, s->file, s->name, s->function, s->rec.line,
                                             s->rec.column, s->rec.kind };
        placed[i].site = (uint32_t)i;
    }
    if (result == 0)
        qsort(placed, log->n_sites, sizeof *placed, compare_placed);
    for (size_t i = 0; result == 0 && i < log->n_sites; i++) {
        if (i == 0 || target_key_compare(&placed[i - 1].key, &placed[i].key) != 0)
            result = key_copy(&out->targets[out->n_targets++].key, &placed[i].key);
        struct log_target *target = &out->targets[out->n_targets - 1];
        const struct alog_site *rec = &log->sites[placed[i].site].rec;
        target->blind += rec->blind;
        target->rate = rec->rate;
        target->function_line = rec->function_line;
        if (ALGOPROF_LIMIT(rec->flags) > target->limit)
            target->limit = ALGOPROF_LIMIT(rec->flags);
        of[placed[i].site] = out->n_targets - 1;
    }
    free(placed);
    return result;
}

/* The exact counts of a target in a run, summed over its sites. */
struct sum {
    size_t target;
    struct log_total total;
};

static int compare_sums(const void *a, const void *b)
{
    const struct sum *x = a, *y = b;
    if (x->target != y->target)
        return x->target < y->target ? -1 : 1;
    return (x->total.run > y->total.run) - (x->total.run < y->total.run);
}

/* n totals become the sums of targets. */
static struct sum *make_sums(const struct log_total *totals, size_t *n, const size_t *of)
{
    struct sum *sums = calloc(*n + 1, sizeof *sums);
    size_t unique = 0;
    if (!sums)
        return NULL;
    for (size_t i = 0; i < *n; i++)
        sums[i] = (struct sum){ of[totals[i].site], totals[i] };
    qsort(sums, *n, sizeof *sums, compare_sums);
    for (size_t i = 0; i < *n; i++) {
        if (unique == 0 || compare_sums(&sums[unique - 1], &sums[i]) != 0) {
            sums[unique++] = sums[i];
            continue;
        }
        struct log_total *to = &sums[unique - 1].total;
        to->instances += sums[i].total.instances;
        to->cost += sums[i].total.cost;
        to->damaged |= sums[i].total.damaged;
    }
    *n = unique;
    return sums;
}

/* What a sampler, a union, or an instance that crossed an end of the run, says of a point. */
struct note {
    size_t target;
    uint32_t run;
    const struct log_sampler *sampler;
    const struct log_union *all;        /* neither: an instance crossed */
};

static int compare_notes(const void *a, const void *b)
{
    const struct note *x = a, *y = b;
    if (x->target != y->target)
        return x->target < y->target ? -1 : 1;
    if (x->run != y->run)
        return x->run < y->run ? -1 : 1;
    return (x->sampler > y->sampler) - (x->sampler < y->sampler);
}

/* The index of the site with that number, which log_read has found. */
static size_t site_index(const struct log *log, uint32_t number)
{
    size_t low = 0, high = log->n_sites;
    while (high - low > 1) {
        size_t mid = low + (high - low) / 2;
        if (log->sites[mid].rec.site <= number)
            low = mid;
        else
            high = mid;
    }
    return low;
}

/* All notes of a log, by point.  NULL: no memory. */
static struct note *make_notes(const struct log *log, const size_t *of, size_t *n)
{
    struct note *notes = calloc(log->n_samplers + log->n_unions + 2 * log->n_events + 1, sizeof *notes);
    *n = 0;
    if (!notes)
        return NULL;
    for (size_t i = 0; i < log->n_samplers; i++) {
        const struct log_sampler *s = &log->samplers[i];
        notes[(*n)++] = (struct note){ of[s->site], s->run, s, NULL };
    }
    for (size_t i = 0; i < log->n_unions; i++) {
        const struct log_union *u = &log->unions[i];
        notes[(*n)++] = (struct note){ of[u->site], u->run, NULL, u };
    }
    for (size_t i = 0; i < log->n_events; i++) {
        const struct alog_event *e = &log->events[i].rec;
        if (e->kind != ALOG_E_CROSSED || e->site == ALOG_NONE)
            continue;
        size_t target = of[site_index(log, e->site)];
        notes[(*n)++] = (struct note){ target, log->events[i].run, NULL, NULL };
        if (e->value < log->n_runs)
            notes[(*n)++] = (struct note){ target, (uint32_t)e->value, NULL, NULL };
    }
    qsort(notes, *n, sizeof *notes, compare_notes);
    return notes;
}

static void take_note(const struct note *note, bool open, struct point_source *source, struct point *p)
{
    const struct log_sampler *s = note->sampler;
    if (note->all) {
        struct alog_union_state all = log_union_of(note->all, p->instances);
        if (all.instances == p->instances)
            source->all_read = (double)all.cells[source->shift];
        return;
    }
    if (!s) {
        p->warnings |= 1u << WARN_CROSSED;
        return;
    }
    p->partial |= s->damaged && open;
    p->starts += s->state.starts;
    p->refused += s->state.refused_budget;
    if (s->state.refused_space > 0)
        p->warnings |= 1u << WARN_SPACE_LIMITED;
}

/* The runtime counts the starts that a wait refuses when the wait begins, and the run may end before.  Each start
 * that comes has an execution of its own. */
static void bound_refused(struct point *p)
{
    uint64_t others = p->instances > p->starts ? p->instances - p->starts : 0;
    if (p->refused > others)
        p->refused = others;
}

/* Warnings and marks that come from the run rather than from its instances; the
 * point's notes begin at *note. */
static int describe_run(struct point_source *source, const struct log_total *total,
                        const struct note **note, const struct note *end, struct point *p)
{
    const struct log *log = source->log;
    source->all_read = NAN;
    const struct log_run *run = p->run < log->n_runs ? &log->runs[p->run] : NULL;
    bool open = !run || !run->closed;
    p->label = run && run->label[0] ? strdup(run->label) : log_about_label(&log->about);
    if (!p->label)
        return -1;
    if (!p->label[0]) {
        free(p->label);
        p->label = NULL;
    }
    if (run && run->end.flags & ALOG_R_SIZED)
        p->user_size = (double)run->end.user_size;
    p->by_command = run && run->end.flags & ALOG_R_COMMAND;
    p->partial = total->damaged || (run && run->is_short) || (log->commit.state != ALOG_FINISHED && open);
    for (; *note < end && ((*note)->target < p->target ||
                           ((*note)->target == p->target && (*note)->run < p->run)); (*note)++)
        ;
    for (; *note < end && (*note)->target == p->target && (*note)->run == p->run; (*note)++)
        take_note(*note, open, source, p);
    bound_refused(p);
    if (p->partial)
        p->warnings |= 1u << WARN_PARTIAL;
    if (log->header.flags & ALOG_H_ROUNDED)
        p->warnings |= 1u << WARN_ROUNDED;
    return 0;
}

static int take_text(struct point_bound *bound, const struct point *p)
{
    size_t n = p->label ? strlen(p->label) : 0;
    bound->exceeded |= n > bound->text;
    bound->text -= bound->exceeded ? 0 : n;
    return bound->exceeded ? -1 : 0;
}

/* Starts that the budget refused, or whose instances it may have cut, are missing
 * among the samples: above a twentieth the intervals widen with their share, but not
 * below what was seen. */
static void limit_by_budget(const struct log *log, struct point *p)
{
    bool enforced = log->header.flags & ALOG_H_BUDGET_ENFORCED;
    double lost = (double)p->refused + (enforced ? fmin((double)p->cut, (double)p->starts) : 0);
    double all = (double)p->refused + (double)p->starts;
    if (!(lost > BUDGET_SHARE * all))
        return;
    p->warnings |= 1u << WARN_BUDGET_LIMITED;
    for (int i = 0; i < ESTIMATORS; i++) {
        struct estimate *e = &p->estimates[i];
        if (!(e->size > 0) || !(e->low > 0) || !(e->high > 0))
            continue;
        e->low = fmax(p->marked, e->size * pow(e->low / e->size, 1 + lost / all));
        e->high = e->size * pow(e->high / e->size, 1 + lost / all);
    }
}

static int make_points(struct point_source *source, const struct sum *sums, size_t n,
                       const size_t *of, struct sampled *sampled, struct log_points *out)
{
    const struct log *log = source->log;
    size_t at = 0, n_notes;
    struct note *notes = make_notes(log, of, &n_notes);
    const struct note *note = notes;
    out->points = calloc(n + 1, sizeof *out->points);
    int result = notes && out->points ? 0 : -1;
    for (size_t i = 0; result == 0 && i < n; i++) {
        size_t from = at;
        while (at < log->n_instances && sampled[at].target == sums[i].target &&
               sampled[at].in->run == sums[i].total.run)
            at++;
        if (sums[i].total.instances == 0)
            continue;
        struct point *p = &out->points[out->n_points++];
        *p = (struct point){ .target = sums[i].target, .run = sums[i].total.run,
                             .cost = sums[i].total.cost, .instances = sums[i].total.instances,
                             .read_once = NAN, .user_size = NAN, .accessed = NAN,
                             .accessed_low = NAN, .accessed_high = NAN };
        struct log_target *target = &out->targets[p->target];
        if (describe_run(source, &sums[i].total, &note, notes + n_notes, p) != 0 ||
            take_text(source->bound, p) != 0 ||
            (target->key.kind == ALOG_RECURSION
                 ? point_make_chain(log, sampled + from, at - from, target, p)
                 : point_make(source, sampled + from, at - from, target, p)) != 0)
            result = -1;
        limit_by_budget(log, p);
        if (target->blind > 0)
            p->warnings |= 1u << WARN_BLIND;
    }
    for (size_t i = 0; i < out->n_targets; i++)
        out->targets[i].n_opaque = opaque_merge(out->targets[i].opaque, out->targets[i].n_opaque);
    free(notes);
    return result;
}

static int compare_nestings(const void *a, const void *b)
{
    const struct nesting *x = a, *y = b;
    if (x->inner != y->inner)
        return x->inner < y->inner ? -1 : 1;
    return (x->outer > y->outer) - (x->outer < y->outer);
}

static int make_nestings(const struct log *log, const size_t *of, struct log_points *out)
{
    size_t unique = 0;
    struct nesting *list = calloc(log->n_instances + 1, sizeof *list);
    out->nestings = list;
    if (!list)
        return -1;
    for (size_t i = 0; i < log->n_instances; i++) {
        const struct log_instance *in = &log->instances[i];
        if (in->parent != ALOG_NONE && of[in->parent] != of[in->site])
            list[out->n_nestings++] = (struct nesting){ of[in->site], of[in->parent] };
    }
    qsort(list, out->n_nestings, sizeof *list, compare_nestings);
    for (size_t i = 0; i < out->n_nestings; i++)
        if (unique == 0 || compare_nestings(&list[unique - 1], &list[i]) != 0)
            list[unique++] = list[i];
    out->n_nestings = unique;
    return 0;
}

static struct log_header header_of(const struct alog_header *h)
{
    struct log_header header = { h->features, h->start_time, h->max_log, h->version, h->rate,
                                 h->pairs, h->budget_ppm, h->flags, { 0 } };
    memcpy(header.client, h->client, sizeof header.client);
    return header;
}

/* A second a megabyte, and half a second for the smallest: an honest log takes some percent of that. */
static struct point_bound bound_of(const struct log *log)
{
    return (struct point_bound){ STEPS + STEPS_OF_BYTE * log->commit.used,
                                 STREAK_MOST + log->commit.used / 16,
                                 (UINT64_C(64) << 20) + 4 * log->commit.used, false };
}

int log_points_make(const struct log *log, const char *path, unsigned shift,
                    struct log_points **out, struct err *err)
{
    size_t *of = calloc(log->n_sites + 1, sizeof *of), n, n_totals = 0;
    struct sampled *sampled = NULL;
    struct log_total *totals = NULL;
    struct sum *sums = NULL;
    struct log_points *p = calloc(1, sizeof *p);
    int result = -1;
    err_memory(err);
    if (!of || !p || !(p->path = strdup(path)) || make_targets(log, p, of) != 0 ||
        log_totals(log, &totals, &n_totals, err) != 0)
        goto out;
    n = n_totals;
    if (log_totals_check(log, totals, n_totals, err) != 0)
        goto out;
    if (!(sums = make_sums(totals, &n, of)) || !(sampled = sampled_sort(log, of)))
        goto out;
    struct point_bound bound = bound_of(log);
    struct point_source source = { log, totals, n_totals, shift, NAN, &bound };
    if (make_points(&source, sums, n, of, sampled, p) != 0 || make_nestings(log, of, p) != 0 ||
        called_make(log, of, shift, &p->called) != 0) {
        if (bound.exceeded)
            err_set(err, "would take more time or memory than a log of %" PRIu64 " bytes may",
                    log->commit.used);
        goto out;
    }
    memcpy(p->run_id, log->header.run_id, sizeof p->run_id);
    p->header = header_of(&log->header);
    p->commit.used = log->commit.used;
    p->commit.state = log->commit.state;
    p->commit.end_time = log->commit.end_time;
    p->sequence = log->commit.sequence;
    p->has_spent = log->about.has_spent;
    p->spent.start_ns = log->about.spent.start_ns;
    p->spent.process_ns = log->about.spent.process_ns;
    p->spent.traced_ns = log->about.spent.traced_ns;
    p->input = log->n_runs == 1 ? log->about.spent.input_bytes : 0;
    p->lost = log->about.lost;
    p->damaged_contexts = log->callers.damaged;
    p->has_contexts = log->contexts.n_callables > 0;
    p->only_counted = log->n_only_counted;
    p->stops = log_stops(log);
    *out = p;
    result = 0;
out:
    if (result != 0)
        log_points_free(p);
    free(sampled);
    free(sums);
    free(totals);
    free(of);
    return result;
}

void point_free(struct point *point)
{
    free(point->label);
    free(point->rows);
    free(point->work_rows);
    free(point->user_rows);
    free(point->outermost);
}

static void free_texts(struct log_target *t)
{
    free(t->key.build);
    free(t->key.file);
    free(t->key.name);
    free(t->key.function);
    for (size_t k = 0; k < t->n_opaque; k++)
        free(t->opaque[k].name);
}

void log_points_drop_callers(struct log_points *points)
{
    called_free(points->called);
    points->called = NULL;
}

void log_points_free(struct log_points *points)
{
    if (!points)
        return;
    for (size_t i = 0; i < points->n_targets; i++) {
        struct log_target *t = &points->targets[i];
        if (!points->shares_texts)
            free_texts(t);
        free(t->opaque);
    }
    for (size_t i = 0; points->points && i < points->n_points; i++)
        point_free(&points->points[i]);
    free(points->targets);
    free(points->points);
    free(points->packed);
    free(points->rests);
    free(points->nestings);
    called_free(points->called);
    free(points->path);
    free(points);
}
