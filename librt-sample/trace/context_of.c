/* SPDX-License-Identifier: MIT
 * In which context an instance began; and that into the log: a block beside its own, which goes with the pair. */
#include "base/options.h"
#include "callers/callers.h"
#include "core/counts.h"
#include "core/thread.h"
#include "log/lease.h"
#include "log/log.h"
#include "budget/start_or_leave.h"
#include "sample/target_on_thread.h"
#include "sample/sample.h"
#include "trace/instance.h"
#include "trace/open_instances.h"

/* Inner starts are a part of an instance; and where each instance is traced those without a set are told in short. */
static bool is_asked(const struct rt_instance *in)
{
    const struct rt_target *g = in->record->target;
    return !in->record->outer && g->most_sets && (rt_options.callers == RT_CALLERS_ON || g->rate == ALOG_RATE_AUTO);
}

void rt_context_ask(struct rt_thread *t, const uint64_t *words)
{
    struct rt_instance *in = &t->stack[t->depth - 1];
    double before = t->done.fixed_ns, again_ns;
    if (!is_asked(in))
        return;
    in->context = rt_callers_of(t, words, &again_ns);
    rt_budget_aside(t, in, t->done.fixed_ns - before, again_ns);
}

static bool is_of_pair(const struct rt_walk_first *first, const struct rt_instance *in)
{
    return first->pair == in->pair && first->site == in->record->target->site && first->run == in->run;
}

/* Is it to be told?  The second instance of a pair, of which nothing is told, has the context of the first: where it has
 * another one, or none that is known, that is told. */
static bool is_news(const struct rt_thread *t, const struct rt_instance *in)
{
    const struct rt_walk_first *first = &t->walk->first;
    if (!in->place || !is_asked(in) || !rt_options.callers)
        return in->context;
    return !is_of_pair(first, in) || first->context != in->context;
}

/* Whatever comes of it: it is not told twice. */
static void note_told(struct rt_thread *t, struct rt_instance *in)
{
    uint32_t context = in->context;
    in->context = 0;
    if (in->place || !is_of_pair(&t->walk->first, in))
        t->walk->first = (struct rt_walk_first){ in->pair, in->record->target->site, in->run, in->place ? 0 : context };
}

bool rt_context_tell(struct rt_thread *t, struct rt_lease *l, struct rt_instance *in, struct rt_pair *pair, bool alone)
{
    struct rt_target *g = in->record->target;
    struct alog_context_of *c;
    uint64_t offset;
    if (!is_news(t, in)) {
        if (!in->record->outer)
            note_told(t, in);
        return true;
    }
    c = rt_lease_reserve(l, sizeof *c, &offset);
    if (!c && alone && rt_lease_renew(l, sizeof *c))
        c = rt_lease_reserve(l, sizeof *c, &offset);
    if (!c)
        return alone;           /* there is no space: the instance may have none either */
    *c = (struct alog_context_of){ .site = g->site, .context = in->context, .pair_place = 2 * in->pair + in->place };
    note_told(t, in);
    if (pair)
        rt_add(&g->bytes, rt_log_block_len(sizeof *c));
    rt_lease_commit(l, offset, in->run, ALOG_CONTEXT_OF, sizeof *c, pair, (uint8_t)(RT_PAIR_CONTEXT + in->place));
    l->written--;               /* it is no instance */
    return true;
}
