/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * As everyday-phases.c, by another hand that did not know the estimators. */
#include "../programs/kinds.h"

/* A file comes from many peers: sorted ranges of what is there; one that comes is united with those that it touches. */
KIND(ranges_of_a_download, 1.3, 0, 70000, 250000)
{
    struct range {
        uint32_t from, to;
        struct item item;
    } *range = get((n + 1) * sizeof *range);
    size_t ranges = 0;
    for (size_t k = 0; k < n; k++) {
        uint32_t from = draw((uint32_t)(20 * n)), to = from + 16 + draw(64);
        size_t low = 0, high = ranges;
#pragma algoprof loop name(place)
        while (low < high) {
            size_t mid = (low + high) / 2;
            if (range[mid].to < from)
                low = mid + 1;
            else
                high = mid;
        }
        for (high = low; high < ranges && range[high].from <= to; high++) {
            from = range[high].from < from ? range[high].from : from;
            to = range[high].to > to ? range[high].to : to;
        }
        if (high != low + 1)
            memmove(&range[low + 1], &range[high], (ranges - high) * sizeof *range);
        ranges = ranges + low + 1 - high;
        range[low].from = from;
        range[low].to = to;
    }
    sink += (long)ranges;
}

/* A server's connections, of which more come by day than by night: at each tick those that were silent for too long are closed. */
KIND(connections_time_out, 1, 0, 12000, 150000)
{
    enum { TICKS = 1440, LIMIT = 60 };
    struct connection {
        uint32_t peer, last, received;
        int next_free;
        unsigned char open, address[16], pending[100];
        struct item item;
    } *table = get(n * sizeof *table);
    int first_free = -1;
    size_t high = 0, closed = 0;
    for (uint32_t now = 1; now <= TICKS; now++) {
        uint32_t day = now % 720 < 360 ? now % 720 : 720 - now % 720;
        size_t come = n * day / 360 / 200 + (draw(50) == 0 ? n / 20 : 0);
        for (size_t i = 0; i < come && (first_free >= 0 || high < n); i++) {
            struct connection *c = first_free >= 0 ? &table[first_free] : &table[high++];
            if (first_free >= 0)
                first_free = c->next_free;
            c->open = 1;
            c->peer = draw(1u << 30);
            c->last = now;
        }
        for (size_t i = 0; i < high / 50; i++) {
            struct connection *c = &table[draw((uint32_t)high)];
            c->last = now;
            c->received++;
        }
#pragma algoprof loop name(silent)
        for (size_t i = 0; i < high; i++)
            if (table[i].open && now - table[i].last > LIMIT) {
                table[i].open = 0;
                table[i].next_free = first_free;
                first_free = (int)i;
                closed++;
            }
    }
    sink += (long)closed;
}

/* Messages of the last seconds, by their numbers, so that none is taken twice: old ones leave the table; at times many come. */
KIND(messages_come_twice, 1, 0, 1300000, 6000000)
{
    size_t slots = 64, in = 0, out = 0;
    struct item *slot = get(slots * sizeof *slot);
    int *order = get(n * sizeof *order);
    size_t limit = n / 50;
    for (size_t k = 0; k < n; k++) {
        if (k % (n / 20 + 1) == 0)
            limit = draw(3) ? n / 50 + 1 : n / 8 + 1;
        int key = in > out && draw(5) == 0 ? order[in - 1 - draw((uint32_t)(in - out))] : 1 + (int)draw(1u << 30);
        size_t at = (uint32_t)key * 2654435761u & (slots - 1);
#pragma algoprof loop name(seen)
        while (slot[at].key && slot[at].key != key)
            at = (at + 1) & (slots - 1);
        if (slot[at].key)
            continue;
        slot[at].key = order[in++] = key;
        for (int times = 0; times < 2 && in - out > limit; times++) {
            size_t hole = (uint32_t)order[out] * 2654435761u & (slots - 1);
            while (slot[hole].key != order[out])
                hole = (hole + 1) & (slots - 1);
            out++;
            for (size_t next = (hole + 1) & (slots - 1); slot[next].key; next = (next + 1) & (slots - 1)) {
                size_t home = (uint32_t)slot[next].key * 2654435761u & (slots - 1);
                if (((next - home) & (slots - 1)) >= ((next - hole) & (slots - 1))) {
                    slot[hole] = slot[next];
                    hole = next;
                }
            }
            slot[hole].key = 0;
        }
        if (2 * (in - out) <= slots)
            continue;
        free(slot);
        slots *= 2;
        slot = get(slots * sizeof *slot);
        for (size_t i = out; i < in; i++) {
            for (at = (uint32_t)order[i] * 2654435761u & (slots - 1); slot[at].key;)
                at = (at + 1) & (slots - 1);
            slot[at].key = order[i];
        }
    }
    sink += (long)in;
}

