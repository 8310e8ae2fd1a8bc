/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * As everyday-grows.c, by another hand that did not know the estimators. */
#include "../programs/kinds.h"

struct setting {
    struct setting *child[2];
    struct item item;
};

static struct setting *copy_with(const struct setting *from, int key)
{
    struct setting *root = NULL, **to = &root;
    while (from) {
        struct setting *copy = *to = get(sizeof *copy);
        *copy = *from;
        if (copy->item.key == key)
            return root;
        to = &copy->child[copy->item.key < key];
        from = *to;
    }
    *to = get(sizeof **to);
    (*to)->item.key = key;
    return root;
}

/* Settings in a tree that is never changed: a write copies the way to the root; readers have the newest one, or an older one. */
KIND(snapshots_are_read, 1.1, 0, 25000, 150000)
{
    struct setting **version = get((n + 1) * sizeof *version);
    for (size_t k = 0; k < n; k++) {
        version[k + 1] = copy_with(version[k], (int)draw((uint32_t)n));
        for (int reader = 0; reader < 4; reader++) {
            const struct setting *at = version[draw(10) ? k + 1 : k + 1 - draw((uint32_t)(k < 1000 ? k + 1 : 1000))];
            int key = (int)draw((uint32_t)n);
#pragma algoprof loop name(setting)
            while (at && at->item.key != key)
                at = at->child[at->item.key < key];
            sink += at != NULL;
        }
    }
}

/* A store of values in a log: what is read is summed up, to be sure of it; when the log is full, what is still valid is copied. */
KIND(values_in_a_log, 1, 0, 50000, 400000)
{
    struct place {
        size_t at;
        uint32_t length, sum;
    } *place = get(n * sizeof *place);
    size_t room = 1 << 16, used = 0, live = 0;
    unsigned char *log = get(room);
    for (size_t k = 0; k < 5 * n; k++) {
        struct place *p = &place[draw(draw((uint32_t)n) + 1)];
        if (draw(4) > 0) {
            uint32_t sum = 0;
#pragma algoprof loop name(value)
            for (uint32_t i = 0; i < p->length; i++)
                sum = sum * 31 + log[p->at + i];
            sink += sum != p->sum;
            continue;
        }
        live -= p->length;
        p->length = 0;
        uint32_t length = 10 + (uint32_t)sizeof(struct item) + draw(draw(180) + 1);
        if (used + length > room) {
            room = 2 * (live + length) > room ? 2 * (live + length) : room;
            unsigned char *compact = get(room);
            used = 0;
            for (size_t i = 0; i < n; i++) {
                memcpy(compact + used, log + place[i].at, place[i].length);
                place[i].at = used;
                used += place[i].length;
            }
            free(log);
            log = compact;
        }
        *p = (struct place){ used, length, 0 };
        for (uint32_t i = 0; i < length; i++) {
            log[used + i] = (unsigned char)(k >> i % 8);
            p->sum = p->sum * 31 + log[used + i];
        }
        used += length;
        live += length;
    }
}

