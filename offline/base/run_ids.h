/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The run ids of the logs that were added to something, so that each counts once.
 */
#ifndef OFFLINE_RUN_IDS_H
#define OFFLINE_RUN_IDS_H

#include <stddef.h>
#include <stdint.h>

#define RUN_ID_BYTES 16

struct run_ids {                /* all zero: none */
    uint8_t (*id)[RUN_ID_BYTES];
    size_t n, cap;
};

/* 0: it is new, and added; 1: it is there; -1: no memory. */
int run_ids_add(struct run_ids *ids, const uint8_t id[RUN_ID_BYTES]);
void run_ids_free(struct run_ids *ids);

#endif
