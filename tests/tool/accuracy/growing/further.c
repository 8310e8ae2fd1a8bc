/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * As growing.c: what was held out when that was tuned, and then tuned on. */
#include "nodes.h"

/* A queue: two are added for each that is taken, and all that wait are looked at. */
KIND(queue_of_nodes, 2, 1, 5000, 50000)
{
    struct node *head = node_of(0), *tail = head;
    for (size_t k = 1; k < n; k++) {
        size_t waiting = 0;
#pragma algoprof loop name(waiting)
        for (const struct node *at = head; at; at = at->next)
            waiting += at->item.key != -1;
        sink += (long)waiting;
        tail = tail->next = node_of((int)k);
        if (k % 2)
            head = head->next;
    }
}

KIND(sorted_list, 2, 1, 4000, 30000)
{
    struct node *head = NULL;
    for (size_t k = 0; k < n; k++) {
        struct node *node = node_of((int)draw(1u << 30)), **at = &head;
#pragma algoprof loop name(sorted)
        while (*at && (*at)->item.key < node->item.key)
            at = &(*at)->next;
        node->next = *at;
        *at = node;
    }
}

/* What was found comes to the front. */
KIND(moved_to_front, 2, 1, 4000, 40000)
{
    struct node *head = NULL;
    for (size_t k = 0; k < n; k++) {
        struct node *node = node_of((int)k);
        node->next = head;
        head = node;
    }
    for (size_t k = 0; k < n; k++) {
        struct node **at = &head;
        int key = (int)draw((uint32_t)n);
#pragma algoprof loop name(find)
        while (*at && (*at)->item.key != key)
            at = &(*at)->next;
        struct node *found = *at;
        if (!found)
            exit(1);
        *at = found->next;
        found->next = head;
        head = found;
    }
}

/* Open addressing, which fills up. */
KIND(probes, 1, 0, 300000, 3000000)
{
    struct item *slot = get(2 * n * sizeof *slot);
    for (size_t k = 0; k < n + n / 2; k++) {
        size_t at = draw((uint32_t)(2 * n));
#pragma algoprof loop name(probe)
        while (slot[at].key)
            at = at + 1 < 2 * n ? at + 1 : 0;
        slot[at].key = 1;
    }
}

KIND(quarter_then_whole, 2, 1, 8000, 60000)
{
    struct item *item = items_of(n);
    for (size_t k = 0; k < n + n / 8; k++) {
        long sum = 0;
#pragma algoprof loop name(sum)
        for (size_t i = 0; i < (k < n ? n / 4 : n); i++)
            sum += item[i].key;
        sink += sum;
    }
}

/* A word is looked for in all that was written. */
KIND(word_in_text, 2, 1, 4000, 30000)
{
    char *text = get(8 * n + 8);
    size_t end = 0;
    for (size_t k = 0; k < n; k++) {
        memcpy(text + end, "abcabd ", 7);
        end += 7;
        if (k % 4)
            continue;
        size_t at = 0;
#pragma algoprof loop name(word)
        while (at + 4 < end && !(text[at] == 'a' && text[at + 1] == 'b' && text[at + 2] == 'd' && text[at + 3] == 'x'))
            at++;
        sink += (long)at;
    }
}

/* It gets deeper from time to time, and is empty in between. */
KIND(stack_up_and_down, 2, 1, 6000, 50000)
{
    struct item *stack = items_of(n);
    for (size_t round = 1; round <= 16; round++)
        for (size_t k = 0; k < 2 * (n / 16); k++) {
            size_t depth = round * (k < n / 16 ? k + 1 : 2 * (n / 16) - k);
            long sum = 0;
#pragma algoprof loop name(frames)
            for (size_t i = 0; i < depth; i++)
                sum += stack[i].key;
            sink += sum;
        }
}

/* Each new edge of the hub is compared with all that it has. */
KIND(edges_of_a_hub, 2, 1, 8000, 60000)
{
    uint32_t *edge = get(n * sizeof *edge);
    for (size_t k = 0; k < n; k++) {
        uint32_t to = (uint32_t)k * 2654435761u;
        size_t i = 0;
#pragma algoprof loop name(edges)
        while (i < k && edge[i] != to)
            i++;
        edge[i] = to;
    }
}

/* The last 256 entries are looked at again and again, seldom all of them. */
KIND(recent_or_all, 2, 1, 30000, 300000)
{
    struct item *entry = items_of(n);
    for (size_t k = 256; k < n; k++) {
        long sum = 0;
#pragma algoprof loop name(entries)
        for (size_t i = k % (n / 16) ? k - 256 : 0; i < k; i++)
            sum += entry[i].key;
        sink += sum;
    }
}

/* Two lists that grow in turn. */
KIND(lists_in_turn, 2, 1, 6000, 50000)
{
    struct node *head[2] = { NULL, NULL };
    for (size_t k = 0; k < n; k++) {
        struct node *node = node_of((int)k);
        node->next = head[k / 64 % 2];
        head[k / 64 % 2] = node;
        int found = 0;
#pragma algoprof loop name(lists)
        for (const struct node *at = node; at; at = at->next)
            found |= at->item.key == -1;
        sink += found;
    }
}
