/* SPDX-License-Identifier: GPL-3.0-or-later
 * Which bytes an instruction accesses, where its pattern does not say that. */
#include "arch/x86_64/syntax.h"

bool
is_of_stack_guard (const_rtx pattern)
{
  if (!crtl->stack_protect_guard)
    return false;
  subrtx_iterator::array_type array;
  FOR_EACH_SUBRTX (iter, array, pattern, ALL)
    if (GET_CODE (*iter) == UNSPEC && (XINT (*iter, 1) == UNSPEC_SP_SET || XINT (*iter, 1) == UNSPEC_SP_TEST))
      return true;
  return false;
}

rtx
result_of_exchange (const_rtx pattern)
{
  if (GET_CODE (pattern) != PARALLEL || GET_CODE (XVECEXP (pattern, 0, 0)) != SET)
    return NULL_RTX;
  rtx source = SET_SRC (XVECEXP (pattern, 0, 0)), result = SET_DEST (XVECEXP (pattern, 0, 0));
  return GET_CODE (source) == UNSPEC_VOLATILE && XINT (source, 1) == UNSPECV_XCHG && REG_P (result) ? result : NULL_RTX;
}

/* 16 bits are read by an instruction for 32 where that is the shorter one. */
static bool
reads_whole_word (rtx_insn *insn, const_rtx mem)
{
  rtx pattern = PATTERN (insn);
  return GET_CODE (pattern) == SET && REG_P (SET_DEST (pattern))
         && SET_SRC (pattern) == mem && GET_MODE (mem) == HImode && recog_memoized (insn) >= 0
         && get_attr_type (insn) == TYPE_IMOV && get_attr_mode (insn) == MODE_SI;
}

/* Which operand of the instruction it is; -1: none. */
static int
operand_of (const_rtx mem)
{
  for (int i = 0; i < recog_data.n_operands; i++)
    if (recog_data.operand[i] == mem)
      return i;
  return -1;
}

/* The letter before an operand in the text of an instruction ("%q1"); 0: none. */
static char
letter_of (const char *text, int operand)
{
  for (const char *p = strchr (text, '%'); p; p = strchr (p + 1, '%'))
    if (ISALPHA (p[1]) && ISDIGIT (p[2]) && atoi (p + 2) == operand)
      return p[1];
  return 0;
}

/* Of the 16 bytes of a long double the processor accesses 10. */
static rtx
without_padding (rtx mem)
{
  rtx narrow = shallow_copy_rtx (mem);
  set_mem_size (narrow, 10);
  return narrow;
}

/* An instruction's text before its operands are in it.  Of some instructions a function of GCC writes the whole text
   into the assembler's file and returns "": here that is thrown away. */
static const char *
text_of (rtx_insn *insn)
{
  FILE *file = asm_out_file;
  char *written = NULL;
  size_t bytes;
  asm_out_file = open_memstream (&written, &bytes);
  const char *text = asm_out_file ? get_insn_template (INSN_CODE (insn), insn) : NULL;
  if (asm_out_file)
    fclose (asm_out_file);
  free (written);
  asm_out_file = file;
  return text;
}

/* Of a vector an instruction may access a part.  GCC has each instruction in Intel's syntax too, where a letter
   before the operand says how many bytes that is. */
rtx
memory_accessed (rtx_insn *insn, rtx mem)
{
  if (reads_whole_word (insn, mem))
    return adjust_address_nv (mem, SImode, 0);
  if (GET_MODE (mem) == XFmode)
    return without_padding (mem);
  if (!VECTOR_MODE_P (GET_MODE (mem)) || recog_memoized (insn) < 0)
    return mem;
  extract_constrain_insn_cached (insn);
  int operand = operand_of (mem);
  if (operand < 0)
    return mem;
  const char *text = text_of (insn);
  rtx written = recog_data.operand[operand];
  recog_data.insn = NULL;               /* operands may have been changed for the text */
  if (written != mem)
    return MEM_P (written) ? written : mem;
  switch (text ? letter_of (text, operand) : 0)
    {
    case 'b':
      return adjust_address_nv (mem, QImode, 0);
    case 'w':
      return adjust_address_nv (mem, HImode, 0);
    case 'k':
      return adjust_address_nv (mem, SImode, 0);
    case 'q':
      return adjust_address_nv (mem, DImode, 0);
    case 'H':
      return adjust_address_nv (mem, DImode, 8);
    default:
      return mem;
    }
}

/* ---- blocks of memory: instructions with a prefix "rep" */

bool
counts_elements (rtx_insn *insn)
{
  subrtx_iterator::array_type array;
  FOR_EACH_SUBRTX (iter, array, PATTERN (insn), ALL)
    if (GET_CODE (*iter) == USE && REG_P (XEXP (*iter, 0)) && REGNO (XEXP (*iter, 0)) == CX_REG)
      return true;
  return false;
}

asm_code
push_block_size (const rtx_insn *insn, unsigned scratch)
{
  HOST_WIDE_INT element = 1;
  subrtx_iterator::array_type array;
  FOR_EACH_SUBRTX (iter, array, PATTERN (insn), ALL)
    if (GET_CODE (*iter) == ASHIFT && REG_P (XEXP (*iter, 0)) && REGNO (XEXP (*iter, 0)) == CX_REG)
      element = HOST_WIDE_INT_1 << INTVAL (XEXP (*iter, 1));
  std::string e = std::to_string (element);
  return asm_code (two ("leaq", "{(,%%rcx," + e + ")|[rcx*" + e + "]}", register_name (scratch)))
         + push_word (register_name (scratch));
}
