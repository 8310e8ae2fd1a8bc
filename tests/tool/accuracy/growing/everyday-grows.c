/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * As software-grows.c, by the same hand, which did not know the estimators. */
#include "nodes.h"

/* Words are counted in a map of chains, which gets twice as many when there are more words than chains. */
KIND(map_doubles, 1, 0, 420000, 2600000)
{
    struct word {
        struct word *next;
        uint32_t count;
        struct item item;
    } **chain = get(16 * sizeof *chain);
    size_t chains = 16, words = 0;
    for (size_t k = 0; k < 3 * n; k++) {
        int key = (int)draw(draw((uint32_t)n) + 1);
        struct word *at = chain[(uint32_t)key * 2654435761u % chains];
#pragma algoprof loop name(chain)
        while (at && at->item.key != key)
            at = at->next;
        if (at) {
            at->count++;
            continue;
        }
        if (++words > chains) {
            struct word **wider = get(2 * chains * sizeof *wider);
            for (size_t i = 0; i < chains; i++)
                for (struct word *word = chain[i], *next; word; word = next) {
                    struct word **to = &wider[(uint32_t)word->item.key * 2654435761u % (2 * chains)];
                    next = word->next;
                    word->next = *to;
                    *to = word;
                }
            free(chain);
            chain = wider;
            chains *= 2;
        }
        struct word *word = get(sizeof *word), **to = &chain[(uint32_t)key * 2654435761u % chains];
        word->item.key = key;
        word->count = 1;
        word->next = *to;
        *to = word;
    }
    sink += (long)words;
}

/* A simulation: the next event is taken off a heap, and one or two come later because of it. */
KIND(events_in_a_heap, 1.1, 0, 420000, 7000000)
{
    struct item *heap = get((n / 8 + 1000) * sizeof *heap);
    size_t waiting = 0;
    for (; waiting < 100; waiting++)
        heap[waiting].key = (int)waiting;
    for (size_t k = 0; k < n; k++) {
        struct item event = heap[0], last = heap[--waiting];
        size_t at = 0, child;
#pragma algoprof loop name(down)
        while ((child = 2 * at + 1) < waiting) {
            if (child + 1 < waiting && heap[child + 1].key < heap[child].key)
                child++;
            if (last.key <= heap[child].key)
                break;
            heap[at] = heap[child];
            at = child;
        }
        heap[at] = last;
        for (uint32_t more = draw(16) == 0 ? 2 : 1; more > 0 && waiting < n / 8 + 1000; more--) {
            struct item later = event;
            later.key += 1 + (int)draw(1000);
            for (at = waiting++; at > 0 && heap[(at - 1) / 2].key > later.key; at = (at - 1) / 2)
                heap[at] = heap[(at - 1) / 2];
            heap[at] = later;
        }
    }
    sink += heap[0].key;
}

/* An allocator: of the holes, by address, the first is taken that is large enough; what is freed is a hole, or a part of one. */
KIND(holes_first_fit, 1.9, 1, 55000, 200000)
{
    struct hole {
        struct hole *next;
        uint32_t from, length;
        struct item item;
    } *first = get(sizeof *first);
    struct area {
        uint32_t from, length;
    } *area = get(n * sizeof *area);
    size_t areas = 0;
    first->next = get(sizeof *first);
    first->next->length = 1u << 31;
    for (size_t k = 0; k < n; k++) {
        struct hole *at = first;
        if (areas == 0 || draw(5) < 3) {
            uint32_t length = 16 + 16 * (draw(8) ? draw(16) : draw(256));
#pragma algoprof loop name(hole)
            while (at->next->length < length)
                at = at->next;
            struct hole *hole = at->next;
            area[areas++] = (struct area){ hole->from, length };
            hole->from += length;
            hole->length -= length;
            if (hole->length == 0) {
                at->next = hole->next;
                free(hole);
            }
            continue;
        }
        size_t which = draw((uint32_t)areas);
        struct area freed = area[which];
        area[which] = area[--areas];
        while (at->next && at->next->from < freed.from)
            at = at->next;
        if (at != first && at->from + at->length == freed.from)
            at->length += freed.length;
        else {
            struct hole *hole = get(sizeof *hole);
            hole->from = freed.from;
            hole->length = freed.length;
            hole->next = at->next;
            at->next = hole;
            at = hole;
        }
        if (at->next && at->from + at->length == at->next->from) {
            struct hole *behind = at->next;
            at->length += behind->length;
            at->next = behind->next;
            free(behind);
        }
    }
}

/* Photographs: one that comes is kept if its fingerprint is not nearly that of one before it. */
KIND(photographs_alike, 1.9, 1, 8000, 40000)
{
    struct photograph {
        uint64_t print;
        struct item item;
    } *kept = get(n * sizeof *kept);
    size_t photographs = 0;
    for (size_t k = 0; k < n; k++) {
        uint64_t print = (uint64_t)draw(1u << 31) << 33 ^ (uint64_t)draw(1u << 31) << 16 ^ draw(1u << 31);
        if (photographs > 0 && draw(6) == 0)
            print = kept[draw((uint32_t)photographs)].print ^ (uint64_t)1 << draw(64);
        size_t at;
#pragma algoprof loop name(alike)
        for (at = 0; at < photographs; at++) {
            uint64_t differ = kept[at].print ^ print;
            int bits = 0;
            while (differ && ++bits <= 4)
                differ &= differ - 1;
            if (bits <= 4)
                break;
        }
        if (at == photographs)
            kept[photographs++].print = print;
    }
    sink += (long)photographs;
}

