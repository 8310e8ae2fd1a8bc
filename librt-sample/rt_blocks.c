/* SPDX-License-Identifier: MIT
 * What the blocks of the log are filled with: counts, instances, names, events. */
#include "rt.h"
#include <sched.h>
#include <string.h>
#include <time.h>

static void write_counts(struct alog_counts *c, const struct alog_counts *value)
{
    c->checksum = 0;            /* invalid while it is being written */
    RT_BARRIER();
    *c = *value;
    c->checksum = 0;
    uint64_t sum = rt_hash(c, offsetof(struct alog_counts, checksum), 0);
    RT_BARRIER();
    c->checksum = sum;
    RT_BARRIER();
}

/* A counter block with its first copy; its offset, 0: no space. */
static uint64_t new_counter(uint32_t site, uint32_t thread, const struct alog_counts *value)
{
    uint64_t offset;
    struct alog_counter *c = rt_log_reserve(sizeof *c, rt_log_max, &offset);
    if (!c)
        return 0;
    c->site = site;
    c->thread = thread;
    write_counts(&c->copy[0], value);
    rt_log_commit(offset, ALOG_COUNTER, sizeof *c, offsetof(struct alog_counter, copy));
    return offset;
}

/* Of the run, as last read. */
static struct alog_counts counts_of(const struct rt_record *r)
{
    return (struct alog_counts){ .sequence = r->counter_sequence, .instances = r->instances - r->run_instances,
                                 .cost = r->cost - r->run_cost, .traced = r->traced - r->run_traced,
                                 .untraced_starts = r->untraced_starts - r->run_untraced, .folded = ALOG_NONE };
}

static struct alog_counts counts_now(struct rt_record *r)
{
    uint64_t instances, cost;
    rt_counts(r, &instances, &cost);
    r->instances = instances;
    r->cost = cost;
    return counts_of(r);
}

static bool open_counter(struct rt_record *r, struct alog_counts *c)
{
    r->counter_sequence = c->sequence = 1;
    r->counter = rt_run_ensure() ? new_counter(r->target->site, r->thread, c) : 0;
    return r->counter != 0;
}

bool rt_counter_new(struct rt_record *r)
{
    struct alog_counts c = counts_now(r);
    return open_counter(r, &c);
}

static void store(struct rt_record *r, struct alog_counts *c)
{
    struct alog_counter *block = rt_log_payload(r->counter);
    c->sequence = ++r->counter_sequence;
    write_counts(&block->copy[(c->sequence - 1) & 1], c);
}

static bool take_once(struct rt_record *r, uint8_t who)
{
    uint8_t is_free = RT_COUNTS_FREE;
    return atomic_compare_exchange_strong(&r->counting, &is_free, who);
}

/* Whoever has taken it writes what is as new as this. */
void rt_counter_write(struct rt_record *r)
{
    if (!r->counter || !take_once(r, RT_COUNTS_OWNER))
        return;
    if (r->counter) {
        struct alog_counts c = counts_now(r);
        store(r, &c);
    }
    r->counting = RT_COUNTS_FREE;
}

void rt_counts_repair(struct rt_record *r)
{
    uint8_t owner = RT_COUNTS_OWNER;
    atomic_compare_exchange_strong(&r->counting, &owner, RT_COUNTS_FREE);
}

/* The owner needs a fraction of a microsecond, if it runs; or it was stopped, or
 * left by a jump. */
static bool take(struct rt_record *r, bool live)
{
    uint64_t instances, cost;
    for (unsigned i = 0; i < RT_WAIT_SHORT; i++) {
        struct timespec pause = { 0, 50000 };
        if (take_once(r, RT_COUNTS_OTHER)) {
            if (!live)
                return true;
            if (rt_counts(r, &instances, &cost)) {
                r->instances = instances;
                r->cost = cost;
                return true;
            }
            r->counting = RT_COUNTS_FREE;
        }
        if (rt_state == RT_SEALED)
            break;              /* no system calls */
        if (i < 100)
            sched_yield();
        else
            nanosleep(&pause, NULL);
    }
    rt_counts_short = true;
    return false;
}

