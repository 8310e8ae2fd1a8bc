/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Loops over what grows while the program runs, and programs of two phases: what is filled first and searched then, or the other
 * way round (growing.py).  n: elements; a run takes some tens of milliseconds at the least n, and seconds at the largest. */
#include "nodes.h"

/* Whether the key is in the list; a search for what is not there walks all of it. */
__attribute__((noinline)) static int is_in_list(const struct node *at, int key)
{
#pragma algoprof loop name(list)
    while (at && at->item.key != key)
        at = at->next;
    return at != NULL;
}

__attribute__((noinline)) static size_t find_in_array(const struct item *item, size_t n, int key)
{
    size_t i = 0;
#pragma algoprof loop name(array)
    while (i < n && item[i].key != key)
        i++;
    return i;
}

/* Pushes n keys that were not there, with a search before each `every`th. */
static struct node *push_and_search(struct node *head, size_t n, size_t every)
{
    for (size_t k = 0; k < n; k++) {
        if (k % every == 0)
            sink += is_in_list(head, -1);
        struct node *node = node_of((int)k);
        node->next = head;
        head = node;
    }
    return head;
}

static void search(const struct node *head, size_t times)
{
    for (size_t k = 0; k < times; k++)
        sink += is_in_list(head, -1 - (int)k);
}

KIND(list_grows, 2, 1, 5000, 50000)
{
    push_and_search(NULL, n, 1);
}

KIND(list_grows_seldom_searched, 2, 1, 20000, 200000)
{
    push_and_search(NULL, n, 16);
}

KIND(list_filled_then_searched, 2, 1, 4000, 40000)
{
    search(push_and_search(NULL, n, n), n);
}

KIND(list_grows_then_searched, 2, 1, 3000, 30000)
{
    search(push_and_search(NULL, n, 1), n);
}

KIND(list_searched_then_grows, 2, 1, 4000, 40000)
{
    struct node *head = push_and_search(NULL, n / 4, n);
    search(head, n);
    push_and_search(head, n, 1);
}

/* Two lists, the second is five times as long. */
KIND(two_lists, 2, 1, 4000, 40000)
{
    search(push_and_search(NULL, n / 5, n), 2 * n);
    search(push_and_search(NULL, n, n), n / 2);
}

KIND(list_in_steps, 2, 1, 4000, 40000)
{
    struct node *head = NULL;
    for (int step = 0; step < 8; step++) {
        head = push_and_search(head, n / 8, n);
        search(head, n / 8);
    }
}

KIND(list_grows_slowly, 2, 1, 10000, 80000)
{
    struct node *head = NULL;
    for (size_t k = 0; k < n; k++) {
        sink += is_in_list(head, -1);
        if (k % 4 == 0)
            head = push_and_search(head, 1, 2);
    }
}

/* Every second key is there, somewhere. */
KIND(list_of_known, 2, 1, 5000, 50000)
{
    struct node *head = NULL;
    for (size_t k = 0; k < n; k++) {
        int key = k % 2 ? (int)draw((uint32_t)k) : (int)k;
        if (is_in_list(head, key))
            continue;
        struct node *node = node_of(key);
        node->next = head;
        head = node;
    }
}

KIND(array_grows, 2, 1, 5000, 80000)
{
    struct item *item = get((n + 1) * sizeof *item);
    for (size_t k = 0; k < n; k++)
        item[find_in_array(item, k, -1)].key = (int)k;
    sink += item[n - 1].key;
}

KIND(array_grows_in_place, 2, 1, 5000, 80000)
{
    struct item *item = NULL;
    size_t room = 0;
    for (size_t k = 0; k < n; k++) {
        if (k == room)
            item = realloc(item, (room = 2 * room + 16) * sizeof *item);
        item[find_in_array(item, k, -1)].key = (int)k;
    }
}

KIND(array_filled_then_searched, 2, 1, 5000, 60000)
{
    struct item *item = items_of(n);
    for (size_t k = 0; k < n; k++)
        sink += (long)find_in_array(item, n, -1);
}

KIND(array_searched_for_known, 2, 1, 5000, 80000)
{
    struct item *item = items_of(n);
    for (size_t k = 0; k < n; k++)
        sink += (long)find_in_array(item, n, item[draw((uint32_t)n)].key);
}

KIND(array_grows_then_shrinks, 2, 1, 4000, 50000)
{
    struct item *item = items_of(n + 1);
    for (size_t k = 0; k < n; k++)
        sink += (long)find_in_array(item, k, -1);
    for (size_t k = n; k > 0; k--)
        sink += (long)find_in_array(item, k, -1);
}

KIND(array_shrinks, 2, 1, 5000, 60000)
{
    struct item *item = items_of(n + 1);
    for (size_t k = n; k > 0; k--)
        sink += (long)find_in_array(item, k, -1);
}

