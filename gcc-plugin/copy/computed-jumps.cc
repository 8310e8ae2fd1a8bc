/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     rd = &.L4                   // before the loop      the same: the sample was not begun
 *     ...
 *     ra += rd                    becomes                 ra += rd
 *     goto *ra                                            if (ra == &.L5) goto .L5'
 *                                                         if (ra == &.L6) goto .L6'
 *                                                         goto *ra
 *
 * An address that is in a register, or in the program's data, is one of the original, wherever
 * it was found: a sample may begin and end in between.  Where a table's is found right before the
 * jump, it is that of the copy's table. */
#include "copy/computed-jumps.h"
#include "insn/liveness.h"
#include "insn/order.h"
#include "site/asm-statement.h"

/* Of the function that is copied: labels of tables, by whether all that find them are right before the jump; and
   labels whose address the program takes. */
static std::map<rtx_insn *, bool> tables;
static std::vector<rtx_insn *> taken;

static bool
is_straight (const rtx_insn *insn)
{
  return insn && !LABEL_P (insn) && !JUMP_P (insn) && !CALL_P (insn) && !BARRIER_P (insn);
}

/* Behind this instruction, which finds the table, comes its jump. */
static bool
leads_to_jump (rtx_insn *insn, const rtx_insn *label)
{
  rtx_insn *found;
  for (insn = NEXT_INSN (insn); is_straight (insn); insn = NEXT_INSN (insn))
    ;
  return insn && JUMP_P (insn) && tablejump_p (insn, &found, NULL) && found == label;
}

void
find_jumps (const std::vector<rtx_insn *> &insns)
{
  tables.clear ();
  taken.clear ();
  for (rtx_insn *insn : insns)
    {
      if (LABEL_P (insn) && LABEL_PRESERVE_P (insn))
        taken.push_back (insn);
      if (!NONDEBUG_INSN_P (insn) || JUMP_P (insn))
        continue;
      subrtx_iterator::array_type array;
      FOR_EACH_SUBRTX (iter, array, PATTERN (insn), ALL)
        if (GET_CODE (*iter) == LABEL_REF && LABEL_P (label_ref_label (*iter)))
          {
            rtx_insn *label = label_ref_label (*iter), *next = NEXT_INSN (label);
            if (next && JUMP_TABLE_DATA_P (next))
              tables[label] = tables.insert ({ label, true }).first->second && leads_to_jump (insn, label);
          }
    }
}

bool
has_own_table (rtx_insn *label)
{
  auto found = tables.find (label);
  return found != tables.end () && found->second;
}

/* Where the jump may lead to, if its copy would lead out. */
static std::vector<rtx_insn *>
targets_of (rtx_insn *jump)
{
  rtx_insn *label;
  rtx_jump_table_data *table;
  std::vector<rtx_insn *> list;
  if (tablejump_p (jump, &label, &table))
    {
      auto found = tables.find (label);
      if (found == tables.end () || found->second)
        return list;
      rtvec labels = table->get_labels ();
      for (int i = 0; i < GET_NUM_ELEM (labels); i++)
        list.push_back (label_ref_label (RTVEC_ELT (labels, i)));
      std::sort (list.begin (), list.end (), by_number ());
      list.erase (std::unique (list.begin (), list.end ()), list.end ());
    }
  else if (computed_jump_p (jump))
    list = taken;
  return list;
}

/* A jump to the copy if the address is the label's.  target: a register or memory. */
static void
put_comparison (rtx_insn *jump, rtx target, rtx_code_label *label, rtx_code_label *copy)
{
  std::vector<unsigned> used, unused;
  for (unsigned r : scratch_registers ())
    (reg_mentioned_p (gen_rtx_REG (Pmode, r), target) ? used : unused).push_back (r);
  int free = find_free_register (jump, used);
  unsigned regno = free >= 0 ? free : unused[0];
  asm_code save, restore;
  if (free < 0)
    {
      save = lower_stack (red_zone_in_use ()) + push_word (register_name (regno));
      if (reg_mentioned_p (stack_pointer_rtx, target))
        target = adjust_address_nv (target, Pmode, save.depth ());
      restore = pop_word (register_name (regno)) + raise_stack (red_zone_in_use ());
    }
  asm_code code = save + load_address (regno, label_address ("%l2")) + compare_operand (regno, 0) + restore;
  put_asm (NULL, code + jump_if_equal ("%l1"), { { MEM_P (target) ? "m" : "r", target } }, { copy, label });
}

void
put_jumps (rtx_insn *jump, const std::map<rtx_insn *, rtx_code_label *> &copies)
{
  std::vector<rtx_insn *> labels = targets_of (jump);
  rtx set = pc_set (jump);
  if (labels.empty () || !set || is_live_before (jump, flags_register ()))
    return;
  for (rtx_insn *label : labels)
    put_comparison (jump, SET_SRC (set), as_a<rtx_code_label *> (label), copies.at (label));
}
