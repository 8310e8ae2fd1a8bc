/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "insn/callee-of-call.h"
#include "arch/machine.h"

std::string
plain_name (const char *name)
{
  return *name == '*' ? name + 1 : name;
}

callee
callee_of (rtx_insn *copy)
{
  rtx call = get_call_rtx_from (copy);
  /* Some instructions that are no calls have the pattern of one. */
  if (!call || !MEM_P (XEXP (call, 0)) || CONST_INT_P (XEXP (XEXP (call, 0), 0))
      || GET_CODE (XEXP (XEXP (call, 0), 0)) == UNSPEC_VOLATILE)
    return { NULL, NULL_TREE, "" };
  callee c = { &XEXP (XEXP (call, 0), 0), get_call_fndecl (copy), "" };
  if (rtx symbol = symbol_called (*c.where))
    {
      c.symbol = plain_name (XSTR (symbol, 0));
      if (tree decl = SYMBOL_REF_DECL (symbol))
        c.fndecl = TREE_CODE (decl) == FUNCTION_DECL ? decl : NULL_TREE;
    }
  tree expr = MEM_EXPR (XEXP (call, 0));
  if (!c.fndecl && expr && TREE_CODE (expr) == FUNCTION_DECL)
    c.fndecl = expr;    /* -mcmodel=large, where calls have no note of it */
  return c;
}

rtx
memory_called (rtx_insn *insn)
{
  callee c = callee_of (insn);
  return c.where && MEM_P (*c.where) && c.symbol.empty () ? *c.where : NULL_RTX;
}
