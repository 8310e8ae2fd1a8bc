/* SPDX-License-Identifier: GPL-3.0-or-later
 * Lists, hash tables, trees and graphs. */
#include "kinds.h"

struct node {
    struct node *next, *other, *parent;
    struct item item;
};

static struct node *new_node(int key)
{
    struct node *node = get(sizeof *node);
    node->item.key = key;
    return node;
}

static struct node *list_of(size_t n)
{
    struct node *head = NULL;
    while (n--) {
        struct node *node = new_node((int)draw(1u << 30));
        node->next = head;
        head = node;
    }
    return head;
}

KIND(append_at_end, 2, 1, 100, 2500)
{
    struct node *head = NULL;
    for (size_t k = 0; k < n; k++) {
        struct node **at = &head;
#pragma algoprof loop
        while (*at)
            at = &(*at)->next;
        *at = new_node((int)k);
    }
    sink += head->item.key;
}

KIND(item_by_index, 2, 1, 100, 2500)
{
    struct node *head = list_of(n);
    for (size_t k = 0; k < n; k++) {
        struct node *node = head;
        size_t index = k;
#pragma algoprof loop
        while (node && index > 0) {
            index--;
            node = node->next;
        }
        sink += node ? node->item.key : 0;
    }
}

KIND(length_each_time, 2, 1, 100, 2500)
{
    struct node *head = list_of(n);
    for (size_t k = 0; k < n; k++) {
        size_t length = 0;
#pragma algoprof loop
        for (struct node *node = head; node; node = node->next)
            length++;
        sink += (long)length;
    }
}

KIND(sorted_insertion, 2, 1, 100, 2500)
{
    struct node *head = NULL;
    for (size_t k = 0; k < n; k++) {
        struct node *node = new_node((int)draw(1u << 30)), **at = &head;
#pragma algoprof loop
        while (*at && (*at)->item.key < node->item.key)
            at = &(*at)->next;
        node->next = *at;
        *at = node;
    }
    sink += head->item.key;
}

KIND(short_lists, 1, 0, 100, 4000)
{
    struct node **heads = get(n * sizeof *heads);
    for (size_t k = 0; k < n; k++)
        heads[k] = list_of(5 + draw(10));
    for (size_t k = 0; k < n; k++)
#pragma algoprof loop
        for (struct node *node = heads[k]; node; node = node->next)
            sink += node->item.key;
}

KIND(walk_once, 1, 0, 1000, 30000)
{
    struct node *head = list_of(n);
    long sum = 0;
#pragma algoprof loop
    for (struct node *node = head; node; node = node->next)
        sum += node->item.key;
    sink += sum;
}

KIND(queue_shrinking, 2, 1, 100, 2500)
{
    struct node *head = list_of(n);
    for (size_t k = 0; k < n; k++) {
        struct node *node = head, **from = &head;
#pragma algoprof loop
        for (; node->next; node = node->next)
            from = &node->next;
        *from = NULL;
        sink += node->item.key;
    }
}

/* ---- hash tables ---- */

static uint32_t hash(uint32_t key)
{
    return (key ^ key >> 15) * 2654435769u >> 7;
}

KIND(chains_fixed, 2, 1, 2000, 30000)
{
    struct node *bucket[64] = { 0 };
    for (size_t k = 0; k < n; k++) {
        struct node *node = new_node((int)draw(1u << 30)), **slot = &bucket[hash((uint32_t)node->item.key) & 63];
        struct node *at = *slot;
#pragma algoprof loop
        while (at && at->item.key != node->item.key)
            at = at->next;
        node->next = *slot;
        *slot = node;
    }
    sink += bucket[0]->item.key;
}

KIND(chains_resized, 1, 0, 1000, 30000)
{
    size_t size = 64, used = 0;
    struct node **bucket = get(size * sizeof *bucket);
    for (size_t k = 0; k < n; k++) {
        if (used > size) {
            struct node **larger = get(2 * size * sizeof *larger);
            for (size_t i = 0; i < size; i++)
                for (struct node *node = bucket[i], *next; node; node = next) {
                    struct node **slot = &larger[hash((uint32_t)node->item.key) & (2 * size - 1)];
                    next = node->next;
                    node->next = *slot;
                    *slot = node;
                }
            bucket = larger;
            size *= 2;
        }
        int key = (int)draw((uint32_t)n);
        struct node **slot = &bucket[hash((uint32_t)key) & (size - 1)], *at = *slot;
#pragma algoprof loop
        while (at && at->item.key != key)
            at = at->next;
        if (!at) {
            struct node *node = new_node(key);
            node->next = *slot;
            *slot = node;
            used++;
        }
    }
    sink += (long)used;
}

