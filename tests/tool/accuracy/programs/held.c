/* SPDX-License-Identifier: GPL-3.0-or-later
 * Held out: written last, judged only.  Do not tune anything on these. */
#include "kinds.h"
#include <ctype.h>

struct node {
    struct node *next, *prev, *child[2];
    struct item item;
};

static struct node *new_node(int key)
{
    struct node *node = get(sizeof *node);
    node->item.key = key;
    return node;
}

KIND(event_queue_list, 2, 1, 100, 2000)         /* timers in a sorted list, each a bit later than now */
{
    struct node head = { .next = NULL };
    int now = 0;
    for (size_t k = 0; k < 2 * n; k++) {
        struct node *node = new_node(now + (int)draw((uint32_t)n * 8)), *at = &head;
#pragma algoprof loop
        while (at->next && at->next->item.key <= node->item.key)
            at = at->next;
        node->next = at->next;
        at->next = node;
        if (k >= n) {
            now = head.next->item.key;
            head.next = head.next->next;
        }
    }
    sink += now;
}

KIND(json_array_by_index, 2, 1, 100, 2000)
{
    struct node *first = NULL, *last = NULL;
    for (size_t k = 0; k < n; k++) {
        struct node *node = new_node((int)draw(1000));
        if (last)
            last->next = node;
        else
            first = node;
        last = node;
    }
    for (size_t i = 0; i < n; i++) {
        struct node *at = first;
        size_t index = i;
#pragma algoprof loop
        while (at && index) {
            index--;
            at = at->next;
        }
        sink += at->item.key;
    }
}

KIND(move_to_front, 2, 1, 100, 2000)            /* uniform keys: half of the list each time */
{
    struct node *head = NULL;
    for (size_t k = 0; k < n; k++) {
        struct node *node = new_node((int)k);
        node->next = head;
        head = node;
    }
    for (size_t k = 0; k < n; k++) {
        int key = (int)draw((uint32_t)n);
        struct node **at = &head;
#pragma algoprof loop
        while ((*at)->item.key != key)
            at = &(*at)->next;
        struct node *found = *at;
        *at = found->next;
        found->next = head;
        head = found;
    }
    sink += head->item.key;
}

KIND(skip_list, 1.15, 0, 500, 8000)
{
    enum { LEVELS = 12 };
    struct skip { int key; struct skip *next[LEVELS]; } *head = get(sizeof *head);
    for (size_t k = 0; k < n; k++) {
        struct skip *at = head, *before[LEVELS];
        int key = (int)draw(1u << 30), level = LEVELS - 1;
#pragma algoprof loop
        while (level >= 0)
            if (at->next[level] && at->next[level]->key < key)
                at = at->next[level];
            else
                before[level--] = at;
        struct skip *node = get(sizeof *node);
        node->key = key;
        for (level = 0; level < LEVELS; level++) {
            node->next[level] = before[level]->next[level];
            before[level]->next[level] = node;
            if (draw(2))
                break;
        }
    }
}

KIND(ring_buffer, 1, 0, 2000, 40000)
{
    struct item *ring = items_of(256), *all = items_of(n);
    size_t tail = 0;
    for (size_t at = 0; at < n;) {
        size_t batch = 1 + draw(32), to = at + batch < n ? at + batch : n;
#pragma algoprof loop
        for (; at < to; at++)
            ring[tail++ & 255] = all[at];
    }
    sink += ring[0].key;
}

KIND(life_rows, 1, 0, 40, 400)
{
    unsigned char *cell = get(n * n), *next = get(n * n);
    for (size_t i = 0; i < n * n; i++)
        cell[i] = draw(3) == 0;
    for (size_t y = 1; y + 1 < n; y++)
#pragma algoprof loop
        for (size_t x = 1; x + 1 < n; x++) {
            const unsigned char *c = cell + y * n + x;
            int near = c[-1] + c[1] + c[-(long)n] + c[n] + c[-(long)n - 1] + c[-(long)n + 1] + c[n - 1] + c[n + 1];
            next[y * n + x] = near == 3 || (near == 2 && *c);
        }
    sink += next[n + 1];
}

