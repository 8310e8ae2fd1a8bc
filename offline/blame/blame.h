/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Whose fault a target's slow instances are: groups of instances by who called, where that makes them grow
 * differently.
 */
#ifndef OFFLINE_BLAME_H
#define OFFLINE_BLAME_H

#include "blame/paths.h"
#include "fit/fit.h"

enum blame_of { BLAME_COST, BLAME_WORK };

struct blame_group {
    const uint32_t *word;       /* of the paths; the shortest callers that tell it, the innermost first */
    size_t n_words;             /* 0: all others */
    size_t instances;
    struct fit fit;
};

struct blame {
    struct blame_paths paths;
    enum blame_of of;           /* what grows differently */
    struct blame_group *groups; /* the steepest first, all others last; none: no caller makes a difference */
    size_t n_groups, cap_groups;
    size_t instances;           /* with a known context */
};

/* 0 or -1 (no memory); either way free. */
int blame_make(const struct target *t, blame_naming *name, void *arg, struct blame *out);
void blame_free(struct blame *blame);

/* place: "FILE:LINE" of the call where that, and not the function, makes the difference; else "". */
struct blame_caller {
    const char *function, *place;
};
/* The group's i-th caller, the innermost first; false: no more. */
bool blame_caller(const struct blame *blame, const struct blame_group *group, size_t i, struct blame_caller *out);

/* "A -> B at b.c:7", the outermost first; "other callers". */
char *blame_group_text(const struct blame *blame, const struct blame_group *group);     /* malloc'ed; NULL: no memory */

#endif
