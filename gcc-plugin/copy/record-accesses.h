/* SPDX-License-Identifier: GPL-3.0-or-later
 * Recording an access, or some together: calls of the runtime. */
#ifndef ALGOPROF_RECORD_ACCESSES_H
#define ALGOPROF_RECORD_ACCESSES_H

#include "insn/list-accesses.h"

/* Registers with the values that they have at a place, a constant apart. */
struct place
{
  rtx base, index, symbol;
  int scale;
  HOST_WIDE_INT offset;
  unsigned base_value, index_value;     /* which of their values */
  addr_space_t space;
  bool narrow;                          /* of the sum, the lower 32 bits */

  bool same_object (const place &o) const
  {
    return base == o.base && index == o.index && scale == o.scale && base_value == o.base_value
           && index_value == o.index_value && space == o.space && narrow == o.narrow
           && (symbol == o.symbol || (symbol && o.symbol && rtx_equal_p (symbol, o.symbol)));
  }
};

/* By how often it was set so far. */
struct register_values
{
  unsigned sets[FIRST_PSEUDO_REGISTER];
  unsigned &operator[] (unsigned regno) { return sets[regno]; }
};

/* Where the access is; false: only the instruction knows. */
bool find_place (rtx mem, register_values &, place *);

struct recording
{
  memory_access access;         /* the first of them */
  place where;                  /* of what `known' says */
  bool known, block;            /* block: as many elements as a register says (push_block_size) */
  uint64_t mask;                /* bytes from `where' on; 0: the access alone */
  HOST_WIDE_INT size;
  rtx_insn *at;
  unsigned number;
};

inline uint64_t
bytes (HOST_WIDE_INT offset, HOST_WIDE_INT size)
{
  return (size >= 64 ? ~(uint64_t) 0 : ((uint64_t) 1 << size) - 1) << offset;
}

/* At the end of what has been copied, before the copy of the instruction. */
void put_recording (const recording &, const rtx_insn *original);

#endif
