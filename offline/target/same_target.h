/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The same target in two builds: line numbers, folders and build-ids differ.
 */
#ifndef OFFLINE_SAME_TARGET_H
#define OFFLINE_SAME_TARGET_H

#include "target/dataset.h"

#define MATCH_NONE SIZE_MAX

/* of[i] becomes the index in `before` of what `after[i]` was there, or MATCH_NONE:
 * equal kind, name, file and function; else the file without folders; else whatever the
 * function is; of several such in one build, by their order of lines.  One
 * before may have a partner in each build after.  0 or -1 (no memory). */
int match_targets(const struct target_key *const *before, size_t n_before,
                  const struct target_key *const *after, size_t n_after, size_t *of);

/* The same but for build and line: one target before and after a change? */
bool match_is_like(const struct target_key *a, const struct target_key *b);

/* Puts likes next to each other, those of one build too. */
int match_compare(const struct target_key *a, const struct target_key *b);

/* Are there two such targets of different builds? */
bool match_several_builds(const struct dataset *set);

#endif
