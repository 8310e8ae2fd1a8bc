/* SPDX-License-Identifier: MIT
 * Threads and their records. */
#include "rt.h"
#include "base/own.h"
#include <errno.h>
#include <string.h>

__thread struct rt_tls rt_tls;
__thread int64_t rt_fuel;
struct rt_thread *rt_threads;
static _Atomic uint32_t thread_numbers;
_Atomic bool rt_counts_short;

#define PAGE_RECORDS ((4096u - sizeof(void *)) / (unsigned)sizeof(struct rt_record))

static void link_thread(struct rt_thread *t)
{
    t->next = rt_threads;
    t->link = &rt_threads;
    if (t->next)
        t->next->link = &t->next;
    rt_threads = t;
}

static void unlink_thread(struct rt_thread *t)
{
    *t->link = t->next;
    if (t->next)
        t->next->link = t->link;
}

static uint64_t random_seed;            /* where ALGOPROF_SEED gives none */

void rt_threads_begin(void)
{
    if (!rt_options.seed.given && !rt_random_bytes(&random_seed, sizeof random_seed))
        random_seed = (uint64_t)(uintptr_t)&random_seed ^ rt_now_ms();
}

static void seed(struct rt_thread *t)
{
    uint64_t value = rt_options.seed.given ? rt_options.seed.value : random_seed;
    rt_rng_seed(&t->rng, alog_line_hash(alog_line_hash(value) + t->number));
}

/* There is no memory, or others hold the lock for long.  The next instance tries
 * again; but there may be none. */
static void *not_counted(void)
{
    rt_counts_short = true;
    return NULL;
}

static bool lock_first(struct rt_held *held)
{
    return rt_lock(held, RT_WAIT_FIRST) || not_counted();
}

/* What f calls may use registers that arch/x86_64/thunks.S does not save.  They are kept where the
 * thread will have its records: on its stack, which may be new, they could take a page more. */
static void call_keeping(struct rt_thread *t, void (*f)(void *))
{
    uint8_t *area = (uint8_t *)t->first_record;
    bool fits = rt_save_size && rt_save_size <= 4096 - offsetof(struct rt_thread, first_record);
    rt_keep_all_in(f, NULL, fits ? area : NULL);
    if (fits)
        memset(area, 0, offsetof(struct rt_thread, lease.lot) - offsetof(struct rt_thread, first_record));
}

static void init(struct rt_thread *t, const struct rt_held *held)
{
    t->stack = t->first_stack;
    t->room = RT_FIRST_DEPTH;
    t->by_hot = t->first_hot;
    t->by_hot_mask = RT_FIRST_HOTS - 1;
    t->stack_class = t->by_hot_class = RT_OWN_CLASS;
    t->spare = t->first_record;
    t->spares = RT_FIRST_RECORDS;
    t->error = &errno;
    t->begun = *held;
    t->masking = held->held;
}

struct rt_thread *rt_thread_new(const struct rt_held *signals, void (*f)(void *))
{
    struct rt_thread *t = rt_spare_any() ? NULL : rt_spare_map();
    struct rt_held held;
    if (!lock_first(&held)) {
        if (t && rt_state != RT_SEALED)
            rt_unmap(t, RT_THREAD_BYTES);
        return NULL;
    }
    if (!t && !(t = rt_spare_take()))
        t = rt_spare_map();     /* another thread was faster */
    if (t) {
        call_keeping(t, f);
        init(t, signals);
        t->number = thread_numbers++;
        t->run = rt_run;
        link_thread(t);
    }
    rt_unlock(&held);
    if (!t)
        return not_counted();
    seed(t);
    return t;
}

void rt_thread_begun(struct rt_thread *t)
{
    struct rt_held held = t->begun;
    t->begun.held = false;
    rt_let_signals(&held);
}