static void settle(struct rt_record *r, struct alog_counts *c)
{
    bool any = c->instances || c->cost || c->traced || c->untraced_starts;
    if (r->counter)
        store(r, c);
    else if (any && !open_counter(r, c))
        rt_counts_short = true;
}

void rt_counter_settle(struct rt_record *r, bool live)
{
    if (!take(r, live))
        return;
    struct alog_counts c = counts_of(r);
    settle(r, &c);
    r->counting = RT_COUNTS_FREE;
}

bool rt_counter_next_run(struct rt_record *r, bool live, uint64_t less)
{
    if (!take(r, live))
        return false;
    struct alog_counts c = counts_of(r);
    if (c.instances)            /* else an earlier run has it */
        c.instances -= less;
    settle(r, &c);
    r->run_instances += c.instances;
    r->run_cost += c.cost;
    r->run_traced += c.traced;
    r->run_untraced += c.untraced_starts;
    r->counter = r->counter_sequence = 0;
    r->counting = RT_COUNTS_FREE;
    return true;
}

/* Counter blocks of ended threads that stay before sums are made. */
#define ENDED_BLOCKS 256u

void rt_counter_fold(struct rt_record *r)
{
    struct rt_target *g = r->target;
    rt_counter_settle(r, !r->closed);
    if (!r->counter || ++g->ended_threads <= ENDED_BLOCKS)
        return;
    struct alog_counts *sum = &g->sum_counts, own = counts_of(r);
    sum->sequence++;
    sum->instances += own.instances;
    sum->cost += own.cost;
    sum->traced += own.traced;
    sum->untraced_starts += own.untraced_starts;
    sum->folded = r->thread;
    sum->threads++;
    if (g->sum) {
        struct alog_counter *block = rt_log_payload(g->sum);
        write_counts(&block->copy[(sum->sequence - 1) & 1], sum);
    } else {
        g->sum = new_counter(g->site, ALOG_NONE, sum);
    }
    if (g->sum)
        rt_log_drop(r->counter, sizeof(struct alog_block) + sizeof(struct alog_counter));
    r->counter = 0;
}

void rt_event(uint32_t site, enum alog_event_kind kind, uint64_t value, uint64_t starts, uint64_t kept)
{
    struct alog_event e = { site, kind, value, rt_now_ms() - rt_start_ms, starts, kept };
    if (rt_run_ensure())
        rt_log_append(ALOG_EVENT, &e, sizeof e);
}

/* ---- names of opaque functions ---- */

struct name {
    uint64_t hash;
    uint32_t len, number;
    const char *text;           /* a copy: the module may go */
};

static struct {
    struct name *slot;
    uint32_t mask, used;
    char *text;
    size_t text_left;
} names;

#define NAME_TEXT 65536u
#define NAME_MAX_LEN 4096u

static bool grow_names(void)
{
    uint32_t slots = names.slot ? (names.mask + 1) * 2 : 128;
    struct name *new = rt_map(slots * sizeof *new);
    if (!new)
        return false;
    for (uint32_t i = 0; names.slot && i <= names.mask; i++)
        if (names.slot[i].text) {
            uint32_t j = (uint32_t)names.slot[i].hash & (slots - 1);
            while (new[j].text)
                j = (j + 1) & (slots - 1);
            new[j] = names.slot[i];
        }
    if (names.slot)
        rt_unmap(names.slot, (names.mask + 1) * sizeof *new);
    names.slot = new;
    names.mask = slots - 1;
    return true;
}

static const char *copy_text(const char *s, size_t len)
{
    if (len > names.text_left) {
        names.text = rt_map(NAME_TEXT);
        names.text_left = names.text ? NAME_TEXT : 0;
        if (!names.text)
            return NULL;
    }
    char *copy = names.text;
    memcpy(copy, s, len);
    names.text += len;
    names.text_left -= len;
    return copy;
}