/* A painting in tiles, which are made when a brush first comes to them: the dabs of a stroke are blended row by row. */
KIND(strokes_of_a_brush, 1, 0, 25000, 400000)
{
    enum { TILES = 64, SIDE = 64, DOTS = TILES * SIDE };
    typedef struct { unsigned char red, green, blue, alpha; } dot;
    dot **tile = get(TILES * TILES * sizeof *tile);
    int x = DOTS / 2, y = DOTS / 2, radius = 8, dx = 3, dy = 2;
    dot paint = { 200, 100, 50, 255 };
    for (size_t k = 0; k < n; k++) {
        if (draw(150) == 0) {
            int far = draw(8) ? 300 : DOTS / 2;
            x += (int)draw(2 * (uint32_t)far) - far;
            y += (int)draw(2 * (uint32_t)far) - far;
            radius = 2 + (int)draw(draw(30) + 1);
            paint = (dot){ (unsigned char)draw(256), (unsigned char)draw(256), (unsigned char)draw(256), 255 };
        }
        if (draw(10) == 0) {
            dx = (int)draw(9) - 4;
            dy = (int)draw(9) - 4;
        }
        x = (x + dx + DOTS) % DOTS;
        y = (y + dy + DOTS) % DOTS;
        for (int row = y - radius < 0 ? 0 : y - radius; row <= y + radius && row < DOTS; row++) {
            int half = 0, end;
            while ((half + 1) * (half + 1) + (row - y) * (row - y) <= radius * radius)
                half++;
            for (int from = x - half < 0 ? 0 : x - half; from <= x + half && from < DOTS; from = end) {
                dot **t = &tile[row / SIDE * TILES + from / SIDE];
                end = (from / SIDE + 1) * SIDE < x + half + 1 ? (from / SIDE + 1) * SIDE : x + half + 1;
                if (!*t)
                    *t = get(SIDE * SIDE * sizeof **t);
                dot *at = *t + row % SIDE * SIDE + from % SIDE, *stop = at + (end - from);
#pragma algoprof loop name(dots)
                for (; at < stop; at++) {
                    at->red = (unsigned char)((3 * at->red + paint.red) / 4);
                    at->green = (unsigned char)((3 * at->green + paint.green) / 4);
                    at->blue = (unsigned char)((3 * at->blue + paint.blue) / 4);
                    at->alpha = (unsigned char)((3 * at->alpha + 255) / 4);
                }
            }
        }
    }
    sink += tile[TILES / 2 * TILES + TILES / 2] != NULL;
}

struct variable {
    size_t used, copies;
    struct item *object;
    uint32_t to[4];
};

/* Adds what the one may point to to the other one; whether that is more than it was. */
__attribute__((noinline)) static int unite(struct variable *to, const struct variable *from, struct item *both)
{
    size_t i = 0, j = 0, used = 0;
#pragma algoprof loop name(objects)
    while (i < to->used || j < from->used) {
        int take = j == from->used || (i < to->used && to->object[i].key <= from->object[j].key);
        j += j < from->used && take && to->object[i].key == from->object[j].key;
        both[used++] = take ? to->object[i++] : from->object[j++];
    }
    if (used == to->used)
        return 0;
    to->object = realloc(to->object, used * sizeof *both);
    memcpy(to->object, both, used * sizeof *both);
    to->used = used;
    return 1;
}

/* What variables may point to: a compiler reads copies of one to another, and sends the sets on until none gets larger. */
KIND(variables_point_to, 1, 0, 100000, 1000000)
{
    struct variable *variable = get(n * sizeof *variable);
    uint32_t *work = get(n * sizeof *work);
    unsigned char *waits = get(n);
    struct item *both = get(n * sizeof *both);
    for (uint32_t k = 0; k < n; k++) {
        if (draw(3) == 0) {
            variable[k].object = get(sizeof *both);
            variable[k].object->key = (int)k;
            variable[k].used = 1;
        }
        for (uint32_t copies = draw(3); copies > 0 && k > 100; copies--) {
            uint32_t one = k - draw(100), other = draw(20) ? k - draw(100) : draw(k);
            if (variable[one].copies == 4 || one == other)
                continue;
            variable[one].to[variable[one].copies++] = other;
            size_t head = 0, waiting = 1;
            for (work[0] = one; waiting > 0; waiting--) {
                const struct variable *v = &variable[work[head]];
                waits[work[head]] = 0;
                head = (head + 1) % n;
                for (size_t i = 0; i < v->copies; i++)
                    if (unite(&variable[v->to[i]], v, both) && !waits[v->to[i]]) {
                        waits[v->to[i]] = 1;
                        work[(head + waiting++ - 1) % n] = v->to[i];
                    }
            }
        }
    }
    sink += (long)variable[n - 1].used;
}

