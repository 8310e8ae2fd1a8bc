/* SPDX-License-Identifier: MIT
 *
 * Long options that do not exist, and the ones that were probably meant.
 */
#pragma once

#include <argp.h>
#include <stdbool.h>

struct mistyped {
    char typed[64];         /* without the dashes and the value */
    const char *meant;      /* one of argp's names */
};

/* Looks for the first long option of the command line that argp does not know but that has a near one.
 * in_order: looks at what stands before the first argument only, since a program's options follow it. */
bool mistyped_option(const struct argp *argp, int argc, char **argv, bool in_order, struct mistyped *found);
