/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * As growing.c: tables, heaps, graphs, sets. */
#include "nodes.h"

/* A table of chains; names are looked up, and added where they are not there. */
KIND(chains_of_a_table, 1, 0, 150000, 1500000)
{
    size_t lists = n / 8;
    struct node **table = get(lists * sizeof *table);
    for (size_t k = 0; k < 2 * n; k++) {
        int key = (int)draw((uint32_t)n);
        struct node **at = &table[(uint32_t)key * 2654435761u % lists];
#pragma algoprof loop name(chain)
        while (*at && (*at)->item.key != key)
            at = &(*at)->next;
        if (!*at)
            *at = node_of(key);
    }
}

static void sift_down(struct item *heap, size_t n)
{
    size_t at = 0, child;
#pragma algoprof loop name(sift)
    while ((child = 2 * at + 1) < n) {
        child += child + 1 < n && heap[child + 1].key < heap[child].key;
        if (heap[at].key <= heap[child].key)
            break;
        struct item moved = heap[at];
        heap[at] = heap[child];
        heap[child] = moved;
        at = child;
    }
}

/* Sorted is a heap; all of it is taken out. */
KIND(heap_emptied, 1, 0, 200000, 3000000)
{
    struct item *heap = get(n * sizeof *heap);
    for (size_t k = 0; k < n; k++)
        heap[k].key = (int)(8 * k + draw(8));
    for (size_t left = n; left > 1; left--) {
        heap[0] = heap[left - 1];
        sift_down(heap, left - 1);
    }
}

/* More come than are taken; each new one is looked for among those that wait. */
KIND(ring_that_fills, 2, 1, 10000, 100000)
{
    struct item *ring = get(n * sizeof *ring);
    size_t first = 0, waiting = 0;
    for (size_t k = 0; k < n; k++) {
        size_t i = 0;
#pragma algoprof loop name(ring)
        while (i < waiting && ring[first + i < n ? first + i : first + i - n].key != (int)k)
            i++;
        sink += (long)i;
        ring[(first + waiting++) % n].key = (int)k;
        if (k % 3 == 0) {
            first = (first + 1) % n;
            waiting--;
        }
    }
}

/* All columns once, then some rows again and again. */
KIND(columns_then_rows, 1, 0, 2000000, 16000000)
{
    size_t side = 1;
    while ((side + 1) * (side + 1) <= n)
        side++;
    struct item *cell = get(side * side * sizeof *cell);
    for (size_t k = 0; k < 16 * side; k++) {
        size_t step = k < side ? side : 1, from = k < side ? k : draw((uint32_t)side / 4) * side;
        long sum = 0;
#pragma algoprof loop name(line)
        for (size_t i = 0; i < side; i++)
            sum += cell[from + i * step].key;
        sink += sum;
    }
}

/* Names one behind the other; each is compared with those before it. */
KIND(names_in_a_table, 2, 1, 6000, 40000)
{
    char *table = get(12 * n + 16);
    size_t end = 0;
    for (size_t k = 0; k < n; k++) {
        char name[12];
        uint32_t word = (uint32_t)k * 2654435761u;
        name[0] = (char)(8 + word % 4);
        for (int i = 1; i < 12; i++)
            name[i] = (char)('a' + (word >> 2 * i) % 4);
        size_t at = 0;
#pragma algoprof loop name(names)
        while (at < end && !(table[at] == name[0] && !memcmp(table + at + 1, name + 1, 7)))
            at += (size_t)table[at];
        if (at == end) {
            memcpy(table + end, name, (size_t)name[0]);
            end += (size_t)name[0];
        }
    }
}

/* Edges come to a graph, and then a search in breadth goes through all of it from a few nodes. */
KIND(graph_searched, 1, 0, 100000, 700000)
{
    struct node **edges = get(n * sizeof *edges);
    for (size_t k = 0; k < 3 * n; k++) {
        struct node *edge = node_of((int)draw((uint32_t)n)), **at = &edges[k < n ? k : draw((uint32_t)n)];
        edge->next = *at;
        *at = edge;
    }
    uint32_t *seen = get(n * sizeof *seen), *queue = get(n * sizeof *queue);
    for (uint32_t round = 1; round <= 3; round++) {
        size_t head = 0, tail = 0;
        queue[tail++] = draw((uint32_t)n);
        while (head < tail) {
            const struct node *at = edges[queue[head++]];
#pragma algoprof loop name(edges)
            for (; at; at = at->next)
                if (seen[at->item.key] != round) {
                    seen[at->item.key] = round;
                    queue[tail++] = (uint32_t)at->item.key;
                }
        }
    }
}

struct tower {
    struct item item;
    struct tower *next[12];
};

/* A skip list: sorted keys, which are looked for at random from time to time. */
KIND(skip_list_grows, 1.1, 0, 80000, 1000000)
{
    struct tower head = { 0 }, *last[12];
    for (int level = 0; level < 12; level++)
        last[level] = &head;
    for (size_t k = 1; k < n; k++) {
        struct tower *tower = get(sizeof *tower);
        tower->item.key = (int)k;
        for (int level = 0; level < 12 && (level == 0 || draw(3) == 0 || (level = 12) < 12); level++) {
            last[level]->next[level] = tower;
            last[level] = tower;
        }
        if (k % 2)
            continue;
        const struct tower *at = &head;
        int key = (int)draw((uint32_t)k), level = 11;
#pragma algoprof loop name(skip)
        while (level >= 0) {
            if (at->next[level] && at->next[level]->item.key <= key)
                at = at->next[level];
            else
                level--;
        }
        sink += at->item.key;
    }
}

