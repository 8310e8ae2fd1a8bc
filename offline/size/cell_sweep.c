/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "size/cell_sweep.h"

#include <stdlib.h>
#include <string.h>

#include "algoprof/log_format.h"
#include "size/cell_code.h"
#include "base/util.h"

/* Of each 1 << shift cells the first stands for all. */
static uint64_t firsts(uint64_t mask, unsigned shift)
{
    static const uint64_t keep[] = {
        UINT64_MAX,         0x5555555555555555, 0x1111111111111111, 0x0101010101010101,
        0x0001000100010001, 0x0000000100000001, 1,
    };
    for (unsigned i = 0; i < shift; i++)
        mask |= mask >> (1u << i);
    return mask & keep[shift];
}

unsigned cell_mask_count(uint64_t mask, unsigned shift)
{
    if (mask == UINT64_MAX)
        return 64u >> shift;
    return (unsigned)__builtin_popcountll(firsts(mask, shift));
}

uint64_t cell_mask_coarse(uint64_t mask, unsigned shift)
{
    if (shift == 0)
        return mask;
    mask = firsts(mask, shift);
    uint64_t out = 0;
    for (unsigned i = 0; mask; i++, mask = shift == 6 ? 0 : mask >> (1u << shift))
        out |= (mask & 1) << i;
    return out;
}

#define STEPS_OF_LINES 16       /* what alike lines take besides their sets and groups */
#define LINES_OF_STEP 4         /* that may be thinned away */

#define LEAST_REPEATED 65536    /* lines that are not looked at, for a period to stand for all */
#define LEAST_BETWEEN 64        /* lines that are handed out between two looks for a period; at least one a set */

/* A set on its way: what is left of its current item. */
struct track {
    struct cell_reader reader;
    uint64_t first, end, mask;  /* lines [first, end); the mask in the view */
    uint64_t begin;             /* first line of its current stride; UINT64_MAX: the item is no stride's */
};

/* A set whose item is ahead. */
struct waiting {
    uint64_t first;             /* as in its track, which is elsewhere in memory */
    uint32_t set;
};

struct sweep {
    struct cell_view view;
    uint64_t *steps;            /* that are left; NULL: no bound */
    struct track *track;
    struct waiting *heap;       /* by first line, then set */
    uint32_t *active;           /* sets whose items are here, ascending */
    size_t n_waiting, n_active;
    uint32_t *sets;             /* room for the lists of the groups */
    size_t cap_sets;
    uint64_t times, apart;      /* of the lines that are handed out now */
    size_t until_look;          /* so many lines are handed out before a period is looked for */
    sweep_fn *fn;
    void *arg;
};

/* The next item of a set.  False: there is none. */
static bool advance(struct sweep *s, uint32_t set)
{
    struct track *t = &s->track[set];
    struct cell_item item;
    uint64_t left = t->reader.stride.count, lines = t->reader.stride_lines;
    if (!cell_reader_next(&t->reader, &item))
        return false;
    if (left == 0)
        t->begin = t->reader.stride_lines > lines ? item.first : UINT64_MAX;
    t->first = item.first;
    t->end = item.first + item.lines;
    t->mask = cell_mask_coarse(item.mask, s->view.shift);
    return true;
}

static bool comes_before(struct waiting a, struct waiting b)
{
    return a.first != b.first ? a.first < b.first : a.set < b.set;
}

static void heap_push(struct sweep *s, uint32_t set)
{
    size_t at = s->n_waiting++;
    const struct waiting new = { s->track[set].first, set };
    for (; at > 0 && comes_before(new, s->heap[(at - 1) / 2]); at = (at - 1) / 2)
        s->heap[at] = s->heap[(at - 1) / 2];
    s->heap[at] = new;
}

static uint32_t heap_pop(struct sweep *s)
{
    const struct waiting top = s->heap[0], last = s->heap[--s->n_waiting];
    size_t at = 0;
    for (;;) {
        size_t child = 2 * at + 1;
        if (child >= s->n_waiting)
            break;
        if (child + 1 < s->n_waiting && comes_before(s->heap[child + 1], s->heap[child]))
            child++;
        if (!comes_before(s->heap[child], last))
            break;
        s->heap[at] = s->heap[child];
        at = child;
    }
    s->heap[at] = last;
    return top.set;
}

/* Moves the sets that begin at the line from the heap to the active ones. */
static void activate(struct sweep *s, uint64_t line)
{
    size_t old = s->n_active, more = 0;
    while (s->n_waiting > 0 && s->heap[0].first == line)
        s->sets[more++] = heap_pop(s);
    s->n_active = old + more;
    for (size_t at = s->n_active; more > 0; at--) {
        if (old > 0 && s->active[old - 1] > s->sets[more - 1])
            s->active[at - 1] = s->active[--old];
        else
            s->active[at - 1] = s->sets[--more];
    }
}

