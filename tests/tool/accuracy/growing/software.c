/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * As growing.c: loops as everyday software has them. */
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