/* Filled first; then it is searched by halves for what is mostly in its first tenth. */
KIND(filled_then_halved, 1.1, 0, 400000, 4000000)
{
    struct item *item = get(n * sizeof *item);
    for (size_t k = 0; k < n; k++)
        item[k].key = (int)(2 * k);
    for (size_t k = 0; k < n; k++) {
        size_t low = 0, high = n;
        int key = (int)draw((uint32_t)(k % 8 ? n / 5 : 2 * n));
#pragma algoprof loop name(half)
        while (low < high) {
            size_t mid = low + (high - low) / 2;
            if (item[mid].key < key)
                low = mid + 1;
            else
                high = mid;
        }
        sink += (long)low;
    }
}

/* What was used longest ago goes when the cache is full: the first half of the run fills it. */
KIND(cache_evicts, 2, 1, 6000, 70000)
{
    struct item *entry = get((n / 2 + 1) * sizeof *entry);
    size_t used = 0;
    for (size_t k = 0; k < n; k++) {
        size_t oldest = 0;
#pragma algoprof loop name(oldest)
        for (size_t i = 1; i < used; i++)
            oldest = entry[i].key < entry[oldest].key ? i : oldest;
        sink += (long)oldest;
        if (used < n / 2)
            entry[used++].key = (int)k;
        else
            entry[oldest].key = (int)k;
        if (used > 4)
            entry[draw((uint32_t)used)].key = (int)k;
    }
}

/* Sets that are united; the way to the root gets half as long. */
KIND(sets_united, 1.1, 0, 300000, 3000000)
{
    uint32_t *parent = get(n * sizeof *parent);
    for (size_t k = 0; k < n; k++)
        parent[k] = (uint32_t)k;
    for (size_t k = 0; k < 2 * n; k++) {
        uint32_t at = draw((uint32_t)n);
#pragma algoprof loop name(root)
        while (parent[at] != at) {
            parent[at] = parent[parent[at]];
            at = parent[at];
        }
        sink += at;
        parent[at] = k % 2 ? draw(at + 1) : at;
    }
}

/* Timers in a sorted array: the later ones make room. */
KIND(timers_make_room, 2, 1, 8000, 80000)
{
    struct item *timer = get((n + 1) * sizeof *timer);
    for (size_t k = 0; k < n; k++) {
        int when = (int)draw(1u << 30);
        size_t i = k;
#pragma algoprof loop name(room)
        while (i > 0 && timer[i - 1].key > when) {
            timer[i] = timer[i - 1];
            i--;
        }
        timer[i].key = when;
        sink += (long)i;
    }
}

/* Points in the squares of a grid, each compared with those of its square, which get more and more. */
KIND(points_in_squares, 2, 1, 25000, 150000)
{
    struct node **square = get(256 * sizeof *square);
    for (size_t k = 0; k < n; k++) {
        struct node **first = &square[draw(16) * 16 + draw(16)], *point = node_of((int)draw(1u << 30));
        long near = 0;
#pragma algoprof loop name(points)
        for (const struct node *at = *first; at; at = at->next)
            near += labs((long)at->item.key - point->item.key) < 1000;
        sink += near;
        point->next = *first;
        *first = point;
    }
}

/* A number is divided by the primes that were found before. */
KIND(primes_found, 1.5, 1, 1000000, 8000000)
{
    struct item *prime = get(n / 4 * sizeof *prime);
    size_t found = 0;
    for (size_t k = 2; k < n; k++) {
        size_t i = 0;
#pragma algoprof loop name(divide)
        while (i < found && (size_t)prime[i].key * (size_t)prime[i].key <= k && k % (size_t)prime[i].key)
            i++;
        if (i == found || (size_t)prime[i].key * (size_t)prime[i].key > k)
            prime[found++].key = (int)k;
        sink += (long)i;
    }
}

/* A bitmap of what is in use: the first free one is taken, and now and then one is given back. */
KIND(pages_in_use, 2, 1, 12000, 100000)
{
    unsigned char *used = get(n + 1);
    for (size_t k = 0; k < n; k++) {
        size_t at = 0;
#pragma algoprof loop name(pages)
        while (used[at])
            at++;
        used[at] = 1;
        sink += (long)at;
        if (k % 4 == 0)
            used[draw((uint32_t)(k / 2 + 1))] = 0;
    }
}

/* Words of a text in a tree of letters; then other words are looked for. */
KIND(letters_of_words, 1, 0, 200000, 2000000)
{
    uint32_t(*child)[4] = get((8 * n + 2) * sizeof *child), nodes = 1;
    for (size_t k = 0; k < 2 * n; k++) {
        uint32_t at = 1, word = draw(1u << 30), depth = 0;
#pragma algoprof loop name(letters)
        while (depth < 15 && child[at][word >> 2 * depth & 3])
            at = child[at][word >> 2 * depth++ & 3];
        if (k < n && depth < 15)
            child[at][word >> 2 * depth & 3] = ++nodes;
        sink += depth;
    }
}

/* A log of changes: undone from the end as far as they are newer, then more are made. */
KIND(changes_undone, 2, 1, 20000, 200000)
{
    struct item *change = get((2 * n + 1) * sizeof *change);
    size_t end = 0;
    for (size_t k = 0; k < n; k++) {
        for (size_t more = 1 + draw(3); more > 0; more--)
            change[end++].key = (int)k;
        size_t i = end, back = draw((uint32_t)end) / (k % 8 ? 64 : 1);
        long sum = 0;
#pragma algoprof loop name(undo)
        while (i > end - back)
            sum += change[--i].key;
        sink += sum;
        if (k % 2)
            end -= draw(2);
    }
}
