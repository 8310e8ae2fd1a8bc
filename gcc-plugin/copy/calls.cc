/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     call f                 becomes    call f.algoprof             // f's mirror is in the unit
 *
 *     call *8(%rax)          becomes    read8 (8 (%rax))
 *                                       mov 8(%rax), %r11
 *                                       r11 = lookup (r11, name)    // its mirror, or itself
 *                                       call *%r11
 *
 *     call fgets             becomes    call (steps)                // rt_abi.h
 *                                       call fgets
 *                                       returned (steps)
 *
 * At a call %r11 is free, but for that of a function of the unit: GCC may know that this one leaves
 * it alone. */
#include "copy/calls.h"
#include "copy/callees.h"
#include "arch/x86_64/emit.h"
#include "copy/liveness.h"
#include "copy/mirror.h"
#include "copy/access.h"
#include "arch/x86_64/copy-asm.h"
#include "copy/coverage.h"
#include "copy/libc.h"
#include "mark/recursions.h"
#include <algoprof/rt_abi.h>

static const char down_text[] = "lea{q}\t{-128(%%rsp), %%rsp|rsp, [rsp-128]}\n\t";

static std::string
up_text (unsigned words)
{
  std::string by = std::to_string (128 + 8 * words);
  return "lea{q}\t{" + by + "(%%rsp), %%rsp|rsp, [rsp+" + by + "]}";
}

/* %r11 = the address of a label or of a word of the stack. */
static std::string
address_text (const std::string &label)
{
  return "lea{q}\t{" + label + "(%%rip), %%r11|r11, " + label + "[rip]}\n\t";
}

static std::string
stack_text (HOST_WIDE_INT offset)
{
  std::string by = std::to_string (offset);
  return "lea{q}\t{" + by + "(%%rsp), %%r11|r11, [rsp+" + by + "]}\n\t";
}

static const char push_text[] = "push{q}\t{%%r11|r11}\n\t";
static const char exchange_text[] = "xchg{q}\t{%%r11, (%%rsp)|[rsp], r11}\n\t";

static std::string
opaque_text (const std::string &name)
{
  return down_text + std::string (push_text) + address_text (string_label (name)) + exchange_text
         + call_entry ("opaque") + up_text (1);
}

/* ---- what is called */

struct callee
{
  rtx *where;           /* the address, in the call */
  tree fndecl;          /* NULL_TREE: through a pointer */
  std::string symbol;   /* the assembler's name, if the call has it */
};

/* Of a call that goes by the global offset table (-fno-plt). */
static rtx
symbol_of_address (rtx address)
{
  if (MEM_P (address) && GET_CODE (XEXP (address, 0)) == CONST)
    {
      rtx inner = XEXP (XEXP (address, 0), 0);
      if (GET_CODE (inner) == UNSPEC && XINT (inner, 1) == UNSPEC_GOTPCREL)
        address = XVECEXP (inner, 0, 0);
    }
  return GET_CODE (address) == SYMBOL_REF ? address : NULL_RTX;
}

static std::string
plain_name (const char *name)
{
  return *name == '*' ? name + 1 : name;
}