KIND(run_lengths, 1, 0, 2000, 60000)
{
    char *s = get(n + 1);
    for (size_t i = 0; i < n; i++)
        s[i] = (char)('a' + (i && draw(8) ? s[i - 1] - 'a' : (int)draw(20)));
    for (size_t at = 0; at < n;) {
        char c = s[at];
        size_t from = at;
#pragma algoprof loop
        while (at < n && s[at] == c)
            at++;
        sink += (long)(at - from);
    }
}

KIND(glob_stars, 2, 1, 200, 3000)               /* "*b" against "aaaa": tried at each place, no end in sight */
{
    char *s = get(n + 1);
    memset(s, 'a', n);
    for (size_t from = 0; from < n; from++) {
        size_t i = from;
#pragma algoprof loop
        while (s[i] == 'a')
            i++;
        sink += s[i];
    }
}

KIND(radix_pass, 1, 0, 2000, 40000)
{
    struct item *list = items_of(n), *out = get(n * sizeof *out);
    for (int shift = 0; shift < 32; shift += 8) {
        size_t count[257] = { 0 };
        for (size_t i = 0; i < n; i++)
            count[(list[i].key >> shift & 255) + 1]++;
        for (int b = 0; b < 256; b++)
            count[b + 1] += count[b];
#pragma algoprof loop
        for (size_t i = 0; i < n; i++)
            out[count[list[i].key >> shift & 255]++] = list[i];
        struct item *swap = list;
        list = out;
        out = swap;
    }
    sink += list[0].key;
}

KIND(topological_rescans, 2, 1, 80, 1200)
{
    struct item *need = items_of(n);
    for (size_t i = 0; i < n; i++)
        need[i].key = i + 1 < n ? (int)i + 1 : -1;
    for (size_t done = 0; done < n; done++) {
        size_t i;
#pragma algoprof loop
        for (i = 0; i < n; i++)
            if (need[i].key == -1)
                break;
        need[i].key = -2;
        if (i)
            need[i - 1].key = -1;
    }
}

KIND(depth_of_comments, 2, 1, 100, 2000)        /* a thread of replies, each the child of the one before */
{
    struct item *parent = items_of(n);
    for (size_t i = 0; i < n; i++)
        parent[i].key = (int)i - 1;
    for (size_t i = 0; i < n; i++) {
        long depth = 0;
#pragma algoprof loop
        for (int at = (int)i; at >= 0; at = parent[at].key)
            depth++;
        sink += depth;
    }
}

KIND(power_of_two_buckets, 1, 0, 1000, 30000)   /* lists of 2^k elements, each walked once */
{
    size_t made = 0;
    for (size_t len = 1; made < n; len = len * 2 > 1024 ? 1 : len * 2) {
        struct node *head = NULL;
        for (size_t i = 0; i < len; i++, made++) {
            struct node *node = new_node((int)i);
            node->next = head;
            head = node;
        }
        long sum = 0;
#pragma algoprof loop
        for (struct node *at = head; at; at = at->next)
            sum += at->item.key;
        sink += sum;
    }
}

KIND(garbage_sweeps, 2, 1, 200, 3000)           /* all objects swept after each 16 allocations */
{
    struct item *heap = items_of(n);
    for (size_t used = 16; used <= n; used += 16) {
        long live = 0;
#pragma algoprof loop
        for (size_t i = 0; i < used; i++)
            live += heap[i].key & 1;
        sink += live;
    }
}

KIND(doubling_copies, 1, 0, 1000, 40000)        /* a vector that grows by two: copying */
{
    size_t room = 4, used = 0;
    struct item *list = get(room * sizeof *list);
    for (size_t k = 0; k < n; k++) {
        if (used == room) {
            struct item *larger = get(2 * room * sizeof *larger);
#pragma algoprof loop
            for (size_t i = 0; i < used; i++)
                larger[i] = list[i];
            list = larger;
            room *= 2;
        }
        list[used++].key = (int)k;
    }
    sink += list[0].key;
}

KIND(adding_copies, 1, 0, 100, 1500)          /* one that grows by one: n copies of fresh memory each time */
{
    struct item *list = NULL;
    for (size_t k = 0; k < n / 4; k++) {
        struct item *larger = get((k + 1) * sizeof *larger);
#pragma algoprof loop
        for (size_t i = 0; i < k; i++)
            larger[i] = list[i];
        larger[k].key = (int)k;
        list = larger;
    }
    sink += list[0].key;
}

