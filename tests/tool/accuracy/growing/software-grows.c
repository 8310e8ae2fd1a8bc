/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * As growing.c: loops of everyday software, over what grows while it is read. */
#include "nodes.h"

/* An editor's text is a list of pieces: what is put in splits the piece at its place. */
KIND(pieces_of_a_text, 1.9, 1, 5500, 22000)
{
    struct piece {
        struct piece *next;
        uint32_t from, length;
        struct item item;
    } *first = get(sizeof *first);
    uint32_t length = first->length = 1000, added = 1000;
    for (size_t k = 0; k < n; k++) {
        uint32_t place = draw(length + 1);
        struct piece *at = first;
#pragma algoprof loop name(piece)
        while (place > at->length && at->next) {
            place -= at->length;
            at = at->next;
        }
        struct piece *put = get(sizeof *put), *behind = get(sizeof *behind);
        *behind = *at;
        behind->from += place;
        behind->length -= place;
        at->length = place;
        put->from = added;
        put->length = 1 + draw(12);
        at->next = put;
        if (behind->length > 0)
            put->next = behind;
        else {
            put->next = behind->next;
            free(behind);
        }
        added += put->length;
        length += put->length;
    }
    sink += length;
}

struct symbol {
    struct symbol *next;
    struct item item;
};

struct scope {
    struct scope *outer;
    struct symbol *symbol[32];
};

static void declare(struct scope *scope, int name)
{
    struct symbol *symbol = get(sizeof *symbol);
    symbol->item.key = name;
    symbol->next = scope->symbol[name % 32];
    scope->symbol[name % 32] = symbol;
}

__attribute__((noinline)) static struct symbol *symbol_of(const struct scope *scope, int name)
{
    for (; scope; scope = scope->outer) {
        struct symbol *at = scope->symbol[name % 32];
#pragma algoprof loop name(symbol)
        while (at && at->item.key != name)
            at = at->next;
        if (at)
            return at;
    }
    return NULL;
}

static struct scope *scope_left(struct scope *scope)
{
    struct scope *outer = scope->outer;
    for (int i = 0; i < 32; i++)
        for (struct symbol *at = scope->symbol[i], *next; at; at = next) {
            next = at->next;
            free(at);
        }
    free(scope);
    return outer;
}

/* A compiler's scopes: each function is a global name, and has parameters, and blocks with names of their own. */
KIND(scopes_are_opened, 1.9, 1, 6000, 32000)
{
    struct scope *scope = get(sizeof *scope);
    for (size_t k = 0; k < n; k++) {
        int local = 1 << 20, depth = 0;
        declare(scope, (int)k);
        for (int statement = 0; statement < 40; statement++) {
            if (statement == 0 || (depth < 6 && draw(6) == 0)) {
                struct scope *inner = get(sizeof *inner);
                inner->outer = scope;
                scope = inner;
                depth++;
                for (uint32_t i = draw(4); i > 0; i--)
                    declare(scope, local++);
            } else if (depth > 1 && draw(6) == 0) {
                scope = scope_left(scope);
                depth--;
            }
            int name = draw(3) ? (1 << 20) + (int)draw((uint32_t)(local - (1 << 20)) + 1) : (int)draw((uint32_t)k + 1);
            if (!symbol_of(scope, name))
                declare(scope, name);
        }
        while (depth-- > 0)
            scope = scope_left(scope);
    }
}

enum { MOST_KEYS = 31 };
struct page {
    int used, leaf;
    struct item key[MOST_KEYS];
    struct page *child[MOST_KEYS + 1];
};

static int place_in(const struct page *page, int key)
{
    int low = 0, high = page->used;
    while (low < high) {
        int mid = (low + high) / 2;
        if (page->key[mid].key < key)
            low = mid + 1;
        else
            high = mid;
    }
    return low;
}

static void split_child(struct page *page, int at)
{
    struct page *left = page->child[at], *right = get(sizeof *right);
    int half = MOST_KEYS / 2;
    right->leaf = left->leaf;
    right->used = MOST_KEYS - half - 1;
    memcpy(right->key, left->key + half + 1, (size_t)right->used * sizeof *right->key);
    memcpy(right->child, left->child + half + 1, ((size_t)right->used + 1) * sizeof *right->child);
    left->used = half;
    memmove(page->key + at + 1, page->key + at, (size_t)(page->used - at) * sizeof *page->key);
    memmove(page->child + at + 2, page->child + at + 1, (size_t)(page->used - at) * sizeof *page->child);
    page->key[at] = left->key[half];
    page->child[at + 1] = right;
    page->used++;
}

static struct page *with_key(struct page *root, int key)
{
    if (root->used == MOST_KEYS) {
        struct page *above = get(sizeof *above);
        above->child[0] = root;
        split_child(above, 0);
        root = above;
    }
    struct page *page = root;
    for (;;) {
        int at = place_in(page, key);
        if (page->leaf) {
            memmove(page->key + at + 1, page->key + at, (size_t)(page->used++ - at) * sizeof *page->key);
            page->key[at].key = key;
            return root;
        }
        if (page->child[at]->used == MOST_KEYS) {
            split_child(page, at);
            at += key > page->key[at].key;
        }
        page = page->child[at];
    }
}

