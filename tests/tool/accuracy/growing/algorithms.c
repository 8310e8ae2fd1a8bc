/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * As growing.c: algorithms of the textbooks, joins, merges, searches, shortest ways. */
#include "nodes.h"

/* Two tables are joined: one is put into open addressing, the other one is looked up in it. */
KIND(tables_joined, 1, 0, 600000, 2700000)
{
    size_t slots = 1;
    while (slots < 2 * n)
        slots *= 2;
    struct item *slot = get(slots * sizeof *slot);
    for (size_t k = 0; k < 3 * n; k++) {
        int key = 1 + (int)draw((uint32_t)(2 * n));
        size_t at = (uint32_t)key * 2654435761u & (slots - 1);
#pragma algoprof loop name(probe)
        while (slot[at].key && slot[at].key != key)
            at = (at + 1) & (slots - 1);
        if (k < n)
            slot[at].key = key;
        sink += (long)at;
    }
}

/* Sorted blocks: a new key is put into one of them, which is split when it is full. */
KIND(blocks_are_split, 1.5, 1, 120000, 400000)
{
    enum { FULL = 128 };
    struct block {
        int used, key[FULL];
    } **block = get((n / 32 + 2) * sizeof *block);
    size_t blocks = 1;
    block[0] = get(sizeof **block);
    for (size_t k = 0; k < n; k++) {
        int key = (int)draw(1u << 30);
        size_t at = 0;
#pragma algoprof loop name(block)
        while (at + 1 < blocks && block[at + 1]->key[0] <= key)
            at++;
        struct block *b = block[at];
        int to = b->used++;
        for (; to > 0 && b->key[to - 1] > key; to--)
            b->key[to] = b->key[to - 1];
        b->key[to] = key;
        if (b->used < FULL)
            continue;
        memmove(block + at + 2, block + at + 1, (blocks++ - at - 1) * sizeof *block);
        struct block *other = block[at + 1] = get(sizeof *other);
        other->used = FULL / 2;
        memcpy(other->key, b->key + FULL / 2, sizeof other->key / 2);
        b->used = FULL / 2;
    }
}

/* Distances between all: each city that comes is compared with those before it in a triangle. */
KIND(triangle_gets_rows, 1, 0, 4000, 9000)
{
    int **row = get(n * sizeof *row);
    for (size_t k = 0; k < n; k++) {
        row[k] = get((k + 1) * sizeof **row);
        long sum = 0;
#pragma algoprof loop name(relax)
        for (size_t i = 0; i < k; i++) {
            int best = row[i][i / 2] + row[k][i / 3];
            row[k][i] = best + (int)(i ^ k);
            sum += best;
        }
        sink += sum;
    }
}

/* The longest match of what comes with what is in a window behind, by chains of equal hashes. */
KIND(matches_in_a_window, 1, 0, 300000, 3000000)
{
    enum { WINDOW = 1 << 16, HASHES = 1 << 12 };
    unsigned char *text = get(n + 64);
    uint32_t *head = get(HASHES * sizeof *head), *before = get(WINDOW * sizeof *before);
    for (size_t k = 0; k < n; k++)
        text[k] = (unsigned char)('a' + (draw(8) ? draw(3) : draw(20)));
    for (size_t k = 1; k + 3 < n; k++) {
        uint32_t hash = (text[k] * 33u * 33u + text[k + 1] * 33u + text[k + 2]) % HASHES, at = head[hash];
        int tries = 16;
        size_t best = 0;
#pragma algoprof loop name(match)
        while (at && k - at < WINDOW && tries--) {
            size_t length = 0;
            while (length < 32 && text[at + length] == text[k + length])
                length++;
            best = length > best ? length : best;
            at = before[at % WINDOW];
        }
        sink += (long)best;
        before[k % WINDOW] = head[hash];
        head[hash] = (uint32_t)k;
    }
}

