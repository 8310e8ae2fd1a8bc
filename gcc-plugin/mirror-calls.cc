/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "mirror-calls.h"
#include "emit.h"
#include "liveness.h"
#include "mirror.h"
#include "mirror-access.h"
#include "mirror-asm.h"
#include <algoprof/rt_abi.h>

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
  put_opaque (fndecl ? IDENTIFIER_POINTER (DECL_ASSEMBLER_NAME (fndecl)) : "(a call through a pointer)");
}
