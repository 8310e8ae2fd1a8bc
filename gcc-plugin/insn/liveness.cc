/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "insn/liveness.h"
#include "arch/machine.h"

/* A bit for each register by its number; changeable_registers () are below this many. */
typedef uint64_t register_mask;
#define MOST_REGISTERS 64u

static register_mask
bit_of (unsigned regno)
{
  gcc_checking_assert (regno < MOST_REGISTERS);
  return (register_mask) 1 << regno;
}

/* By an instruction's number. */
static std::vector<register_mask> live_before;

/* By a call's number: when it has returned. */
static std::map<int, register_mask> live_behind;

/* Those that this function may not change, though others may. */
static register_mask
never_free (void)
{
  register_mask mask = 0;
  bool all = keeps_all_registers () || lookup_attribute ("naked", DECL_ATTRIBUTES (current_function_decl));
  /* What is changed is cleared when it returns, which is seen to where the original changes it. */
  bool zeroed = flag_zero_call_used_regs || lookup_attribute ("zero_call_used_regs", DECL_ATTRIBUTES (current_function_decl));
  for (unsigned r : changeable_registers ())
    if (r != flags_register ()
        && (all || (zeroed && !df_regs_ever_live_p (r)) || global_regs[r] || fixed_regs[r]
            || !crtl->abi->clobbers_full_reg_p (r)))
      mask |= bit_of (r);
  return mask;
}

/* The set's first word: by bitmap_bit_p this took longer than the rest of the walk. */
static register_mask
mask_of (bitmap live)
{
  static_assert (sizeof (BITMAP_WORD) == sizeof (register_mask), "a word has a bit for each of the first registers");
  const bitmap_element *first = live->first;
  return first && !first->indx ? first->bits[0] : 0;
}

void
find_liveness (function *fun)
{
  basic_block bb;
  rtx_insn *insn;
  df_analyze ();
  register_mask never = never_free ();
  live_behind.clear ();
  live_before.assign (get_max_uid () + 1, ~(register_mask) 0);
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
is_in (register_mask mask, unsigned regno)
{
  const std::vector<unsigned> &list = changeable_registers ();
  return std::find (list.begin (), list.end (), regno) == list.end () || (mask & bit_of (regno));
}

bool
is_live_before (const rtx_insn *insn, unsigned regno)
{
  size_t uid = INSN_UID (insn);
  return uid >= live_before.size () || is_in (live_before[uid], regno);
}

int
find_free_register (const rtx_insn *insn, const std::vector<unsigned> &taken)
{
  for (unsigned r : scratch_registers ())
    if (std::find (taken.begin (), taken.end (), r) == taken.end () && !is_live_before (insn, r))
      return r;
  return -1;
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
