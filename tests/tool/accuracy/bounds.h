/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the errors of sizes must not exceed: figures of the study that the
 * estimator comes from (10,000 instances, pairs with geometric gaps).
 */
#ifndef TESTS_BOUNDS_H
#define TESTS_BOUNDS_H

#include <math.h>

/* Of |estimate / truth - 1|; NaN: none is set. */
struct bound {
    double median, most;
};

struct bounds {
    const char *pattern;
    struct bound bound[3];      /* at 1/10; at 1/100; at 1/100 without extents */
    unsigned uncovered;         /* bit i: intervals there need not hold the truth */
};

#define FREE { NAN, NAN }

static const struct bounds pattern_bounds[] = {
    { "01_rescan", { { 0, 0 }, { 0, 0 }, { 0, 0 } }, 0 },
    { "16_alternate", { { 0, 0 }, { 0, 0 }, { 0, 0 } }, 0 },
    { "11b_phases_rescan", { { 0, 0 }, { 0, 0 }, { 0, 0 } }, 0 },
    { "02_grow", { { .01, .01 }, { .01, .02 }, { .01, .02 } }, 0 },
    { "03_shrink", { { .01, .01 }, { .01, .02 }, { .01, .02 } }, 0 },
    { "05b_win2000_1", { { .01, .01 }, { .01, .02 }, { .01, .02 } }, 0 },
    { "04_stream", { { .01, .01 }, { .01, .02 }, { .01, .02 } }, 0 },
    { "12_rows_once", { { .01, .01 }, { .01, .02 }, { .01, .02 } }, 0 },
    { "10_core_fresh", { { .01, .01 }, { .01, .02 }, { .01, .02 } }, 0 },
    { "21_arenas", { { .01, .01 }, { .01, .02 }, { .01, .02 } }, 0 },
    { "05_win50_5", { { .02, .04 }, { .03, .07 }, { .03, .07 } }, 0 },
    { "04b_stream_var", { { .02, .04 }, { .02, .04 }, { .02, .04 } }, 0 },
    { "06_unif_0.1", { { .02, .03 }, { .04, .08 }, { .04, .08 } }, 0 },
    { "06_unif_1", { { .03, .05 }, { .20, .35 }, { .20, .35 } }, 0 },
    { "06_unif_10", { { .01, .02 }, { .03, .10 }, { .12, .25 } }, 0 },
    { "06t_bst_1", { { .08, .12 }, { .30, .60 }, { .30, .60 } }, 0 },
    { "06t_bst_10", { { .08, .12 }, { .30, .60 }, { .30, .60 } }, 0 },
    { "09_binsearch_1", { { .08, .12 }, { .30, .60 }, { .30, .60 } }, 0 },
    { "09_binsearch_10", { { .08, .12 }, { .30, .60 }, { .30, .60 } }, 0 },
    { "07_zipf_1.0", { { .05, .12 }, { .20, .45 }, { .20, .45 } }, 0 },
    { "07_zipf_1.3", { { .05, .12 }, { .35, .55 }, { .35, .55 } }, 0 },
    { "08_listwalk", { { .01, .01 }, { .01, .03 }, { .01, .03 } }, 0 },
    { "10b_core_fresh_warm", { { .01, .02 }, { .05, .14 }, { .05, .14 } }, 0 },
    { "10c_fresh_pool", { { .04, .08 }, { .30, .45 }, { .30, .45 } }, 0 },
    { "13_graph", { { .04, .08 }, { .30, .45 }, { .30, .45 } }, 0 },
    { "11_phases_unif", { { .03, .05 }, { .08, .12 }, { .25, .45 } }, 0 },
    { "12_rows_sweep10", { { .01, .02 }, { .02, .08 }, { .70, 2.5 } }, 7 },
    { "12_rows_50", { { 0, 0 }, { .03, .08 }, { .03, .08 } }, 0 },
    { "13b_strings", { { .01, .01 }, { .06, .14 }, { .06, .14 } }, 0 },
    { "13c_matmul", { { .01, .01 }, { .06, .14 }, { .06, .14 } }, 0 },
    { "15_driftset", { { .01, .02 }, { .05, .14 }, { .06, .16 } }, 4 },
    { "02b_parent", { { .02, .03 }, { .03, .06 }, FREE }, 7 },
    { "17_bursty", { { .10, .30 }, { .40, 1.5 }, { .40, 1.5 } }, 7 },
    { "06h_unif_heap_1", { FREE, FREE, FREE }, 0 },
    { "18_growprobe", { FREE, FREE, FREE }, 0 },
    { "19_fields", { FREE, FREE, FREE }, 0 },
    { "20_sparse", { FREE, FREE, FREE }, 0 },
    { "22_heapnodes", { FREE, FREE, FREE }, 0 },
    { NULL, { FREE, FREE, FREE }, 0 },
};

#endif
