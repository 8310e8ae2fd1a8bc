/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Estimators on cases given as JSON, with cells one by one, as in
 * tests/tool/library/data/streak.json: {"n": instances, "pairs": [{"i": index, "A":
 * [cells], "B": [cells]}]}, and optionally "total_cost", in the unit of the
 * sets' sizes, or in that of "cost": [of each instance of the pairs]; "cost_so_far", until the last pair; and "uneven".
 */
#ifndef TESTS_STREAK_CASE_H
#define TESTS_STREAK_CASE_H

#include <jansson.h>

#include "size/estimator_list.h"

/* Each cell of the case becomes a word of 1 << word_shift cells.  Running out
 * of memory ends the program. */
void streak_case_sample(const json_t *object, unsigned word_shift, bool extents,
                        struct sample *out);

#endif
