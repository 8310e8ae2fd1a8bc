/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Exact counts from counters and instance blocks.
 */
#include <inttypes.h>
#include <stdlib.h>

#include "log/log_read.h"

/* What one counter, or the instance blocks of one thread, say. */
struct entry {
    uint32_t run, site, thread;
    bool counter;
    uint64_t instances, cost;
    const struct log_counter *source;   /* if counter */
    struct log_tally tally;     /* if not: of the instances */
};

static int compare_entries(const void *a, const void *b)
{
    const struct entry *x = a, *y = b;
    if (x->run != y->run)
        return x->run < y->run ? -1 : 1;
    if (x->site != y->site)
        return x->site < y->site ? -1 : 1;
    if (x->thread != y->thread)
        return x->thread < y->thread ? -1 : 1;
    if (x->instances != y->instances)
        return x->instances > y->instances ? -1 : 1;
    if (x->cost != y->cost)
        return x->cost > y->cost ? -1 : 1;
    return (int)y->counter - (int)x->counter;
}

static struct entry *collect(const struct log *log, size_t *n)
{
    size_t total = log->n_counters + log->n_single + log->n_tallies;
    struct entry *entries = calloc(total ? total : 1, sizeof *entries);
    *n = 0;
    if (!entries)
        return NULL;
    for (size_t i = 0; i < log->n_counters; i++) {
        const struct log_counter *c = &log->counters[i];
        entries[(*n)++] = (struct entry){ c->run, c->site, c->thread, true, c->counts.instances,
                                          c->counts.cost, c, { 0 } };
    }
    for (size_t i = 0; i < log->n_single; i++) {
        const struct log_instance *in = &log->instances[i];
        entries[(*n)++] = (struct entry){
            in->run, in->site, in->rec.thread, false, in->rec.total_instances, in->rec.total_cost, NULL,
            { .most_cost = in->rec.total_cost, .traced = !(in->rec.flags & ALOG_I_INNER), .own_cost = in->rec.cost } };
    }
    for (size_t i = 0; i < log->n_tallies; i++) {
        const struct log_tally *t = &log->tallies[i];
        entries[(*n)++] = (struct entry){ t->run, t->site, t->thread, false, t->instances, t->cost, NULL, *t };
    }
    qsort(entries, *n, sizeof *entries, compare_entries);
    return entries;
}

/* Adds the entries of one thread, the largest of which comes first. */
static void add_thread(struct log_total *total, const struct entry *e, size_t n)
{
    total->instances += e->instances;
    total->cost += e->cost;
    for (size_t i = 0; i < n; i++) {
        const struct log_counter *c = e[i].source;
        if (!c)
            continue;
        total->traced += c->counts.traced;
        total->untraced_starts += c->counts.untraced_starts;
        total->threads += e->thread == ALOG_NONE ? c->counts.threads : 1;
        total->damaged |= c->damaged;
        return;
    }
    total->threads++;
}

static bool has_counter(const struct entry *e, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (e[i].counter)
            return true;
    return false;
}

/* The entries of one target in one run.  The sum of ended threads sorts last
 * (ALOG_NONE).  With such a sum, instance blocks of a thread without a counter
 * are of a thread that is in it. */
static void add_target(struct log_total *total, const struct entry *e, size_t n)
{
    const struct entry *last = &e[n - 1];
    bool summed = last->thread == ALOG_NONE;
    uint32_t folded = ALOG_NONE;
    for (size_t i = 0; summed && i < n; i++)
        if (e[i].thread == ALOG_NONE && e[i].source) {
            folded = e[i].source->counts.folded;
            break;
        }
    for (size_t i = 0, end; i < n; i = end) {
        for (end = i + 1; end < n && e[end].thread == e[i].thread; end++)
            ;
        if (summed && e[i].thread != ALOG_NONE &&
            (e[i].thread == folded || !has_counter(e + i, end - i)))
            continue;
        add_thread(total, e + i, end - i);
    }
}

int log_totals(const struct log *log, struct log_total **out, size_t *n, struct err *err)
{
    size_t count, cap = 0;
    struct entry *entries = collect(log, &count);
    *out = NULL;
    *n = 0;
    if (!entries)
        return err_memory(err);
    for (size_t i = 0, end; i < count; i = end) {
        for (end = i + 1; end < count && entries[end].run == entries[i].run &&
                          entries[end].site == entries[i].site; end++)
            ;
        if (array_grow(out, &cap, *n + 1, sizeof **out) != 0) {
            free(entries);
            free(*out);
            *out = NULL;
            return err_memory(err);
        }
        struct log_total *total = &(*out)[(*n)++];
        *total = (struct log_total){ .run = entries[i].run, .site = entries[i].site };
        add_target(total, entries + i, end - i);
    }
    free(entries);
    return 0;
}

