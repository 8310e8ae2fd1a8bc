/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What a sample goes on in when it has been left may run for as long as the program, and is to be
 * as quick as the original.  But GCC takes what lies behind code that never runs for such code,
 * too (propagate_unlikely_bbs_forward, when RTL is made and when hot and cold code are
 * parted), and makes it small instead: with a jump where the original moves by condition, which is
 * three times slower where the condition cannot be foreseen.  So what leads there seems to run, if
 * hardly ever, and the copies as often as the original, while RTL is made, joined and simplified;
 * and never from then on: registers go to the original first, and the copies lie among cold
 * code. */
#include "warmth.h"
#include "callees.h"
#include "emit.h"
#include "loops.h"

/* One in so many executions of a function seems to take a way in. */
static const int HARDLY_EVER = 1 << 20;

/* The function whose copies were warmed last. */
static unsigned warmed;

static std::vector<basic_block>
ways_in (function *fun)
{
  std::vector<basic_block> list;
  basic_block bb;
  FOR_EACH_BB_FN (bb, fun)
    if (bb->count == profile_count::zero () && has_begin (bb))
      list.push_back (bb);
  return list;
}

/* Those behind one of the ways in. */
static std::vector<basic_block>
blocks_behind (function *fun, const std::vector<basic_block> &ways)
{
  std::vector<basic_block> list;
  basic_block bb;
  calculate_dominance_info (CDI_DOMINATORS);
  FOR_EACH_BB_FN (bb, fun)
    if (std::any_of (ways.begin (), ways.end (),
                     [&] (basic_block way) { return dominated_by_p (CDI_DOMINATORS, bb, way); }))
      list.push_back (bb);
  return list;
}

/* Does the loop call nothing, and tell nothing? */
static bool
is_silent (class loop *l)
{
  for (basic_block bb : blocks_of (l))
    for (gimple_stmt_iterator g = gsi_start_bb (bb); !gsi_end_p (g); gsi_next (&g))
      {
        gasm *statement = dyn_cast<gasm *> (gsi_stmt (g));
        bool calls = is_gimple_call (gsi_stmt (g)) && !gimple_call_internal_p (gsi_stmt (g));
        if (calls || (statement && calls_runtime (statement) && !is_question (statement)))
          return false;
      }
  return true;
}

/* The blocks of traced loops that are as quick as the original's, since what they access is told at once. */
static std::set<basic_block>
quick_blocks (function *fun, const std::vector<basic_block> &behind)
{
  std::set<basic_block> quick;
  loop_optimizer_init (AVOID_CFG_MODIFICATIONS);
  for (basic_block bb : behind)
    if (class loop *l = bb->loop_father)
      if (loop_outer (l) && l->header == bb && !l->inner && bb->count == profile_count::zero () && is_silent (l))
        for (basic_block inside : blocks_of (l))
          quick.insert (inside);
  loop_optimizer_finalize (fun);
  return quick;
}

/* A callee's clone is compiled as if it ran, and with it what it goes on in that is left. */
static void
warm_clone (function *fun)
{
  profile_count least = ENTRY_BLOCK_PTR_FOR_FN (fun)->count.apply_scale (1, HARDLY_EVER).guessed_local ();
  basic_block bb;
  FOR_EACH_BB_FN (bb, fun)
    if (bb->count == profile_count::zero ())
      bb->count = least;
}

void
warm_copies (function *fun)
{
  profile_count entry = ENTRY_BLOCK_PTR_FOR_FN (fun)->count;
  warmed = 0;
  if (!optimize || !entry.nonzero_p ())
    return;
  if (is_traced_clone (fun->decl))
    {
      warm_clone (fun);
      return;
    }
  std::vector<basic_block> ways = ways_in (fun);
  if (ways.empty ())
    return;
  std::vector<basic_block> behind = blocks_behind (fun, ways);
  std::set<basic_block> quick = quick_blocks (fun, behind);
  if (quick.empty () && std::none_of (behind.begin (), behind.end (), [] (basic_block bb) { return bb->count.nonzero_p (); }))
    return;
  profile_count least = entry.apply_scale (1, HARDLY_EVER).guessed_local ();
  for (basic_block bb : behind)
    if (bb->count == profile_count::zero ())
      bb->count = quick.count (bb) ? entry : least;
  warmed = DECL_UID (fun->decl);
}

static bool
begins (basic_block bb)
{
  rtx_insn *insn;
  FOR_BB_INSNS (bb, insn)
    if (NONDEBUG_INSN_P (insn))
      if (rtx operands = extract_asm_operands (PATTERN (insn)))
        if (is_begin_text (ASM_OPERANDS_TEMPLATE (operands)))
          return true;
  return false;
}

void
cool_copies (function *fun)
{
  basic_block bb;
  if (warmed != DECL_UID (fun->decl))
    return;
  FOR_EACH_BB_FN (bb, fun)
    if (begins (bb))
      bb->count = profile_count::zero ();
  propagate_unlikely_bbs_forward ();
}

/* GCC's choice of a function's section. */
static section *(*place) (tree, enum node_frequency, bool, bool);

static section *
place_aside (tree decl, enum node_frequency often, bool startup, bool exit)
{
  return place (decl, decl && is_traced_clone (decl) ? NODE_FREQUENCY_UNLIKELY_EXECUTED : often, startup, exit);
}

void
lay_clones_aside (void)
{
  place = targetm.asm_out.function_section;
  targetm.asm_out.function_section = place_aside;
}
