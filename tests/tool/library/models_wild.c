/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Recursions that make more calls than their input explains. */
#include <stdbool.h>

#include "machine.h"

static void fib(struct machine *m, unsigned n)
{
    ENTER(m);
    if (n > 1) {
        fib(m, n - 1);
        fib(m, n - 2);
    }
    LEAVE(m);
}

void model_fib(struct machine *m, unsigned n)
{
    fib(m, n);
}

/* Discs lie in an array that says on which peg each is. */
void model_hanoi(struct machine *m, unsigned n)
{
    ENTER(m);
    if (n > 0) {
        model_hanoi(m, n - 1);
        machine_read(m, n * 4, 4);
        machine_write(m, n * 4, 4);
        model_hanoi(m, n - 1);
    }
    LEAVE(m);
}

/* As fib, with a table of 307 entries of 16 bytes whose keys never match
 * (GCC bug 27733). */
void model_memo(struct machine *m, unsigned n)
{
    unsigned slot = machine_draw(m, 307) * 16;
    ENTER(m);
    machine_read(m, slot, 8);
    if (n > 1) {
        model_memo(m, n - 1);
        model_memo(m, n - 2);
    }
    machine_write(m, slot, 16);
    LEAVE(m);
}

/* (a|a)*b against n times a. */
static void match_both(struct machine *m, unsigned at, unsigned n)
{
    ENTER(m);
    machine_read(m, at, 1);
    if (at < n) {
        match_both(m, at + 1, n);
        match_both(m, at + 1, n);
    }
    LEAVE(m);
}

void model_matcher(struct machine *m, unsigned n)
{
    match_both(m, 0, n);
}

/* Stars of a*a*a*b against n times a: each tries every rest. */
static void match_stars(struct machine *m, unsigned stars, unsigned at, unsigned n)
{
    ENTER(m);
    machine_read(m, at, 1);
    if (stars > 0) {
        match_stars(m, stars - 1, at, n);
        if (at < n)
            match_stars(m, stars, at + 1, n);
    }
    LEAVE(m);
}

void model_cubic_matcher(struct machine *m, unsigned n)
{
    match_stars(m, 3, 0, n);
}

/* The same with a loop over the rests, so that the chain is 4 calls long. */
static void match_flat(struct machine *m, unsigned stars, unsigned at, unsigned n)
{
    ENTER(m);
    machine_read(m, at, 1);
    for (; stars > 0 && at <= n; at++) {
        machine_read(m, at, 1);
        match_flat(m, stars - 1, at, n);
    }
    LEAVE(m);
}

void model_flat_matcher(struct machine *m, unsigned n)
{
    match_flat(m, 3, 0, n);
}

/* Four times the half of 2^n records of 1000 bytes: as many calls as records
 * squared, and still few for each byte. */
static void four_halves(struct machine *m, unsigned low, unsigned n)
{
    ENTER(m);
    machine_read(m, low * 1000, 1000);
    for (unsigned i = 0; n > 0 && i < 4; i++)
        four_halves(m, low + (i & 1) * (1u << (n - 1)), n - 1);
    LEAVE(m);
}

void model_four_halves(struct machine *m, unsigned n)
{
    four_halves(m, 0, n);
}

/* word[i]: column of the queen in row i. */
static void queens(struct machine *m, unsigned row, unsigned n)
{
    ENTER(m);
    for (unsigned column = 0; row < n && column < n; column++) {
        bool free = true;
        for (unsigned i = 0; i < row && free; i++) {
            int32_t apart = m->word[i] - (int32_t)column;
            machine_read(m, i * 4, 4);
            free = apart != 0 && (unsigned)(apart < 0 ? -apart : apart) != row - i;
        }
        if (free) {
            m->word[row] = (int32_t)column;
            machine_write(m, row * 4, 4);
            queens(m, row + 1, n);
        }
    }
    LEAVE(m);
}

void model_queens(struct machine *m, unsigned n)
{
    machine_read(m, 1000, 4);
    queens(m, 0, n);
}

/* All round trips of n towns, with a table of distances of n x n. */
static void tours(struct machine *m, unsigned town, unsigned left, unsigned n)
{
    ENTER(m);
    for (unsigned next = 0; next < n; next++) {
        if (!(left & 1u << next))
            continue;
        machine_read(m, 8 * (town * n + next), 8);
        tours(m, next, left & ~(1u << next), n);
    }
    LEAVE(m);
}

void model_tours(struct machine *m, unsigned n)
{
    tours(m, 0, (1u << n) - 2, n);
}

/* Of two strings of n, by the definition. */
static void distance(struct machine *m, unsigned i, unsigned k)
{
    ENTER(m);
    if (i > 0 && k > 0) {
        machine_read(m, i - 1, 1);
        machine_read(m, 100 + k - 1, 1);
        distance(m, i - 1, k);
        distance(m, i, k - 1);
        distance(m, i - 1, k - 1);
    }
    LEAVE(m);
}

void model_edit_distance(struct machine *m, unsigned n)
{
    distance(m, n, n);
}

static unsigned ackermann(struct machine *m, unsigned i, unsigned n)
{
    unsigned result = n + 1;
    ENTER(m);
    if (i > 0)
        result = ackermann(m, i - 1, n == 0 ? 1 : ackermann(m, i, n - 1));
    LEAVE(m);
    return result;
}

void model_ackermann2(struct machine *m, unsigned n)
{
    ackermann(m, 2, n);
}

void model_ackermann3(struct machine *m, unsigned n)
{
    ackermann(m, 3, n);
}
