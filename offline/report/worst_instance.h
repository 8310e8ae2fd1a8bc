/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The fits are of typical costs, so the worst is told beside them: the traced
 * instance that cost most for its size.
 */
#ifndef OFFLINE_WORST_INSTANCE_H
#define OFFLINE_WORST_INSTANCE_H

#include "target/dataset.h"

struct worst {
    double size, cost;
    double over_typical;        /* times what the best cost function of single instances says
                                   there; NaN: there is none */
};

/* 1, 0 if there is no instance, -1 (no memory). */
int worst_instance(const struct target *t, struct worst *out);

#endif
