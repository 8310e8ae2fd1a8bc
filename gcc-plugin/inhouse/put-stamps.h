/* SPDX-License-Identifier: GPL-3.0-or-later
 * Stamps: what stands at an access. */
#ifndef ALGOPROF_INHOUSE_PUT_STAMPS_H
#define ALGOPROF_INHOUSE_PUT_STAMPS_H

#include "inhouse/joined-accesses.h"
#include "inhouse/runtime.h"

void put_checks (const activation &, std::vector<use_group> *);

/* Before the statement; or on the edge on which the program goes on behind it. */
void insert_behind (gimple *stmt, gimple_seq);
/* Behind it seq, which ends with a condition; where that holds, which it seldom does, cold.  Divides blocks. */
void put_branch_behind (gimple *stmt, gimple_seq seq, gimple_seq cold);

#endif
