/* SPDX-License-Identifier: GPL-3.0-or-later
 * Assembly that the plugin writes: instructions, each with what it does to the stack pointer.
 *
 * GCC does not know that an asm statement moves the stack pointer.  Whoever describes frames to
 * unwinders finds the code of a statement by its template (find_code) and reads the effect of each
 * instruction there; nobody looks for it in the text. */
#ifndef ALGOPROF_ASM_CODE_H
#define ALGOPROF_ASM_CODE_H

#include "compat/gcc-compat.h"

class asm_code
{
public:
  asm_code () {}
  /* One instruction, label or directive.  pushed: by how many bytes the stack pointer lies lower
     behind it than before it; negative if it lies higher. */
  asm_code (const std::string &text, HOST_WIDE_INT pushed = 0);
  asm_code (const char *text) : asm_code (std::string (text)) {}

  asm_code &operator+= (const asm_code &);
  asm_code &operator+= (asm_code &&);

  /* By how many bytes the stack pointer lies lower behind the last instruction than before the first.
     Jumps inside the code lead to places of equal depth. */
  HOST_WIDE_INT depth () const;
  bool moves_stack () const;
  bool is_empty () const { return list.empty (); }

  /* The template: one line for each instruction. */
  std::string text () const;
  /* The same with a directive for unwinders behind each instruction that moves the stack pointer. */
  std::string described_text () const;

private:
  struct instruction
  {
    std::string text;
    HOST_WIDE_INT pushed;
  };
  std::vector<instruction> list;
};

asm_code operator+ (asm_code, const asm_code &);
asm_code operator+ (asm_code, asm_code &&);

/* The template of a statement with this code, in memory of GCC's collector. */
const char *make_template (const asm_code &);

/* The code that a template was made of, if that moves the stack pointer; else NULL. */
const asm_code *find_code (const char *text);

#endif
