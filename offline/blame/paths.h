/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Who called the instances of a target, as paths of words: each caller is one word for its function, and one for the
 * place in it.
 */
#ifndef OFFLINE_BLAME_PATHS_H
#define OFFLINE_BLAME_PATHS_H

#include <stdbool.h>

#include "target/dataset.h"

/* A function at a place of code, and what it is inlined into: the innermost first. */
struct blame_name {
    char *function, *place;     /* "FILE:LINE", "": unknown; malloc'ed */
};
struct blame_names {
    struct blame_name *list;
    size_t n, cap;
};

/* Adds the names of the code at an offset of the module with that build-id.  0 (it may have none), -1 (no memory). */
typedef int blame_naming(void *arg, const char *build, uint64_t offset, struct blame_names *names);

#define BLAME_MOST_WORDS 40u    /* of a path: twenty callers */

struct blame_path {
    uint32_t word[BLAME_MOST_WORDS];    /* the innermost caller's function first, then its place */
    size_t n;
};

struct blame_row {
    const struct blame_path *path;
    double size, cost;
};

struct blame_paths {
    char **words;
    struct blame_path **paths;  /* by context */
    struct blame_row *rows, *work_rows;
    size_t n_words, cap_words, n_paths, cap_paths, n_rows, cap_rows, n_work_rows, cap_work_rows;
    void *seen;                 /* tree of names by place */
    void *numbers;              /* tree of words */
};

/* Of all runs of the target.  0 or -1 (no memory); either way free. */
int blame_paths_make(const struct target *t, blame_naming *name, void *arg, struct blame_paths *out);
void blame_paths_free(struct blame_paths *paths);

void blame_names_free(struct blame_names *names);

#endif
