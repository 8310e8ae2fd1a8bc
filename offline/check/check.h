/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Judging targets against limits and a baseline: what `algoprof check' does.
 */
#ifndef OFFLINE_CHECK_H
#define OFFLINE_CHECK_H

#include <stdio.h>

#include "check/baseline.h"
#include "check/bounds_file.h"

/* From harmless to worst; of one target the worst counts. */
enum verdict {
    VERDICT_OK,
    VERDICT_NEW,            /* not in the baseline, and without a limit */
    VERDICT_ACCEPTED,       /* exceeds its limit, as the baseline accepts */
    VERDICT_INCONCLUSIVE,   /* the data tell no class, or too many */
    VERDICT_MISSING,        /* ought to have data, and has none */
    VERDICT_REGRESSION,
    VERDICTS
};

/* "ok", "new", ... "regression". */
const char *verdict_name(enum verdict verdict);

#define FINDING_TEXT 640

struct finding {
    enum verdict verdict;
    const struct target *target;    /* NULL: there is none in the logs */
    const char *name, *file;        /* file "": unknown; of targets, bounds or baseline */
    uint32_t line;                  /* 0: unknown */
    const char *build;              /* where the logs have it of several; else NULL */
    const char *rule;               /* "limit", "max-exponent", "baseline" */
    enum view decides;              /* the fit that the verdict is of; VIEW_BOTH: none */
    char limit[24];                 /* "" if there is none */
    char text[FINDING_TEXT];        /* why, in one line */
    const char *reason;             /* why it is accepted, or NULL */
};

struct findings {
    struct finding *list;           /* worst first, then by rank */
    size_t n, cap;
    size_t count[VERDICTS];
    size_t unbounded;               /* targets that nothing was declared for */
    size_t unknown;                 /* functions of in-house mode without a class and a limit of their own */
};

struct check {
    struct bounds *bounds;          /* or NULL; lines that match become matched */
    const struct baseline *baseline;    /* or NULL */
    double max_exponent;            /* NaN: none */
};

/* Judges all targets of a finished set.  Findings point into it and into the
 * check.  0 or -1 (no memory). */
int check_run(const struct check *check, const struct dataset *set, struct findings *out);
/* One more, empty.  NULL: no memory. */
struct finding *findings_add(struct findings *findings);
void findings_free(struct findings *findings);

/* The findings in their formats; failing: a bit for each verdict that is a
 * failure.  0 or -1 (no memory). */
struct check_report {
    const struct findings *findings;
    const struct dataset *set;
    unsigned failing;
    int status;                     /* that the program exits with */
};
typedef int check_writer(FILE *out, const struct check_report *report);
check_writer check_text, check_json, check_junit, check_sarif;

#endif
