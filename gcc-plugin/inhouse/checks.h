/* SPDX-License-Identifier: GPL-3.0-or-later
 * Stamps: what stands at an access. */
#ifndef ALGOPROF_INHOUSE_CHECKS_H
#define ALGOPROF_INHOUSE_CHECKS_H

#include "inhouse/neighbours.h"
#include "inhouse/runtime.h"

void put_checks (const activation &, const use_group &);

/* Before the statement; or on the edge on which the program goes on behind it. */
void insert_behind (gimple *stmt, gimple_seq);

#endif
