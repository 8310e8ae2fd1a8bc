/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Numbers in blocks, resolved once all blocks are known: blocks stand in the
 * file in any order, since space of dropped ones is used again.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "log/log_block.h"
#include "common/varint.h"

/* Each sorted struct begins with its number, except sites. */
static int compare_number(const void *a, const void *b)
{
    uint32_t x, y;
    memcpy(&x, a, sizeof x);
    memcpy(&y, b, sizeof y);
    return (x > y) - (x < y);
}

_Static_assert(offsetof(struct log_run, run) == 0, "compare_number");
_Static_assert(offsetof(struct log_module, module) == 0, "compare_number");
_Static_assert(offsetof(struct log_name, name) == 0, "compare_number");
_Static_assert(offsetof(struct log_site, rec.site) == 0, "compare_number");

/* Sorts by number; -1 if one occurs twice. */
static int sort_unique(void *array, size_t n, size_t size, const char *what, struct err *err)
{
    char *p = array;
    if (n < 2)
        return 0;
    qsort(array, n, size, compare_number);
    for (size_t i = 1; i < n; i++)
        if (compare_number(p + (i - 1) * size, p + i * size) == 0)
            return err_set(err, "bad structure: two %ss with one number", what);
    return 0;
}

static const void *find(uint32_t number, const void *array, size_t n, size_t size)
{
    return n ? bsearch(&number, array, n, size, compare_number) : NULL;
}

/* Turns a site's number into its index. */
static int link_site(const struct log *log, uint32_t *site, struct err *err)
{
    const struct log_site *found = find(*site, log->sites, log->n_sites, sizeof *log->sites);
    if (!found)
        return err_set(err, "bad structure: no site %" PRIu32, *site);
    *site = (uint32_t)(found - log->sites);
    return 0;
}

static int check_opaque(const struct log *log, const struct log_instance *in, struct err *err)
{
    const uint8_t *p = in->opaque, *end = p + in->rec.opaque_bytes;
    while (p < end) {
        uint64_t name, calls;
        if (!varint_read(&p, end, &name) || !varint_read(&p, end, &calls))
            return err_set(err, "bad structure: bad list of opaque calls");
        if (name > UINT32_MAX || !find((uint32_t)name, log->names, log->n_names, sizeof *log->names))
            return err_set(err, "bad structure: no name %" PRIu64, name);
    }
    return 0;
}

/* A run that a block is of.  Number 0 needs no block of its own. */
static int check_run(const struct log *log, uint32_t run, struct err *err)
{
    return run == 0 || run < log->n_runs ? 0 : err_set(err, "bad structure: no run %" PRIu32, run);
}

int log_block_link_instance(const struct log *log, struct log_instance *in, struct err *err)
{
    if (check_run(log, in->run, err) != 0 || link_site(log, &in->site, err) != 0 || check_opaque(log, in, err) != 0)
        return -1;
    if (in->parent != ALOG_NONE && link_site(log, &in->parent, err) != 0)
        return -1;
    if (in->recursive != (log->sites[in->site].rec.kind == ALOG_RECURSION))
        return err_set(err, "bad structure: %s of site %" PRIu32,
                       in->recursive ? "chain" : "loop's instance", in->rec.site);
    return 0;
}

static int link_instances(struct log *log, struct err *err)
{
    for (size_t i = 0; i < log->n_instances; i++)
        if (log_block_link_instance(log, &log->instances[i], err) != 0)
            return -1;
    return 0;
}

/* A run of the process is closed, too, when another one follows.  What was not counted in it in time may be
 * counted in that. */
static void follow_runs(struct log *log)
{
    struct log_run *before = NULL;
    for (size_t i = 0; i < log->n_runs; i++) {
        struct log_run *run = &log->runs[i];
        run->is_short = run->end.flags & ALOG_R_SHORT;
        if (run->flags & ALOG_R_THREAD)
            continue;
        if (before) {
            before->closed = true;
            run->is_short |= (before->end.flags & ALOG_R_SHORT) != 0;
        }
        before = run;
    }
}

