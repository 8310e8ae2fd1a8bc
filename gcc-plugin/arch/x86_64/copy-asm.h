/* SPDX-License-Identifier: GPL-3.0-or-later
 * Statements of traced code, which are made when registers are allocated: asm statements of RTL. */
#ifndef ALGOPROF_MIRROR_ASM_H
#define ALGOPROF_MIRROR_ASM_H

#include "compat/gcc-compat.h"

/* By their numbers, not by where they are in memory: texts are in the same order each time. */
struct by_number
{
  bool
  operator() (const rtx_insn *a, const rtx_insn *b) const
  {
    return INSN_UID (a) < INSN_UID (b);
  }
};

struct asm_input
{
  const char *constraint;
  rtx value;
};

/* An asm statement before an instruction, or at the end of all if that is NULL; with labels it is a
   jump, to them or on. */
rtx_insn *put_asm (rtx_insn *before, const std::string &text, const std::vector<asm_input> &,
                   const std::vector<rtx_code_label *> &labels = {});

/* What an address of a site is called: its symbol, and +N; "" if it is in a register. */
std::string site_name (const_rtx address);

/* A register's name in a text, in the dialect that is written: of 64 bits. */
std::string register_text (unsigned regno);

/* Some that is not needed before the instruction, none of `taken'; -1: there is none. */
int find_free_register (const rtx_insn *, const std::vector<unsigned> &taken = {});

/* %rsp below the red zone, if the function uses that, and back, over so many words besides; flags
   stay. */
std::string stack_down (void);
std::string stack_up (unsigned words);
HOST_WIDE_INT red_zone (void);

/* Push an address, as an asm statement has it: of nothing on the stack.  like: an instruction that needs
   what is needed here, or NULL: nothing is known. */
std::string push_address (const std::string &, const rtx_insn *like);

/* A call of an entry point of the runtime, and on. */
std::string call_entry (const char *name);

/* Tell at the end of a call, or the like, that is not traced. */
void put_opaque (const char *name);

/* A label for a string that is written at the unit's end (write_strings). */
std::string string_label (const std::string &);
void write_strings (void);

#endif
