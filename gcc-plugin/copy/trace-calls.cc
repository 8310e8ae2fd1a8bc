/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     call f                 becomes    call f.algoprof             // f's mirror is in the unit
 *
 *     call *p                becomes    read8 (&p)
 *                                       r = p
 *                                       r = lookup (r, name)        // its mirror, or itself
 *                                       call *r
 *
 *     call fgets             becomes    call (steps)                // rt_abi.h
 *                                       call fgets
 *                                       returned (steps)
 *
 * r is call_register (), which is free at a call; but not always at that of a function of the unit, of which
 * GCC may know that it leaves the register alone. */
#include "copy/trace-calls.h"
#include "copy/mirror-entry.h"
#include "insn/callee-of-call.h"
#include "insn/liveness.h"
#include "insn/list-accesses.h"
#include "copy/opaque.h"
#include "copy/text-labels.h"
#include "copy/context-entry-names.h"
#include "mirrors/mirror-list.h"
#include "site/asm-statement.h"
#include "copy/coverage.h"
#include "libc/library-calls.h"
#include "recursion/versions.h"
#include <algoprof/rt_abi.h>

/* Before a call the stack pointer lies above everything that is in use. */
static asm_code
opaque_code (const std::string &name)
{
  return opaque_code (name, red_zone_size ());
}

static asm_code
push_call_register (void)
{
  return push_word (register_name (call_register ()));
}

static asm_code
load_label (const std::string &label)
{
  return load_address (call_register (), label_address (label));
}

static void
change_call (rtx_insn *copy, const callee &c, rtx to)
{
  if (GET_CODE (to) == SYMBOL_REF && are_calls_indirect ())
    {
      rtx reg = gen_rtx_REG (Pmode, call_register ());
      if (has_parts_of_table ())
        put_asm (copy, load_label (plain_name (XSTR (to, 0))));
      else
        emit_insn_before_noloc (gen_rtx_SET (reg, to), copy, NULL);
      to = reg;
    }
  set_called (copy, c.where, to);
}

static void
call_symbol (rtx_insn *copy, const callee &c, const std::string &name)
{
  rtx to = gen_rtx_SYMBOL_REF (Pmode, ggc_strdup (name.c_str ()));
  SYMBOL_REF_FLAGS (to) = SYMBOL_FLAG_FUNCTION | SYMBOL_FLAG_LOCAL;
  change_call (copy, c, to);
}

/* ---- functions of the unit */

/* May the linker or the dynamic linker take another definition?  The linker drops a section group's
   copy as a whole, and the mirror with it. */
static bool
may_be_replaced (cgraph_node *called, cgraph_node *n)
{
  return called->get_availability () <= AVAIL_INTERPOSABLE
         || (DECL_COMDAT_GROUP (n->decl)
             && DECL_COMDAT_GROUP (n->decl) != DECL_COMDAT_GROUP (current_function_decl));
}

/* Is it of a recursion whose accesses are not recorded? */
static bool
has_no_accesses (tree fndecl)
{
  tree version = traced_version_of (fndecl);
  return !calls_only_recursion (version ? version : fndecl).empty ();
}

/* The function is traced in its own way: a version of a recursion. */
static bool
trace_recursion (rtx_insn *copy, const callee &c, way_in way)
{
  tree version = traced_version_of (c.fndecl), called = version ? version : c.fndecl;
  if (version == current_function_decl)
    return true;        /* it is left for that one (chain.cc) */
  std::string recursion = calls_only_recursion (called);
  if (!recursion.empty ())
    put_asm (copy, opaque_code (recursion));
  else if (version && way != WAY_OWN)
    call_symbol (copy, c, way_in_label (version, way));
  else if (version)
    change_call (copy, c, copy_rtx (XEXP (DECL_RTL (version), 0)));
  return version || is_traced_version (c.fndecl);
}

