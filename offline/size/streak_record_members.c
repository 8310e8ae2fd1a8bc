/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * STREAK, step 7, where instances read the same members of records here and there: a hash table's keys, the links of
 * nodes.  If records are as long as a period, what all pairs read first leaves the same remainders by it, and others
 * remain free.  Where addresses are drawn at random that is unlikely: the more pairs, and the fewer remainders.
 */
#include "size/streak_record_members.h"

#include <math.h>

#define LONGEST 64              /* units of a record: bits of a mask */
#define LONGEST_CELLS 4096      /* of a record */
#define MOST_SHARE 0.8          /* of a record, its members */
#define LEAST_GAIN 10.          /* of the likelihood's logarithm, by the members */
#define LEAST_PAIRS 5
#define OTHERS 64               /* segments, bits of a mask: with more than half of them elsewhere the records have ended */
#define FEWER 50                /* times fewer pairs than most read of other data */
#define NEARLY 1.01             /* as large a share is no larger */

static unsigned count_bits(uint64_t mask)
{
    return (unsigned)__builtin_popcountll(mask);
}

static uint64_t low_bits(uint64_t n)
{
    return n >= 64 ? UINT64_MAX : (UINT64_C(1) << n) - 1;
}

/* The largest power of two by which all segments begin and are long, from the first one's begin on. */
static uint64_t unit_of(const struct streak_collect *c, size_t from, size_t to)
{
    uint64_t any = 0;
    for (size_t i = from; i < to; i++)
        any |= (c->segment[i].first - c->segment[from].first) | c->segment[i].cells
               | (c->segment[i].repeats > 1 ? c->per_line : 0);
    return any & -any;
}

/* The units [at, at + length) of records. */
static uint64_t members_of(uint64_t at, uint64_t length, unsigned period)
{
    if (length >= period)
        return low_bits(period);
    uint64_t first = at % period, over = first + length > period ? first + length - period : 0;
    return (low_bits(length - over) << first) | low_bits(over);
}

/* The units of records that a segment is at, in all lines that it stands for. */
static uint64_t members_in(const struct streak_collect *c, const struct streak_segment *s, const struct streak_lattice *l)
{
    uint64_t members = 0, step = c->per_line / l->unit;
    for (uint64_t k = 0, at = (s->first - l->origin) / l->unit; k < s->repeats && k < l->period; k++, at += step)
        members |= members_of(at, s->cells / l->unit, l->period);
    return members;
}

/* Rows of bits, of which the last goes on with the first. */
static unsigned count_rows(uint64_t mask, unsigned period)
{
    uint64_t before = (mask << 1 | mask >> (period - 1)) & low_bits(period);
    return mask == low_bits(period) ? 1 : count_bits(mask & ~before);
}

/* ln of in how many ways these many of n can be chosen. */
static double ln_choices(unsigned n, unsigned k)
{
    return lgamma(n + 1.) - lgamma(k + 1.) - lgamma(n - k + 1.);
}

/* To `read' how many pairs read each unit; how many pairs there are. */
static unsigned count_readers(const struct streak_collect *c, size_t from, size_t to, uint64_t *mask, const struct streak_lattice *l,
                              unsigned read[LONGEST])
{
    unsigned pairs = 0;
    for (size_t i = from; i < to; i++)
        mask[c->segment[i].place / 2] = 0;
    for (size_t i = from; i < to; i++) {
        const struct streak_segment *s = &c->segment[i];
        uint64_t *own = &mask[s->place / 2], more = members_in(c, s, l) & ~*own;
        pairs += *own == 0;
        *own |= more;
        for (; more; more &= more - 1)
            read[__builtin_ctzll(more)]++;
    }
    return pairs;
}

/* Those that hardly any pair read, beside the others, are of other data. */
static uint64_t find_members(const unsigned read[LONGEST])
{
    uint64_t members = 0;
    unsigned most = 0;
    for (unsigned i = 0; i < LONGEST; i++)
        most = read[i] > most ? read[i] : most;
    for (unsigned i = 0; i < LONGEST; i++)
        members |= (uint64_t)(read[i] > 0 && read[i] * FEWER >= most) << i;
    return members;
}

