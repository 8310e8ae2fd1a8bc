/* SPDX-License-Identifier: GPL-3.0-or-later
 * Jumps in a mirror to what only the original's addresses say. */
#ifndef ALGOPROF_MIRROR_COMPUTED_JUMPS_H
#define ALGOPROF_MIRROR_COMPUTED_JUMPS_H

#include "compat/gcc-compat.h"

/* Of a function's instructions. */
void find_jumps (const std::vector<rtx_insn *> &);

/* Is its address, in an instruction that is no jump, that of the copy's table? */
bool has_own_table (rtx_insn *label);

/* Before the jump's copy: to the copies of labels whose address it has. */
void put_jumps (rtx_insn *jump, const std::map<rtx_insn *, rtx_code_label *> &copies);

#endif
