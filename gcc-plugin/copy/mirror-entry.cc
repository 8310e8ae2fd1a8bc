/* SPDX-License-Identifier: GPL-3.0-or-later
 * Where control comes into a mirror: at its entry, by an exception, where a sample is entered or left. */
#include "copy/mirror-entry.h"
#include "arch/machine.h"
#include "insn/list-accesses.h"
#include "site/asm-statement.h"
#include <algoprof/rt_abi.h>

void
trace_landing (void)
{
  asm_code c = lower_stack (red_zone_size ()) + call_entry ("landed");
  put_asm (NULL, c + raise_stack (c.depth ()));
}

/* Where the parameter lies above the first one that the caller put on the stack; -1: not there. */
static HOST_WIDE_INT
place_on_stack (tree parm)
{
  rtx mem = DECL_INCOMING_RTL (parm);
  poly_int64 offset = 0;
  if (!mem || !MEM_P (mem))
    return -1;
  rtx base = strip_offset (XEXP (mem, 0), &offset);
  return base == arg_pointer_rtx || base == virtual_incoming_args_rtx ? offset.to_constant () : -1;
}

void
trace_parameters (function *fun)
{
  for (tree parm = DECL_ARGUMENTS (fun->decl); parm; parm = DECL_CHAIN (parm))
    {
      HOST_WIDE_INT size = int_size_in_bytes (TREE_TYPE (parm));
      HOST_WIDE_INT at = DECL_BY_REFERENCE (parm) || !is_memory (parm) || size <= 0 ? -1 : place_on_stack (parm);
      if (at < 0)
        continue;
      asm_code c = lower_stack (red_zone_size ()) + push_word (number_operand (ALGOPROF_WRITE)) + push_word (number_operand (size));
      HOST_WIDE_INT above = at + return_address_size () + c.depth ();
      c += push_stack_address (above);
      c += call_entry ("range");
      put_asm (NULL, c + raise_stack (c.depth ()));
    }
}

/* A sample may not be entered or left between these: the two copies have labels of their own.  GCC keeps
   them together. */
void
check_parts_of_table (const std::vector<rtx_insn *> &insns)
{
  unsigned parts = 0;
  for (rtx_insn *insn : insns)
    if (NONDEBUG_INSN_P (insn) && is_part_of_table (PATTERN (insn)))
      parts++;
    else if (parts % 2 && (LABEL_P (insn) || JUMP_P (insn)))
      {
        sorry ("algoprof: a function of %<-mcmodel=large%> that finds the global offset table in parts");
        return;
      }
}
