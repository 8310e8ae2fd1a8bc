/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Loops of machine instructions whose accesses move by the same in each iteration: all of
 * them, or, in a mixed one, some.  That writes nothing that it has not read, in the same iteration.
 * There may be loops in a mixed one that are none of these. */
#ifndef ALGOPROF_AFFINE_LOOP_H
#define ALGOPROF_AFFINE_LOOP_H

#include "compat/gcc-compat.h"

/* A place in an iteration: by the block's number in the loop, and by an instruction's in all. */
struct loop_place
{
  unsigned block, insn;
};

/* What is added in each iteration: a number, or so many times what is in a register that stays. */
struct affine_step
{
  HOST_WIDE_INT by;
  int times;                    /* a register, or -1 */
};

/* A register that one instruction of each iteration adds a step to; or, derived, sets to a sum of
   such ones and of those that stay: from there on it goes on by a step, too. */
struct stepped_register
{
  affine_step step;
  loop_place place;
  bool derived;
};

/* By what iterations are counted. */
struct loop_counter
{
  int regno;                    /* -1: none is needed */
  bool narrow;                  /* 32 bits of it */
  affine_step step;
  loop_place place;
};

struct affine_access
{
  bool write;
  unsigned size;
  int base, index;              /* registers; -1: none */
  unsigned scale;               /* of the index */
  rtx symbol;                   /* or NULL */
  HOST_WIDE_INT offset;
  affine_step step;
  loop_place place;
};

struct way_out
{
  ::edge edge;
  unsigned block;
};

struct affine_loop
{
  std::vector<basic_block> blocks;      /* the header first */
  std::vector<unsigned> above;          /* by block: a bit for each that all ways from the header to it pass,
                                           itself included */
  unsigned inner;                       /* by block: a bit if it is of a loop in this one */
  std::vector<edge> entries;
  std::vector<way_out> exits;
  std::vector<affine_access> accesses;  /* in the order of an iteration; of a mixed one: reads */
  std::vector<rtx_insn *> recorded;     /* whose accesses these are, and writes that need not be recorded */
  bool mixed;                           /* there are others */
  std::map<unsigned, stepped_register> registers;
  loop_counter counter;

  /* Does the one place come before the other in an iteration?  Both are passed by each. */
  bool comes_before (const loop_place &a, const loop_place &b) const
  {
    return a.block == b.block ? a.insn < b.insn : (above[b.block] & 1u << a.block) != 0;
  }
  /* Each iteration passes the place.  Does its last one, before that exit?  It does if no way there goes round
     the place's block. */
  bool is_made_before (const loop_place &p, const way_out &e) const
  {
    return above[e.block] & 1u << p.block;
  }
  /* The access's offset in that iteration, from the registers' values at the exit; also if it would
     come behind.  *steps: and so many times the register of its step. */
  HOST_WIDE_INT offset_at (const affine_access &, const way_out &, HOST_WIDE_INT *steps) const;
};

/* Of cfun, whose flow graph is there. */
std::vector<affine_loop> find_affine_loops (function *);

#endif
