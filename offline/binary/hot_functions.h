/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Hot functions, from the text of `perf script' or gprof's flat profile.
 */
#ifndef OFFLINE_HOT_FUNCTIONS_H
#define OFFLINE_HOT_FUNCTIONS_H

#include <stdbool.h>
#include <stdio.h>

#include "base/util.h"

struct hot_function {
    char *name;                 /* as a target: without arguments, templates, clone suffixes */
    double self;                /* share of all samples, 0..1 */
};

struct hot {
    struct hot_function *list;  /* the hottest first, then by name */
    size_t n;
    double elsewhere;           /* share in the kernel, in system libraries or unknown */
};

/* Reads a whole text, of either kind.  0, or -1 with the reason: no samples.  Free
 * with hot_free, always. */
int hot_read(FILE *in, struct hot *out, struct err *err);
void hot_free(struct hot *hot);

/* What a demangled name is as a target; to is as large as the name. */
void hot_target_name(const char *name, char *to);

#endif
