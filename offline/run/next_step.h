/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What to do after a series of runs at the desk.
 */
#ifndef OFFLINE_RUN_NEXT_STEP_H
#define OFFLINE_RUN_NEXT_STEP_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "target/dataset.h"

struct series {
    bool takes_size;            /* the command has a "{}" */
    uint64_t largest;           /* that a run ended with; 0: none */
    size_t runs;
    bool out_of_time;           /* larger ones were not run, or were ended */
    size_t width;               /* of the terminal; 0: any */
};

/* One sentence about the targets, which are ranked; in lines of the terminal, each with its newline. */
void next_step(FILE *out, const struct series *series, const struct dataset *set);

#endif