KIND(probes_half_full, 1, 0, 1000, 30000)
{
    size_t size = 1;
    while (size < 2 * n)
        size *= 2;
    struct item *slot = get(size * sizeof *slot);
    for (size_t k = 0; k < n; k++) {
        int key = 1 + (int)draw(1u << 30);
        size_t at = hash((uint32_t)key) & (size - 1);
#pragma algoprof loop
        while (slot[at].key && slot[at].key != key)
            at = (at + 1) & (size - 1);
        slot[at].key = key;
    }
    sink += slot[0].key;
}

KIND(probes_clustered, 2, 1, 100, 2500)
{
    struct item *slot = get(2 * n * sizeof *slot);
    for (size_t k = 0; k < n; k++) {
        int key = (int)(k * 4096 + 1);
        size_t at = (size_t)(key & 15);
#pragma algoprof loop
        while (slot[at].key && slot[at].key != key)
            at++;
        slot[at].key = key;
    }
    sink += slot[3].key;
}

/* ---- trees ---- */

static void tree_insert(struct node **root, int key)
{
    struct node **at = root, *parent = NULL;
#pragma algoprof loop
    while (*at && (*at)->item.key != key) {
        parent = *at;
        at = (*at)->item.key < key ? &(*at)->other : &(*at)->next;
    }
    if (!*at) {
        *at = new_node(key);
        (*at)->parent = parent;
    }
}

KIND(tree_random, 1.15, 0, 500, 15000)
{
    struct node *root = NULL;
    for (size_t k = 0; k < n; k++)
        tree_insert(&root, (int)draw(1u << 30));
}

KIND(tree_sorted, 2, 1, 100, 2000)
{
    struct node *root = NULL;
    for (size_t k = 0; k < n; k++)
        tree_insert(&root, (int)k);
}

KIND(parents_of_chain, 2, 1, 100, 2500)
{
    struct node *last = NULL, **all = get(n * sizeof *all);
    for (size_t k = 0; k < n; k++) {
        all[k] = new_node((int)k);
        all[k]->parent = last;
        last = all[k];
    }
    for (size_t k = 0; k < n; k++) {
        long depth = 0;
#pragma algoprof loop
        for (struct node *node = all[draw((uint32_t)n)]; node; node = node->parent)
            depth++;
        sink += depth;
    }
}

KIND(parents_balanced, 1.1, 0, 500, 15000)
{
    struct item *list = items_of(n);
    for (size_t k = 1; k < n; k++)
        list[k].key = (int)(k / 2);
    for (size_t k = 0; k < n; k++) {
        size_t at = n / 2 + draw((uint32_t)(n / 2));
#pragma algoprof loop
        while (at > 1)
            at = (size_t)list[at].key;
        sink += (long)at;
    }
}

KIND(trie_lookups, 1, 0, 200, 6000)
{
    struct trie { struct trie *child[4]; } *root = get(sizeof *root);
    for (size_t k = 0; k < n; k++) {
        uint32_t key = draw(1u << 24);
        struct trie *at = root;
#pragma algoprof loop
        for (int bit = 0; bit < 24; bit += 2) {
            struct trie **slot = &at->child[key >> bit & 3];
            if (!*slot)
                *slot = get(sizeof **slot);
            at = *slot;
        }
        sink += at != root;
    }
}

KIND(union_by_chain, 2, 1, 100, 2500)
{
    struct item *up = items_of(n);
    for (size_t k = 0; k < n; k++)
        up[k].key = (int)(k ? k - 1 : 0);
    for (size_t k = 0; k < n; k++) {
        int at = (int)k;
#pragma algoprof loop
        while (up[at].key != at)
            at = up[at].key;
        sink += at;
    }
}