uint32_t rt_name_number(const char *s)
{
    size_t len = strnlen(s, NAME_MAX_LEN);
    uint64_t hash = rt_hash(s, len, 0);
    if ((!names.slot || names.used >= names.mask / 2) && !grow_names())
        return ALOG_NONE;
    struct name *n = &names.slot[hash & names.mask];
    for (; n->text; n = &names.slot[(uint32_t)(n - names.slot + 1) & names.mask])
        if (n->hash == hash && n->len == len && !memcmp(n->text, s, len))
            return n->number;
    uint64_t offset;
    struct alog_name *block = rt_log_reserve(sizeof *block + len, rt_log_max, &offset);
    const char *copy = block ? copy_text(s, len ? len : 1) : NULL;
    if (!copy)
        return ALOG_NONE;
    block->name = names.used;
    block->len = (uint32_t)len;
    memcpy(block + 1, s, len);
    rt_log_commit(offset, ALOG_NAME, sizeof *block + len, 0);
    *n = (struct name){ hash, (uint32_t)len, names.used++, copy };
    return n->number;
}

void rt_names_forget(void)
{
    if (names.slot)
        rt_unmap(names.slot, (names.mask + 1) * sizeof *names.slot);
    memset(&names, 0, sizeof names);
}

/* ---- instances ---- */

static size_t put_calls(const struct rt_instance *in, uint8_t *out)
{
    size_t n = 0;
    if (in->calls_only)
        return 0;               /* all that it calls is */
    for (uint32_t i = 0; in->calls && i <= in->calls_mask; i++) {
        const struct rt_calls *c = &in->calls[i];
        uint32_t number = c->name ? rt_name_number(c->name) : ALOG_NONE;
        if (number == ALOG_NONE)
            continue;
        n += rt_put_varint(out ? out + n : NULL, number);
        n += rt_put_varint(out ? out + n : NULL, c->count);
    }
    return n;
}

/* No target takes more while others wait; the last sixteenth is for counters. */
static uint64_t share(void)
{
    return rt_target_count > 1 ? rt_log_max / 4 : rt_log_max / 16 * 15;
}

/* After Zeno: half the share without thinning, half of the rest thinned once,
 * and so on, so that late instances find space too. */
static void follow_share(struct rt_target *g)
{
    uint64_t whole = share();
    uint32_t thin = 0;
    while (thin < 3 && g->bytes >= whole - (whole >> (thin + 1)))
        thin++;
    if (thin > g->thin) {
        g->thin = thin;
        rt_event(g->site, ALOG_E_THINNED, thin, g->starts, g->kept);
    }
    if (g->bytes >= whole / 16 * 15)
        rt_target_stop(g, ALOG_STOP_FULL);
}

/* Space for the instance with `others` bytes besides its set, which is thinned
 * until there is; NULL: none. */
static void *fit(struct rt_target *g, struct rt_cellset *set, size_t others, size_t *set_bytes, uint64_t *offset)
{
    uint64_t whole = share() / 16 * 15;
    uint64_t most = whole > g->bytes ? (whole - g->bytes) / 2 : 0;
    for (unsigned thin = g->thin > set->thin ? g->thin : set->thin; thin <= 32; thin++) {
        rt_set_thin(set, thin);
        *set_bytes = rt_set_encode(set, NULL);
        size_t payload = sizeof(struct alog_instance) + others + *set_bytes;
        if (payload <= most) {
            void *p = rt_log_reserve(payload, rt_log_max / 16 * 15, offset);
            if (p)
                return p;
        }
        if (!*set_bytes)
            break;
    }
    return NULL;
}

/* The pair of a halving sampler, while it is kept. */
static struct rt_pair *pair_of(const struct rt_instance *in)
{
    struct rt_target *g = in->record->target;
    if (g->rate != ALOG_RATE_AUTO)
        return NULL;
    struct rt_pair *p = &g->pair[in->pair_slot];
    return p->kept && p->number == in->pair ? p : NULL;
}

static void fill_instance(struct alog_instance *b, const struct rt_instance *in, const struct rt_cellset *set,
                          uint64_t cost)
{
    b->site = in->record->target->site;
    b->thread = in->record->thread;
    b->index = in->index;
    b->cost = cost;
    b->pair = in->pair;
    b->period = in->period;
    rt_run_counts(in->record->outer ? in->record->outer : in->record, &b->total_instances, &b->total_cost);
    b->rms = set->cells;
    b->external = in->external;
    b->order = in->order;
    b->parent = in->parent;
    b->place = in->place;
    b->flags = in->flags;
    if (in->table.lost)
        b->flags |= in->chain ? ALOG_I_UNSEEN : ALOG_I_LOST;
    b->thin = set->thin;
    b->work = alog_work_class(in->work);
}

