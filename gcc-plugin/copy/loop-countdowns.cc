/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     START                   --hot.countdown
 *     ...                     if (below 0) goto ask
 *                       back: ...
 *
 *                       ask:  begin (site, &hot)
 *                             if (sampled) goto the mirror
 *                             goto back
 *
 * Neither changes a variable of the function.  So up to here GCC's passes see a statement without instructions,
 * and none of these blocks.  In the mirror, where an execution may begin a sample of its own, it goes on there. */
#include "copy/loop-countdowns.h"
#include "copy/frame-word.h"
#include "insn/liveness.h"
#include "site/runtime-calls.h"
#include "site/asm-statement.h"

struct question
{
  asm_code begin;
  std::vector<asm_input> inputs;
  rtx_code_label *ask, *back, *mirror;
};

static std::vector<question> questions;

/* begin, behind which the flags say whether the execution is sampled; all registers keep their values. */
static asm_code
begin_at (const rtx_insn *insn, const start_operands &start, std::vector<asm_input> *inputs)
{
  unsigned scratch = address_register ();
  std::string word = register_name (scratch);
  rtx address;
  asm_code load = load_access_address (start.countdown, 0, is_thread_space (MEM_ADDR_SPACE (start.countdown)),
                                       &address);
  *inputs = { { address_constraint, address }, { address_constraint, start.site }, { "m", start.countdown } };
  asm_code c = lower_stack (red_zone_size ()), restore;   /* no higher than at landed () */
  if (is_live_before (insn, scratch))
    {
      c += push_word (word);
      restore = pop_word (word);
    }
  HOST_WIDE_INT kept = c.depth ();
  if (start.record)
    {
      inputs->push_back ({ "r", start.record });
      c += push_word (word_operand (3));
    }
  c += push_frame_word (insn, c.depth ());
  c += push_word (number_operand (start.flags));
  asm_code site = push_address (address_operand (1), scratch);
  if (reg_mentioned_p (gen_rtx_REG (Pmode, scratch), start.site))
    c += push_word (word) + site + load + store_on_stack (scratch, site.depth ());
  else
    c += load + push_word (word) + site;
  c += call_entry ("begin") + test_result ();
  c += raise_stack (c.depth () - kept) + restore;
  return c + raise_stack (c.depth ());
}

void
put_start (rtx_insn *insn)
{
  start_operands start = operands_of_start (extract_asm_operands (PATTERN (insn)));
  question q = {};
  q.begin = begin_at (insn, start, &q.inputs);
  q.ask = gen_label_rtx ();
  q.back = gen_label_rtx ();
  q.mirror = gen_label_rtx ();
  put_asm (NULL, countdown_code (2) + if_below_zero (q.begin), q.inputs);
  emit_label (q.mirror);
  put_asm (insn, countdown_code (0) + jump_if_below_zero ("%l1"), { { "m", start.countdown } }, { q.ask });
  emit_label_after (q.back, insn);
  SET_INSN_DELETED (insn);      /* not taken out: it may be what its block ends with */
  questions.push_back (q);
}

void
put_questions (void)
{
  for (const question &q : questions)
    {
      emit_label (q.ask);
      put_asm (NULL, q.begin, q.inputs);
      put_asm (NULL, jump_if_not_equal ("%l0"), {}, { q.mirror });
      put_asm (NULL, jump_to ("%l0"), {}, { q.back });
      emit_barrier ();
    }
  questions.clear ();
}
