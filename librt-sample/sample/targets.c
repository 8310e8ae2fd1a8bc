/* SPDX-License-Identifier: MIT
 *
 * The table of targets: one for each site of the program that a record was met of, with its
 * site and module in the log.  Targets stay until the process ends, or is a fork's child. */
#include "sample/sample.h"
#include "base/memory.h"
#include "base/options.h"
#include "core/state.h"
#include "log/log.h"
#include "sample/thread_runs.h"
#include "sample/target_on_thread.h"
#include <algoprof/log_format.h>
#include <algoprof/rt_abi.h>
#include <string.h>

#define BUCKETS 256u
#define TARGET_BYTES 65536u
#define SETS_SHARE 32u          /* of the log, where each instance is traced, for a target's sets */

static struct rt_target *_Atomic bucket[BUCKETS];
#define FIRST_TARGETS 8u
static struct rt_target first_targets[FIRST_TARGETS];
static struct {
    struct rt_target *free;
    uint32_t left;
} room = { first_targets, FIRST_TARGETS };

static struct rt_target *unused;        /* targets of threads' runs that are over */

static uint32_t effective_rate(const struct algoprof_site *s)
{
    if (rt_options.rate != ALOG_RATE_UNSET)
        return rt_options.rate;
    if (s->clause_rate != ALOG_RATE_UNSET)
        return s->clause_rate;
    return s->default_rate != ALOG_RATE_UNSET ? s->default_rate : ALOG_RATE_AUTO;
}

/* Where it is in the log. */
struct site_block {
    uint64_t offset;
    uint32_t len;
};

static bool log_site(const struct rt_target *g, const struct algoprof_site *s, uint32_t module, struct site_block *block)
{
    const uint32_t start[3] = { s->name, s->function, s->file };
    const char *text[3];
    size_t len[3], size = sizeof(struct alog_site);
    for (int i = 0; i < 3; i++) {
        text[i] = start[i] < s->len ? (const char *)s + start[i] : "";
        len[i] = start[i] < s->len ? strnlen(text[i], s->len - start[i]) : 0;
        len[i] = len[i] < UINT16_MAX ? len[i] : UINT16_MAX;
        size += 2 + len[i];
    }
    struct alog_site *b = rt_log_reserve(size, rt_log_max, &block->offset);
    if (!b)
        return false;
    block->len = (uint32_t)rt_log_block_len(size);
    *b = (struct alog_site){ .site = g->site, .module = module, .key = s->key, .line = s->line,
                             .column = s->column, .function_line = s->function_line, .rate = g->rate,
                             .kind = s->kind, .flags = s->flags };
    uint8_t *p = (uint8_t *)(b + 1);
    for (int i = 0; i < 3; i++) {
        uint16_t n = (uint16_t)len[i];
        memcpy(p, &n, 2);
        memcpy(p + 2, text[i], n);
        p += 2 + n;
    }
    rt_log_commit(block->offset, rt_run, ALOG_SITE, size, 0);
    return true;
}

/* Both, or neither: the next target has the number of one that is not in the log. */
static bool log_target(struct rt_target *g, const struct algoprof_site *s, uint32_t module)
{
    struct site_block block;
    if (!log_site(g, s, module, &block))
        return false;
    if (rt_target_open(g))
        return true;
    rt_log_drop(block.offset, block.len);
    return false;
}

static struct rt_target *new_target(void)
{
    if (!room.left) {
        room.free = rt_map(TARGET_BYTES);
        room.left = room.free ? TARGET_BYTES / sizeof *room.free : 0;
    }
    return room.left ? room.free : NULL;
}

static struct rt_target *find_target(const struct algoprof_site *s)
{
    struct rt_target *g = bucket[s->key % BUCKETS];
    while (g && g->key != s->key)
        g = g->next;
    return g;
}

bool rt_target_known(const struct algoprof_site *s)
{
    return find_target(s);
}

static void begin_anew(struct rt_target *g)
{
    g->halvings = 0;
    g->starts = g->refused_stale = g->refused_budget = 0;
    g->has_waited = false;
    g->dropped = g->refused_space = 0;
    g->least_size = 0;
    g->most_sets = g->is_exact ? rt_log_max / SETS_SHARE : UINT64_MAX;
    g->seen_instances = g->union_block = g->union_sequence = 0;
    rt_union_clear(&g->seen);
    rt_pairs_forget(g);
}

static bool get_pairs(struct rt_target *g, uint32_t pairs)
{
    g->most_pairs = pairs;
    if (g->rate == ALOG_RATE_AUTO)
        g->pair = rt_map(pairs * sizeof *g->pair);
    return g->rate != ALOG_RATE_AUTO || g->pair;
}