/* Splits the cells of the active masks by who holds them. */
static size_t split(const struct sweep *s, struct sweep_group *group)
{
    uint64_t any = 0, all = UINT64_MAX;
    size_t n = 1;
    for (size_t i = 0; i < s->n_active; i++) {
        any |= s->track[s->active[i]].mask;
        all &= s->track[s->active[i]].mask;
    }
    group[0] = (struct sweep_group){ .mask = any };
    for (size_t i = 0; any != all && i < s->n_active; i++) {
        uint64_t mask = s->track[s->active[i]].mask;
        for (size_t g = 0, before = n; g < before; g++) {
            uint64_t in = group[g].mask & mask;
            if (in == 0 || in == group[g].mask)
                continue;
            group[n++] = (struct sweep_group){ .mask = group[g].mask & ~mask };
            group[g].mask = in;
        }
    }
    return n;
}

static int list_sets(struct sweep *s, struct sweep_group *group, size_t n)
{
    size_t used = 0;
    if (array_grow(&s->sets, &s->cap_sets, n * s->n_active, sizeof *s->sets) != 0)
        return -1;
    for (size_t g = 0; g < n; g++) {
        uint32_t *list = s->sets + used;
        for (size_t i = 0; i < s->n_active; i++)
            if (s->track[s->active[i]].mask & group[g].mask)
                list[group[g].n_sets++] = s->active[i];
        group[g].set = list;
        used += group[g].n_sets;
    }
    return 0;
}

/* Whether so many steps are left; takes them. */
static bool may_take(const struct sweep *s, uint64_t steps)
{
    if (!s->steps)
        return true;
    if (*s->steps < steps)
        return false;
    *s->steps -= steps;
    return true;
}

/* Hands out lines [first, end), which all active sets cover. */
static int emit(struct sweep *s, uint64_t first, uint64_t end)
{
    struct sweep_group group[64];
    struct sweep_lines lines = { .first = first, .lines = end - first, .times = s->times, .apart = s->apart,
                                 .per_line = 64u >> s->view.shift, .group = group };
    if (!may_take(s, STEPS_OF_LINES))
        return 1;
    lines.n_groups = split(s, group);
    if (!may_take(s, s->n_active * lines.n_groups + (s->view.thin ? (end - first) / LINES_OF_STEP : 0)))
        return 1;
    if (list_sets(s, group, lines.n_groups) != 0)
        return -1;
    if (s->view.thin == 0)
        return s->fn(s->arg, &lines);
    lines.lines = 1;
    for (; lines.first < end; lines.first++) {
        if (alog_line_hash(lines.first) >> (64 - s->view.thin) != 0)
            continue;
        if (!may_take(s, STEPS_OF_LINES))
            return 1;
        if (s->fn(s->arg, &lines) != 0)
            return -1;
    }
    return 0;
}

/* Goes to line `end`: items that stop there give way to the set's next. */
static void leave(struct sweep *s, uint64_t end)
{
    size_t kept = 0;
    for (size_t i = 0; i < s->n_active; i++) {
        uint32_t set = s->active[i];
        if (s->track[set].end == end) {
            if (!advance(s, set))
                continue;
            if (s->track[set].first != end) {
                heap_push(s, set);
                continue;
            }
        }
        s->active[kept++] = set;
    }
    s->n_active = kept;
}

/* Hands out the lines from *line on that the same sets cover, and goes behind them. */
static int take_lines(struct sweep *s, uint64_t *line)
{
    if (s->n_active == 0)
        *line = s->heap[0].first;
    activate(s, *line);
    uint64_t end = s->n_waiting > 0 ? s->heap[0].first : UINT64_MAX;
    for (size_t i = 0; i < s->n_active; i++)
        if (s->track[s->active[i]].end < end)
            end = s->track[s->active[i]].end;
    int result = emit(s, *line, end);
    leave(s, end);
    *line = end;
    return result;
}