/* The members by this period, and how much likelier they make what was read. */
static double try_period(const struct streak_collect *c, size_t from, size_t to, uint64_t *mask,
                         struct streak_lattice *l)
{
    unsigned read[LONGEST] = { 0 }, pairs = count_readers(c, from, to, mask, l, read);
    double rows = 0, others = 0, n1 = 0, n2 = 0;
    l->members = find_members(read);
    for (size_t i = from; i < to; i++) {
        uint64_t *own = &mask[c->segment[i].place / 2];     /* 0: of a pair that has been counted */
        rows += count_rows(*own & l->members, l->period);
        others += count_rows(*own & ~l->members, l->period);
        *own = 0;
    }
    for (unsigned i = 0; i < l->period; i++) {
        n1 += l->members >> i & 1 && read[i] == 1;
        n2 += l->members >> i & 1 && read[i] == 2;
    }
    /* Chao (1984): members that no pair read, of those that one did, and that two did. */
    l->unseen = 1 + n1 * (n1 - 1) / (2 * (n2 + 1)) / count_bits(l->members);
    double share = streak_lattice_share(l), rest = others / (rows + others);
    if (pairs < LEAST_PAIRS || !(share <= MOST_SHARE))
        return 0;
    return rows * log((1 - rest) / share) + (others > 0 ? others * log(rest) : 0) - ln_choices(l->period, count_bits(l->members))
           - log(LONGEST);
}

bool streak_lattice_find(const struct streak_collect *c, size_t from, size_t to, uint64_t *mask,
                         struct streak_lattice *out)
{
    struct streak_lattice l = { .origin = c->segment[from].first };
    double best = 1 / NEARLY;
    if (to - from < LEAST_PAIRS)
        return false;
    l.unit = unit_of(c, from, to);
    to = to - from > STREAK_LATTICE_MOST ? from + STREAK_LATTICE_MOST : to;
    for (l.period = 2; l.period <= LONGEST && l.period * l.unit <= LONGEST_CELLS; l.period++)
        if (try_period(c, from, to, mask, &l) >= LEAST_GAIN && streak_lattice_share(&l) * NEARLY < best) {
            best = streak_lattice_share(&l);
            *out = l;
        }
    return best < 1 / NEARLY;
}

size_t streak_lattice_end(const struct streak_collect *c, size_t from, size_t to, const struct streak_lattice *l)
{
    size_t others = 0;
    uint64_t window = 0;                /* bit k: segment i - k is no member */
    for (size_t i = from; i < to; i++) {
        bool other = members_in(c, &c->segment[i], l) & ~l->members;
        others += other - (window >> (OTHERS - 1) & 1);
        window = window << 1 | other;
        if (others > OTHERS / 2)
            return i - (OTHERS - 1 - (size_t)__builtin_clzll(window));
    }
    return to;
}

unsigned streak_lattice_rows(const struct streak_lattice *l, struct streak_lattice row[STREAK_LATTICE_ROWS])
{
    unsigned n = 0;
    for (unsigned at = 0; at < l->period; at++) {
        bool begins = l->members >> at & 1 && !(l->members >> (at + l->period - 1) % l->period & 1);
        if (!begins)
            continue;
        row[n] = *l;
        row[n].members = 0;
        for (unsigned i = at; l->members >> i & 1; i = (i + 1) % l->period)
            row[n].members |= UINT64_C(1) << i;
        n++;
    }
    return n;
}

bool streak_lattice_has(const struct streak_collect *c, const struct streak_segment *s, const struct streak_lattice *l)
{
    return (members_in(c, s, l) & l->members) != 0;
}

/* Members before the unit. */
static double members_before(const struct streak_lattice *l, uint64_t unit)
{
    return (double)(unit / l->period) * count_bits(l->members) + count_bits(l->members & low_bits(unit % l->period));
}

double streak_lattice_slots(const struct streak_lattice *l, uint64_t from, uint64_t to)
{
    double units = members_before(l, (to - l->origin) / l->unit) - members_before(l, (from - l->origin) / l->unit);
    return units * (double)l->unit * l->unseen;
}

double streak_lattice_share(const struct streak_lattice *l)
{
    return fmin(1, count_bits(l->members) * l->unseen / l->period);
}