/* Shortest ways: a node that is settled looks at its edges. */
KIND(shortest_ways, 1, 0, 200000, 1200000)
{
    struct edge {
        uint32_t to;
        int length;
    } *edge = get(8 * n * sizeof *edge);
    struct item *way = get(n * sizeof *way);
    uint32_t *queue = get(64 * n * sizeof *queue);
    size_t head = 0, tail = 0;
    for (size_t k = 0; k < 8 * n; k++)
        edge[k] = (struct edge){ draw((uint32_t)n), 1 + (int)draw(9) };
    for (size_t k = 0; k < n; k++)
        way[k].key = 1 << 28;
    way[0].key = 0;
    queue[tail++] = 0;
    while (head < tail && tail + 8 < 64 * n) {
        uint32_t at = queue[head++];
#pragma algoprof loop name(edges)
        for (size_t k = 8 * (size_t)at; k < 8 * (size_t)at + 8; k++)
            if (way[at].key + edge[k].length < way[edge[k].to].key) {
                way[edge[k].to].key = way[at].key + edge[k].length;
                queue[tail++] = edge[k].to;
            }
    }
    sink += way[n / 2].key;
}

/* Texts one behind the other; which is the same is looked for among those of one hash. */
KIND(texts_made_one, 1, 0, 150000, 1000000)
{
    char *text = get(24 * n + 64);
    uint32_t *first = get((n / 2 + 1) * sizeof *first), *next = get((n + 1) * sizeof *next), *place = get((n + 1) * sizeof *place);
    uint32_t end = 0, texts = 0;
    for (size_t k = 0; k < 2 * n; k++) {
        char one[24];
        uint32_t word = draw((uint32_t)n) * 2654435761u, at = 0;
        for (int i = 0; i < 20; i++)
            one[i] = (char)('a' + (word >> i) % 16);
        one[20] = 0;
        uint32_t *head = &first[word % (n / 2 + 1)];
#pragma algoprof loop name(same)
        for (at = *head; at; at = next[at])
            if (!strcmp(text + place[at], one))
                break;
        if (at || texts >= n)
            continue;
        place[++texts] = end;
        memcpy(text + end, one, 21);
        end += 21;
        next[texts] = *head;
        *head = texts;
    }
    sink += end;
}

/* A picture is made, and then its areas are filled one after the other. */
KIND(areas_are_filled, 1, 0, 2500000, 12000000)
{
    size_t side = 1, tail;
    while ((side + 1) * (side + 1) <= n)
        side++;
    unsigned char *dot = get(side * side);
    uint32_t *stack = get(4 * side * side * sizeof *stack);
    for (size_t k = 0; k < side * side; k++)
        dot[k] = draw(3) == 0;
    for (size_t from = 0; from < side * side; from++) {
        if (dot[from])
            continue;
        tail = 0;
        stack[tail++] = (uint32_t)from;
        while (tail > 0) {
            size_t at = stack[--tail], x = at % side, y = at / side;
            if (dot[at])
                continue;
            dot[at] = 2;
#pragma algoprof loop name(around)
            for (int way = 0; way < 4; way++) {
                size_t to = way == 0 && x > 0 ? at - 1 : way == 1 && x + 1 < side ? at + 1
                          : way == 2 && y > 0 ? at - side : way == 3 && y + 1 < side ? at + side : at;
                if (!dot[to])
                    stack[tail++] = (uint32_t)to;
            }
        }
    }
}

/* The least of what is first in so many sorted runs; the runs get more. */
KIND(runs_are_merged, 2, 1, 1500, 5000)
{
    struct run {
        struct item *item;
        size_t at, length;
    } *run = get(n * sizeof *run);
    for (size_t k = 0; k < n; k++) {
        run[k].length = 100;
        run[k].item = get(run[k].length * sizeof *run[k].item);
        for (size_t i = 0; i < run[k].length; i++)
            run[k].item[i].key = (int)(i * 1000 + draw(1000));
        for (size_t out = 0; out < 40; out++) {
            size_t least = 0;
#pragma algoprof loop name(least)
            for (size_t i = 0; i <= k; i++)
                if (run[i].at < run[i].length
                    && (run[least].at == run[least].length || run[i].item[run[i].at].key < run[least].item[run[least].at].key))
                    least = i;
            run[least].at += run[least].at < run[least].length;
        }
    }
}

/* Text is put in at places that are near each other for a while: the gap is moved there. */
KIND(gap_is_moved, 1.2, 0, 2500000, 8000000)
{
    char *text = get(2 * n + 16);
    size_t gap = 0, behind = 2 * n, place = 0;
    for (size_t k = 0; k < n; k++) {
        place = k % 4096 == 0 ? draw((uint32_t)gap + 1) : place + draw(3);
        place = place > k ? k : place;
#pragma algoprof loop name(gap)
        while (gap != place) {
            if (gap > place)
                text[--behind] = text[--gap];
            else if (behind < 2 * n)
                text[gap++] = text[behind++];
            else
                break;
        }
        text[gap++] = (char)('a' + k % 26);
        place = gap;
    }
    sink += text[0];
}

