/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Two releases compared: which targets grew a class, and which cost more at the sizes
 * that both saw.
 */
#ifndef OFFLINE_DIFF_H
#define OFFLINE_DIFF_H

#include "target/dataset.h"

/* Worst first: the order of the output. */
enum change {
    CHANGE_CLASS_GREW,  /* all classes possible now are larger than all before */
    CHANGE_COST_GREW,   /* same class, but more at the sizes both saw */
    CHANGE_NEW,
    CHANGE_UNKNOWN,     /* neither class nor common sizes tell */
    CHANGE_GONE,
    CHANGE_NONE,
    CHANGE_COST_FELL,
    CHANGE_CLASS_FELL,
    CHANGES
};

/* "class grew", "cost grew", ... */
const char *change_name(enum change change);

/* How many times as much, over the sizes that both saw: quartiles of the later
 * points' ratios to what is interpolated between the earlier ones. */
struct ratio {
    double low, median, high;   /* NaN: fewer than DIFF_POINTS points */
};
#define DIFF_POINTS 3

/* Costs this close are the same. */
#define DIFF_RATIO 1.1

struct difference {
    enum change change;
    const struct target *before, *after;    /* one may be NULL */
    double size_low, size_high;             /* the sizes both saw; NaN: none */
    struct ratio cost, instances;
};

struct differences {
    struct difference *list;    /* by change, then the larger cost ratio first */
    size_t n;
    size_t unknown;             /* functions of in-house mode left out: neither class nor common sizes tell */
};

/* The fits that are compared for a view: both against bytes read, or both against the n that the program told. */
enum view diff_basis(const struct difference *d, enum view view);

/* Compares finished sets, each of one build.  0 or -1 (no memory). */
int diff_run(const struct dataset *before, const struct dataset *after, struct differences *out);

#endif