/* Measurements are appended to columns in chunks; a question for some time skips the chunks that have no row of it. */
KIND(columns_in_chunks, 1.1, 0, 400000, 2500000)
{
    enum { ROWS = 1024 };
    struct chunk {
        uint32_t used, least, most, time[ROWS];
        struct item value[ROWS];
    } **chunk = get((n / ROWS + 1) * sizeof *chunk);
    uint32_t now = 1000;
    for (size_t k = 0; k < n; k++) {
        struct chunk **c = &chunk[k / ROWS];
        uint32_t time = (now += draw(3)) - draw(draw(500) + 1);
        if (!*c) {
            *c = get(sizeof **c);
            (*c)->least = UINT32_MAX;
        }
        (*c)->time[(*c)->used] = time;
        (*c)->value[(*c)->used++].key = (int)draw(1000);
        (*c)->least = time < (*c)->least ? time : (*c)->least;
        (*c)->most = time > (*c)->most ? time : (*c)->most;
        if (k % 200 != 199)
            continue;
        uint32_t to = draw(3) ? now : now - draw(now), from = to - draw(draw(to < 40000 ? to : 40000) + 1);
        for (size_t i = 0; i <= k / ROWS; i++) {
            const struct chunk *in = chunk[i];
            if (in->most < from || in->least > to)
                continue;
            long sum = 0;
#pragma algoprof loop name(rows)
            for (uint32_t row = 0; row < in->used; row++)
                if (in->time[row] >= from && in->time[row] <= to)
                    sum += in->value[row].key;
            sink += sum;
        }
    }
}

/* Packages that need others: a need that would close a circle is refused, so all that the other one needs is looked through. */
KIND(needs_without_circles, 1.9, 1, 6000, 25000)
{
    struct package {
        uint32_t used, room, seen, *needs;
        struct item item;
    } *package = get(n * sizeof *package);
    uint32_t *stack = get(n * sizeof *stack), search = 0;
    for (uint32_t k = 1; k < n; k++)
        for (uint32_t i = draw(4); i < 4; i++) {
            uint32_t one = draw(4) ? k : draw(k), other = draw(2) ? draw(k) : k - 1 - draw(k < 40 ? k : 40);
            size_t depth = 0;
            int circle = one == other;
            if (one < other) {
                stack[depth++] = other;
                package[other].seen = ++search;
            }
#pragma algoprof loop name(reached)
            while (depth > 0 && !circle) {
                const struct package *p = &package[stack[--depth]];
                for (uint32_t j = 0; j < p->used; j++) {
                    circle |= p->needs[j] == one;
                    if (package[p->needs[j]].seen != search) {
                        package[p->needs[j]].seen = search;
                        stack[depth++] = p->needs[j];
                    }
                }
            }
            struct package *p = &package[one];
            if (circle)
                continue;
            if (p->used == p->room) {
                p->room = p->room ? 2 * p->room : 2;
                p->needs = realloc(p->needs, p->room * sizeof *p->needs);
            }
            p->needs[p->used++] = other;
        }
    sink += package[n - 1].used;
}

/* A file's history: how each version differs from the one before it, of which it has most lines, and some more. */
KIND(versions_of_a_file, 1.9, 1, 35000, 200000)
{
    enum { MOST = 400 };
    struct item *old = get(n * sizeof *old), *new = get(n * sizeof *new);
    long olds = 0, news = 0, reached[2 * MOST + 3], edits = 0;
    for (size_t version = 0; version < n / 80; version++) {
        for (uint32_t edit = 1 + draw(draw(30) + 1); edit > 0; edit--) {
            long at = (long)draw((uint32_t)news + 1), gone = (long)draw(4), come = (long)draw(6);
            if (edit == 1)
                come = (long)draw(draw(4) ? 60 : 350);
            gone = gone > news - at ? news - at : gone;
            if (news - gone + come > (long)n)
                continue;
            memmove(new + at + come, new + at + gone, (size_t)(news - at - gone) * sizeof *new);
            for (long i = at; i < at + come; i++)
                new[i].key = (int)(draw(4) ? draw(1u << 30) : draw(5));
            news += come - gone;
        }
        int found = 0;
        long *far = reached + MOST + 1;
        far[1] = 0;
        for (long d = 0; d <= MOST && !found; d++)
            for (long diagonal = -d; diagonal <= d && !found; diagonal += 2) {
                int down = diagonal == -d || (diagonal != d && far[diagonal - 1] < far[diagonal + 1]);
                long x = down ? far[diagonal + 1] : far[diagonal - 1] + 1, y = x - diagonal;
#pragma algoprof loop name(same)
                while (x < olds && y < news && old[x].key == new[y].key) {
                    x++;
                    y++;
                }
                far[diagonal] = x;
                found = x >= olds && y >= news;
                edits += found ? d : 0;
            }
        memcpy(old, new, (size_t)news * sizeof *new);
        olds = news;
    }
    sink += edits;
}