/* All memory of a thread that is not in the list, but its mapping. */
static void release(struct rt_thread *t)
{
    for (void *page = t->record_pages; page;) {
        void *next = *(void **)page;
        rt_pages_put(&t->pages, page, 0);
        page = next;
    }
    if (t->by_hot_class != RT_OWN_CLASS)
        rt_pages_put(&t->pages, t->by_hot, t->by_hot_class);
    if (t->stack_class != RT_OWN_CLASS)
        rt_pages_put(&t->pages, t->stack, t->stack_class);
    rt_kept_release(t);
    rt_found_release(t);
    rt_names_release(&t->names, &t->pages);
    rt_pages_release(&t->pages, (uint8_t *)t + RT_THREAD_OWN, RT_THREAD_BYTES - RT_THREAD_OWN);
}

static uint64_t ended_blocks;   /* that threads which are over wrote */

uint64_t rt_blocks_written(void)
{
    uint64_t sum = ended_blocks;
    for (const struct rt_thread *t = rt_threads; t; t = t->next)
        sum += t->lease.written;
    return sum;
}

/* The thread ends: what is open is cut, counts become final.  Whoever walks the list may still
 * meet the thread, which has nothing any more. */
static void give_up(struct rt_thread *t)
{
    for (struct rt_record *r = t->records; r; r = r->next)
        if (rt_state == RT_ON)
            rt_counter_fold(r);
    if (rt_state == RT_ON)
        rt_lease_return(&t->lease);
    ended_blocks += t->lease.written;
    t->lease.written = 0;
    t->records = NULL;
    rt_share_part(t);
}

/* Its memory, for another thread.  Areas are unmapped without the lock, which takes its time. */
static bool leave(struct rt_thread *t)
{
    struct rt_held held;
    release(t);
    if (!rt_lock(&held, RT_WAIT_LONG))
        return false;
    unlink_thread(t);
    rt_tls.self = NULL;         /* a handler may exit as soon as signals come again */
    bool kept = rt_spare_keep(t);
    rt_unlock(&held);
    if (!kept)
        rt_unmap(t, RT_THREAD_BYTES);
    return true;
}

/* false: it has to stay in the list. */
static bool end(struct rt_thread *t)
{
    struct rt_held held;
    while (t->depth)
        rt_instance_pop(t, 0, true);
    rt_records_check(t, rt_modules_unloaded_for_c());
    for (struct rt_record *r = t->records; r; r = r->next) {
        rt_budget_release(r);
        if (r->inner)
            rt_budget_release(r->inner);
    }
    if (!rt_lock(&held, RT_WAIT_LONG))
        return false;
    give_up(t);
    rt_unlock(&held);
    return leave(t);
}

void rt_thread_end(struct rt_thread *t)
{
    struct rt_held held;
    rt_hold_signals(&held);     /* once for all of it */
    bool done = end(t);
    rt_let_signals(&held);      /* first: who seals waits for those that are not gone */
    if (!done)
        t->gone = true;         /* the hot records' memory goes now */
}

/* Other threads went on while the memory was copied, page by page: what they
 * point to is not to be trusted. */