/* A radio's decoder: the likeliest way to each of 64 states grows by a symbol; now and then the best one is followed back. */
KIND(ways_of_a_decoder, 1, 0, 200000, 3000000)
{
    enum { STATES = 64, DEPTH = 96 };
    unsigned char (*from)[STATES] = get(n * sizeof *from), *bit = get(n);
    int cost[STATES] = { 0 }, next[STATES];
    unsigned sent = 0;
    for (size_t k = 0; k < n; k++) {
        sent = (sent << 1 | draw(2)) & (2 * STATES - 1);
        int heard = __builtin_parity(sent & 0133) << 1 | __builtin_parity(sent & 0171);
        heard ^= draw(20) == 0;
        for (unsigned s = 0; s < STATES; s++) {
            int best = 1 << 30;
            for (unsigned i = 0; i < 2; i++) {
                unsigned before = s >> 1 | i << 5, all = before << 1 | (s & 1);
                int differ = heard ^ (__builtin_parity(all & 0133) << 1 | __builtin_parity(all & 0171));
                int now = cost[before] + (differ & 1) + (differ >> 1);
                if (now < best) {
                    best = now;
                    from[k][s] = (unsigned char)before;
                }
            }
            next[s] = best;
        }
        memcpy(cost, next, sizeof cost);
        if (k % (DEPTH / 3) != DEPTH / 3 - 1)
            continue;
        unsigned state = 0;
        for (unsigned s = 1; s < STATES; s++)
            state = cost[s] < cost[state] ? s : state;
        size_t end = k < DEPTH ? 0 : k - DEPTH;
#pragma algoprof loop name(back)
        for (size_t i = k; i > end; i--) {
            bit[i] = state & 1;
            state = from[i][state];
        }
    }
    sink += bit[n / 2];
}

/* Lines come over a network in parts; now and then there is a very long one, for which the buffer gets larger. */
KIND(lines_are_received, 1, 0, 20000000, 300000000)
{
    size_t room = 4096, from = 0, looked = 0, used = 0, lines = 0, left = 10;
    char *buffer = get(room);
    for (size_t k = 0; k < n;) {
        size_t part = 1 + (draw(3) ? 1459 : draw(1460));
        if (used + part > room) {
            memmove(buffer, buffer + from, used - from);
            looked -= from;
            used -= from;
            from = 0;
            if (used + part > room)
                buffer = realloc(buffer, room *= 2);
        }
        for (size_t i = 0; i < part; i++)
            if (left-- > 0)
                buffer[used++] = (char)('a' + (k + i) % 23);
            else {
                buffer[used++] = '\n';
                left = draw(2000) ? 5 + draw(draw(300) + 1) : draw((uint32_t)(n / 20));
            }
        k += part;
        for (;;) {
#pragma algoprof loop name(line)
            while (looked < used && buffer[looked] != '\n')
                looked++;
            if (looked == used)
                break;
            lines++;
            from = ++looked;
        }
        if (from == used)
            from = looked = used = 0;
    }
    sink += (long)lines;
}

struct term {
    uint32_t weight;
    char text[20];
    struct item item;
};

static int by_text(const void *a, const void *b)
{
    return strcmp((*(struct term *const *)a)->text, (*(struct term *const *)b)->text);
}

/* Terms are sorted; then, while one of them is typed, the heaviest of those that begin like it is offered. */
KIND(terms_are_completed, 1.1, 0, 30000, 400000)
{
    struct term **term = get(n * sizeof *term);
    for (size_t k = 0; k < n; k++) {
        term[k] = get(sizeof **term);
        term[k]->weight = draw(draw(100000) + 1);
        for (uint32_t i = 0, length = 5 + draw(14), last = 0; i < length; i++)
            term[k]->text[i] = (char)('a' + (last = i % 2 ? (last * 7 + draw(5) * 4) % 26 : draw(draw(26) + 1)));
    }
    qsort(term, n, sizeof *term, by_text);
    for (size_t k = 0; k < 3000; k++) {
        const char *typed = term[draw((uint32_t)n)]->text;
        for (size_t letters = 2; letters <= 6 && typed[letters - 1]; letters++) {
            size_t low = 0, high = n;
            while (low < high) {
                size_t mid = (low + high) / 2;
                if (strncmp(term[mid]->text, typed, letters) < 0)
                    low = mid + 1;
                else
                    high = mid;
            }
            const struct term *best = term[low];
#pragma algoprof loop name(terms)
            for (; low < n && !strncmp(term[low]->text, typed, letters); low++)
                if (term[low]->weight > best->weight)
                    best = term[low];
            sink += best->weight;
        }
    }
}

