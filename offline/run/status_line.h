/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * How far a series of runs is: a line on a terminal that is written over.
 */
#ifndef OFFLINE_RUN_STATUS_LINE_H
#define OFFLINE_RUN_STATUS_LINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct status_line {
    bool shown;                 /* stderr is a terminal */
    size_t done, all;           /* runs */
    uint64_t size;              /* of the run that goes on; 0: it takes none */
    double before, most;        /* seconds that all took before it; that they may take */
};

/* A struct program_tick: the run goes on since so many seconds. */
void status_line_show(void *line, double seconds);
void status_line_clear(const struct status_line *line);

#endif
