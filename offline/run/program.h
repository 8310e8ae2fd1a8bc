/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * One run of the user's program: its arguments, its log, how it ended.
 */
#ifndef OFFLINE_RUN_PROGRAM_H
#define OFFLINE_RUN_PROGRAM_H

#include <stdbool.h>
#include <stdint.h>

#include "base/util.h"

struct program {
    char **argv;                /* as given: "{}" is the size, "{file}" the input's path */
    const char *make_input;     /* shell command that prints the input, "{}" is the size; NULL: none */
    const char *budget;         /* ALGOPROF_BUDGET */
    const char *rate;           /* ALGOPROF_RATE; NULL: as the user's environment has it */
    bool show_output;           /* else stdout goes nowhere, stderr is kept */
    const char *scratch;        /* folder for the input and what the program says */
};

/* Is there a "{}" in the arguments, or in what makes the input? */
bool program_takes_size(const struct program *program);

struct program_end {
    int status;                 /* as waitpid has it */
    bool timed_out;             /* it was ended by us */
    double seconds;             /* by the clock */
    double cpu;                 /* seconds of CPU time, with its children's */
    char said[1024];            /* the end of its stderr */
};

/* Called some ten times a second while the program runs. */
typedef void program_tick(void *arg, double seconds);

/* Runs it with that size, and the log at that path (NULL: without tracing); most: seconds until it is ended.  size 0:
 * it takes none.  0, or -1 with the reason: the input cannot be made, or the program not be started. */
int program_run(const struct program *program, uint64_t size, const char *log, double most, program_tick *tick,
                void *arg, struct program_end *end, struct err *err);

/* A shell's exit status of it: 128 and the signal's number if it was killed. */
int program_exit_status(const struct program_end *end);

/* Seconds of a clock that is never set. */
double program_clock(void);

#endif
