/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Loops of tests that read cells by instances, some at random; sizes from few pairs of them, over draws of their own, against
 * the truth.
 */
#ifndef TESTS_LOOP_DRAWS_H
#define TESTS_LOOP_DRAWS_H

#include <stdbool.h>

#define LOOP_INSTANCES 4000
#define LOOP_CELLS 65536
#define LOOP_ROUNDS 100

/* Gives the cells that instance i reads, below LOOP_CELLS; what it draws is its own. */
typedef void cell_fn(void *arg, unsigned cell);
typedef void loop_fn(unsigned i, cell_fn *give, void *arg);

unsigned loop_draw(unsigned below);
void loop_draw_anew(void);      /* the same as the last time */

/* Of LOOP_ROUNDS draws. */
struct loop_score {
    unsigned right;             /* sizes within a factor of the truth */
    unsigned held;              /* intervals that hold it */
};

/* Pairs come at steps of `step` on average; in groups, where several follow each other at once.  costs: that of all instances
 * is known. */
struct loop_score loop_play(loop_fn *loop, unsigned step, bool groups, bool costs, double within);

enum loop_places {
    LOOP_EARLY,                 /* six pairs in the first fortieth of the run, as where the budget is used up then */
    LOOP_AND_LATE,              /* at even steps of the logarithm of time in its first fifth, and one at its end */
    LOOP_OVER_ALL,              /* likewise, and evenly then, until its end */
    LOOP_HALVED                 /* all of the first hundred instances, and half as likely each time that the run has gone on by three fifths */
};

/* What the instances cost until the last pair and in all is known. */
struct loop_score loop_play_costs(loop_fn *loop, enum loop_places places, double within);

#endif
