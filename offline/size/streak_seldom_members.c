/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "size/streak_seldom_members.h"

#include <math.h>
#include <stdlib.h>

#include "base/util.h"

#define OFTEN 3                 /* instances read a row's cell that is read most, at least; */
#define SELDOM 3                /* times fewer read those that are seldom read */
#define LONGEST 4               /* lines of cells in a row: longer ones are arrays */
#define WORDS 8                 /* of a line: less than one lies between two cells of a record, as malloc leaves one between records */
#define COVERED 2.              /* times what was seen of the other cells there are at most: most of them were seen */
#define MOSTLY 0.5              /* of unseen cells are such: with more of them the size is no larger than they tell */
#define LEAST_ROWS 16           /* with seldom read cells */

static int compare_sets(const void *a, const void *b)
{
    const uint32_t *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

/* Few steps for each of the n, however many `of' has. */
static bool is_part_of(const uint32_t *set, size_t n, const uint32_t *of, size_t n_of)
{
    for (size_t i = 0; i < n; i++)
        if (!bsearch(&set[i], of, n_of, sizeof *of, compare_sets))
            return false;
    return true;
}

static void end_row(struct streak_members *m, double copies, unsigned per_line)
{
    struct streak_member_row *row = &m->row;
    if (row->seldom > 0 && m->end - m->first <= (uint64_t)LONGEST * per_line) {
        m->with += copies;
        m->often += copies * row->often;
        m->seldom += copies * row->seldom;
        m->reads += copies * row->reads;
        m->seldom_once += copies * row->once;
    }
    m->n_head = 0;
    *row = (struct streak_member_row){ 0 };
}

static int find_head(struct streak_members *m, const struct sweep_lines *lines, uint64_t row, uint32_t sets)
{
    const struct sweep_group *most = NULL;
    size_t n = m->n_head;
    for (size_t g = 0; g < lines->n_groups; g++) {
        size_t own = lines->group[g].mask & row ? sweep_sets_below(&lines->group[g], sets) : 0;
        if (own > n) {
            n = own;
            most = &lines->group[g];
        }
    }
    if (!most)
        return 0;
    if (array_grow(&m->head, &m->cap_head, n, sizeof *m->head) != 0)
        return -1;
    for (size_t i = 0; i < n; i++)
        m->head[i] = most->set[i];
    m->n_head = n;
    return 0;
}

static void add_row(struct streak_members *m, const struct sweep_lines *lines, uint64_t row, uint32_t sets, double copies)
{
    for (size_t g = 0; g < lines->n_groups; g++) {
        uint64_t own = lines->group[g].mask & row;
        size_t n = own ? sweep_sets_below(&lines->group[g], sets) : 0;
        double cells = __builtin_popcountll(own);
        if (n == 0)
            continue;
        m->once += n == 1 ? copies * cells : 0;
        if (m->n_head >= OFTEN && n * SELDOM <= m->n_head && is_part_of(lines->group[g].set, n, m->head, m->n_head)) {
            m->row.seldom += cells;
            m->row.reads += cells * (double)n;
            m->row.once += n == 1 ? cells : 0;
        } else {
            m->row.often += cells;
        }
    }
}

int streak_members_add(struct streak_members *m, const struct sweep_lines *lines, uint32_t sets)
{
    uint64_t any = 0, begin = lines->first * lines->per_line, gap = lines->per_line > WORDS ? lines->per_line / WORDS - 1 : 0;
    double copies = (double)lines->lines * (double)lines->times;
    for (size_t g = 0; g < lines->n_groups; g++)
        any |= sweep_sets_below(&lines->group[g], sets) > 0 ? lines->group[g].mask : 0;
    while (any) {
        unsigned from = (unsigned)__builtin_ctzll(any);
        uint64_t rest = ~(any >> from);
        unsigned length = rest ? (unsigned)__builtin_ctzll(rest) : 64;
        uint64_t row = (length < 64 ? (UINT64_C(1) << length) - 1 : UINT64_MAX) << from;
        if (begin + from > m->end + gap || copies > 1) {
            end_row(m, 1, lines->per_line);
            m->first = begin + from;
        }
        m->end = begin + from + length;
        if (find_head(m, lines, row, sets) != 0)
            return -1;
        add_row(m, lines, row, sets, copies);
        if (copies > 1) {
            end_row(m, copies, lines->per_line);
            m->end = 0;
        }
        any &= ~row;
    }
    return 0;
}

void streak_members_finish(struct streak_members *m, double sampled, unsigned per_line, struct streak_stats *out)
{
    end_row(m, 1, per_line);
    if (m->with < LEAST_ROWS)
        return;
    out->seldom = m->seldom;
    out->seldom_reads = m->reads * out->instances / sampled;
    out->seldom_share = m->seldom / m->often;
    out->seldom_unseen = m->once > 0 ? m->seldom_once / m->once : 0;
}

double streak_members_size(const struct streak_stats *s, double size)
{
    double often = s->seen - s->seldom + (1 - s->seldom_unseen) * (size - s->seen), all = often * s->seldom_share;
    if (!(s->seldom > 0) || often > COVERED * (s->seen - s->seldom) || !(all > s->seldom))
        return size;
    double told = often + fmax(s->seldom, -all * expm1(-s->seldom_reads / all));
    return told > size || s->seldom_unseen >= MOSTLY ? told : size;
}