void rt_target_unmap_pairs(struct rt_target *g)
{
    if (g->pair)
        rt_unmap(g->pair, g->most_pairs * sizeof *g->pair);
    g->pair = NULL;
}

struct rt_target *rt_target_get(const struct algoprof_site *s, const void *build_id, uint32_t build_id_len)
{
    struct rt_target *g = find_target(s);
    if (g)
        return g;
    g = new_target();
    uint32_t module = g ? rt_log_module(build_id, build_id_len) : ALOG_NONE;
    if (module == ALOG_NONE)
        return NULL;
    memset(g, 0, sizeof *g);
    g->key = s->key;
    g->site = rt_target_count;
    g->rate = effective_rate(s);
    g->is_exact = g->rate == 1 && !rt_options.budget_ppm;
    g->in = &rt_run_now;
    g->costs = &g->own_costs;
    begin_anew(g);
    if (!get_pairs(g, rt_options.pairs))
        return NULL;
    if (!log_target(g, s, module)) {
        rt_target_unmap_pairs(g);
        return NULL;
    }
    room.free++;
    room.left--;
    rt_target_count++;
    g->next = bucket[s->key % BUCKETS];
    bucket[s->key % BUCKETS] = g;       /* whole: others look without the lock */
    return g;
}

void rt_targets_forget(void)
{
    /* The targets' memory stays (64 KiB a fork that profiled before). */
    for (unsigned i = 0; i < BUCKETS; i++) {
        for (struct rt_target *g = bucket[i]; g; g = g->next) {
            rt_target_unmap_pairs(g);
            rt_inner_forget(g);
            rt_union_clear(&g->seen);
        }
        bucket[i] = NULL;
    }
    unused = NULL;
    rt_log_modules_forget();
    rt_target_count = 0;
}

/* Pairs of the runs before stay as they are. */
static void leave_run(struct rt_target *g)
{
    begin_anew(g);
    g->sampler = g->sampler_sequence = 0;
    g->ended_threads = 0;
    g->sum = 0;
    g->sum_counts = (struct alog_counts){ .sequence = 0 };
    g->first_taken = false;
    if (g->inner)
        begin_anew(g->inner);
}

void rt_targets_next_run(void)
{
    for (unsigned i = 0; i < BUCKETS; i++)
        for (struct rt_target *g = bucket[i]; g; g = g->next) {
            rt_sampler_write(g);
            leave_run(g);
        }
}

/* ---- of threads' runs ---- */

#define OWN_PAIRS 256u          /* kept pairs of a target in a thread's run, at most */

static struct rt_target *unused_of(const struct rt_target *base)
{
    struct rt_target **at = &unused;
    while (*at && (*at)->base != base)
        at = &(*at)->next;
    struct rt_target *g = *at;
    if (g)
        *at = g->next;
    return g;
}

static struct rt_target *new_own(struct rt_target *base)
{
    struct rt_target *g = new_target();
    if (!g)
        return NULL;
    memset(g, 0, sizeof *g);
    g->base = base;
    g->key = base->key;
    g->site = base->site;
    g->rate = base->rate;
    g->is_exact = base->is_exact;
    g->costs = base->costs;
    begin_anew(g);
    if (!get_pairs(g, rt_options.pairs < OWN_PAIRS ? rt_options.pairs : OWN_PAIRS))
        return NULL;
    room.free++;
    room.left--;
    return g;
}

struct rt_target *rt_target_in_run(struct rt_target *base, struct rt_own_run *run)
{
    struct rt_target *g = run->targets;
    while (g && g->base != base)
        g = g->next;
    if (g || !((g = unused_of(base)) || (g = new_own(base))))
        return g;
    g->in = &run->now;
    g->stopped = base->stopped;
    g->next = run->targets;
    run->targets = g;
    return g;
}

void rt_targets_release(struct rt_own_run *run)
{
    for (struct rt_target *g = run->targets, *next; g; g = next) {
        next = g->next;
        leave_run(g);
        g->next = unused;
        unused = g;
    }
    run->targets = NULL;
}

void rt_targets_write(const struct rt_own_run *run)
{
    for (struct rt_target *g = run->targets; g; g = g->next)
        rt_sampler_write(g);
}

void rt_samplers_write_all(void)
{
    for (unsigned i = 0; i < BUCKETS; i++)
        for (struct rt_target *g = bucket[i]; g; g = g->next)
            rt_sampler_write(g);
}