KIND(prefix_of_names, 1, 0, 500, 20000)
{
    char (*name)[24] = get(n * sizeof *name);
    for (size_t k = 0; k < n; k++)
        snprintf(name[k], sizeof name[k], "object.field%u", draw(100000));
    for (size_t k = 1; k < n; k++) {
        size_t i = 0;
#pragma algoprof loop
        while (name[k][i] && name[k][i] == name[k - 1][i])
            i++;
        sink += (long)i;
    }
}

KIND(interval_overlaps, 2, 1, 100, 2000)
{
    struct item *from = items_of(n), *to = items_of(n);
    for (size_t i = 0; i < n; i++)
        to[i].key = from[i].key + 1000;
    for (size_t i = 0; i < n; i++) {
        long hits = 0;
#pragma algoprof loop
        for (size_t j = 0; j < n; j++)
            hits += from[j].key < to[i].key && from[i].key < to[j].key;
        sink += hits;
    }
}

KIND(lru_of_64, -1, 0, 1000, 20000)
{
    struct item *slot = items_of(64);
    for (size_t k = 0; k < n; k++) {
        int key = (int)draw(96), at = 0;
#pragma algoprof loop
        for (at = 0; at < 63; at++)
            if (slot[at].key == key)
                break;
        struct item hit = { .key = key };
        memmove(slot + 1, slot, (size_t)at * sizeof *slot);
        slot[0] = hit;
    }
}

KIND(two_lists_merged, 1, 0, 1000, 20000)
{
    struct node *list[2] = { NULL, NULL }, *out = NULL;
    for (size_t k = 0; k < n; k++) {
        struct node *node = new_node((int)(n - k)), **to = &list[draw(2)];
        node->next = *to;
        *to = node;
    }
#pragma algoprof loop
    while (list[0] && list[1]) {
        struct node **from = &list[list[0]->item.key > list[1]->item.key], *node = *from;
        *from = node->next;
        node->next = out;
        out = node;
    }
    sink += out != NULL;
}

KIND(hash_of_lengths, 2, 1, 300, 4000)          /* names of few lengths, hashed by their length */
{
    struct node *bucket[32] = { 0 };
    for (size_t k = 0; k < n; k++) {
        struct node *node = new_node((int)draw(1u << 30)), **slot = &bucket[3 + draw(6)], *at = *slot;
#pragma algoprof loop
        while (at && at->item.key != node->item.key)
            at = at->next;
        if (!at) {
            node->next = *slot;
            *slot = node;
        }
    }
    sink += bucket[4] != NULL;
}

static __attribute__((algoprof("recursion"), noinline)) size_t paths(size_t x, size_t y)
{
    return x == 0 || y == 0 ? 1 : paths(x - 1, y) + paths(x, y - 1);
}

KIND(grid_paths, 99, 1, 2, 10)
{
    sink += (long)paths(n, n);
}

static __attribute__((algoprof("recursion"), noinline)) int depth_of(const struct node *tree)
{
    if (!tree)
        return 0;
    int a = depth_of(tree->child[0]), b = depth_of(tree->child[1]);
    return 1 + (a > b ? a : b);
}

KIND(depth_of_random_tree, 1, 0, 100, 5000)
{
    struct node *root = NULL;
    for (size_t k = 0; k < n; k++) {
        int key = (int)draw(1u << 30);
        struct node **at = &root;
        while (*at)
            at = &(*at)->child[(*at)->item.key < key];
        *at = new_node(key);
    }
    sink += depth_of(root);
}

static __attribute__((algoprof("recursion"), noinline)) long flood(char *cell, long at, long wide, long all)
{
    if (at < 0 || at >= all || cell[at])
        return 0;
    cell[at] = 1;
    return 1 + flood(cell, at + 1, wide, all) + flood(cell, at - 1, wide, all) + flood(cell, at + wide, wide, all);
}

KIND(flood_fill, 1, 0, 10, 70)
{
    sink += flood(get(n * n), 0, (long)n, (long)(n * n));
}