/* Triangles of a mesh are put together into a sparse matrix: the column is looked for in its row; the next times all are there. */
KIND(matrix_of_a_mesh, 1, 0, 40000, 300000)
{
    size_t side = 2;
    while ((side + 1) * (side + 1) <= n)
        side++;
    struct row {
        uint32_t used, room;
        struct entry {
            uint32_t column;
            double value;
            struct item item;
        } *entry;
    } *row = get(side * side * sizeof *row);
    for (int time = 0; time < 4; time++)
        for (size_t k = 0; k < 2 * (side - 1) * (side - 1); k++) {
            size_t at = k / 2 / (side - 1) * side + k / 2 % (side - 1);
            size_t corner[3] = { at + (k % 2) * (side + 1), at + 1, at + side };
            for (int i = 0; i < 9; i++) {
                struct row *r = &row[corner[i / 3]];
                uint32_t column = (uint32_t)corner[i % 3], place = 0;
#pragma algoprof loop name(column)
                while (place < r->used && r->entry[place].column != column)
                    place++;
                if (place == r->room)
                    r->entry = realloc(r->entry, (r->room = r->room ? 2 * r->room : 4) * sizeof *r->entry);
                if (place == r->used) {
                    r->entry[place].column = column;
                    r->entry[r->used++].value = 0;
                }
                r->entry[place].value += i / 3 == i % 3 ? 1 : -0.5;
            }
        }
    sink += (long)row[side].entry[0].value;
}

/* Photographs of several sizes are made half as large, and again, until they are thumbnails: a row comes from two. */
KIND(photographs_get_small, 1, 0, 1500000, 30000000)
{
    enum { PHOTOGRAPHS = 12, COLOURS = 3 + VARIANT };
    for (int k = 0; k < PHOTOGRAPHS; k++) {
        size_t width = 64, height, area = n / 4 + draw((uint32_t)(n / 4));
        while (3 * width * width < 4 * area)
            width++;
        height = area / width;
        unsigned char *from = get(COLOURS * width * height);
        for (size_t i = 0, last = 128; i < COLOURS * width * height; i++)
            from[i] = (unsigned char)(last = (last * 3 + (i * 2654435761u >> 13 & 255)) / 4);
        for (; width > 128 && height > 1; width /= 2, height /= 2) {
            unsigned char *to = get(COLOURS * (width / 2) * (height / 2));
            for (size_t y = 0; y < height / 2; y++) {
                const unsigned char *above = from + 2 * y * width * COLOURS, *below = above + width * COLOURS;
                unsigned char *out = to + y * (width / 2) * COLOURS;
#pragma algoprof loop name(row)
                for (size_t x = 0; x < width / 2; x++, above += COLOURS, below += COLOURS)
                    for (int colour = 0; colour < COLOURS; colour++, above++, below++)
                        *out++ = (unsigned char)((above[0] + above[COLOURS] + below[0] + below[COLOURS] + 2) / 4);
            }
            free(from);
            from = to;
        }
        sink += from[0];
        free(from);
    }
}

/* A backup of each night: the file is cut where its bytes say so; a part that is stored already is only compared. */
KIND(nights_of_a_backup, 1, 0, 1500000, 35000000)
{
    enum { NIGHTS = 12, TABLE = 1 << 16 };
    struct part {
        struct part *next;
        uint64_t hash;
        size_t length;
        unsigned char byte[];
    } **table = get(TABLE * sizeof *table);
    unsigned char *file = get(n);
    size_t length = n / 3;
    for (size_t i = 0; i < n; i++)
        file[i] = (unsigned char)draw(256);
    for (int night = 0; night < NIGHTS; night++) {
        for (size_t edit = 0, edits = n / 20000; edit < edits; edit++) {
            size_t at = draw((uint32_t)length), more = edit < 10 ? 1 + draw(200) : 0;
            if (more > 0 && length + more < n) {
                memmove(file + at + more, file + at, length - at);
                length += more;
            }
            file[at] = (unsigned char)draw(256);
        }
        length = length + n / 15 < n ? length + n / 15 : n;
        for (size_t from = 0, to; from < length; from = to) {
            uint32_t roll = 0;
            uint64_t hash = 14695981039346656037u;
            for (to = from; to < length && to < from + 4096 && (to < from + 128 || (roll & 511) != 7); to++) {
                roll = (roll << 1) + file[to] * 2654435761u / 65536;
                hash = (hash ^ file[to]) * 1099511628211u;
            }
            struct part **first = &table[hash % TABLE], *part = *first;
            while (part && (part->hash != hash || part->length != to - from))
                part = part->next;
            size_t same = 0;
#pragma algoprof loop name(bytes)
            while (part && same < part->length && part->byte[same] == file[from + same])
                same++;
            if (part && same == part->length)
                continue;
            part = get(sizeof *part + to - from);
            *part = (struct part){ *first, hash, to - from };
            memcpy(part->byte, file + from, to - from);
            *first = part;
        }
    }
    sink += (long)length;
}