/* Ends go to their runs. */
static int link_runs(struct log *log, struct err *err)
{
    for (size_t i = 0; i < log->n_runs; i++)
        if (log->runs[i].run != i)
            return err_set(err, "bad structure: no run %zu", i);
    for (size_t i = 0; i < log->n_run_ends; i++) {
        const struct log_run_end *end = &log->run_ends[i];
        if (end->run >= log->n_runs)
            return err_set(err, "bad structure: end of run %" PRIu32 ", which did not begin",
                           end->run);
        struct log_run *run = &log->runs[end->run];
        if (run->has_end)
            return err_set(err, "bad structure: two ends of run %" PRIu32, end->run);
        run->has_end = run->closed = true;
        run->end = end->rec;
    }
    follow_runs(log);
    return 0;
}

static int check_runs(const struct log *log, struct err *err)
{
    int result = 0;
    for (size_t i = 0; result == 0 && i < log->n_counters; i++)
        result = check_run(log, log->counters[i].run, err);
    for (size_t i = 0; result == 0 && i < log->n_samplers; i++)
        result = check_run(log, log->samplers[i].run, err);
    for (size_t i = 0; result == 0 && i < log->n_unions; i++)
        result = check_run(log, log->unions[i].run, err);
    for (size_t i = 0; result == 0 && i < log->n_events; i++)
        result = check_run(log, log->events[i].run, err);
    return result;
}

static int compare_samplers(const void *a, const void *b)
{
    const struct log_sampler *x = a, *y = b;
    if (x->run != y->run)
        return x->run < y->run ? -1 : 1;
    return (x->site > y->site) - (x->site < y->site);
}

static int link_samplers(struct log *log, struct err *err)
{
    for (size_t i = 0; i < log->n_samplers; i++)
        if (link_site(log, &log->samplers[i].site, err) != 0)
            return -1;
    if (log->n_samplers > 0)
        qsort(log->samplers, log->n_samplers, sizeof *log->samplers, compare_samplers);
    return 0;
}

int log_block_link(struct log *log, struct err *err)
{
    if (sort_unique(log->runs, log->n_runs, sizeof *log->runs, "run", err) != 0 ||
        sort_unique(log->modules, log->n_modules, sizeof *log->modules, "module", err) != 0 ||
        sort_unique(log->sites, log->n_sites, sizeof *log->sites, "site", err) != 0 ||
        sort_unique(log->names, log->n_names, sizeof *log->names, "name", err) != 0 ||
        link_runs(log, err) != 0 || check_runs(log, err) != 0)
        return -1;
    for (size_t i = 0; i < log->n_sites; i++) {
        uint32_t number = log->sites[i].rec.module;
        log->sites[i].module = find(number, log->modules, log->n_modules, sizeof *log->modules);
        if (!log->sites[i].module)
            return err_set(err, "bad structure: no module %" PRIu32, number);
    }
    for (size_t i = 0; i < log->n_counters; i++)
        if (link_site(log, &log->counters[i].site, err) != 0)
            return -1;
    for (size_t i = 0; i < log->n_unions; i++)
        if (link_site(log, &log->unions[i].site, err) != 0)
            return -1;
    if (link_samplers(log, err) != 0)
        return -1;
    for (size_t i = 0; i < log->n_events; i++)
        if (log->events[i].rec.site != ALOG_NONE &&
            !find(log->events[i].rec.site, log->sites, log->n_sites, sizeof *log->sites))
            return err_set(err, "bad structure: no site %" PRIu32, log->events[i].rec.site);
    return link_instances(log, err);
}

void log_opaque(const struct log *log, const struct log_instance *instance, log_opaque_fn *fn,
                void *arg)
{
    const uint8_t *p = instance->opaque, *end = p + instance->rec.opaque_bytes;
    uint64_t name, calls;
    while (varint_read(&p, end, &name) && varint_read(&p, end, &calls)) {
        const struct log_name *found =
            find((uint32_t)name, log->names, log->n_names, sizeof *log->names);
        fn(arg, found->text, calls);
    }
}
