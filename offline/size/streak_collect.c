/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * STREAK, step 1: the episodes of each cell.
 */
#include "size/streak_collect.h"

#include <math.h>
#include <stdlib.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "base/util.h"

#define ITERATIONS 2.           /* that read a row of cells, so that others may read on where it ends */
#define DEAR 1.25               /* times as dear as those sampled: what instances read besides matters */

struct streak_collect *streak_collect_new(size_t pairs, unsigned word_shift)
{
    struct streak_collect *c = calloc(1, sizeof *c);
    if (!c)
        return NULL;
    c->pairs = pairs;
    c->word_shift = word_shift;
    c->most = STREAK_MOST;
    c->size = calloc(8 * pairs + 1, sizeof *c->size);
    if (!c->size) {
        free(c);
        return NULL;
    }
    c->only_a = c->size + 2 * pairs;
    c->only_b = c->only_a + pairs;
    c->last_a = c->only_b + pairs;
    c->first_b = c->last_a + pairs;
    c->only_both = c->first_b + pairs;
    c->kept = c->only_both + pairs;
    return c;
}

void streak_collect_free(struct streak_collect *c)
{
    if (!c)
        return;
    free(c->size);
    free(c->members.head);
    free(c->moving);
    free(c->segment);
    free(c);
}

void streak_collect_limit(struct streak_collect *c, uint64_t segments)
{
    c->most = segments < UINT32_MAX / 2 ? segments : UINT32_MAX / 2;
}

bool streak_collect_is_over(const struct streak_collect *c)
{
    return c->too_many;
}

/* The episodes of cells with one history. */
struct episodes {
    size_t n, halves;           /* all; at one place only */
    uint32_t first_from, first_to, last_from, last_to;
    bool is_long;
};

static struct episodes find_episodes(const uint32_t *place, size_t n)
{
    struct episodes e = { .first_from = place[0] };
    for (size_t i = 0; i < n;) {
        size_t from = i++;
        while (i < n && place[i] == place[i - 1] + 1)
            i++;
        e.last_from = place[from];
        e.last_to = place[i - 1];
        e.is_long |= e.last_from / 2 != e.last_to / 2;
        e.halves += e.last_from == e.last_to;
        if (e.n++ == 0)
            e.first_to = e.last_to;
    }
    return e;
}

static bool is_single(const struct episodes *e)
{
    return e->n == 1 && !e->is_long;
}

static void count_single(struct streak_collect *c, const struct episodes *e, uint64_t cells)
{
    if (e->halves == 0) {
        c->both += cells;
        c->only_both[e->first_from / 2] += cells;
        return;
    }
    c->half += cells;
    (e->first_from % 2 ? c->only_b : c->only_a)[e->first_from / 2] += cells;
}

static int compare_moving(const void *a, const void *b)
{
    const struct streak_moving *x = a, *y = b;
    return (x->history > y->history) - (x->history < y->history);
}

/* One entry for each history. */
static void compact_moving(struct streak_collect *c)
{
    size_t unique = 0;
    if (c->n_moving > 0)
        qsort(c->moving, c->n_moving, sizeof *c->moving, compare_moving);
    for (size_t i = 0; i < c->n_moving; i++)
        if (unique > 0 && c->moving[unique - 1].history == c->moving[i].history)
            c->moving[unique - 1].cells += c->moving[i].cells;
        else
            c->moving[unique++] = c->moving[i];
    c->n_moving = c->n_histories = unique;
}

/* Whether there is room for one more; histories that came before are put together first. */
static bool may_add_moving(struct streak_collect *c)
{
    if (c->n_moving < c->most && (c->n_moving < 4096 || c->n_moving < 4 * c->n_histories))
        return true;
    if (c->n_moving > c->n_histories)
        compact_moving(c);
    return c->n_moving < c->most;
}

static int count_moving(struct streak_collect *c, const struct episodes *e, const uint32_t *place,
                        size_t n, uint64_t cells)
{
    c->again += e->n * cells;
    c->again_half += e->halves * cells;
    if (e->n == 2 && e->halves == 2 && e->first_from % 2 == 0 && e->last_from == e->first_from + 3)
        c->parted += cells;
    uint64_t history = XXH3_64bits(place, n * sizeof *place);
    if (c->n_moving > 0 && c->moving[c->n_moving - 1].history == history) {
        c->moving[c->n_moving - 1].cells += cells;
        return 0;
    }
    if (!may_add_moving(c))
        return 0;
    if (array_grow(&c->moving, &c->cap_moving, c->n_moving + 1, sizeof *c->moving) != 0)
        return -1;
    c->moving[c->n_moving++] = (struct streak_moving){ history, cells, place[0] / 2, place[n - 1] / 2 };
    return 0;
}

