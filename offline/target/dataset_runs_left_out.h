/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Internal to the dataset: which runs of a target have a say.  All of some dozen; of
 * a fleet's thousands, sent by whoever, not: docs/fleet.md, "Who counts".
 */
#ifndef OFFLINE_DATASET_RUNS_LEFT_OUT_H
#define OFFLINE_DATASET_RUNS_LEFT_OUT_H

#include "target/dataset.h"

#define CHOOSE_CLIENT 64u       /* runs of one client, if there are several clients */
#define CHOOSE_NAMELESS 5u      /* one run without an id to so many of clients, if these are */
#define CHOOSE_FEW 8u           /* at least so many, and have CHOOSE_CLIENT runs */
#define CHOOSE_RUNS 512u        /* runs that are fitted: with more the answer stays */
#define CHOOSE_JUDGED 50u      /* runs from which on wild ones can be told */

/* Sets the points' use, warns on the target, and sums it up without wild points.
 * The points must be in an order that no sender chooses alone.  0 or -1 (no memory). */
int dataset_choose(struct target *target);

#endif