static uint64_t common_divisor(uint64_t a, uint64_t b)
{
    while (b) {
        uint64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

/* Strides of one step that all go on from a line: so many periods of `lines` lines, and of `steps` steps. */
struct period {
    uint64_t lines, steps, times;
    uint64_t step;              /* cells; 0: no stride yet */
    uint64_t sets;              /* that have one */
};

/* Takes in what a set has at and behind the line.  False: not all are strides of one step there. */
static bool join_period(struct period *p, const struct track *t, uint64_t line)
{
    const struct cell_stride *stride = &t->reader.stride;
    if (t->begin == UINT64_MAX || t->begin >= line) {
        if (t->first <= line || p->lines == 0)
            return t->first > line;     /* looked at again when the step is known */
        uint64_t room = (t->first - line) / p->lines;
        p->times = room < p->times ? room : p->times;
        return true;
    }
    if (p->step != 0 && p->step != stride->step)
        return false;
    if (p->step == 0) {
        p->step = stride->step;
        p->steps = 64 / common_divisor(p->step, 64);
        p->lines = p->step * p->steps / 64;
    }
    uint64_t room = stride->count / p->steps;
    p->sets++;
    p->times = room < p->times ? room : p->times;
    return t->begin + p->lines <= line && p->times > 2;
}

static bool find_period(const struct sweep *s, uint64_t line, struct period *p)
{
    *p = (struct period){ .times = UINT64_MAX };
    for (int look = 0; look < 2; look++) {
        p->sets = 0;
        for (size_t i = 0; i < s->n_active; i++)
            if (!join_period(p, &s->track[s->active[i]], line))
                return false;
        for (size_t i = 0; i < s->n_waiting; i++)
            if (!join_period(p, &s->track[s->heap[i].set], line))
                return false;
        if (p->step == 0)
            return false;
    }
    p->times--;                 /* what has begun of a next one stays behind */
    return p->times > 1 && (p->times - 1) * p->sets * p->steps >= LEAST_REPEATED;
}

static void skip_periods(struct track *t, const struct period *p, uint64_t times)
{
    t->first += times * p->lines;
    t->end += times * p->lines;
    t->reader.stride.at += times * p->steps * p->step;
    t->reader.stride.count -= times * p->steps;
}

/* One period for all of them. */
static int take_period(struct sweep *s, const struct period *p, uint64_t *line)
{
    uint64_t end = *line + p->lines, skipped = p->times - 1;
    int result = 0;
    s->times = p->times;
    s->apart = p->lines;
    while (result == 0 && (s->n_active > 0 ? *line : s->heap[0].first) < end)
        result = take_lines(s, line);
    s->times = 1;
    s->apart = 0;
    if (result != 0)
        return result;
    for (size_t i = 0; i < s->n_active; i++)
        skip_periods(&s->track[s->active[i]], p, skipped);
    size_t waiting = s->n_waiting;
    s->n_waiting = 0;           /* what waits behind the strides may come before some of them now */
    for (size_t i = 0; i < waiting; i++) {
        uint32_t set = s->heap[i].set;
        if (s->track[set].begin < end)
            skip_periods(&s->track[set], p, skipped);
        heap_push(s, set);
    }
    *line += skipped * p->lines;
    return 0;
}

/* Whether it is time to look, and there is one. */
static bool is_period(struct sweep *s, uint64_t line, struct period *p)
{
    size_t sets = s->n_active + s->n_waiting;
    if (s->view.thin > 0 || s->until_look-- > 0)
        return false;
    s->until_look = sets > LEAST_BETWEEN ? sets : LEAST_BETWEEN;
    return may_take(s, sets) && find_period(s, line, p);
}

static int sweep_all(struct sweep *s)
{
    uint64_t line = 0;
    int result = 0;
    while (result == 0 && (s->n_waiting > 0 || s->n_active > 0)) {
        struct period period;
        if (s->n_active == 0)
            line = s->heap[0].first;
        result = is_period(s, line, &period) ? take_period(s, &period, &line) : take_lines(s, &line);
    }
    return result;
}

int cell_sweep(const struct sweep_source *sets, size_t n, struct cell_view view, uint64_t *steps,
               sweep_fn *fn, void *arg)
{
    struct sweep s = { .view = view, .steps = steps, .fn = fn, .arg = arg, .times = 1 };
    int result = -1;
    s.track = malloc((n + 1) * sizeof *s.track);
    s.heap = malloc((n + 1) * sizeof *s.heap);
    s.active = malloc((n + 1) * sizeof *s.active);
    if (s.track && s.heap && s.active &&
        array_grow(&s.sets, &s.cap_sets, n + 1, sizeof *s.sets) == 0) {
        for (size_t i = 0; i < n; i++) {
            cell_reader_start(&s.track[i].reader, sets[i].bytes, sets[i].size);
            if (advance(&s, (uint32_t)i))
                heap_push(&s, (uint32_t)i);
        }
        result = sweep_all(&s);
    }
    free(s.track);
    free(s.heap);
    free(s.active);
    free(s.sets);
    return result;
}
