/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "site/asm-statement.h"

static std::set<std::string> added;

void
add_operand (asm_operands *list, const char *constraint, tree value)
{
  tree c = build_string (strlen (constraint) + 1, constraint);
  vec_safe_push (*list, build_tree_list (build_tree_list (NULL_TREE, c), value));
}

gimple *
add_asm (gimple_seq *seq, const asm_code &code, asm_operands in, asm_operands out,
         bool reads_memory)
{
  return add_asm_that_changes (seq, code, in, out, reads_memory, {});
}

gimple *
add_asm_that_changes (gimple_seq *seq, const asm_code &code, asm_operands in, asm_operands out,
                      bool reads_memory, const std::vector<const char *> &changed)
{
  asm_operands clobbers = NULL;
  for (const char *name : changed)
    vec_safe_push (clobbers, build_tree_list (NULL_TREE, build_string (strlen (name) + 1, name)));
  if (reads_memory)
    vec_safe_push (clobbers, build_tree_list (NULL_TREE, build_string (7, "memory")));
  const char *text = make_template (code);
  added.insert (text);
  gasm *g = gimple_build_asm_vec (text, in, out, clobbers, NULL);
  gimple_asm_set_volatile (g, true);
  gimple_asm_set_inline (g, true);
  gimple_seq_add_stmt (seq, g);
  return g;
}

bool
is_added_asm (const char *text)
{
  return *text && added.count (text);
}

rtx_insn *
put_asm (rtx_insn *before, const asm_code &code, const std::vector<asm_input> &inputs,
         const std::vector<rtx_code_label *> &labels)
{
  rtvec in = rtvec_alloc (inputs.size ()), constraints = rtvec_alloc (inputs.size ()),
    to = rtvec_alloc (labels.size ());
  for (size_t i = 0; i < inputs.size (); i++)
    {
      machine_mode mode = GET_MODE (inputs[i].value) == VOIDmode ? Pmode : GET_MODE (inputs[i].value);
      RTVEC_ELT (in, i) = copy_rtx (inputs[i].value);
      RTVEC_ELT (constraints, i) = gen_rtx_ASM_INPUT_loc (mode, inputs[i].constraint, UNKNOWN_LOCATION);
    }
  for (size_t i = 0; i < labels.size (); i++)
    {
      RTVEC_ELT (to, i) = gen_rtx_LABEL_REF (Pmode, labels[i]);
      LABEL_NUSES (labels[i])++;
    }
  rtx statement = gen_rtx_ASM_OPERANDS (VOIDmode, make_template (code), "", 0, in, constraints, to,
                                        UNKNOWN_LOCATION);
  MEM_VOLATILE_P (statement) = 1;
  rtx pattern = gen_rtx_PARALLEL (VOIDmode, gen_rtvec (2, statement, flags_clobber ()));
  rtx_insn *insn;
  if (labels.empty ())
    insn = before ? emit_insn_before_noloc (pattern, before, NULL) : emit_insn (pattern);
  else
    {
      insn = before ? emit_jump_insn_before_noloc (pattern, before) : emit_jump_insn (pattern);
      JUMP_LABEL (insn) = labels[0];
    }
  return insn;
}