/* Addresses are translated by tables of four levels; those that are missing are made at a fault, while the heap grows. */
KIND(pages_are_mapped, 1, 0, 3300000, 7800000)
{
    struct table {
        void *entry[512];
    } *top = get(sizeof *top);
    uint64_t heap = 1;
    for (size_t k = 0; k < n; k++) {
        if (draw(20) == 0)
            heap++;
        uint64_t page = draw(8) == 0 ? ((uint64_t)1 << 35) - 1 - draw(40)
                      : draw(2) ? heap - draw((uint32_t)(heap < 50 ? heap : 50)) : draw((uint32_t)heap);
        struct table *at = top;
        int level = 27;
#pragma algoprof loop name(levels)
        for (; level > 0 && at; level -= 9)
            at = at->entry[page >> level & 511];
        if (!at) {
            at = top;
            for (level = 27; level > 0; level -= 9) {
                if (!at->entry[page >> level & 511])
                    at->entry[page >> level & 511] = get(sizeof *at);
                at = at->entry[page >> level & 511];
            }
        }
        if (!at->entry[page & 511])
            at->entry[page & 511] = top;
    }
}

/* A packer's phrases: the longest that is known is found letter by letter, and one letter more is a phrase, too. */
KIND(phrases_of_a_packer, 1, 0, 300000, 7000000)
{
    enum { MOST = 1 << 16 };
    struct phrase {
        uint32_t first, next;
        unsigned char letter;
        struct item item;
    } *phrase = get(MOST * sizeof *phrase);
    uint32_t phrases = 256, at = 0, last = 0;
    long codes = 0;
    for (size_t k = 0; k < n; k++) {
        last = draw(3) ? (last * 5 + draw(3)) % 26 : draw(60);
        unsigned char letter = (unsigned char)('A' + last);
        if (k == 0) {
            at = letter;
            continue;
        }
        uint32_t to = phrase[at].first;
#pragma algoprof loop name(phrase)
        while (to && phrase[to].letter != letter)
            to = phrase[to].next;
        if (to) {
            at = to;
            continue;
        }
        codes++;
        if (phrases == MOST) {
            memset(phrase, 0, MOST * sizeof *phrase);
            phrases = 256;
        } else {
            phrase[phrases].letter = letter;
            phrase[phrases].next = phrase[at].first;
            phrase[at].first = phrases++;
        }
        at = letter;
    }
    sink += codes;
}

/* An exchange: who sells waits in a line of his price; who buys takes from the lowest on, until he has enough. */
KIND(orders_are_matched, 1, 0, 850000, 8000000)
{
    enum { PRICES = 2048 };
    struct order {
        struct order *next;
        uint32_t amount;
        struct item item;
    } *first[PRICES] = { 0 }, **end[PRICES];
    uint32_t middle = PRICES / 2;
    for (int i = 0; i < PRICES; i++)
        end[i] = &first[i];
    for (size_t k = 0; k < n; k++) {
        if (draw(20) == 0)
            middle = middle + draw(3) - 1;
        middle = middle < 200 ? 200 : middle > PRICES - 200 ? PRICES - 200 : middle;
        if (draw(5) < 3) {
            uint32_t price = middle + draw(60) - draw(10);
            struct order *order = get(sizeof *order);
            order->amount = 1 + draw(100);
            *end[price] = order;
            end[price] = &order->next;
            continue;
        }
        uint32_t wanted = 1 + draw(140);
        for (uint32_t price = middle - 100; price < middle + 30 && wanted > 0; price++) {
            if (!first[price])
                continue;
#pragma algoprof loop name(line)
            while (first[price] && wanted > 0) {
                struct order *order = first[price];
                uint32_t taken = order->amount < wanted ? order->amount : wanted;
                wanted -= taken;
                order->amount -= taken;
                if (order->amount > 0)
                    break;
                first[price] = order->next;
                free(order);
            }
            if (!first[price])
                end[price] = &first[price];
        }
        sink += wanted;
    }
}

/* Rooms of a chat: users come in, and what one of them writes is unread for all of his room. */
KIND(users_in_rooms, 1.2, 0, 140000, 700000)
{
    struct user {
        uint32_t unread;
        struct item item;
    } *user = get(n * sizeof *user);
    size_t rooms = n / 100 + 1;
    struct room {
        size_t used, of;
        struct user **member;
    } *room = get(rooms * sizeof *room);
    for (size_t k = 0; k < n; k++) {
        for (int i = 0; i < 3; i++) {
            struct room *r = &room[draw(draw((uint32_t)rooms) + 1)];
            if (r->used == r->of) {
                r->of = r->of ? 2 * r->of : 8;
                r->member = realloc(r->member, r->of * sizeof *r->member);
            }
            r->member[r->used++] = &user[k];
        }
        const struct room *r = &room[draw(draw((uint32_t)rooms) + 1)];
#pragma algoprof loop name(members)
        for (size_t i = 0; i < r->used; i++)
            r->member[i]->unread++;
    }
    sink += user[0].unread;
}