void rt_threads_forget(bool safe)
{
    struct rt_thread *own = rt_tls.self;
    for (struct rt_thread *t = safe ? rt_threads : NULL, *next; t; t = next) {
        next = t->next;
        if (t != own)
            rt_unmap(t, RT_THREAD_BYTES);
    }
    if (!safe)
        rt_spare_forget();
    if (safe && own) {
        rt_trace_release(own);
        release(own);
        if (!rt_spare_keep(own))
            rt_unmap(own, RT_THREAD_BYTES);
    }
    rt_threads = NULL;
    rt_share_forget();
    thread_numbers = 0;
    ended_blocks = 0;
    rt_counts_short = false;
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
    rt_budget_release(r);
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
    if (t->by_hot_used >= t->by_hot_mask / 2) {
        unsigned class = (uint8_t)(t->by_hot_class + 1);
        struct rt_record **old = t->by_hot;
        struct rt_record **new = class < 20 ? rt_pages_get(&t->pages, class) : NULL;
        if (!new)
            return false;
        t->by_hot = new;
        t->by_hot_mask = (4096u << class) / (uint32_t)sizeof *new - 1;
        for (struct rt_record *o = t->records; o; o = o->next)
            if (o->hot)
                new[hot_slot(t, o->hot)] = o;
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

struct rt_record *rt_record_new(struct rt_thread *t, const struct algoprof_site *site, struct algoprof_hot *hot)
{
    uint8_t id[64];
    struct rt_held held;
    if (site->abi != ALGOPROF_ABI || site->len < sizeof *site) {
        hot->countdown = RT_NEVER;      /* of another plugin: not understood */
        return NULL;
    }
    struct rt_record *r = spare_record(t);
    if (!r)
        return not_counted();
    if (rt_waited)
        hot->cost = 0;          /* what ran before is not this log's */
    uint32_t id_len = rt_target_known(site) ? 0 : rt_module_build_id(site, id);
    if (!lock_first(&held))
        return NULL;
    memset(r, 0, sizeof *r);
    r->hot = hot;
    r->site = site;
    r->recursion = site->kind == ALOG_RECURSION ? (struct algoprof_recursion *)(void *)hot : NULL;
    r->thread = t->number;
    r->run = rt_run;
    r->target = rt_state == RT_ON ? rt_target_get(site, id, id_len) : NULL;
    /* Copies of a target in two modules have a record each: to the log they
       are two threads. */
    for (struct rt_record *o = t->records; o && r->target; o = o->next)
        if (o->target == r->target)
            r->thread = thread_numbers++;
    bool done = r->target && rt_target_open(r->target) && rt_counter_new(r) && enter_hot(t, r);
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
    return not_counted();
}

/* A handler that counts an instance comes before it or after it. */
static int64_t exchange(int64_t *countdown, int64_t new)
{
    uint64_t old = (uint64_t)__atomic_load_n(countdown, __ATOMIC_RELAXED);
    while (!rt_own_exchange((_Atomic uint64_t *)countdown, &old, (uint64_t)new))
        ;
    return (int64_t)old;
}

/* Only the owner writes these, other threads see its stores in their order. */
#define STORE(field, value) atomic_store_explicit(&(field), value, memory_order_release)
#define LOAD(field) atomic_load_explicit(&(field), memory_order_relaxed)

void rt_record_arm(struct rt_record *r, int64_t gap)
{
    uint64_t counted = LOAD(r->base) + (uint64_t)LOAD(r->armed);
    uint32_t sequence = LOAD(r->sequence);
    r->next_base = counted - (uint64_t)__atomic_load_n(&r->hot->countdown, __ATOMIC_RELAXED);
    r->next_armed = gap;
    RT_BARRIER();
    STORE(r->sequence, sequence + 1);
    RT_BARRIER();
    int64_t left = exchange(&r->hot->countdown, gap);
    STORE(r->base, counted - (uint64_t)left);
    STORE(r->armed, gap);
    RT_BARRIER();
    STORE(r->sequence, sequence + 2);
}

/* The countdown tells whether the exchange was done: it was negative before, and its
 * instance had come.  If it was not, the next instance has made it less; if it
 * was, and all of the gap ran since, the one that is due makes it -1. */
void rt_record_repair(struct rt_record *r, const struct algoprof_hot *due)
{
    if (!(r->sequence & 1) || !r->hot)
        return;
    if (r->hot->countdown >= 0 || (r->hot == due && r->hot->countdown == -1)) {
        r->base = r->next_base;
        r->armed = r->next_armed;
    }
    r->sequence++;
}

bool rt_counts(struct rt_record *r, uint64_t *instances, uint64_t *cost)
{
    uint32_t before;
    unsigned tries = 0;
    if (!r->hot) {
        *instances = r->instances;
        *cost = r->cost;
        return true;
    }
    do {
        before = r->sequence;
        int64_t left = __atomic_load_n(&r->hot->countdown, __ATOMIC_ACQUIRE);
        *instances = r->base + (uint64_t)(r->armed - left);
    } while (((before & 1) || before != r->sequence) && ++tries < 10000);
    *cost = __atomic_load_n(&r->hot->cost, __ATOMIC_RELAXED);
    return tries < 10000;
}
