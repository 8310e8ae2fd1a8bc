/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * As growing.c: loops of everyday software, over what is filled first and then read. */
#include "nodes.h"

/* Which variables live at the end of a basic block: the graph is made, and then facts flow against it until none changes. */
KIND(facts_flow_through_blocks, 1, 0, 80000, 500000)
{
    enum { WORDS = 16 };
    struct block {
        uint32_t to[2];
        uint64_t used[WORDS], set[WORDS], in[WORDS];
    } *block = get(n * sizeof *block);
    for (size_t k = 0; k < n; k++) {
        block[k].to[0] = (uint32_t)(k + 1 < n ? k + 1 : k);
        block[k].to[1] = (uint32_t)((k + n + draw(200) - (draw(4) ? 0 : 150)) % n);
        for (int i = 0; i < 6; i++) {
            uint32_t a = draw(64 * WORDS), b = draw(64 * WORDS);
            block[k].used[a / 64] |= (uint64_t)1 << a % 64;
            block[k].set[b / 64] |= (uint64_t)1 << b % 64;
        }
    }
    for (int changed = 1, pass = 0; changed && pass < 12; pass++) {
        changed = 0;
        for (size_t k = n; k-- > 0;) {
            struct block *b = &block[k];
            const struct block *one = &block[b->to[0]], *other = &block[b->to[1]];
#pragma algoprof loop name(facts)
            for (int i = 0; i < WORDS; i++) {
                uint64_t in = b->used[i] | ((one->in[i] | other->in[i]) & ~b->set[i]);
                changed |= in != b->in[i];
                b->in[i] = in;
            }
        }
    }
    sink += (long)block[0].in[0];
}

/* A spreadsheet is loaded; then cells are changed, and those computed from them are computed anew. */
KIND(sheet_is_recalculated, 1, 0, 650000, 2800000)
{
    struct user {
        uint32_t cell, next;
    } *user = get((n + 1) * sizeof *user);
    struct cell {
        uint32_t users;
        struct item item;
    } *cell = get(n * sizeof *cell);
    uint32_t *queue = get(n * sizeof *queue), users = 0;
    for (uint32_t k = 1; k < n; k++) {
        cell[k].item.key = (int)draw(1000);
        if (draw(10) >= 6)
            continue;
        uint32_t from = draw(4) ? k - 1 - draw(k < 100 ? k : 100) : draw(k);
        user[++users] = (struct user){ k, cell[from].users };
        cell[from].users = users;
    }
    for (size_t k = 0; k < n; k++) {
        size_t head = 0, tail = 0;
        queue[tail++] = draw((uint32_t)n);
        int more = (int)draw(9) - 4;
        cell[queue[0]].item.key += more;
        while (head < tail && tail < 1000) {
            uint32_t at = queue[head++];
#pragma algoprof loop name(users)
            for (uint32_t u = cell[at].users; u; u = user[u].next) {
                cell[user[u].cell].item.key += more;
                queue[tail++] = user[u].cell;
            }
        }
    }
    sink += cell[n / 2].item.key;
}

/* A router's table is loaded, and then packets look for the longest prefix of their address. */
KIND(routes_by_prefix, 1, 0, 60000, 600000)
{
    struct route {
        struct route *longer[2];
        struct item hop;
    } *root = get(sizeof *root);
    uint32_t *known = get(n * sizeof *known);
    for (size_t k = 0; k < n; k++) {
        struct route *at = root;
        uint32_t length = draw(3) ? 20 + draw(5) : 10 + draw(10), address = draw(1u << 31) << 1 | draw(2);
        known[k] = address;
        for (uint32_t bit = 0; bit < length; bit++) {
            struct route **to = &at->longer[address >> (31 - bit) & 1];
            if (!*to)
                *to = get(sizeof **to);
            at = *to;
        }
        at->hop.key = 1 + (int)draw(16);
    }
    for (size_t k = 0; k < 4 * n; k++) {
        uint32_t address = draw(4) ? known[draw((uint32_t)n)] ^ draw(1 << 10) : draw(1u << 31) << 1;
        const struct route *at = root;
        int hop = 0;
#pragma algoprof loop name(prefix)
        for (uint32_t bit = 0; at; bit++) {
            hop = at->hop.key ? at->hop.key : hop;
            at = bit < 32 ? at->longer[address >> (31 - bit) & 1] : NULL;
        }
        sink += hop;
    }
}

/* A build: what is made from what is read first; then a few files are newer, and all that is older than what it needs is made. */
KIND(targets_are_made, 1, 0, 320000, 1300000)
{
    struct target {
        uint32_t from, to;
        struct item time;
    } *target = get(n * sizeof *target);
    uint32_t *needs = get(16 * n * sizeof *needs), edges = 0;
    int now = 1;
    for (uint32_t k = 0; k < n; k++) {
        target[k].from = edges;
        if (k >= n / 3)
            for (uint32_t i = 1 + draw(15); i > 0; i--)
                needs[edges++] = draw(2) ? draw(draw(k) + 1) : k - 1 - draw(k < 500 ? k : 500);
        target[k].to = edges;
    }
    for (int build = 0; build < 6; build++) {
        for (int i = 0; i < 10; i++)
            target[draw((uint32_t)n / 3)].time.key = now++;
        for (uint32_t k = (uint32_t)(n / 3); k < n; k++) {
            int newest = 0;
#pragma algoprof loop name(needs)
            for (uint32_t i = target[k].from; i < target[k].to; i++)
                if (target[needs[i]].time.key > newest)
                    newest = target[needs[i]].time.key;
            if (newest > target[k].time.key)
                target[k].time.key = now++;
        }
    }
    sink += now;
}