/* The index of a database: a row is put into a B-tree if none of its key is there. */
KIND(rows_in_a_btree, 1.1, 0, 180000, 2000000)
{
    struct page *root = get(sizeof *root);
    root->leaf = 1;
    for (size_t k = 0; k < n; k++) {
        int key = (int)draw((uint32_t)(2 * n)), found = 0;
        const struct page *page = root;
#pragma algoprof loop name(descent)
        while (page) {
            int at = place_in(page, key);
            if (at < page->used && page->key[at].key == key) {
                found = 1;
                break;
            }
            page = page->leaf ? NULL : page->child[at];
        }
        if (!found)
            root = with_key(root, key);
    }
    sink += root->used;
}

/* A game's sparks: each frame some come, in bursts, all are moved, and those that are burnt out go. */
KIND(sparks_fly, 1, 0, 500000, 8000000)
{
    enum { FRAMES = 2000 };
    struct spark {
        float x, y, dx, dy;
        int life;
        struct item item;
    } *spark = get(n * sizeof *spark);
    size_t alive = 0, left = n;
    for (int frame = 0; frame < FRAMES; frame++) {
        size_t burst = draw(10) == 0 ? draw((uint32_t)(n / 100)) : draw((uint32_t)(n / 4000) + 1);
        for (; burst > 0 && left > 0; burst--, left--)
            spark[alive++] = (struct spark){ (float)draw(800), 600, (float)draw(21) - 10, -(float)draw(20), 20 + (int)draw(120) };
#pragma algoprof loop name(sparks)
        for (size_t i = 0; i < alive;) {
            struct spark *s = &spark[i];
            s->x += s->dx;
            s->y += s->dy;
            s->dy += 0.3f;
            if (--s->life == 0)
                *s = spark[--alive];
            else
                i++;
        }
    }
    sink += (long)alive;
}

/* A file system with a table of clusters: what is appended to a file comes behind its last cluster, which is walked to. */
KIND(clusters_of_files, 1, 0, 90000, 280000)
{
    size_t files = n / 200 + 1;
    struct item *after = get((n + 1) * sizeof *after);
    uint32_t *first = get(files * sizeof *first);
    for (uint32_t k = 1; k <= n; k++) {
        uint32_t file = draw((uint32_t)files), at = first[file];
        if (!at) {
            first[file] = k;
            continue;
        }
#pragma algoprof loop name(cluster)
        while (after[at].key)
            at = (uint32_t)after[at].key;
        after[at].key = (int)k;
    }
}

/* A calendar: a meeting is put into the first gap that is long enough, from the time on at which it may be. */
KIND(meetings_find_a_gap, 1.9, 1, 7000, 30000)
{
    struct meeting {
        struct meeting *next;
        int from, to;
        struct item item;
    } *first = get(sizeof *first);
    for (size_t k = 0; k < n; k++) {
        int earliest = (int)draw((uint32_t)(30 * n)), length = 15 * (1 + (int)draw(6));
        struct meeting *at = first;
#pragma algoprof loop name(gap)
        while (at->next && (at->next->from < earliest + length || at->next->from < at->to + length))
            at = at->next;
        if (at->next && draw(10) == 0) {
            struct meeting *cancelled = at->next;
            at->next = cancelled->next;
            free(cancelled);
            continue;
        }
        struct meeting *meeting = get(sizeof *meeting);
        meeting->from = at->to > earliest ? at->to : earliest;
        meeting->to = meeting->from + length;
        meeting->next = at->next;
        at->next = meeting;
    }
    sink += first->next->from;
}

/* A server's wheel of timers: a tick goes through one slot, where those fire that have no more rounds; more and more are set. */
KIND(wheel_of_timers, 1, 0, 500000, 3500000)
{
    enum { SLOTS = 512, TICKS = 20000 };
    struct timer {
        struct timer *next;
        int rounds;
        struct item item;
    } *slot[SLOTS] = { 0 };
    for (size_t tick = 0, set = 0; tick < TICKS; tick++) {
        for (; set < n * tick / TICKS * tick / TICKS; set++) {
            struct timer *timer = get(sizeof *timer);
            size_t in = 1 + (draw(4) ? draw(2000) : draw(8000));
            timer->rounds = (int)(in / SLOTS);
            timer->next = slot[(tick + in) % SLOTS];
            slot[(tick + in) % SLOTS] = timer;
        }
        struct timer **at = &slot[tick % SLOTS];
#pragma algoprof loop name(slot)
        while (*at) {
            struct timer *timer = *at;
            if (timer->rounds-- > 0)
                at = &timer->next;
            else {
                *at = timer->next;
                free(timer);
            }
        }
    }
}
