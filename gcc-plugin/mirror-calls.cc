/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "mirror-calls.h"
#include "emit.h"
#include "liveness.h"
#include "mirror.h"
#include "mirror-access.h"
#include "mirror-asm.h"
#include <algoprof/rt_abi.h>

static void
put_opaque (rtx_insn *before, const char *name)
{
  std::string label = string_label (name);
  put_asm (before, "lea{q}\t{-128(%%rsp), %%rsp|rsp, [rsp-128]}\n\tpush{q}\t{%%r11|r11}\n\t"
           "lea{q}\t{" + label + "(%%rip), %%r11|r11, " + label + "[rip]}\n\txchg{q}\t{%%r11, (%%rsp)|[rsp], r11}\n\t"
           "call\t{*" ALGOPROF_RT ("opaque") "@GOTPCREL(%%rip)|[QWORD PTR " ALGOPROF_RT ("opaque") "@GOTPCREL[rip]]}\n\t"
           "lea{q}\t{136(%%rsp), %%rsp|rsp, [rsp+136]}", {});
}

void
trace_call_insn (rtx_insn *copy, rtx_insn *)
{
  rtx call = get_call_rtx_from (copy);
  rtx symbol = call ? XEXP (XEXP (call, 0), 0) : NULL_RTX;
  tree fndecl = symbol && GET_CODE (symbol) == SYMBOL_REF ? SYMBOL_REF_DECL (symbol) : NULL_TREE;
  if (fndecl && wants_mirror (fndecl) && targetm.binds_local_p (fndecl) && !DECL_COMDAT_GROUP (fndecl))
    {
      rtx to = gen_rtx_SYMBOL_REF (Pmode, ggc_strdup (mirror_name (fndecl).c_str ()));
      SYMBOL_REF_FLAGS (to) = SYMBOL_FLAG_FUNCTION | SYMBOL_FLAG_LOCAL;
      XEXP (XEXP (call, 0), 0) = to;
      INSN_CODE (copy) = -1;
      return;
    }
  put_opaque (copy, fndecl ? IDENTIFIER_POINTER (DECL_ASSEMBLER_NAME (fndecl)) : "(a call through a pointer)");
}