KIND(window_then_all, 2, 1, 4000, 50000)
{
    struct item *item = items_of(n + 64);
    for (size_t k = 0; k < n; k++)
        sink += (long)find_in_array(item + k, 64, -1);
    for (size_t k = 0; k < n; k++)
        sink += (long)find_in_array(item, n, -1);
}

KIND(all_then_window, 2, 1, 4000, 50000)
{
    struct item *item = items_of(n + 64);
    for (size_t k = 0; k < n; k++)
        sink += (long)find_in_array(item, n, -1);
    for (size_t k = 0; k < n; k++)
        sink += (long)find_in_array(item + k, 64, -1);
}

KIND(queue_grows, 2, 1, 12000, 120000)
{
    struct item *item = items_of(2 * n);
    for (size_t k = 0; k < n; k++)
        sink += (long)find_in_array(item + k / 2, k - k / 2, -1);
}

/* A search goes through a few lists of many. */
static void search_table(struct node **table, size_t lists, size_t times)
{
    for (size_t k = 0; k < times; k++)
        sink += is_in_list(table[draw((uint32_t)lists)], -1);
}

static void fill_table(struct node **table, size_t lists, size_t n, int search)
{
    for (size_t k = 0; k < n; k++) {
        struct node **list = &table[k % lists], *node = node_of((int)k);
        if (search)
            sink += is_in_list(*list, -1);
        node->next = *list;
        *list = node;
    }
}

KIND(table_grows, 2, 1, 30000, 200000)
{
    struct node *table[64] = { NULL };
    fill_table(table, 64, n, 1);
}

KIND(table_filled_then_searched, 2, 1, 20000, 120000)
{
    struct node *table[64] = { NULL };
    fill_table(table, 64, n, 0);
    search_table(table, 64, n);
}

KIND(table_of_many_lists, 2, 1, 100000, 600000)
{
    struct node **table = get(1024 * sizeof *table);
    fill_table(table, 1024, n, 1);
}

KIND(table_grows_then_searched, 2, 1, 20000, 120000)
{
    struct node *table[64] = { NULL };
    fill_table(table, 64, n, 1);
    search_table(table, 64, n);
}

KIND(text_is_appended, 2, 1, 6000, 40000)
{
    char *text = get(8 * n + 8);
    for (size_t k = 0; k < n; k++) {
        size_t end = 0;
#pragma algoprof loop name(text)
        while (text[end])
            end++;
        memcpy(text + end, "item ", 5);
    }
}

KIND(lines_are_counted, 2, 1, 5000, 30000)
{
    char *text = get(8 * n + 8);
    for (size_t k = 0; k < n; k++) {
        size_t lines = 0;
#pragma algoprof loop name(lines)
        for (const char *at = text; *at; at++)
            lines += *at == '\n';
        memcpy(text + 5 * k, "line\n", 5);
        sink += (long)lines;
    }
}

struct tree {
    struct tree *side[2];
    struct item item;
};

static void insert(struct tree **at, int key)
{
#pragma algoprof loop name(tree)
    while (*at)
        at = &(*at)->side[(*at)->item.key < key];
    *at = get(sizeof **at);
    (*at)->item.key = key;
}

KIND(tree_of_sorted, 2, 1, 5000, 30000)
{
    struct tree *root = NULL;
    for (size_t k = 0; k < n; k++)
        insert(&root, (int)k);
}

KIND(tree_of_random, 1, 0, 40000, 1000000)
{
    struct tree *root = NULL;
    for (size_t k = 0; k < n; k++)
        insert(&root, (int)draw(1u << 30));
}

KIND(tree_of_random_then_sorted, 2, 1, 8000, 60000)
{
    struct tree *root = NULL;
    for (size_t k = 0; k < n; k++)
        insert(&root, (int)draw(1u << 20));
    for (size_t k = 0; k < n / 2; k++)
        insert(&root, (int)(k + (1u << 21)));
}

KIND(sums_of_prefixes, 2, 1, 4000, 60000)
{
    struct item *item = items_of(n);
    for (size_t k = 0; k < n; k++) {
        long sum = 0;
#pragma algoprof loop name(prefix)
        for (size_t i = 0; i <= k; i++)
            sum += item[i].key;
        sink += sum;
    }
}

KIND(rows_of_triangle, 1, 0, 60000, 400000)
{
    struct item *item = items_of(8 * n);
    size_t from = 0;
    for (size_t k = 0; k < n; k++) {
        long sum = 0;
#pragma algoprof loop name(row)
        for (size_t i = from; i < from + k / 64 + 8 && i < 8 * n; i++)
            sum += item[i].key;
        from = (from + k / 64 + 8) % (8 * n);
        sink += sum;
    }
}

KIND(best_so_far, 2, 1, 4000, 50000)
{
    struct item *item = items_of(n);
    long best = 0;
    for (size_t k = 1; k < n; k++) {
#pragma algoprof loop name(best)
        for (size_t i = 0; i < k; i++)
            if (item[i].key > item[k].key)
                best++;
        sink += best;
    }
}