static bool
call_mirror (rtx_insn *copy, const callee &c, way_in way)
{
  cgraph_node *called = cgraph_node::get (c.fndecl), *n = called ? called->ultimate_alias_target () : NULL;
  if (!n || !n->definition)
    return false;
  /* Each unit's definition of an inline function is the same. */
  if (needs_no_mirror (n->decl) && (DECL_COMDAT (n->decl) || !may_be_replaced (called, n)))
    return true;
  if (!wants_mirror (n->decl) || may_be_replaced (called, n))
    return false;
  if (is_way_outside (way))       /* its record hangs where the original's does */
    {
      put_asm (copy, load_label (mirror_name (n->decl)));
      call_symbol (copy, c, traced_outside_label (c.fndecl, way));
    }
  else
    call_symbol (copy, c, way == WAY_OWN ? mirror_name (n->decl) : mirror_way_in_label (n->decl, way));
  return true;
}

/* ---- library functions */

/* jump: it is a jump to the function; then its own return address lies below the arguments on the stack. */
static asm_code
before_library_code (const std::string &steps, bool jump)
{
  asm_code c = lower_stack (red_zone_size ()) + push_call_register ();
  c += load_label (string_label (steps)) + push_call_register ();
  c += call_entry ("call");
  return load_stack_address (call_register (), jump ? return_address_size () : 0) + c + raise_stack (c.depth ());
}

/* Nothing has to be kept there but the result. */
static void
put_returned (const std::string &steps)
{
  asm_code c = lower_stack (red_zone_size ()) + load_label (string_label (steps)) + push_call_register ();
  c += call_entry ("returned");
  put_asm (NULL, c + raise_stack (c.depth ()));
}

/* Does the call have arguments on the stack? */
static bool
is_deep (rtx_insn *copy)
{
  for (rtx use = CALL_INSN_FUNCTION_USAGE (copy); use; use = XEXP (use, 1))
    if (GET_CODE (XEXP (use, 0)) == USE && MEM_P (XEXP (XEXP (use, 0), 0)))
      return true;
  return false;
}

/* ---- calls whose mirror is known when they run */

/* Load the address of the function that is called.  In code at a fixed address the address of another module's
   function is that of the stub by which the program calls it; the global offset table has the function's
   own. */
static void
put_function (rtx_insn *copy, const callee &c)
{
  if (c.symbol.empty ())
    {
      rtx reg = gen_rtx_REG (Pmode, call_register ());
      emit_insn_before_noloc (gen_rtx_SET (reg, copy_rtx (*c.where)), copy, NULL);
      return;
    }
  bool here = c.fndecl && targetm.binds_local_p (c.fndecl);
  put_asm (copy, here ? load_label (c.symbol) : load_function (call_register (), c.symbol));
}

static void
look_up (rtx_insn *copy, const callee &c, way_in way, const std::string &name)
{
  put_function (copy, c);
  /* The function is pushed twice: the name takes the place of the first. */
  asm_code code = lower_stack (red_zone_size ()) + push_call_register () + push_call_register ();
  code += load_label (string_label (name)) + store_on_stack (call_register (), UNITS_PER_WORD);
  code += call_entry ("lookup") + pop_word (register_name (call_register ()));
  put_asm (copy, code + raise_stack (code.depth ()));
  if (is_way_outside (way))
    call_symbol (copy, c, traced_outside_label (c.fndecl, way));
  else
    change_call (copy, c, gen_rtx_REG (Pmode, call_register ()));
}

/* A call that may find a mirror only when it runs: through a pointer, or of a
   function that is elsewhere or may be replaced. */
static bool
may_be_found (rtx_insn *copy, const callee &c, way_in way)
{
  if ((way != WAY_OWN && !is_way_outside (way)) || find_reg_note (copy, REG_SETJMP, NULL_RTX)
      || find_reg_note (copy, REG_NORETURN, NULL_RTX))
    return false;
  if (!c.fndecl)
    return c.symbol.empty ();
  cgraph_node *called = cgraph_node::get (c.fndecl);
  if (fndecl_built_in_p (c.fndecl))
    return false;
  return !called || !called->definition || called->thunk
         || may_be_replaced (called, called->ultimate_alias_target ());
}

static void
trace_unknown_call (rtx_insn *copy, const rtx_insn *original, const callee &c, way_in way)
{
  std::string name = c.fndecl ? plain_name (IDENTIFIER_POINTER (DECL_ASSEMBLER_NAME (c.fndecl)))
                     : c.symbol.empty () ? "(a call through a pointer)" : c.symbol;
  if (RTL_CONST_CALL_P (copy) || (!c.fndecl && !c.symbol.empty ()))
    return;             /* of GCC's own: __tls_get_addr */
  bool found = !is_live_behind (original, call_register ()) && may_be_found (copy, c, way);
  cover (original, found ? &coverage::looked_up : &coverage::opaque);
  if (found)
    look_up (copy, c, way, name);
  else
    put_asm (copy, opaque_code (name));
}