static callee
callee_of (rtx_insn *copy)
{
  rtx call = get_call_rtx_from (copy);
  /* GCC writes other things as calls, too: vzeroupper is one of 0. */
  if (!call || !MEM_P (XEXP (call, 0)) || CONST_INT_P (XEXP (XEXP (call, 0), 0))
      || GET_CODE (XEXP (XEXP (call, 0), 0)) == UNSPEC_VOLATILE)
    return { NULL, NULL_TREE, "" };
  callee c = { &XEXP (XEXP (call, 0), 0), get_call_fndecl (copy), "" };
  if (rtx symbol = symbol_of_address (*c.where))
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

/* The call is another one than GCC chose the pattern for: of a jump through memory. */
static void
change_call (rtx_insn *copy, const callee &c, rtx to)
{
  if (GET_CODE (to) == SYMBOL_REF && (ix86_cmodel == CM_LARGE || ix86_cmodel == CM_LARGE_PIC))
    {                   /* which has no calls of symbols */
      rtx r11 = gen_rtx_REG (Pmode, R11_REG);
      if (ix86_cmodel == CM_LARGE)
        emit_insn_before_noloc (gen_rtx_SET (r11, to), copy, NULL);
      else
        put_asm (copy, address_text (plain_name (XSTR (to, 0))), {});
      to = r11;
    }
  *c.where = to;
  rtx pattern = PATTERN (copy);
  if (GET_CODE (pattern) == PARALLEL && XVECLEN (pattern, 0) == 2)
    if (rtx mark = XVECEXP (pattern, 0, 1); GET_CODE (mark) == UNSPEC && XINT (mark, 1) == UNSPEC_PEEPSIB)
      PATTERN (copy) = XVECEXP (pattern, 0, 0);
  INSN_CODE (copy) = -1;
}

static void
call_symbol (rtx_insn *copy, const callee &c, const std::string &name)
{
  rtx to = gen_rtx_SYMBOL_REF (Pmode, ggc_strdup (name.c_str ()));
  SYMBOL_REF_FLAGS (to) = SYMBOL_FLAG_FUNCTION | SYMBOL_FLAG_LOCAL;
  change_call (copy, c, to);
}

rtx
memory_called (rtx_insn *insn)
{
  callee c = callee_of (insn);
  return c.where && MEM_P (*c.where) && c.symbol.empty () ? *c.where : NULL_RTX;
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

/* Is it of a recursion that tells no accesses? */
static bool
is_untold (tree fndecl)
{
  tree version = traced_version_of (fndecl);
  return !calls_only_recursion (version ? version : fndecl).empty ();
}

/* The function is traced in its own way: a version of a recursion. */
static bool
trace_recursion (rtx_insn *copy, const callee &c)
{
  tree version = traced_version_of (c.fndecl), called = version ? version : c.fndecl;
  if (version == current_function_decl)
    return true;        /* it is left for that one (chain.cc) */
  std::string untold = calls_only_recursion (called);
  if (!untold.empty ())
    put_asm (copy, opaque_text (untold), {});
  else if (version)
    change_call (copy, c, copy_rtx (XEXP (DECL_RTL (version), 0)));
  return version || is_traced_version (c.fndecl);
}

static bool
call_mirror (rtx_insn *copy, const callee &c)
{
  cgraph_node *called = cgraph_node::get (c.fndecl), *n = called ? called->ultimate_alias_target () : NULL;
  if (!n || !wants_mirror (n->decl) || !n->definition || may_be_replaced (called, n))
    return false;
  call_symbol (copy, c, mirror_name (n->decl));
  return true;
}

/* ---- library functions */

/* Where a call's arguments on the stack begin. */
static std::string
before_library_text (const std::string &steps, bool jump)
{
  return stack_text (jump ? 8 : 0) + down_text + push_text + address_text (string_label (steps)) + push_text
         + call_entry ("call") + up_text (2);
}

/* Nothing has to be kept there but the result. */
static void
put_returned (const std::string &steps)
{
  put_asm (NULL, down_text + address_text (string_label (steps)) + push_text + call_entry ("returned") + up_text (1), {});
}

static void
move_stack (rtx_insn *before, int by)
{
  rtx set = gen_rtx_SET (stack_pointer_rtx, plus_constant (Pmode, stack_pointer_rtx, by));
  rtx flags = gen_rtx_CLOBBER (VOIDmode, gen_rtx_REG (CCmode, FLAGS_REG));
  rtx pattern = gen_rtx_PARALLEL (VOIDmode, gen_rtvec (2, set, flags));
  rtx_insn *insn = before ? emit_insn_before_noloc (pattern, before, NULL) : emit_insn (pattern);
  add_reg_note (insn, REG_CFA_ADJUST_CFA, copy_rtx (set));
  RTX_FRAME_RELATED_P (insn) = 1;
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

/* Instead of a jump to a function behind which there is something to be told: a call. */
static void
call_instead (rtx_insn *copy)
{
  move_stack (copy, -8);
  SIBLING_CALL_P (copy) = 0;
  INSN_CODE (copy) = -1;
}

static void
put_return (void)
{
  move_stack (NULL, 8);
  rtx_insn *end = emit_jump_insn (gen_simple_return_internal ());
  JUMP_LABEL (end) = simple_return_rtx;
}

/* ---- calls whose mirror is known when they run */

/* %r11 is the function that is called.  In code at a fixed address that of another module's function is
   the stub's by which the program calls it; the global offset table has its own. */
static void
put_function (rtx_insn *copy, const callee &c)
{
  rtx r11 = gen_rtx_REG (Pmode, R11_REG);
  if (c.symbol.empty ())
    {
      emit_insn_before_noloc (gen_rtx_SET (r11, copy_rtx (*c.where)), copy, NULL);
      return;
    }
  std::string name = c.symbol + "@GOTPCREL";
  bool here = c.fndecl && targetm.binds_local_p (c.fndecl);
  put_asm (copy, here ? address_text (c.symbol)
           : "mov{q}\t{" + name + "(%%rip), %%r11|r11, QWORD PTR " + name + "[rip]}", {});
}

static void
look_up (rtx_insn *copy, const callee &c, const std::string &name)
{
  put_function (copy, c);
  put_asm (copy, down_text + std::string (push_text) + push_text + address_text (string_label (name))
           + "mov{q}\t{%%r11, 8(%%rsp)|QWORD PTR [rsp+8], r11}\n\t" + call_entry ("lookup")
           + "pop{q}\t{%%r11|r11}\n\t" + up_text (1), {});
  change_call (copy, c, gen_rtx_REG (Pmode, R11_REG));
}

/* A call that may find a mirror only when it runs: through a pointer, or of a
   function that is elsewhere or may be replaced. */
static bool
may_be_found (rtx_insn *copy, const callee &c)
{
  if (find_reg_note (copy, REG_SETJMP, NULL_RTX) || find_reg_note (copy, REG_NORETURN, NULL_RTX))
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
trace_unknown_call (rtx_insn *copy, const rtx_insn *original, const callee &c)
{
  std::string name = c.fndecl ? plain_name (IDENTIFIER_POINTER (DECL_ASSEMBLER_NAME (c.fndecl)))
                     : c.symbol.empty () ? "(a call through a pointer)" : c.symbol;
  if (RTL_CONST_CALL_P (copy) || (!c.fndecl && !c.symbol.empty ()))
    return;             /* of GCC's own: __tls_get_addr */
  bool found = !is_live_behind (original, R11_REG) && may_be_found (copy, c);
  cover (original, found ? &coverage::looked_up : &coverage::opaque);
  if (found)
    look_up (copy, c, name);
  else
    put_asm (copy, opaque_text (name), {});
}

static void
trace_other_call (rtx_insn *copy, const rtx_insn *original, const callee &c)
{
  library_call library = { LIBRARY_UNKNOWN, "", false };
  if (c.fndecl)
    library = describe_library_call (c.fndecl);
  bool jump = SIBLING_CALL_P (copy), deep = jump && is_deep (copy);
  bool behind = library.behind && !find_reg_note (copy, REG_NORETURN, NULL_RTX);
  if (jump && behind && !deep)
    call_instead (copy);
  if (!library.steps.empty ())
    put_asm (copy, before_library_text (library.steps, SIBLING_CALL_P (copy)), {});
  if (library.outcome == LIBRARY_UNKNOWN)
    trace_unknown_call (copy, original, c);
  else if (library.outcome == LIBRARY_MODELLED)
    cover (original, &coverage::modelled);
  if (!behind)
    return;
  if (deep)
    put_asm (copy, opaque_text ("(a call whose arguments lie on the stack)"), {});
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
  /* Some function keeps registers that others do not. */
  bool out_of_reach = is_live_behind (original, R11_REG) && (ix86_cmodel == CM_LARGE || ix86_cmodel == CM_LARGE_PIC);
  if (c.fndecl && !out_of_reach && (trace_recursion (copy, c) || call_mirror (copy, c)))
    cover (original, is_untold (c.fndecl) ? &coverage::opaque : &coverage::callees);
  else
    trace_other_call (copy, original, c);
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
  put_asm (copy, opaque_text ("(inline assembly that clobbers memory)"), {});
}

void
trace_landing (void)
{
  put_asm (NULL, down_text + call_entry ("landed") + up_text (0), {});
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
      auto push = [] (HOST_WIDE_INT n) { return "push{q}\t{$" + std::to_string (n) + "|" + std::to_string (n) + "}\n\t"; };
      put_asm (NULL, down_text + push (ALGOPROF_WRITE) + push (size) + push_text + stack_text (at + 8 + 128 + 24)
               + exchange_text + call_entry ("range") + up_text (3), {});
    }
}

/* ---- what GCC knows of callees (-fipa-ra, and how the stack is aligned where they are called) */

static tree to_hide;

void
hide_registers (function *fun)
{
  to_hide = traced_version_of (fun->decl) ? fun->decl : NULL_TREE;
}

void
finish_hiding (void *, void *)
{
  cgraph_node *n = to_hide ? cgraph_node::get (to_hide) : NULL;
  if (n && n->rtl)
    {
      SET_HARD_REG_SET (n->rtl->function_used_regs);
      n->rtl->preferred_incoming_stack_boundary = 0;
    }
  to_hide = NULL_TREE;
}

/* ---- the global offset table */

/* A part of what -mcmodel=large finds the global offset table by: its distance from a label, which has to
   be of the same section, or the label's address. */
bool
is_way_to_table (const_rtx pattern)
{
  if (ix86_cmodel != CM_LARGE_PIC || GET_CODE (pattern) != SET || GET_CODE (SET_SRC (pattern)) != UNSPEC)
    return false;
  int which = XINT (SET_SRC (pattern), 1);
  return which == UNSPEC_SET_RIP || which == UNSPEC_SET_GOT_OFFSET;
}

/* A sample may not be entered or left between these: the two copies have labels of their own.  GCC keeps
   them together. */
void
check_way_to_table (const std::vector<rtx_insn *> &insns)
{
  unsigned parts = 0;
  for (rtx_insn *insn : insns)
    if (NONDEBUG_INSN_P (insn) && is_way_to_table (PATTERN (insn)))
      parts++;
    else if (parts % 2 && (LABEL_P (insn) || JUMP_P (insn)))
      {
        sorry ("algoprof: a function of %<-mcmodel=large%> that finds the global offset table in parts");
        return;
      }
}

/* ---- functions without a mirror */

const char *
why_not_mirrored (function *fun)
{
  if (fun->has_nonlocal_label)
    return "nested functions jump into it";
  if (lookup_attribute ("naked", DECL_ATTRIBUTES (fun->decl)))
    return "it is naked";
  return NULL;
}

void
put_opaque_entry (function *fun)
{
  std::string name = mirror_name (fun->decl), own = plain_name (IDENTIFIER_POINTER (DECL_ASSEMBLER_NAME (fun->decl)));
  emit_barrier ();
  std::string text = ".type\t" + name + ", @function\n" + name + ":\n\t";
  if (flag_cf_protection & CF_BRANCH)
    text += "endbr64\n\t";
  put_asm (NULL, text + opaque_text (own) + "\n\tjmp\t" + own, {});
  emit_barrier ();
}