static int count_cells(struct streak_collect *c, const struct episodes *e, const uint32_t *place,
                       size_t n, uint64_t cells)
{
    for (size_t i = 0; i < n; i++) {
        c->size[place[i]] += cells;
        if (place[i] % 2 && i + 1 < n && place[i + 1] == place[i] + 1)
            c->kept[place[i] / 2] += cells;
    }
    c->seen += cells;
    if (e->first_from % 2 == 1)
        c->first_b[e->first_from / 2] += cells;
    if (e->last_to % 2 == 0)
        c->last_a[e->last_to / 2] += cells;
    if (e->n == 1 && e->first_to / 2 == e->first_from / 2 + 1)
        c->span2 += cells;
    if (e->is_long) {
        if (e->n == 1 && e->first_from % 2 == 1 && e->first_to == e->first_from + 1)
            c->joined += cells;
        return 0;
    }
    *(e->n <= STREAK_EPISODES ? &c->f[e->n] : &c->f_more) += cells;
    if (e->n > 1)
        return count_moving(c, e, place, n, cells);
    count_single(c, e, cells);
    return 0;
}

/* Aligned words that the mask touches. */
static uint64_t words_of(uint64_t mask, unsigned word_shift)
{
    return cell_mask_count(mask, word_shift);
}

/* Without all segments in order there are no extents. */
static void drop_segments(struct streak_collect *c)
{
    free(c->segment);
    c->segment = NULL;
    c->n_segments = c->cap_segments = 0;
    c->too_many = true;
}

static int add_segment(struct streak_collect *c, const struct streak_segment *more)
{
    struct streak_segment *last = c->n_segments > 0 ? &c->segment[c->n_segments - 1] : NULL;
    if (c->too_many)
        return 0;
    if (last && streak_segment_end(last, c->per_line) == more->first &&
        last->place == more->place && last->single == more->single && last->several == more->several) {
        last->cells += more->cells;
        return 0;
    }
    if (c->n_segments == c->most) {
        drop_segments(c);
        return 0;
    }
    if (array_grow(&c->segment, &c->cap_segments, c->n_segments + 1, sizeof *c->segment) != 0)
        return -1;
    c->segment[c->n_segments++] = *more;
    return 0;
}

/* A group of cells of the lines, as far as the pairs read it. */
struct kind {
    uint64_t mask;
    uint32_t place;
    uint32_t single, several;
};

/* The rows of alike cells in one line, ascending; their number. */
static size_t find_rows(const struct kind *kind, size_t n, struct streak_segment *row)
{
    size_t rows = 0;
    uint64_t any = 0;
    for (size_t k = 0; k < n; k++)
        any |= kind[k].mask;
    while (any) {
        unsigned from = (unsigned)__builtin_ctzll(any);
        size_t k = 0;
        while (!(kind[k].mask >> from & 1))
            k++;
        uint64_t rest = ~(kind[k].mask >> from);
        unsigned len = rest ? (unsigned)__builtin_ctzll(rest) : 64;
        struct streak_segment *last = rows > 0 ? &row[rows - 1] : NULL;
        if (last && last->first + last->cells == from && last->place == kind[k].place &&
            last->single == kind[k].single && last->several == kind[k].several)
            last->cells += len;
        else
            row[rows++] = (struct streak_segment){ .first = from, .cells = len, .repeats = 1,
                                                   .place = kind[k].place & 0x1fffffff,
                                                   .single = kind[k].single & 1, .several = kind[k].several & 1 };
        any = from + len >= 64 ? 0 : any >> (from + len) << (from + len);
    }
    return rows;
}

/* The rows of a line, `repeats` times. */
static int add_line(struct streak_collect *c, uint64_t line, uint32_t repeats,
                    const struct streak_segment *row, size_t rows)
{
    for (size_t i = 0; i < rows; i++) {
        struct streak_segment s = row[i];
        s.first += line * c->per_line;
        s.repeats = repeats;
        if (add_segment(c, &s) != 0)
            return -1;
    }
    return 0;
}

static int add_segments(struct streak_collect *c, const struct sweep_lines *lines,
                        const struct kind *kind, size_t n)
{
    struct streak_segment row[64];
    if (lines->times > 1)
        drop_segments(c);
    size_t rows = find_rows(kind, n, row);
    uint64_t end = lines->first + lines->lines, line = lines->first;
    c->per_line = lines->per_line;
    if (rows == 1 && row[0].cells == lines->per_line) {
        row[0].first = lines->first * lines->per_line;
        row[0].cells = lines->lines * lines->per_line;
        return add_segment(c, &row[0]);
    }
    while (line < end) {
        bool middle = end - line > STREAK_LINES + 1 && line - lines->first == STREAK_LINES;
        uint64_t repeats = middle ? end - line - STREAK_LINES : 1;
        if (repeats > UINT32_MAX)
            repeats = UINT32_MAX;
        if (add_line(c, line, (uint32_t)repeats, row, rows) != 0)
            return -1;
        line += repeats;
    }
    return 0;
}

