/* SPDX-License-Identifier: MIT
 * Records: a target on a thread.  They are found by the program's record, made at its first
 * instance, and retired when its module is gone. */
#include "base/memory.h"
#include "core/lock.h"
#include "core/modules.h"
#include "core/shared_section.h"
#include "core/state.h"
#include "core/thread.h"
#include "core/turn.h"
#include "log/lease.h"
#include "log/log.h"
#include "budget/start_or_leave.h"
#include "budget/target_shares.h"
#include "sample/target_on_thread.h"
#include "sample/process_runs.h"
#include "sample/sample.h"
#include "sample/spent_block.h"
#include "spool/spool.h"
#include <algoprof/log_format.h>
#include <algoprof/rt_abi.h>
#include <string.h>

#define PAGE_RECORDS ((4096u - sizeof(void *)) / (unsigned)sizeof(struct rt_record))

/* There is no memory, or others hold the lock for long.  The next instance tries
 * again; but there may be none. */
void *rt_not_counted(void)
{
    rt_counts_short = true;
    return NULL;
}

bool rt_lock_first(struct rt_held *held)
{
    return rt_lock(held, RT_WAIT_FIRST) || rt_not_counted();
}

static uint32_t hot_slot(const struct rt_thread *t, const struct algoprof_hot *hot)
{
    uint32_t i = rt_hot_hash(hot) & t->by_hot_mask;
    while (t->by_hot[i] && t->by_hot[i]->hot != hot)
        i = (i + 1) & t->by_hot_mask;
    return i;
}

void rt_record_retire(struct rt_record *r)
{
    if (r->inner)
        rt_record_retire(r->inner);
    r->hot = NULL;
    r->recursion = NULL;
}

struct rt_record *rt_record_find(struct rt_thread *t, const struct algoprof_site *site, const struct algoprof_hot *hot)
{
    struct rt_record *r = t->by_hot[hot_slot(t, hot)];
    /* Unloaded and loaded again its counts begin at 0; but threads may go on in a
       module after its destructors, when the process ends. */
    if (!r || (r->target->key == site->key && hot->cost >= r->cost && (r->cost || !r->closed))) {
        if (r && r->closed)
            r->closed = false;
        return r;
    }
    rt_record_retire(r);
    return NULL;
}

bool rt_record_is_live(const struct rt_record *r)
{
    return r->hot && !r->closed && rt_module_has(r->site, r->target->key);
}

void rt_records_check(struct rt_thread *t, bool unloaded)
{
    for (struct rt_record *r = unloaded ? t->records : NULL; r; r = r->next)
        if (!rt_record_is_live(r))
            rt_record_retire(r);
}

static bool enter_hot(struct rt_thread *t, struct rt_record *r)
{
    if (t->by_hot[hot_slot(t, r->hot)] == r)
        return true;            /* loaded again at the same place */
    if (t->by_hot_used >= t->by_hot_mask / 2) {
        unsigned class = (uint8_t)(t->by_hot_class + 1);
        struct rt_record **old = t->by_hot;
        struct rt_record **new = class < 20 ? rt_pages_get(&t->pages, class) : NULL;
        if (!new)
            return false;
        t->by_hot = new;
        t->by_hot_mask = (4096u << class) / (uint32_t)sizeof *new - 1;
        t->by_hot_used = 0;
        for (struct rt_record *o = t->records; o; o = o->next)
            if (o->hot && o != r) {
                new[hot_slot(t, o->hot)] = o;
                t->by_hot_used++;
            }
        if (t->by_hot_class != RT_OWN_CLASS)
            rt_pages_put(&t->pages, old, t->by_hot_class);
        t->by_hot_class = (uint8_t)class;
    }
    t->by_hot[hot_slot(t, r->hot)] = r;
    t->by_hot_used++;
    return true;
}

static struct rt_record *spare_record(struct rt_thread *t)
{
    if (!t->spares) {
        void **page = rt_pages_get(&t->pages, 0);
        if (!page)
            return NULL;
        *page = t->record_pages;
        t->record_pages = page;
        t->spare = (struct rt_record *)(void *)(page + 1);
        t->spares = PAGE_RECORDS;
    }
    return t->spare;
}

struct rt_record *rt_record_take(struct rt_thread *t)
{
    struct rt_record *r = spare_record(t);
    if (r) {
        t->spare++;
        t->spares--;
        memset(r, 0, sizeof *r);
    }
    return r;
}