static enum alog_tag tag_of(const struct rt_instance *in)
{
    if (in->sized)
        return in->chain ? ALOG_SIZED_CHAIN : ALOG_SIZED_INSTANCE;
    return in->chain ? ALOG_CHAIN : ALOG_INSTANCE;
}

/* Under the lock. */
static void write_instance(struct rt_instance *in, struct rt_cellset *set, uint64_t cost, uint64_t longest)
{
    struct rt_target *g = in->record->target;
    struct rt_pair *pair = pair_of(in);
    if (g->rate == ALOG_RATE_AUTO && !pair)
        return;                 /* dropped meanwhile */
    if (pair && g->is_inner) {
        pair->size = longest;
        if (longest < g->least_size) {
            rt_pair_drop(g, in->pair_slot);
            return;
        }
    }
    uint64_t offset;
    struct alog_chain chain = { .longest = longest };
    size_t calls = put_calls(in, NULL), front = in->sized ? sizeof in->user_size : 0, set_bytes;
    size_t rows = in->chain ? rt_rows_encode(&in->chain->rows, NULL, &chain) : 0;
    size_t head = front + sizeof(struct alog_instance) + (in->chain ? sizeof chain : 0);
    uint8_t *p = fit(g, set, head - sizeof(struct alog_instance) + calls + rows, &set_bytes, &offset);
    struct alog_instance *b = (struct alog_instance *)(void *)(p + front);
    if (!p) {
        g->refused_space++;
        rt_target_stop(g, ALOG_STOP_FULL);
        return;
    }
    /* Of a recursion whose set has to give way to its calls, it is given up; a
       loop's is a sample by chance, and its size is still known. */
    if (in->chain && !set_bytes && set->cells && set->thin > g->thin) {
        set->cells = 0;
        in->flags |= ALOG_I_UNSEEN;
    }
    if (in->sized)
        memcpy(p, &in->user_size, front);
    fill_instance(b, in, set, cost);
    p += head;
    b->opaque_bytes = (uint32_t)put_calls(in, p);
    b->set_bytes = (uint32_t)set_bytes;
    rt_set_encode(set, p + b->opaque_bytes);
    if (in->chain) {
        rt_rows_encode(&in->chain->rows, p + b->opaque_bytes + set_bytes, &chain);
        memcpy(b + 1, &chain, sizeof chain);
    }
    size_t payload = head + calls + set_bytes + rows;
    uint32_t len = (uint32_t)((sizeof(struct alog_block) + payload + 7) & ~(size_t)7);
    rt_log_commit(offset, tag_of(in), payload, 0);
    rt_log_blocks++;
    g->bytes += len;
    if (pair) {
        pair->block[in->place] = offset;
        pair->len[in->place] = len;
    }
    if (!g->is_inner)
        follow_share(g);
    else if (g->bytes >= share() / 2)
        rt_target_stop(g, ALOG_STOP_FULL);
}

bool rt_instance_log(struct rt_instance *in, uint64_t cost, uint64_t longest)
{
    struct rt_target *g = in->record->target;
    struct rt_cellset set = rt_table_to_set(&in->table);
    struct rt_held held;
    if (in->chain) {
        rt_rows_sort(&in->chain->rows);
        if (in->table.lost)     /* its calls are known all the same */
            set = (struct rt_cellset){ .cells = 0 };
    }
    if (!rt_lock(&held, RT_WAIT_LONG))
        return false;
    if (rt_state == RT_ON && in->run != rt_run) {
        rt_event(g->site, ALOG_E_CROSSED, in->run, g->starts, g->kept);
    } else if (rt_state == RT_ON && !g->stopped) {
        write_instance(in, &set, cost, longest);
        rt_sampler_write(g);
        if (rt_options.budget_ppm && (in->place || in->flags & ALOG_I_FIRST_PAIR))
            rt_about_spent(false);      /* once a pair; a killed process has told it, too */
    }
    rt_unlock(&held);
    return true;
}