/* How many rows of neighbouring cells begin in the lines. */
static void count_rows(struct streak_collect *c, const struct sweep_lines *lines,
                       const struct kind *kind, size_t n)
{
    uint64_t any = 0, begin = lines->first * lines->per_line;
    for (size_t k = 0; k < n; k++)
        any |= kind[k].mask;
    bool at_begin = any & 1, at_end = any >> (lines->per_line - 1) & 1;
    c->rows += lines->times * lines->lines * (uint64_t)__builtin_popcountll(any & ~(any << 1));
    if (at_begin && at_end)
        c->rows -= lines->times * (lines->lines - 1);
    if (at_begin && begin > 0 && c->end == begin)
        c->rows -= lines->times;
    c->end = at_end ? begin + lines->lines * lines->per_line : 0;
}

int streak_collect_lines(struct streak_collect *c, const struct sweep_lines *lines)
{
    struct kind kind[64];
    size_t n = 0;
    for (size_t g = 0; g < lines->n_groups; g++) {
        const struct sweep_group *group = &lines->group[g];
        size_t sets = sweep_sets_below(group, 2 * c->pairs);
        if (sets == 0)
            continue;
        struct episodes e = find_episodes(group->set, sets);
        uint64_t cells = lines->times * lines->lines * (uint64_t)__builtin_popcountll(group->mask);
        if (count_cells(c, &e, group->set, sets, cells) != 0)
            return -1;
        c->words += lines->times * lines->lines * words_of(group->mask, c->word_shift);
        kind[n++] = (struct kind){ group->mask, group->set[0], is_single(&e), e.n > 1 };
    }
    if (n == 0)
        return 0;
    count_rows(c, lines, kind, n);
    if (streak_members_add(&c->members, lines, (uint32_t)(2 * c->pairs)) != 0)
        return -1;
    return add_segments(c, lines, kind, n);
}

/* Mean size of the groups of one history, as its members see it. */
static double mean_block(struct streak_moving *moving, size_t n)
{
    double squares = 0, cells = 0;
    if (n == 0)
        return 0;
    qsort(moving, n, sizeof *moving, compare_moving);
    for (size_t i = 0; i < n;) {
        double group = 0;
        uint64_t history = moving[i].history;
        for (; i < n && moving[i].history == history; i++)
            group += (double)moving[i].cells;
        squares += group * group;
        cells += group;
    }
    return squares / cells;
}

/* Mean length of rows of neighbouring cells. */
static double mean_run(const struct streak_collect *c)
{
    return c->rows > 0 ? (double)c->seen / (double)c->rows : 0;
}

/* What the sample tells of an instance's mean cost, against that of all; whether dearer instances read on where the
 * rows of cells end that the sampled ones read. */
static bool compare_costs(const struct streak_collect *c, const struct streak_input *in,
                          struct streak_stats *out)
{
    double sampled = 0, weights = 0, cells = 0;
    out->cost_ratio = NAN;
    if (!in->cost)
        return false;
    for (size_t i = 0; i < 2 * in->pairs; i++) {
        double weight = in->uneven ? 1 + streak_weight(in, i, false) : 1;
        sampled += weight * in->cost[i];
        cells += weight * (double)c->size[i];
        weights += weight;
    }
    double more = in->total_cost / in->instances - sampled / weights;
    out->cost_ratio = in->total_cost / in->instances / (sampled / weights);
    if (!(out->cost_ratio > DEAR))
        return false;
    out->dear = more * in->instances * cells / (sampled + weights);
    return out->run > ITERATIONS * cells / (sampled + weights);
}

int streak_collect_finish(struct streak_collect *c, const struct streak_input *in,
                          struct streak_stats *out)
{
    *out = (struct streak_stats){
        .instances = in->instances, .pairs = (double)in->pairs, .seen = (double)c->seen,
        .words = (double)c->words, .f_more = (double)c->f_more, .half = (double)c->half,
        .both = (double)c->both, .span2 = (double)c->span2, .joined = (double)c->joined,
        .parted = (double)c->parted, .again = (double)c->again,
        .again_half = (double)c->again_half, .hidden = streak_hidden(c, in),
        .cv = streak_hidden_error(c, in), .block = mean_block(c->moving, c->n_moving),
        .run = mean_run(c)
    };
    bool whole = compare_costs(c, in, out);
    for (int j = 1; j <= STREAK_EPISODES; j++)
        out->f[j] = (double)c->f[j];
    for (size_t k = 0; k < c->pairs; k++)
        out->toggling += c->only_a[k] + c->only_b[k] > 0;
    streak_still(c, in, &out->hidden, &out->cv);
    if (streak_walk_find(c, out) != 0)
        return -1;
    bool extents = in->extents && !c->too_many;
    if (extents && streak_reach(c, in, out) != 0)
        return -1;
    bool grows = streak_growth(c, in, out);
    if (in->extents)
        streak_members_finish(&c->members, 2 * (double)c->pairs, c->per_line, out);
    out->hull = extents ? streak_hull(c, in) : 0;
    if (extents && streak_extents(c, in, whole, out) != 0)
        return -1;
    streak_pass(c, in, out);
    return (grows ? streak_seldom : streak_new_cells)(c, in, out);
}
