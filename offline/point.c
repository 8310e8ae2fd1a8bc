/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Which targets a log has, and its points; point_make.c works out each.
 */
#include "point.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "algoprof/rt_abi.h"
#include "point_make.h"

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

static const struct log_run *find_run(const struct log *log, uint32_t run)
{
    for (size_t i = 0; i < log->n_runs; i++)
        if (log->runs[i].run == run)
            return &log->runs[i];
    return NULL;
}

/* Warnings and marks that come from the run rather than from its instances. */
static int describe_run(const struct log *log, const size_t *of, uint32_t last_run,
                        const struct log_total *total, struct point *p)
{
    const struct log_run *run = find_run(log, p->run);
    if (run && run->label[0] && !(p->label = strdup(run->label)))
        return -1;
    p->partial = total->damaged ||
                 (log->commit.state != ALOG_FINISHED && p->run == last_run);
    for (size_t i = 0; i < log->n_samplers; i++) {
        const struct log_sampler *s = &log->samplers[i];
        if (s->run != p->run || of[s->site] != p->target)
            continue;
        p->partial |= s->damaged && p->run == last_run;
        p->starts += s->state.starts;
        p->refused += s->state.refused_budget;
        if (s->state.refused_budget > 0)
            p->warnings |= 1u << WARN_BUDGET_LIMITED;
        if (s->state.refused_space > 0)
            p->warnings |= 1u << WARN_SPACE_LIMITED;
    }
    if (p->partial)
        p->warnings |= 1u << WARN_PARTIAL;
    return 0;
}

static int make_points(const struct point_source *source, const struct sum *sums, size_t n,
                       const size_t *of, struct sampled *sampled, struct log_points *out)
{
    const struct log *log = source->log;
    uint32_t last_run = 0;
    size_t at = 0;
    for (size_t i = 0; i < n; i++)
        if (sums[i].total.run > last_run)
            last_run = sums[i].total.run;
    out->points = calloc(n + 1, sizeof *out->points);
    if (!out->points)
        return -1;
    for (size_t i = 0; i < n; i++) {
        size_t from = at;
        while (at < log->n_instances && sampled[at].target == sums[i].target &&
               sampled[at].in->run == sums[i].total.run)
            at++;
        if (sums[i].total.instances == 0)
            continue;
        struct point *p = &out->points[out->n_points++];
        *p = (struct point){ .target = sums[i].target, .run = sums[i].total.run,
                             .cost = sums[i].total.cost, .instances = sums[i].total.instances,
                             .read_once = NAN };
        struct log_target *target = &out->targets[p->target];
        if (describe_run(log, of, last_run, &sums[i].total, p) != 0 ||
            (target->key.kind == ALOG_RECURSION
                 ? point_make_chain(log, sampled + from, at - from, target, p)
                 : point_make(source, sampled + from, at - from, target, p)) != 0)
            return -1;
        if (target->blind > 0)
            p->warnings |= 1u << WARN_BLIND;
    }
    return 0;
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
    struct point_source source = { log, totals, n_totals, shift };
    if (make_points(&source, sums, n, of, sampled, p) != 0 || make_nestings(log, of, p) != 0)
        goto out;
    memcpy(p->run_id, log->header.run_id, sizeof p->run_id);
    p->header = log->header;
    p->commit = log->commit;
    p->sequence = log->commit.sequence;
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

void log_points_free(struct log_points *points)
{
    if (!points)
        return;
    for (size_t i = 0; i < points->n_targets; i++) {
        struct log_target *t = &points->targets[i];
        free(t->key.build);
        free(t->key.file);
        free(t->key.name);
        free(t->key.function);
        for (size_t k = 0; k < t->n_opaque; k++)
            free(t->opaque[k].name);
        free(t->opaque);
    }
    for (size_t i = 0; i < points->n_points; i++) {
        free(points->points[i].label);
        free(points->points[i].rows);
        free(points->points[i].outermost);
    }
    free(points->targets);
    free(points->points);
    free(points->nestings);
    free(points->path);
    free(points);
}