/* Those of a module that was unloaded: asks the loader, which is not done under rt_lock. */
static void retire_unloaded(struct rt_thread *t, uint64_t key)
{
    for (struct rt_record *r = t->records; r; r = r->next)
        if (r->hot && r->closed && r->target->key == key && !rt_module_has(r->site, key))
            rt_record_retire(r);
}

/* The thread's record of a target whose module was unloaded, for the module that is loaded again: its
 * counts go on, in the same block of the log. */
static struct rt_record *revive(struct rt_thread *t, const struct rt_record *new)
{
    struct rt_record *r = t->records;
    while (r && (r->target != new->target || r->hot || r->inner || r->outer || r->run != rt_run || r->counting))
        r = r->next;
    if (!r)
        return NULL;
    r->base = r->instances;
    r->armed = 0;
    new->hot->cost += r->cost;
    r->sequence = (r->sequence + 1) & ~1u;
    r->phase = RT_NEW;
    r->waits = 0;
    r->site = new->site;
    r->recursion = new->recursion;
    r->hot = new->hot;
    r->closed = false;
    if ((r->counter || rt_counter_new(r)) && enter_hot(t, r))
        return r;
    new->hot->cost -= r->cost;
    rt_record_retire(r);
    return NULL;
}

/* The instance that begins belongs to the run of its thread. */
static bool join_own(struct rt_thread *t, struct rt_record *r)
{
    return !t->own || (rt_run_join(t, r, 1) && rt_target_open(r->target) && rt_counter_new(r));
}

bool rt_record_refuses(const struct algoprof_site *site, struct algoprof_hot *hot)
{
    bool understood = site->abi == ALGOPROF_ABI && site->len >= sizeof *site;   /* else of another plugin */
    if (understood && rt_site_is_of_place(site))
        return false;
    if (understood)
        rt_elsewhere = true;
    hot->countdown = RT_NEVER;
    return true;
}

struct rt_record *rt_record_new(struct rt_thread *t, const struct algoprof_site *site, struct algoprof_hot *hot)
{
    uint8_t id[64];
    struct rt_held held;
    if (rt_record_refuses(site, hot))
        return NULL;
    struct rt_record *r = spare_record(t);
    if (!r)
        return rt_not_counted();
    if (rt_waited)
        hot->cost = 0;          /* what ran before is not this log's */
    bool known = rt_target_known(site);
    uint32_t id_len = known ? 0 : rt_module_build_id(site, id);
    if (!known && !rt_claims_expects_more())
        rt_claims_expect(rt_modules_targets());
    retire_unloaded(t, site->key);
    if (!rt_lock_first(&held))
        return NULL;
    memset(r, 0, sizeof *r);
    r->hot = hot;
    r->site = site;
    r->recursion = site->kind == ALOG_RECURSION ? (struct algoprof_recursion *)(void *)hot : NULL;
    r->thread = t->number;
    r->run = rt_run;
    r->target = rt_state == RT_ON ? rt_target_get(site, id, id_len) : NULL;
    struct rt_record *again = r->target ? revive(t, r) : NULL;
    if (again) {
        bool joined = join_own(t, again);
        rt_unlock(&held);
        return joined ? again : rt_not_counted();
    }
    /* Copies of a target in two modules have a record each: to the log they
       are two threads. */
    for (struct rt_record *o = t->records; o && r->target; o = o->next)
        if (rt_target_base(o->target) == r->target)
            r->thread = rt_thread_numbers++;
    bool done = r->target && rt_target_open(r->target) && (t->own ? join_own(t, r) : rt_counter_new(r)) && enter_hot(t, r);
    if (done) {
        t->spare++;
        t->spares--;
        r->next = t->records;
        t->records = r;
    }
    rt_unlock(&held);
    if (done)
        return r;
    hot->countdown = RT_NEVER;          /* no space: not profiled on this thread */
    return rt_not_counted();
}

/* ---- after a jump out of a slow path ---- */

void rt_records_repair(struct rt_thread *t, const struct algoprof_hot *due)
{
    for (struct rt_record *r = t->records; r; r = r->next) {
        rt_record_repair(r, due);
        rt_counts_repair(r);
        if (r->inner)
            rt_record_repair(r->inner, due);
    }
}

void rt_share_repair(struct rt_thread *t)
{
    if (!t->sharing)
        return;
    rt_lease_repair(&t->lease);
    rt_spent_repair();
    for (struct rt_record *r = t->records; r; r = r->next) {
        rt_turn_repair(&r->target->turn);
        if (r->inner)
            rt_turn_repair(&r->inner->target->turn);
    }
    rt_unshare(t);
}
