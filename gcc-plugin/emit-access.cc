/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The runtime's entry points for accesses change %r8 to %r11, and %rax if they have a second
 * argument (rt_abi.h).  In code of its own, and in nests, which run for long, GCC is told so,
 * and keeps these registers free.  Elsewhere the original, which shares variables with its
 * clone, would pay for that.  So these calls seem to save them; but once it is decided what
 * lies where, they are seldom needed, and what is not needed is not saved.
 */
#include "emit-access.h"
#include "asm-statement.h"
#include "emit.h"
#include <algoprof/rt_abi.h>

struct access_call
{
  std::string name;
  bool second;
};

typedef std::vector<int> register_list;

/* Those that seem to save, by their texts; and the functions that have some. */
static std::map<std::string, access_call> saving_calls;
static std::set<unsigned> saving_functions;

static bool offered;

/* Variables of the program's, or no business of GCC's, or the caller's. */
static bool
is_reserved (int r)
{
  tree attributes = TYPE_ATTRIBUTES (TREE_TYPE (current_function_decl));
  return global_regs[r] || fixed_regs[r] || !default_function_abi.clobbers_full_reg_p (r)
         || lookup_attribute ("no_caller_saved_registers", attributes) || lookup_attribute ("interrupt", attributes);
}

/* What its entry point may change. */
static register_list
lost_by (const access_call &c)
{
  register_list lost = { R8_REG, R9_REG, R10_REG, R11_REG };
  if (c.second)
    lost.push_back (AX_REG);
  return lost;
}

/* A variable of a function's may lie in one of them, for a statement of inline assembly (a
   system call), and be set before an access: GCC does not keep it from what others change. */
static bool
has_register_variable (function *fun)
{
  unsigned i;
  tree var;
  FOR_EACH_LOCAL_DECL (fun, i, var)
    if (VAR_P (var) && DECL_HARD_REGISTER (var) && !DECL_ARTIFICIAL (var))
      return true;
  return false;
}

void
offer_registers (bool offer)
{
  register_list all = lost_by ({ "", true });
  offered = offer && std::none_of (all.begin (), all.end (), is_reserved) && !has_register_variable (cfun);
}

static std::string
name_of (int r)
{
  return r == AX_REG ? "rax" : "r" + std::to_string (r - R8_REG + 8);
}

static std::string
bring_address (const char *operand)
{
  return std::string ("mov{q}\t{") + operand + ", %%r10|r10, " + operand + "}\n\t";
}

/* With these registers saved.  Operand 0 is the address, 1 the second argument: it may be
   %r10, as the address may be %rax. */
static std::string
saving_text (const access_call &c, const register_list &saved)
{
  std::string before, behind;
  for (int r : saved)
    {
      std::string operand = "{q}\t{%%" + name_of (r) + "|" + name_of (r) + "}\n\t";
      before += "push" + operand;
      behind = "pop" + operand + behind;
    }
  if (c.second)
    before += "push{q}\t%q1\n\t" + bring_address ("%q0") + "pop{q}\t{%%rax|rax}\n\t";
  else
    before += bring_address ("%q0");
  return call_text (c.name.c_str (), before, behind);
}

static void
add_saving (gimple_seq *seq, const access_call &c, tree address, tree second)
{
  asm_operands in = NULL;
  std::string text = saving_text (c, lost_by (c));
  saving_calls[text] = c;
  saving_functions.insert (DECL_UID (current_function_decl));
  add_operand (&in, "r", address);
  if (second)
    add_argument (&in, second);
  add_asm (seq, text, in, NULL, false);
}

static void
add_changing (gimple_seq *seq, const access_call &c, tree address, tree second)
{
  asm_operands in = NULL, out = NULL;
  std::vector<std::string> changed;
  for (int r : lost_by (c))
    if (r != AX_REG)
      changed.push_back (name_of (r));
  tree lost = second ? make_ssa_name (long_unsigned_type_node) : NULL_TREE;
  add_operand (&in, "r", address);
  if (second)
    {
      add_operand (&out, "=a", lost);
      add_operand (&in, "0", second);
    }
  std::string text = call_text (c.name.c_str (), bring_address (second ? "%q1" : "%q0"));
  gimple *g = add_changing_asm (seq, text, in, out, changed);
  if (second)
    SSA_NAME_DEF_STMT (lost) = g;
}

void
emit_access (gimple_seq *seq, const std::string &name, tree address, tree second)
{
  access_call c = { name, second != NULL_TREE };
  address = emit_value (seq, address);
  if (second)
    second = emit_value (seq, second);
  (offered ? add_changing : add_saving) (seq, c, address, second);
}

/* It saves these, and changes the others, which GCC may have to clear when the function returns. */
static void
change_call (rtx_insn *insn, rtx statement, const access_call &c, const register_list &saved)
{
  rtx pattern = PATTERN (insn);
  std::vector<rtx> parts;
  for (int i = 0; GET_CODE (pattern) == PARALLEL && i < XVECLEN (pattern, 0); i++)
    parts.push_back (XVECEXP (pattern, 0, i));
  if (parts.empty ())
    parts.push_back (pattern);
  for (int r : lost_by (c))
    if (std::find (saved.begin (), saved.end (), r) == saved.end ())
      {
        parts.push_back (gen_rtx_CLOBBER (VOIDmode, gen_rtx_REG (DImode, r)));
        df_set_regs_ever_live (r, true);
      }
  rtvec all = rtvec_alloc (parts.size ());
  for (size_t i = 0; i < parts.size (); i++)
    RTVEC_ELT (all, i) = parts[i];
  ASM_OPERANDS_TEMPLATE (statement) = ggc_strdup (saving_text (c, saved).c_str ());
  PATTERN (insn) = gen_rtx_PARALLEL (VOIDmode, all);
  df_insn_rescan (insn);
}

/* Those of it that may not be changed where these live. */
static register_list
needed (const register_list &lost, bitmap live)
{
  register_list list;
  for (int r : lost)
    if (bitmap_bit_p (live, r) || is_reserved (r))
      list.push_back (r);
  return list;
}

static void
look_through (basic_block bb, bitmap live)
{
  rtx_insn *insn;
  bitmap_copy (live, df_get_live_out (bb));
  df_simulate_initialize_backwards (bb, live);
  FOR_BB_INSNS_REVERSE (bb, insn)
    {
      rtx statement = NONDEBUG_INSN_P (insn) ? extract_asm_operands (PATTERN (insn)) : NULL_RTX;
      std::map<std::string, access_call>::const_iterator c
        = statement ? saving_calls.find (ASM_OPERANDS_TEMPLATE (statement)) : saving_calls.end ();
      if (c != saving_calls.end ())
        change_call (insn, statement, c->second, needed (lost_by (c->second), live));
      df_simulate_one_insn_backwards (bb, insn, live);
    }
}

void
save_live_registers (function *fun)
{
  basic_block bb;
  if (!saving_functions.count (DECL_UID (fun->decl)))
    return;
  df_analyze ();
  bitmap live = BITMAP_ALLOC (NULL);
  FOR_EACH_BB_FN (bb, fun)
    look_through (bb, live);
  BITMAP_FREE (live);
}