/* Endings of a text in a sorted list, each found its place by halves. */
KIND(endings_get_sorted, 1.2, 0, 50000, 160000)
{
    char *text = get(n + 64);
    uint32_t *ending = get((n + 1) * sizeof *ending);
    for (size_t k = 0; k < n; k++)
        text[k] = (char)('a' + draw(4));
    for (uint32_t k = 0; k < n; k++) {
        uint32_t low = 0, high = k;
#pragma algoprof loop name(ending)
        while (low < high) {
            uint32_t mid = low + (high - low) / 2;
            const char *a = text + ending[mid], *b = text + k;
            while (*a && *a == *b)
                a++, b++;
            if (*a < *b)
                low = mid + 1;
            else
                high = mid;
        }
        memmove(ending + low + 1, ending + low, (k - low) * sizeof *ending);
        ending[low] = k;
    }
}

/* Levels of sorted arrays, each twice as large as the one before: two that are full are merged. */
KIND(levels_are_merged, 1.1, 0, 300000, 3000000)
{
    int *level[32] = { 0 };
    for (size_t k = 0; k < n; k++) {
        int *one = get(sizeof *one), depth = 0;
        *one = (int)draw(1u << 30);
        for (; level[depth]; depth++) {
            size_t half = (size_t)1 << depth, i = 0, j = 0;
            int *both = get(2 * half * sizeof *both), *other = level[depth];
#pragma algoprof loop name(merge)
            for (size_t to = 0; to < 2 * half; to++)
                both[to] = j == half || (i < half && one[i] <= other[j]) ? one[i++] : other[j++];
            free(one);
            free(other);
            level[depth] = NULL;
            one = both;
        }
        level[depth] = one;
    }
    sink += level[31] != NULL;
}

/* Requests by their place on a disk; the next one is the nearest, others come. */
KIND(nearest_request, 2, 1, 20000, 90000)
{
    struct item *request = get(n * sizeof *request);
    size_t waiting = 0;
    int head = 0;
    for (size_t k = 0; k < n; k++) {
        request[waiting++].key = (int)draw(1u << 28);
        if (k % 3)
            continue;
        size_t nearest = 0;
#pragma algoprof loop name(nearest)
        for (size_t i = 1; i < waiting; i++)
            nearest = abs(request[i].key - head) < abs(request[nearest].key - head) ? i : nearest;
        head = request[nearest].key;
        request[nearest] = request[--waiting];
        sink += head;
    }
}

/* Objects with links between them, of which some are lost; what can still be reached is marked from time to time. */
KIND(objects_are_marked, 1, 0, 600000, 4000000)
{
    struct object {
        uint32_t mark, link[3];
        struct item item;
    } *object = get(n * sizeof *object);
    uint32_t *stack = get(3 * n * sizeof *stack);
    for (uint32_t k = 1; k < n; k++) {
        object[k].item.key = (int)k;
        uint32_t *link = &object[draw(k)].link[draw(3)];
        if (!*link || draw(100) == 0)
            *link = k;
        if (k % (uint32_t)(n / 12 + 1))
            continue;
        size_t tail = 0;
        stack[tail++] = 0;
        while (tail > 0) {
            struct object *o = &object[stack[--tail]];
#pragma algoprof loop name(links)
            for (int i = 0; i < 3; i++)
                if (o->link[i] && object[o->link[i]].mark != k) {
                    object[o->link[i]].mark = k;
                    stack[tail++] = o->link[i];
                }
        }
    }
}

/* A tally of letters in lines of a text that gets longer lines, and then shorter ones. */
KIND(lines_get_longer, 1, 0, 12000000, 60000000)
{
    char *text = get(n + 1);
    long tally[32] = { 0 };
    for (size_t k = 0, left = 0, line = 0; k < n; k++, left--) {
        if (left == 0)
            left = 8 + (k < n / 2 ? line++ : line ? line-- : 0);
        text[k] = left == 1 ? '\n' : (char)('a' + draw(26));
    }
    for (size_t at = 0; at < n; at++)
#pragma algoprof loop name(letters)
        for (; at < n && text[at] != '\n'; at++)
            tally[text[at] & 31]++;
    sink += tally[1];
}
