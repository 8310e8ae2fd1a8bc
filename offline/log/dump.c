/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "log/dump.h"

#include <stdlib.h>
#include <string.h>

#include "algoprof/rt_abi.h"
#include "log/instance_order.h"
#include "size/cell_code.h"
#include "size/cell_sweep.h"

/* Half a second, and one for each MiB: a step is some nanoseconds, a range that is listed some ten times as long. */
#define STEPS (UINT64_C(1) << 26)
#define STEPS_OF_BYTE 64u
#define RANGES (UINT64_C(1) << 22)
#define RANGES_OF_BYTE 8u

/* The cells of the lines that the first, the second and both sets have. */
static int count_common(void *arg, const struct sweep_lines *lines)
{
    struct dump_pair *pair = arg;
    for (size_t g = 0; g < lines->n_groups; g++) {
        const struct sweep_group *group = &lines->group[g];
        uint64_t cells = lines->times * lines->lines * (uint64_t)__builtin_popcountll(group->mask);
        pair->n1 += group->set[0] == 0 ? cells : 0;
        pair->n2 += group->set[group->n_sets - 1] == 1 ? cells : 0;
        pair->common += group->n_sets == 2 ? cells : 0;
    }
    return 0;
}

/* The pair's sets are compared as thinned as the thinner of them. */
int dump_pair_count(struct dump *dump, struct dump_pair *pair)
{
    const struct alog_instance *x = &pair->first->rec, *y = &pair->second->rec;
    struct cell_view view = { 0, x->thin > y->thin ? x->thin : y->thin };
    const struct sweep_source sets[] = { { pair->first->set, x->set_bytes },
                                         { pair->second->set, y->set_bytes } };
    pair->n1 = pair->n2 = pair->common = 0;
    int result = dump->steps > 0 ? cell_sweep(sets, 2, view, &dump->steps, count_common, pair) : 1;
    pair->counted = result == 0;
    if (result > 0)
        dump->steps = 0;
    return result < 0 ? -1 : 0;
}

bool dump_may_list(struct dump *dump, const struct log_instance *in, bool whole_strides, unsigned times)
{
    uint64_t n = times * cell_ranges_steps(in->set, in->rec.set_bytes, whole_strides);
    bool may = n <= dump->ranges;
    dump->ranges -= may ? n : 0;
    return may;
}

static void list_pairs(struct dump *dump, const struct sampled *sampled, const size_t *partner)
{
    for (size_t i = 0; i < dump->log->n_instances; i++)
        if (partner[i] != SIZE_MAX && !((sampled[i].in->rec.flags | sampled[partner[i]].in->rec.flags) & ALOG_I_COUNTED))
            dump->pairs[dump->n_pairs++] = (struct dump_pair){ .first = sampled[partner[i]].in,
                                                               .second = sampled[i].in };
}

int dump_start(struct dump *dump, const char *path, const struct log *log, struct err *err)
{
    *dump = (struct dump){ .path = path, .log = log, .steps = STEPS + STEPS_OF_BYTE * log->commit.used,
                           .ranges = RANGES + RANGES_OF_BYTE * log->commit.used };
    size_t *site = calloc(log->n_sites + 1, sizeof *site), *partner = NULL;
    struct sampled *sampled = NULL;
    int result = -1;
    for (size_t i = 0; site && i < log->n_sites; i++)
        site[i] = i;
    dump->pairs = calloc(log->n_instances + 1, sizeof *dump->pairs);
    if (site && dump->pairs && (sampled = sampled_sort(log, site)) &&
        (partner = sampled_partners(sampled, log->n_instances))) {
        list_pairs(dump, sampled, partner);
        result = 0;
    }
    free(site);
    free(sampled);
    free(partner);
    if (result != 0)
        err_memory(err);
    else
        result = log_totals(log, &dump->totals, &dump->n_totals, err);
    if (result != 0)
        dump_end(dump);
    return result;
}

struct alog_union_state dump_union(const struct dump *dump, const struct log_union *u)
{
    size_t i = log_total_find(dump->totals, dump->n_totals, u->run, u->site);
    bool counted = i < dump->n_totals && dump->totals[i].run == u->run && dump->totals[i].site == u->site;
    return log_union_of(u, counted ? dump->totals[i].instances : 0);
}

void dump_end(struct dump *dump)
{
    free(dump->totals);
    free(dump->pairs);
}

const char *dump_state(uint64_t state)
{
    static const char *const names[] = { "running", "finished", "stopped" };
    return names[state];
}

const char *dump_event(uint32_t kind)
{
    static const char *const names[] = { NULL, "halved", "thinned", "stopped", "paused", "resumed",
                                         "crossed", "last-run" };
    return kind < sizeof names / sizeof *names ? names[kind] : NULL;
}

const char *dump_rate(uint32_t rate, char out[16])
{
    if (rate == ALOG_RATE_AUTO)
        return "auto";
    if (rate == ALOG_RATE_UNSET)
        return "unset";
    snprintf(out, 16, "%u", rate);
    return out;
}

const struct dump_flag dump_header_flags[] = {
    { ALOG_H_SEEDED, "seeded" },
    { ALOG_H_BUDGET_ENFORCED, "budget-enforced" },
    { ALOG_H_FORKED, "forked" },
    { ALOG_H_ROUNDED, "rounded" },
    { 0, NULL },
};

const struct dump_flag dump_run_flags[] = {
    { ALOG_R_EPOCH, "epoch" },
    { ALOG_R_MARKED, "marked" },
    { ALOG_R_BETWEEN, "between" },
    { ALOG_R_THREAD, "thread" },
    { 0, NULL },
};

const struct dump_flag dump_end_flags[] = {
    { ALOG_R_SHORT, "short" },
    { ALOG_R_SIZED, "sized" },
    { ALOG_R_COMMAND, "command" },
    { 0, NULL },
};

const struct dump_flag dump_site_flags[] = {
    { ALGOPROF_S_ATTRIBUTE, "attribute" },
    { ALGOPROF_S_COMMAND, "command" },
    { ALGOPROF_S_MEMCOUNT, "memcount" },
    { ALGOPROF_S_CALLS_ONLY, "calls-only" },
    { 0, NULL },
};

const struct dump_flag dump_instance_flags[] = {
    { ALOG_I_CUT, "cut" },
    { ALOG_I_FIRST_PAIR, "first-pair" },
    { ALOG_I_STALE, "stale" },
    { ALOG_I_LOST, "lost" },
    { ALOG_I_UNSEEN, "unseen" },
    { ALOG_I_INNER, "inner" }, { ALOG_I_COUNTED, "counted" },
    { 0, NULL },
};

const struct dump_flag dump_chain_flags[] = {
    { ALOG_C_SUMS, "sums" },
    { ALOG_C_LOST, "lost" },
    { 0, NULL },
};

const char *dump_flags(unsigned flags, const struct dump_flag *names, char out[128])
{
    size_t len = 0;
    out[0] = 0;
    for (; names->bit; names++)
        if (flags & names->bit) {
            len += (size_t)snprintf(out + len, 128 - len, "%s%s", len ? " " : "", names->name);
            flags &= ~names->bit;
        }
    if (flags)
        snprintf(out + len, 128 - len, "%s0x%x", len ? " " : "", flags);
    return out;
}