/* A mine in squares: a hall more is dug somewhere at its edge, and the shortest way to there from the entrance is looked for. */
KIND(halls_of_a_mine, 1.9, 1, 45000, 180000)
{
    size_t side = 8;
    while ((side + 1) * (side + 1) <= n)
        side++;
    struct square {
        uint32_t seen;
        unsigned char open;
        struct item item;
    } *square = get(side * side * sizeof *square);
    uint32_t *queue = get(side * side * sizeof *queue), *hall = get((side * side / 20 + 1) * sizeof *hall), halls = 1;
    const size_t step[4] = { 1, (size_t)-1, side, -side };
    hall[0] = (uint32_t)(side / 2 * side + side / 2);
    square[hall[0]].open = 1;
    for (uint32_t k = 1; k < side * side / 20; k++) {
        size_t at = hall[draw(8) ? halls - 1 - draw(halls < 60 ? halls : 60) : draw(halls)], way = step[draw(4)];
        for (uint32_t i = 3 + draw(6); i > 0; i--) {
            size_t to = at + way;
            if (to / side < 2 || to / side >= side - 2 || to % side < 2 || to % side >= side - 2)
                break;
            at = to;
        }
        if (square[at].open)
            continue;
        for (size_t back = at; !square[back].open; back -= way)
            square[back].open = 1;
        for (size_t i = 0; i < 9; i++)
            square[at + i % 3 - 1 + i / 3 * side - side].open = 1;
        hall[halls++] = (uint32_t)at;
        size_t head = 0, tail = 1;
        queue[0] = hall[0];
        square[hall[0]].seen = k;
#pragma algoprof loop name(way)
        while (head < tail && queue[head] != at) {
            size_t here = queue[head++];
            for (int i = 0; i < 4; i++)
                if (square[here + step[i]].open && square[here + step[i]].seen != k) {
                    square[here + step[i]].seen = k;
                    queue[tail++] = (uint32_t)(here + step[i]);
                }
        }
        sink += (long)head;
    }
}

/* Commits of a project: where two of its branches parted is found over their parents; most branches start anew often. */
KIND(branches_part, 1.8, 1, 40000, 130000)
{
    enum { BRANCHES = 40 };
    struct commit {
        const struct commit *parent;
        uint32_t generation;
        struct item item;
    } *commit = get(n * sizeof *commit), *tip[BRANCHES];
    for (int i = 0; i < BRANCHES; i++)
        tip[i] = commit;
    for (size_t k = 1; k < n; k++) {
        uint32_t which = draw(2) ? 0 : draw(BRANCHES);
        if (which > 0 && draw(which < 5 ? 2000 : 20) == 0)
            tip[which] = tip[0];
        commit[k].parent = tip[which];
        commit[k].generation = tip[which]->generation + 1;
        tip[which] = &commit[k];
        if (k % 4 != 0)
            continue;
        const struct commit *one = tip[draw(2) ? 0 : draw(BRANCHES)], *other = tip[draw(BRANCHES)];
#pragma algoprof loop name(parents)
        while (one != other)
            if (one->generation > other->generation)
                one = one->parent;
            else
                other = other->parent;
        sink += one->generation;
    }
}

