/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The sizes that a program is run with.
 */
#ifndef OFFLINE_RUN_SIZES_H
#define OFFLINE_RUN_SIZES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/util.h"

#define SIZES_MOST 1000u

struct sizes {
    uint64_t list[SIZES_MOST];
    size_t n;
    bool growing;               /* made up: go on while there is time */
};

/* "100,200,400": these.  "100..10000x10": ten, evenly spaced on a logarithmic scale; x10 may be
 * left out.  0, or -1 with what is wrong. */
int sizes_parse(const char *text, struct sizes *out, struct err *err);

/* 10, 20, 40 ...: 20 of them. */
void sizes_grow(struct sizes *out);

#endif
