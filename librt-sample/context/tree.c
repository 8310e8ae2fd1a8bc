/* SPDX-License-Identifier: MIT
 *
 * Records in their arena.  A jump may leave any of this: a record is one when its begin is noted, and a slot or a link
 * is written in one piece. */
#include "arch/general_only.h"
#include "context/context.h"
#include "core/state.h"

uint64_t rt_no_record[RT_CONTEXT_HEAD];
uint64_t rt_no_slot[1] = { (uintptr_t)(rt_no_record + RT_CONTEXT_HEAD) };

struct rt_context *rt_context_owner(const struct rt_contexts *t, const void *place)
{
    uint64_t at = ((uintptr_t)place - (uintptr_t)t->base) / 8;
    if (at >= t->words)
        return NULL;
    uint64_t i = at / 64, bits = t->begins[i] << (63 - at % 64);
    if (bits)
        return rt_record_at(t, (uint32_t)(at - (uint64_t)__builtin_clzll(bits)));
    while (i-- > 0)
        if (t->begins[i])
            return rt_record_at(t, (uint32_t)(64 * i + 63 - (uint64_t)__builtin_clzll(t->begins[i])));
    return NULL;
}

struct rt_context *rt_context_parent(const struct rt_contexts *t, const struct rt_context *r)
{
    return r->from ? rt_context_owner(t, t->base + r->from) : NULL;
}

struct rt_context *rt_context_next(const struct rt_contexts *t, const struct rt_context *before)
{
    uint64_t at = before ? rt_place(t, before) + (uint64_t)1 : 0;
    if (at >= t->words)
        return NULL;
    uint64_t i = at / 64, bits = t->begins[i] >> at % 64 << at % 64;
    while (!bits) {
        if (++i >= t->words / 64)
            return NULL;
        bits = t->begins[i];
    }
    return rt_record_at(t, (uint32_t)(64 * i + (uint64_t)__builtin_ctzll(bits)));
}

void rt_context_begin_slots(struct rt_context *r)
{
    const struct algoprof_call *calls = rt_calls(r->of);
    for (uint32_t i = 0; i < r->of->slots; i++)
        r->slot[i] = calls[i].kind == ALGOPROF_CALL_CURSOR ? (uintptr_t)(rt_no_record + RT_CONTEXT_HEAD) : 0;
}

static uint64_t *take(struct rt_contexts *t, uint64_t words)
{
    while ((uint64_t)(t->end - t->at) < words) {
        struct rt_gap *gap = t->gaps;
        if (!gap)
            return NULL;
        t->gaps = gap->next;
        t->end = t->at = (uint64_t *)(void *)gap;
        t->end += gap->words;
    }
    uint64_t *p = t->at;
    t->at += words;
    return p;
}

struct rt_context *rt_context_make(struct rt_contexts *t, struct algoprof_callable *of, uint64_t *slot)
{
    uint64_t words = rt_record_words(of);
    struct rt_context *r = (void *)take(t, words);
    if (!r)
        return NULL;
    *r = (struct rt_context){ slot ? rt_place(t, slot) : 0, 0, t->error, of, 0 };
    rt_context_begin_slots(r);
    RT_BARRIER();
    uint32_t at = rt_place(t, r);
    __atomic_store_n(&t->begins[at / 64], t->begins[at / 64] | (uint64_t)1 << at % 64, __ATOMIC_RELEASE);
    t->used += words;
    return r;
}

/* Without a context: one for each function, which threads share. */
struct rt_context *rt_context_spare(struct algoprof_callable *of)
{
    struct rt_context *r = (struct rt_context *)(uintptr_t)of->spare;
    if (!r->of) {
        r->of = of;
        rt_context_begin_slots(r);
    }
    return r;
}

/* arch/<machine>/entry/contexts.S looks at the first link, too. */
static uint32_t hash(uint32_t slot, const struct algoprof_callable *of)
{
    uint64_t h = ((uint64_t)slot << RT_LINKS_SHIFT ^ (uintptr_t)of) * RT_LINKS_FACTOR;
    return (uint32_t)(h >> 32);
}

struct rt_context *rt_context_linked(struct rt_contexts *t, const uint64_t *slot, const struct algoprof_callable *of)
{
    uint32_t place = rt_place(t, slot);
    for (uint32_t i = hash(place, of);; i++) {
        const struct rt_link *l = &t->links[i & t->mask];
        if (!l->record)
            return NULL;
        if (l->slot == place && rt_record_at(t, l->record)->of == of)
            return rt_record_at(t, l->record);
    }
}

bool rt_context_link(struct rt_contexts *t, const uint64_t *slot, const struct rt_context *r)
{
    if (t->linked >= t->most_links)
        return false;
    uint32_t i = hash(rt_place(t, slot), r->of);
    while (t->links[i & t->mask].record)
        i++;
    struct rt_link link = { rt_place(t, slot), rt_place(t, r) };
    uint64_t word;
    __builtin_memcpy(&word, &link, sizeof word);
    __atomic_store_n((uint64_t *)(void *)&t->links[i & t->mask], word, __ATOMIC_RELAXED);
    t->linked++;
    return true;
}

/* Those behind it that are not where they would be first move up (Knuth, volume 3, 6.4, algorithm R). */
void rt_context_unlink(struct rt_contexts *t, uint32_t i)
{
    for (uint32_t k = (i + 1) & t->mask; t->links[k].record; k = (k + 1) & t->mask) {
        uint32_t first = hash(t->links[k].slot, rt_record_at(t, t->links[k].record)->of);
        if (((k - first) & t->mask) >= ((k - i) & t->mask)) {
            t->links[i] = t->links[k];
            i = k;
        }
    }
    t->links[i] = (struct rt_link){ 0, 0 };
    t->linked--;
}