static void
trace_other_call (rtx_insn *copy, const rtx_insn *original, const callee &c, way_in way)
{
  library_call library = { LIBRARY_UNKNOWN, "", false };
  if (c.fndecl)
    library = describe_library_call (c.fndecl);
  bool jump = SIBLING_CALL_P (copy), deep = jump && is_deep (copy);
  bool behind = library.behind && !find_reg_note (copy, REG_NORETURN, NULL_RTX);
  if (jump && behind && !deep)
    begin_call_for_jump (copy);
  if (!library.steps.empty ())
    put_asm (copy, before_library_code (library.steps, SIBLING_CALL_P (copy)));
  if (library.outcome == LIBRARY_UNKNOWN)
    trace_unknown_call (copy, original, c, way);
  else if (library.outcome == LIBRARY_MODELLED)
    cover (original, &coverage::modelled);
  if (!behind)
    return;
  if (deep)
    put_asm (copy, opaque_code ("(a call whose arguments lie on the stack)"));
  else
    put_returned (library.steps);
  if (jump && !deep)
    put_return ();
}

void
trace_call_insn (rtx_insn *copy, const rtx_insn *original)
{
  callee c = callee_of (copy);
  if (!c.where)
    return;
  way_in way = resolve_way_in (&c);
  /* Some function keeps registers that others do not. */
  bool out_of_reach = is_live_behind (original, call_register ()) && are_calls_indirect ();
  if (c.fndecl && !out_of_reach && (trace_recursion (copy, c, way) || call_mirror (copy, c, way)))
    cover (original, has_no_accesses (c.fndecl) ? &coverage::opaque : &coverage::callees);
  else
    trace_other_call (copy, original, c, way);
  if (find_reg_note (copy, REG_SETJMP, NULL_RTX))
    trace_landing ();
}

/* ---- other ways */

/* Inline assembly that says it may touch any memory, and is not empty (a
   barrier for the compiler only). */
static bool
is_opaque_asm (const_rtx pattern)
{
  rtx statement = extract_asm_operands (const_cast<rtx> (pattern));
  const_rtx first = GET_CODE (pattern) == PARALLEL ? XVECEXP (pattern, 0, 0) : pattern;
  bool plain = GET_CODE (first) == ASM_INPUT;
  if (!statement && !plain)
    return false;
  const char *text = plain ? XSTR (first, 0) : ASM_OPERANDS_TEMPLATE (statement);
  if (!text[strspn (text, " \t\n;")])
    return false;
  bool clobbers = plain;
  for (int i = 0; GET_CODE (pattern) == PARALLEL && i < XVECLEN (pattern, 0); i++)
    {
      const_rtx part = XVECEXP (pattern, 0, i);
      clobbers |= GET_CODE (part) == CLOBBER && MEM_P (XEXP (part, 0)) && GET_MODE (XEXP (part, 0)) == BLKmode;
    }
  return clobbers;
}

void
trace_asm_insn (rtx_insn *copy, const rtx_insn *original)
{
  if (!is_opaque_asm (PATTERN (copy)))
    return;
  cover (original, &coverage::opaque);
  put_asm (copy, opaque_code ("(inline assembly that clobbers memory)"));
}

/* ---- functions without a mirror */

void
put_opaque_entry (function *fun)
{
  std::string name = mirror_name (fun->decl), own = plain_name (IDENTIFIER_POINTER (DECL_ASSEMBLER_NAME (fun->decl)));
  emit_barrier ();
  put_asm (NULL, function_label (name) + place_of_entry () + opaque_code (own) + jump_to (own));
  if (!context_label (fun->decl).empty ())
    for (way_in way : { WAY_SLOT, WAY_RECORD, WAY_CODE })
      put_asm (NULL, function_label (mirror_way_in_label (fun->decl, way)) + opaque_code (own)
                     + jump_to (way_in_label (fun->decl, way)));
  emit_barrier ();
}