/* Of one site in one run. */
struct tally {
    uint64_t traced, cost;
};

/* Sums that do not fit stand as 2^64 - 1. */
static void add(uint64_t *sum, uint64_t more)
{
    *sum = more > UINT64_MAX - *sum ? UINT64_MAX : *sum + more;
}

size_t log_total_find(const struct log_total *totals, size_t n, uint32_t run, uint32_t site)
{
    size_t low = 0, high = n;
    while (high - low > 1) {
        size_t mid = low + (high - low) / 2;
        if (totals[mid].run < run || (totals[mid].run == run && totals[mid].site <= site))
            low = mid;
        else
            high = mid;
    }
    return low;
}

struct alog_union_state log_union_of(const struct log_union *u, uint64_t counted)
{
    struct alog_union_state state = { .sequence = 0 };
    for (size_t i = 0; i < 2; i++)
        if (u->copy[i].instances <= counted && u->copy[i].sequence > state.sequence)
            state = u->copy[i];
    return state;
}

/* Were counts of the run, or of the one before, not read in time? */
static bool is_short(const struct log *log, uint32_t run)
{
    return run < log->n_runs && log->runs[run].is_short;
}

/* The entries of one thread, site and run: a counter that is final is not below the
 * thread's traced instances, neither as many as they are nor as they say themselves. */
static int check_thread(const struct log *log, const struct entry *e, size_t n, struct err *err)
{
    uint64_t traced = 0, sum = 0, instances = 0, cost = 0;
    const struct log_counter *c = NULL;
    for (size_t i = 0; i < n; i++) {
        c = e[i].counter && !c ? e[i].source : c;
        if (e[i].counter)
            continue;
        traced += e[i].tally.traced;
        add(&sum, e[i].tally.own_cost);
        instances = e[i].instances > instances ? e[i].instances : instances;
        cost = e[i].tally.most_cost > cost ? e[i].tally.most_cost : cost;
    }
    if (!c || c->damaged)
        return 0;
    instances = traced > instances ? traced : instances;
    cost = sum > cost ? sum : cost;
    const char *name = log->sites[e->site].name;
    if (instances > c->counts.instances)
        return err_set(err, "damaged: instances of %s in thread %" PRIu32 ": %" PRIu64 " counted, "
                       "but %" PRIu64 " traced", name, e->thread, c->counts.instances, instances);
    if (cost > c->counts.cost)
        return err_set(err, "damaged: cost of %s in thread %" PRIu32 ": %" PRIu64 " counted, but %"
                       PRIu64 " traced", name, e->thread, c->counts.cost, cost);
    return 0;
}

static int check_threads(const struct log *log, struct err *err)
{
    size_t n;
    int result = 0;
    struct entry *entries = collect(log, &n);
    if (!entries)
        return err_memory(err);
    for (size_t i = 0, end; result == 0 && i < n; i = end) {
        for (end = i + 1; end < n && entries[end].run == entries[i].run &&
                          entries[end].site == entries[i].site &&
                          entries[end].thread == entries[i].thread; end++)
            ;
        if (!is_short(log, entries[i].run))
            result = check_thread(log, entries + i, end - i, err);
    }
    free(entries);
    return result;
}

int log_totals_check(const struct log *log, const struct log_total *totals, size_t n,
                     struct err *err)
{
    int result = 0;
    if (log->commit.state != ALOG_FINISHED || log->header.flags & ALOG_H_FORKED)
        return 0;
    struct tally *tally = calloc(n + 1, sizeof *tally);
    if (!tally)
        return err_memory(err);
    for (size_t i = 0; i < log->n_instances; i++) {
        struct tally *t = &tally[log_total_find(totals, n, log->instances[i].run, log->instances[i].site)];
        uint64_t cost, times = log->instances[i].times;
        t->traced += log->instances[i].rec.flags & ALOG_I_INNER ? 0 : times;
        add(&t->cost, __builtin_mul_overflow(log->instances[i].rec.cost, times, &cost) ? UINT64_MAX : cost);
    }
    for (size_t i = 0; result == 0 && i < n; i++) {
        const struct log_total *total = &totals[i];
        const char *name = log->sites[total->site].name;
        if (is_short(log, total->run))
            continue;
        if (tally[i].traced > total->instances)
            result = err_set(err, "damaged: %" PRIu64 " traced instances of %s, %" PRIu64 " in all",
                             tally[i].traced, name, total->instances);
        else if (tally[i].cost > total->cost)
            result = err_set(err, "damaged: traced instances of %s cost %" PRIu64 ", all %" PRIu64,
                             name, tally[i].cost, total->cost);
    }
    free(tally);
    return result == 0 ? check_threads(log, err) : -1;
}
