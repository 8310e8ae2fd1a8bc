/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What `algoprof check' found in an earlier build, and which findings are accepted.
 * A file of JSON: that of `report --json', or the part of it that counts, where a
 * target may have "accepted": "why".
 */
#ifndef OFFLINE_BASELINE_H
#define OFFLINE_BASELINE_H

#include <stdio.h>

#include "target/dataset.h"
#include "fit/class_limit.h"

struct baseline_target {
    struct target_key key;      /* build and function may be "" */
    char *accepted;             /* the reason, or NULL */
    struct limit limit[VIEWS];  /* of each fit (judge_fit), where it is known: the largest class that was possible */
    bool known[VIEWS];
};

struct baseline {
    char *path;
    struct baseline_target *targets;
    size_t n;
};

/* 0, or -1 with the reason.  Free with baseline_free, always. */
int baseline_read(const char *path, struct baseline *baseline, struct err *err);
void baseline_free(struct baseline *baseline);

/* of[i]: the entry of the set's target i, or MATCH_NONE (same_target.h).  0 or -1 (no
 * memory). */
int baseline_match(const struct baseline *baseline, const struct dataset *set, size_t *of);

/* A finding to accept: TARGET as in a bounds file. */
struct acceptance {
    const char *target, *reason;
};

/* Writes the set as a baseline.  Reasons are those given, else those that `old`
 * (may be NULL) has.  0, or -1 with the reason: no memory, an acceptance of no
 * target or of one without a class, or targets of several builds. */
int baseline_write(FILE *out, const struct dataset *set, const struct baseline *old,
                   const struct acceptance *accept, size_t n_accept, struct err *err);

/* How many targets it writes: all but functions of in-house mode without a class. */
size_t baseline_size(const struct dataset *set);

#endif
