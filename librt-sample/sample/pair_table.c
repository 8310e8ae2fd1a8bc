/* SPDX-License-Identifier: MIT
 *
 * The table of a halving sampler's kept pairs (sample/sampler.c). */
#include "base/options.h"
#include "base/rng.h"
#include "core/thread.h"
#include "log/log.h"
#include "sample/target_on_thread.h"
#include "sample/sample.h"
#include <algoprof/log_format.h>

#define MOST_HALVINGS 56u
#define NO_PAIR UINT64_MAX

static void empty_slot(struct rt_pair *p)
{
    p->number = NO_PAIR;
    for (unsigned i = 0; i < RT_PAIR_BLOCKS; i++)
        p->block[i] = 0;
    p->size = 0;
    p->weight = 0;
    p->halvings = 0;
    p->kept = false;
}

void rt_pair_drop(struct rt_target *g, uint32_t slot)
{
    struct rt_pair *p = &g->pair[slot];
    for (unsigned i = 0; i < RT_PAIR_BLOCKS; i++)
        if (p->block[i]) {
            rt_log_drop(p->block[i], p->len[i]);
            g->bytes -= p->len[i];
        }
    g->weight -= p->weight;
    empty_slot(p);
    g->free_slots++;
    g->next_slot = slot;
    g->kept--;
    g->dropped++;
}

void rt_pairs_forget(struct rt_target *g)
{
    for (uint32_t i = 0; i < g->pairs_used; i++)
        empty_slot(&g->pair[i]);
    g->kept = g->even = g->weight = 0;
    g->pairs_used = g->free_slots = g->next_slot = 0;
}

/* A pair begins at rho / (1 + rho) of the instances after so many halvings, with rho = 2^-halvings. */
static double one_in(unsigned halvings)
{
    return (double)((uint64_t)1 << halvings) + 1;
}

/* What jumps out of rt_pair_keep left; and how many pairs would be kept at the probability of now. */
static void count_slots(struct rt_target *g)
{
    uint32_t kept = 0;
    uint64_t weight = 0;
    double even = 0;
    for (uint32_t i = 0; i < g->pairs_used; i++) {
        const struct rt_pair *p = &g->pair[i];
        if (!p->kept)
            continue;
        kept++;
        weight += p->weight;
        even += one_in(p->halvings) / one_in(g->halvings);
    }
    g->kept = kept;
    g->even = (uint64_t)(RT_EVEN * even);
    g->weight = weight;
    g->free_slots = g->pairs_used - kept;
}

void rt_pairs_halve(struct rt_thread *t, struct rt_target *g)
{
    if (g->is_inner) {
        count_slots(g);
        rt_inner_halve(t, g);
        return;
    }
    if (g->halvings < MOST_HALVINGS)
        g->halvings++;
    count_slots(g);
    rt_event(g, ALOG_E_HALVED, g->halvings);
}

/* Of the pairs that are kept. */
static unsigned fewest_halvings(const struct rt_target *g)
{
    unsigned fewest = g->halvings;
    for (uint32_t i = 0; i < g->pairs_used; i++)
        if (g->pair[i].kept && g->pair[i].halvings < fewest)
            fewest = g->pair[i].halvings;
    return fewest;
}

void rt_pairs_thin(struct rt_thread *t, struct rt_target *g)
{
    unsigned fewest = fewest_halvings(g);
    if (g->is_inner || fewest == g->halvings)
        rt_pairs_halve(t, g);
    if (g->is_inner)
        return;
    double stay = one_in(fewest) / one_in(fewest + 1);
    for (uint32_t i = 0; i < g->pairs_used; i++) {
        struct rt_pair *p = &g->pair[i];
        if (!p->kept || p->halvings != fewest)
            continue;
        if (rt_rng_next(&t->rng) >> 1 >= (uint64_t)(stay * 0x1p63))
            rt_pair_drop(g, i);
        else if (fewest < g->halvings)
            p->halvings++;
    }
    count_slots(g);
}

/* Where the search for a free slot begins: one that was dropped, or a new one. */
static uint32_t search_from(struct rt_target *g)
{
    uint32_t n = g->free_slots;
    while (n)
        if (atomic_compare_exchange_weak(&g->free_slots, &n, n - 1))
            return g->next_slot;
    n = g->pairs_used;
    while (n < g->most_pairs && !atomic_compare_exchange_weak(&g->pairs_used, &n, n + 1))
        ;
    return n;
}

static bool find_slot(struct rt_target *g, uint32_t *slot)
{
    uint32_t from = search_from(g), used = g->pairs_used;
    for (uint32_t i = 0; i < used; i++) {
        bool kept = false;
        *slot = (from + i) % used;
        if (!g->pair[*slot].kept && atomic_compare_exchange_strong(&g->pair[*slot].kept, &kept, true)) {
            g->pair[*slot].halvings = (uint8_t)g->halvings;
            rt_add(&g->even, RT_EVEN);
            g->next_slot = *slot + 1;
            return true;
        }
    }
    return false;
}

static bool keep(struct rt_record *r, uint64_t most)
{
    struct rt_target *g = r->target;
    uint64_t kept = g->kept;
    do {
        if (kept >= most)
            return false;
    } while (!atomic_compare_exchange_weak(&g->kept, &kept, kept + 1));
    return find_slot(g, &r->pair_slot);
}

bool rt_pair_keep(struct rt_record *r, bool alone)
{
    if (keep(r, r->target->most_pairs - 1))
        return true;
    if (!alone)
        return false;
    count_slots(r->target);     /* all of them, so only where that matters */
    return keep(r, r->target->most_pairs);
}