/* A document of records is parsed; then some members of each are looked for by their names. */
KIND(members_by_name, 1, 0, 60000, 300000)
{
    struct member {
        struct member *next;
        char name[12];
        struct item value;
    } **record = get(n * sizeof *record);
    for (size_t k = 0; k < n; k++) {
        struct member **end = &record[k];
        for (uint32_t field = draw(3); field < 24; field += 1 + draw(3)) {
            *end = get(sizeof **end);
            snprintf((*end)->name, sizeof (*end)->name, "field_%u", field);
            (*end)->value.key = (int)draw(1000);
            end = &(*end)->next;
        }
    }
    static const char *const wanted[] = { "field_2", "field_7", "field_11", "field_20" };
    for (size_t k = 0; k < n; k++)
        for (int i = 0; i < 4; i++) {
            const struct member *at = record[k];
#pragma algoprof loop name(member)
            while (at && strcmp(at->name, wanted[i]))
                at = at->next;
            sink += at ? at->value.key : 0;
        }
}

/* What a program accesses is recorded; then caches of several sizes are simulated over it. */
KIND(lines_of_a_cache, 1, 0, 450000, 1600000)
{
    enum { WAYS = 8 };
    struct line {
        uint32_t tag, used;
        struct item item;
    };
    uint32_t *access = get(n * sizeof *access), at = 0;
    for (size_t k = 0; k < n; k++) {
        if (draw(50) == 0)
            at = draw(3) ? draw(1 << 18) : draw(1 << 23);
        access[k] = at += draw(2) ? 8 : draw(64);
    }
    for (size_t sets = 64; sets <= 16384; sets *= 4) {
        struct line *line = get(sets * WAYS * sizeof *line);
        long misses = 0;
        for (size_t k = 0; k < n; k++) {
            uint32_t tag = access[k] / 64 + 1, oldest = 0, way;
            struct line *set = &line[tag % sets * WAYS];
#pragma algoprof loop name(ways)
            for (way = 0; way < WAYS; way++) {
                if (set[way].tag == tag)
                    break;
                if (set[way].used < set[oldest].used)
                    oldest = way;
            }
            if (way == WAYS) {
                misses++;
                way = oldest;
                set[way].tag = tag;
            }
            set[way].used = (uint32_t)k + 1;
        }
        sink += misses;
        free(line);
    }
}

/* A sparse matrix is put together, and then multiplied with a vector, and with the product, and so on. */
KIND(matrix_times_vector, 1, 0, 165000, 520000)
{
    struct entry {
        uint32_t column;
        float value;
    } *entry = get(12 * n * sizeof *entry);
    size_t *row = get((n + 1) * sizeof *row), entries = 0;
    double *x = get(n * sizeof *x), *y = get(n * sizeof *y);
    for (size_t k = 0; k < n; k++) {
        row[k] = entries;
        for (uint32_t i = 3 + draw(9); i > 0; i--)
            entry[entries++] = (struct entry){ draw(3) ? (uint32_t)((k + draw(64)) % n) : draw((uint32_t)n), draw(100) / 700.f };
        x[k] = 1;
    }
    row[n] = entries;
    for (int step = 0; step < 15; step++) {
        for (size_t k = 0; k < n; k++) {
            double sum = 0;
#pragma algoprof loop name(row)
            for (size_t i = row[k]; i < row[k + 1]; i++)
                sum += entry[i].value * x[entry[i].column];
            y[k] = sum;
        }
        double *swapped = x;
        x = y;
        y = swapped;
    }
    sink += (long)x[0];
}

/* Two versions of a file are read; the longest that they have in common is found line by line. */
KIND(lines_in_common, 1.9, 1, 6000, 18000)
{
    struct item *old = items_of(n), *new = get((n + n / 10 + 1) * sizeof *new);
    size_t lines = 0;
    for (size_t k = 0; k < n; k++)
        if (draw(20) == 0)
            old[k].key = 7;
    for (size_t k = 0; k < n; k++) {
        if (draw(30) == 0 && lines < n + n / 10 - (n - k))
            new[lines++].key = (int)draw(1u << 30);
        if (draw(30))
            new[lines++] = old[k];
    }
    int *before = get((lines + 1) * sizeof *before), *now = get((lines + 1) * sizeof *now);
    for (size_t k = 0; k < n; k++) {
#pragma algoprof loop name(common)
        for (size_t i = 0; i < lines; i++)
            now[i + 1] = old[k].key == new[i].key ? before[i] + 1 : before[i + 1] > now[i] ? before[i + 1] : now[i];
        int *swapped = before;
        before = now;
        now = swapped;
    }
    sink += before[lines];
}