KIND(union_halving, 1, 0, 1000, 30000)
{
    struct item *up = items_of(n);
    for (size_t k = 0; k < n; k++)
        up[k].key = (int)k;
    for (size_t k = 0; k < 2 * n; k++) {
        int at = (int)draw((uint32_t)n);
#pragma algoprof loop
        while (up[at].key != at) {
            up[at].key = up[up[at].key].key;
            at = up[at].key;
        }
        up[at].key = (int)draw((uint32_t)at + 1);
    }
}

KIND(fenwick, 1.1, 0, 500, 15000)
{
    struct item *sum = items_of(n + 1);
    for (size_t k = 0; k < n; k++)
#pragma algoprof loop
        for (size_t i = 1 + draw((uint32_t)n); i <= n; i += i & -i)
            sum[i].key++;
    sink += sum[n].key;
}

/* ---- graphs ---- */

struct graph {
    size_t n;
    uint32_t *first, *to;
};

static struct graph graph_of(size_t n, unsigned degree)
{
    struct graph g = { n, get((n + 1) * sizeof *g.first), get(n * degree * sizeof *g.to) };
    size_t edges = 0;
    for (size_t v = 0; v < n; v++) {
        g.first[v] = (uint32_t)edges;
        for (unsigned k = 1 + draw(2 * degree - 1); k > 0 && edges < n * degree; k--)
            g.to[edges++] = draw((uint32_t)n);
    }
    g.first[n] = (uint32_t)edges;
    return g;
}

KIND(breadth_first, 1, 0, 500, 15000)
{
    struct graph g = graph_of(n, 5);
    struct item *seen = get(n * sizeof *seen);
    uint32_t *queue = get(n * sizeof *queue);
    size_t head = 0, tail = 1;
    seen[0].key = 1;
    while (head < tail) {
        uint32_t v = queue[head++];
#pragma algoprof loop
        for (uint32_t e = g.first[v]; e < g.first[v + 1]; e++)
            if (!seen[g.to[e]].key) {
                seen[g.to[e]].key = 1;
                queue[tail++] = g.to[e];
            }
    }
    sink += (long)tail;
}

KIND(bellman_ford_path, 2, 1, 100, 1500)
{
    struct item *from = get(n * sizeof *from);
    long *far = get(n * sizeof *far);
    for (size_t v = 1; v < n; v++) {
        from[v].key = (int)(n - v);     /* edges in the worst order */
        far[v] = 1 << 30;
    }
    for (int changed = 1; changed;) {
        changed = 0;
#pragma algoprof loop
        for (size_t v = 1; v < n; v++) {
            size_t at = n - v, before = at - 1;
            (void)from[v].key;
            if (far[before] + 1 < far[at]) {
                far[at] = far[before] + 1;
                changed = 1;
            }
        }
    }
    sink += far[n - 1];
}

KIND(nearest_by_scan, 2, 1, 100, 2000)
{
    struct item *done = get(n * sizeof *done);
    uint32_t *far = get(n * sizeof *far);
    for (size_t v = 0; v < n; v++)
        far[v] = draw(1u << 30);
    for (size_t k = 0; k < n; k++) {
        size_t best = n;
#pragma algoprof loop
        for (size_t v = 0; v < n; v++)
            if (!done[v].key && (best == n || far[v] < far[best]))
                best = v;
        done[best].key = 1;
    }
    sink += far[0];
}

KIND(floyd_row, 1.5, 1, 12, 100)
{
    int *far = get(n * n * sizeof *far);
    for (size_t i = 0; i < n * n; i++)
        far[i] = (int)draw(1000);
    for (size_t k = 0; k < n; k++)
        for (size_t i = 0; i < n; i++)
#pragma algoprof loop
            for (size_t j = 0; j < n; j++)
                if (far[i * n + k] + far[k * n + j] < far[i * n + j])
                    far[i * n + j] = far[i * n + k] + far[k * n + j];
    sink += far[1];
}

KIND(sparse_product, 1, 0, 300, 8000)
{
    struct graph g = graph_of(n, 8);
    double *x = get(n * sizeof *x);
    for (int turn = 0; turn < 3; turn++)
        for (size_t v = 0; v < n; v++) {
            double sum = 0;
#pragma algoprof loop
            for (uint32_t e = g.first[v]; e < g.first[v + 1]; e++)
                sum += x[g.to[e]];
            x[v] = sum + 1;
        }
    sink += (long)x[0] & 1;
}