enum { MOST_PLACES = 12 };
struct quarter {
    struct quarter *part;
    uint32_t used, x, y, side;
    struct place {
        uint32_t x, y;
        struct item item;
    } place[MOST_PLACES];
};

static void put_place(struct quarter *at, struct place place)
{
    for (;;) {
        if (!at->part && at->used < MOST_PLACES) {
            at->place[at->used++] = place;
            return;
        }
        uint32_t half = at->side / 2;
        if (half == 0)
            return;
        if (!at->part) {
            at->part = get(4 * sizeof *at);
            for (uint32_t i = 0; i < 4; i++) {
                at->part[i].x = at->x + i % 2 * half;
                at->part[i].y = at->y + i / 2 * half;
                at->part[i].side = half;
            }
            for (uint32_t i = 0; i < at->used; i++)
                put_place(at, at->place[i]);
            at->used = 0;
        }
        at = &at->part[(place.x >= at->x + half) + 2 * (place.y >= at->y + half)];
    }
}

/* A map in quarters of quarters, to which places come, many of them in towns; those in a window are shown. */
KIND(places_in_a_window, 1.2, 0, 60000, 400000)
{
    enum { SIDE = 1 << 20, TOWNS = 50 };
    struct quarter map = { .side = SIDE }, *stack[256];
    uint32_t town[TOWNS][2];
    for (int i = 0; i < TOWNS; i++)
        town[i][0] = draw(SIDE - 9000), town[i][1] = draw(SIDE - 9000);
    for (size_t k = 0; k < n; k++) {
        const uint32_t *t = town[draw(draw(TOWNS) + 1)];
        struct place place = { .x = t[0] + draw(draw(8000) + 1), .y = t[1] + draw(draw(8000) + 1) };
        if (draw(4) == 0)
            place.x = draw(SIDE), place.y = draw(SIDE);
        put_place(&map, place);
        if (k % 4 != 0)
            continue;
        uint32_t wide = 200 + draw(draw(3) ? 1000 : 20000), x = place.x - place.x % 100, y = place.y - place.y % 100, shown = 0;
        size_t depth = 1;
        stack[0] = &map;
#pragma algoprof loop name(quarters)
        while (depth > 0) {
            const struct quarter *at = stack[--depth];
            if (at->x > x + wide || at->y > y + wide || at->x + at->side < x || at->y + at->side < y)
                continue;
            for (uint32_t i = 0; i < at->used; i++)
                shown += at->place[i].x - x <= wide && at->place[i].y - y <= wide;
            for (int i = 0; at->part && i < 4; i++)
                stack[depth++] = &at->part[i];
        }
        sink += shown;
    }
}

/* A coder's model: how often each letter came after the two before it; those in front of a letter are summed up. */
KIND(letters_after_two, 1, 0, 600000, 10000000)
{
    struct context {
        uint32_t used, room, total;
        struct seen {
            uint16_t letter, times;
        } *seen;
    } *context = get(65536 * sizeof *context);
    uint32_t after = 0;
    for (size_t k = 0; k < n; k++) {
        struct context *c = &context[after];
        uint32_t pick = draw(draw(draw(64) + 1) + 1), sum = 0, at = 0;
        uint16_t letter = (uint16_t)(((after * 2654435761u >> 24) + pick * (pick < 24 ? 3 : 7)) % (k < n / 2 ? 90 : 150));
#pragma algoprof loop name(before)
        while (at < c->used && c->seen[at].letter != letter)
            sum += c->seen[at++].times;
        if (at == c->used) {
            if (c->used == c->room)
                c->seen = realloc(c->seen, (c->room = c->room ? 2 * c->room : 2) * sizeof *c->seen);
            c->seen[c->used++] = (struct seen){ letter, 0 };
        }
        c->seen[at].times++;
        if (++c->total > 4000) {
            c->total = 0;
            for (uint32_t i = 0; i < c->used; i++)
                c->total += c->seen[i].times = (uint16_t)((c->seen[i].times + 1) / 2);
        }
        sink += sum;
        after = (after << 8 | letter) & 65535;
    }
}
