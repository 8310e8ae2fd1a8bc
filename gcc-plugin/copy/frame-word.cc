/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "copy/frame-word.h"
#include "count/tail-close.h"
#include "site/runtime-calls.h"
#include "arch/machine.h"

/* How far the frame's begin is above the stack pointer, and above the frame pointer, where those say it. */
struct distances
{
  HOST_WIDE_INT stack, frame;
  bool by_stack, by_frame;
};

/* At statements of this plugin and where the function ends, by their numbers. */
static std::map<int, distances> words;

/* What a push, a pop or an addition of a constant adds to the stack pointer. */
static bool
stack_moves (const_rtx set, HOST_WIDE_INT *by)
{
  *by = 0;
  for (const_rtx x : { SET_DEST (set), SET_SRC (set) })
    if (MEM_P (x) && GET_RTX_CLASS (GET_CODE (XEXP (x, 0))) == RTX_AUTOINC)
      {
        const_rtx address = XEXP (x, 0);
        if (XEXP (address, 0) != stack_pointer_rtx)
          return false;
        HOST_WIDE_INT size = GET_MODE_SIZE (GET_MODE (x)).to_constant ();
        *by += GET_CODE (address) == PRE_DEC ? -size : GET_CODE (address) == POST_INC ? size
               : INTVAL (XEXP (XEXP (address, 1), 1));
        return true;
      }
  if (SET_DEST (set) != stack_pointer_rtx)
    return true;
  rtx source = SET_SRC (set);
  if (GET_CODE (source) != PLUS || XEXP (source, 0) != stack_pointer_rtx || !CONST_INT_P (XEXP (source, 1)))
    return false;
  *by = INTVAL (XEXP (source, 1));
  return true;
}

static void
follow_set (const_rtx set, distances *d)
{
  HOST_WIDE_INT by;
  if (SET_DEST (set) == hard_frame_pointer_rtx && frame_pointer_needed)
    {
      d->by_frame = SET_SRC (set) == stack_pointer_rtx && d->by_stack;
      d->frame = d->stack;
    }
  else if (SET_DEST (set) == stack_pointer_rtx && d->by_frame && GET_CODE (SET_SRC (set)) == PLUS
           && XEXP (SET_SRC (set), 0) == hard_frame_pointer_rtx && CONST_INT_P (XEXP (SET_SRC (set), 1)))
    {
      d->by_stack = true;
      d->stack = d->frame - INTVAL (XEXP (SET_SRC (set), 1));
    }
  else if (!stack_moves (set, &by))
    d->by_stack = false;
  else
    d->stack -= by;
}

static void
follow (rtx_insn *insn, distances *d)
{
  rtx pattern = PATTERN (insn);
  if (!reg_set_p (stack_pointer_rtx, insn) && !(frame_pointer_needed && reg_set_p (hard_frame_pointer_rtx, insn))
      && !(GET_CODE (pattern) == SET && MEM_P (SET_DEST (pattern))))
    return;
  if (CALL_P (insn))
    return;                     /* it comes back as it went */
  if (GET_CODE (pattern) == SET)
    follow_set (pattern, d);
  else if (GET_CODE (pattern) == PARALLEL)
    for (int i = 0; i < XVECLEN (pattern, 0); i++)
      if (GET_CODE (XVECEXP (pattern, 0, i)) == SET)
        follow_set (XVECEXP (pattern, 0, i), d);
}

bool
ends_function (rtx_insn *insn)
{
  return JUMP_P (insn) ? returnjump_p (insn) : CALL_P (insn) && SIBLING_CALL_P (insn);
}

static distances
walk_block (basic_block bb, distances d)
{
  rtx_insn *insn;
  FOR_BB_INSNS (bb, insn)
    if (NONDEBUG_INSN_P (insn))
      {
        rtx statement = extract_asm_operands (PATTERN (insn));
        if ((statement && is_own (statement)) || ends_function (insn))
          words[INSN_UID (insn)] = d;
        follow (insn, &d);
      }
  return d;
}

/* Is a word asked for anywhere in it? */
static bool
has_words (function *fun)
{
  basic_block bb;
  rtx_insn *insn;
  if (!closed_at_returns (fun).empty ())
    return true;
  FOR_EACH_BB_FN (bb, fun)
    FOR_BB_INSNS (bb, insn)
      if (rtx statement = NONDEBUG_INSN_P (insn) ? extract_asm_operands (PATTERN (insn)) : NULL_RTX)
        if (is_own (statement))
          return true;
  return false;
}

/* The stack depth at a block is the same on every path, so one visit per block is enough. */
void
find_frame_words (function *fun)
{
  std::vector<std::pair<basic_block, distances>> work;
  std::set<basic_block> seen;
  edge e;
  edge_iterator ei;
  words.clear ();
  if (!has_words (fun))
    return;
  work.push_back ({ single_succ (ENTRY_BLOCK_PTR_FOR_FN (fun)), { return_address_size (), 0, true, false } });
  seen.insert (work[0].first);
  while (!work.empty ())
    {
      std::pair<basic_block, distances> next = work.back ();
      work.pop_back ();
      distances d = walk_block (next.first, next.second);
      FOR_EACH_EDGE (e, ei, next.first->succs)
        if (e->dest != EXIT_BLOCK_PTR_FOR_FN (fun) && seen.insert (e->dest).second)
          work.push_back ({ e->dest, d });
    }
}

asm_code
push_frame_word (const rtx_insn *insn, HOST_WIDE_INT moved)
{
  auto found = words.find (INSN_UID (insn));
  distances d = found == words.end () ? distances () : found->second;
  if (d.by_frame)
    return push_sum (HARD_FRAME_POINTER_REGNUM, d.frame);
  if (!d.by_stack && frame_pointer_needed)
    return push_sum (HARD_FRAME_POINTER_REGNUM, 0);
  return push_sum (STACK_POINTER_REGNUM, d.stack + moved);
}
