/* SPDX-License-Identifier: GPL-3.0-or-later
 * What the instructions of a loop do to registers: which go on by the same in each iteration. */
#ifndef ALGOPROF_AFFINE_STEPS_H
#define ALGOPROF_AFFINE_STEPS_H

#include "replay/affine-loop.h"

struct placed_insn
{
  rtx_insn *insn;
  loop_place place;
};

struct loop_scan
{
  unsigned sets[FIRST_PSEUDO_REGISTER];
  std::vector<placed_insn> accessing;
  std::map<unsigned, placed_insn> adding;       /* to a general register: the last */
  std::map<unsigned, placed_insn> adding_half;  /* to 32 bits of one */
  std::map<unsigned, placed_insn> setting;      /* others that set one */
};

/* false: one does what cannot be followed. */
bool scan_insns (const affine_loop &, loop_scan *);

/* passed: blocks that each iteration passes. */
void find_steps (affine_loop *, const loop_scan &, const std::vector<unsigned> &passed);

/* Adds the sum x to the access's address; false: it has too many terms, or others. */
bool add_to_address (affine_access *, rtx x);

/* By how much the access's address goes on; false: it is not by the same each time. */
bool find_step (const affine_loop &, const loop_scan &, affine_access *a);

/* Behind its accesses; false: there is none, and one is needed. */
bool choose_counter (affine_loop *, const loop_scan &, const std::vector<unsigned> &passed);

#endif
