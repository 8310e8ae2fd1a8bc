/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Collections that are searched before something is added to them.  Some searches find what they look for and stop
 * early: the faults of which algoprof is to warn. */
#include "nodes.h"

struct array {
    struct item *item;
    size_t used, room;
};

static size_t place_of(const struct array *a, int key)
{
    size_t i = 0;
#pragma algoprof loop name(array)
    while (i < a->used && a->item[i].key != key)
        i++;
    return i;
}

static void append(struct array *a, int key)
{
    if (a->used == a->room)
        a->item = realloc(a->item, (a->room = a->room ? 2 * a->room : 16) * sizeof *a->item);
    a->item[a->used++].key = key;
}

/* The next key: in `percent` of a hundred cases a known one, of the last `recent` if not 0. */
static int next_key(const struct array *a, size_t k, uint32_t percent, uint32_t recent)
{
    uint32_t used = (uint32_t)a->used;
    if (used == 0 || draw(100) >= percent)
        return (int)k;
    return a->item[recent && used > recent ? used - 1 - draw(recent) : draw(used)].key;
}

static void search_and_append(struct array *a, size_t n, uint32_t percent, uint32_t recent)
{
    for (size_t k = 0; k < n; k++) {
        int key = next_key(a, k, percent, recent);
        if (place_of(a, key) == a->used)
            append(a, key);
    }
}

KIND(few_are_known, 1.9, 1, 5000, 60000)
{
    struct array a = { 0 };
    search_and_append(&a, n, 5, 0);
}

KIND(some_are_known, 1.9, 1, 5000, 60000)
{
    struct array a = { 0 };
    search_and_append(&a, n, 20, 0);
}

KIND(half_are_known, 1.9, 1, 8000, 90000)
{
    struct array a = { 0 };
    search_and_append(&a, n, 50, 0);
}

KIND(most_are_known, 1.9, 1, 16000, 150000)
{
    struct array a = { 0 };
    search_and_append(&a, n, 80, 0);
}

KIND(recent_are_known, 1.9, 1, 5000, 60000)
{
    struct array a = { 0 };
    search_and_append(&a, n, 30, 300);
}

KIND(known_then_searched, 1.9, 1, 6000, 60000)
{
    struct array a = { 0 };
    search_and_append(&a, n / 2, 20, 0);
    search_and_append(&a, n / 2, 100, 0);
}

KIND(some_are_removed, 1.9, 1, 8000, 90000)
{
    struct array a = { 0 };
    for (size_t k = 0; k < n; k++) {
        int key = next_key(&a, k, 25, 0);
        size_t place = place_of(&a, key);
        if (place == a.used)
            append(&a, key);
        else
            a.item[place] = a.item[--a.used];
    }
}

/* Nodes with what else a program allocates between them. */
static void search_list(size_t n, uint32_t percent, int in_front)
{
    struct node *first = NULL, **all = get(n * sizeof *all), **end = &first;
    size_t used = 0;
    for (size_t k = 0; k < n; k++) {
        int key = used > 0 && draw(100) < percent ? all[draw((uint32_t)used)]->item.key : (int)k;
        struct node *at = first;
#pragma algoprof loop name(list)
        while (at && at->item.key != key)
            at = at->next;
        if (at)
            continue;
        struct node *node = all[used++] = node_of(key);
        if (draw(3) == 0)
            sink += (long)(size_t)get(8 + draw(60)) & 1;
        node->next = in_front ? first : NULL;
        *(in_front ? &first : end) = node;
        end = in_front ? end : &node->next;
    }
}

KIND(known_in_a_list, 2, 1, 4000, 40000)
{
    search_list(n, 25, 0);
}

KIND(known_in_a_stack, 2, 1, 4000, 40000)
{
    search_list(n, 40, 1);
}

/* Names are interned; the first ones are those that come most often. */
KIND(names_are_known, 1.9, 1, 4000, 16000)
{
    struct name {
        const char *text;
        struct item item;
    } *name = NULL;
    size_t used = 0, room = 0;
    for (size_t k = 0; k < n; k++) {
        char text[40];
        int known = used > 0 && draw(3) == 0;
        snprintf(text, sizeof text, "%x_name", known ? draw(draw((uint32_t)used) + 1) * 2654435761u : (uint32_t)used * 2654435761u);
        size_t i = 0;
#pragma algoprof loop name(names)
        for (; i < used; i++)
            if (!strcmp(name[i].text, text))
                break;
        if (i < used)
            continue;
        if (used == room)
            name = realloc(name, (room = room ? 2 * room : 16) * sizeof *name);
        name[used++].text = strcpy(get(strlen(text) + 1), text);
    }
}

/* From the end to where it belongs: half of the records on average. */
KIND(records_get_sorted, 1.9, 1, 6000, 60000)
{
    struct array a = { 0 };
    for (size_t k = 0; k < n; k++) {
        int key = (int)draw(1u << 30);
        append(&a, key);
        size_t i = a.used - 1;
#pragma algoprof loop name(records)
        for (; i > 0 && a.item[i - 1].key > key; i--)
            a.item[i] = a.item[i - 1];
        a.item[i].key = key;
    }
}

/* Invoices come in files, small ones at first: one that is there already, by its supplier and number, is not paid twice. */
KIND(invoices_paid_twice, 1.9, 1, 8000, 24000)
{
    struct invoice {
        uint32_t supplier, number, day, cents;
        char text[60];
        struct item item;
    } *invoice = NULL;
    size_t used = 0, room = 0, twice = 0;
    for (size_t k = 0, file = n / 64 + 1; k < n; file += file / 2)
        for (size_t end = k + file; k < end && k < n; k++) {
            struct invoice came = { .supplier = draw(draw(500) + 1), .number = (uint32_t)k, .cents = draw(100000) };
            if (used > 0 && draw(8) == 0)
                came = invoice[draw(3) ? used - 1 - draw((uint32_t)(used < 200 ? used : 200)) : draw((uint32_t)used)];
            size_t i = 0;
#pragma algoprof loop name(invoices)
            while (i < used && (invoice[i].supplier != came.supplier || invoice[i].number != came.number))
                i++;
            if (i < used) {
                twice++;
                continue;
            }
            if (used == room)
                invoice = realloc(invoice, (room = room ? 2 * room : 32) * sizeof *invoice);
            invoice[used++] = came;
        }
    sink += (long)twice;
}
