/* SPDX-License-Identifier: GPL-3.0-or-later
 * Calls that control may come back to a second time, as setjmp. */
#ifndef ALGOPROF_INHOUSE_SECOND_RETURNS_H
#define ALGOPROF_INHOUSE_SECOND_RETURNS_H

#include "compat/gcc-compat.h"

/* Those that are the first in their block, as all are from GCC 14 on. */
std::vector<gimple *> find_second_returns (function *);

/* So that they are again: whatever was put before them since goes to the edges by which control comes there first. */
void clear_second_returns (const std::vector<gimple *> &calls);

#endif
