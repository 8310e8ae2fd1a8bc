/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What algoprof run is asked for.
 */
#ifndef OFFLINE_CLI_RUN_OPTIONS_H
#define OFFLINE_CLI_RUN_OPTIONS_H

#include <limits.h>

#include "cli/show_targets.h"
#include "run/program.h"
#include "run/sizes.h"

#define RUN_MOST_REPEAT 100000u

struct run_options {
    struct cmd_show show;
    struct program program;
    struct sizes sizes;
    unsigned repeat;            /* 0: not given */
    double time;
    const char *folder, *compile;
    char made[PATH_MAX];        /* the folder, if its name is ours */
};

/* Ends the process where they are wrong. */
void run_options_parse(int argc, char **argv, struct run_options *o);

#endif
