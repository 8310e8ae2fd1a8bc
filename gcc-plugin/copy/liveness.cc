/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "copy/liveness.h"

/* What traced code may want to change. */
static const unsigned changed[] = { AX_REG, DX_REG, CX_REG, SI_REG, DI_REG, R8_REG, R9_REG, R10_REG, R11_REG,
                                    FLAGS_REG };

/* By an instruction's number: a bit for each of them. */
static std::vector<unsigned short> live_before;

/* Likewise, behind calls. */
static std::map<int, unsigned short> live_behind;

/* Not of those that calls change, here. */
static unsigned short
never_free (void)
{
  unsigned short mask = 0;
  bool all = cfun->machine->no_caller_saved_registers || cfun->machine->func_type != TYPE_NORMAL
             || lookup_attribute ("naked", DECL_ATTRIBUTES (current_function_decl));
  /* What is changed is cleared when it returns, which is seen to where the original changes it. */
  bool zeroed = flag_zero_call_used_regs || lookup_attribute ("zero_call_used_regs", DECL_ATTRIBUTES (current_function_decl));
  for (size_t i = 0; i < ARRAY_SIZE (changed); i++)
    if (changed[i] != FLAGS_REG
        && (all || (zeroed && !df_regs_ever_live_p (changed[i])) || global_regs[changed[i]] || fixed_regs[changed[i]]
            || !crtl->abi->clobbers_full_reg_p (changed[i])))
      mask |= 1 << i;
  return mask;
}

static unsigned short
mask_of (bitmap live)
{
  unsigned short mask = 0;
  for (size_t i = 0; i < ARRAY_SIZE (changed); i++)
    if (bitmap_bit_p (live, changed[i]))
      mask |= 1 << i;
  return mask;
}

void
find_liveness (function *fun)
{
  basic_block bb;
  rtx_insn *insn;
  df_analyze ();
  unsigned short never = never_free ();
  live_behind.clear ();
  live_before.assign (get_max_uid () + 1, 0xffff);
  bitmap live = BITMAP_ALLOC (NULL);
  FOR_EACH_BB_FN (bb, fun)
    {
      bitmap_copy (live, df_get_live_out (bb));
      df_simulate_initialize_backwards (bb, live);
      FOR_BB_INSNS_REVERSE (bb, insn)
        {
          if (CALL_P (insn))
            live_behind[INSN_UID (insn)] = mask_of (live);
          if (NONDEBUG_INSN_P (insn))
            df_simulate_one_insn_backwards (bb, insn, live);
          live_before[INSN_UID (insn)] = mask_of (live) | never;
        }
    }
  BITMAP_FREE (live);
}

static bool
is_in (unsigned short mask, unsigned regno)
{
  for (size_t i = 0; i < ARRAY_SIZE (changed); i++)
    if (changed[i] == regno)
      return mask & 1 << i;
  return true;
}

bool
is_live_before (const rtx_insn *insn, unsigned regno)
{
  size_t uid = INSN_UID (insn);
  return uid >= live_before.size () || is_in (live_before[uid], regno);
}

bool
is_live_behind (const rtx_insn *call, unsigned regno)
{
  auto found = live_behind.find (INSN_UID (call));
  return found == live_behind.end () || is_in (found->second, regno);
}

void
forget_liveness (void)
{
  live_before.clear ();
  live_behind.clear ();
}
