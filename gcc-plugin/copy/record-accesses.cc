/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "copy/record-accesses.h"
#include "copy/coverage.h"
#include "insn/liveness.h"
#include "copy/text-labels.h"
#include "site/asm-statement.h"
#include <algoprof/rt_abi.h>

/* ---- addresses */

bool
find_place (rtx mem, register_values &values, place *p)
{
  machine_address a;
  HOST_WIDE_INT size;
  if (!MEM_SIZE_KNOWN_P (mem) || !MEM_SIZE (mem).is_constant (&size) || size <= 0
      || !decompose_address (XEXP (mem, 0), &a))
    return false;
  p->base = a.base ? regno_reg_rtx[REGNO (a.base)] : NULL_RTX;
  p->index = a.index ? regno_reg_rtx[REGNO (a.index)] : NULL_RTX;
  p->scale = a.scale;
  p->symbol = NULL_RTX;
  p->offset = 0;
  p->space = MEM_ADDR_SPACE (mem);
  p->narrow = a.narrow;
  if (rtx disp = a.displacement)
    {
      if (GET_CODE (disp) == CONST && GET_CODE (XEXP (disp, 0)) == PLUS && CONST_INT_P (XEXP (XEXP (disp, 0), 1)))
        {
          p->offset = INTVAL (XEXP (XEXP (disp, 0), 1));
          p->symbol = XEXP (XEXP (disp, 0), 0);
        }
      else if (CONST_INT_P (disp))
        p->offset = INTVAL (disp);
      else
        p->symbol = disp;
    }
  p->base_value = a.base ? values[REGNO (a.base)] : 0;
  p->index_value = a.index ? values[REGNO (a.index)] : 0;
  return true;
}

/* ---- code */

/* Around a call of an entry point for accesses: what that changes is saved where it is needed. */
struct saving
{
  asm_code before, behind;
};

static saving
save_needed (const rtx_insn *original, const std::vector<unsigned> &changed)
{
  saving s = { lower_stack (red_zone_in_use ()), raise_stack (red_zone_in_use ()) };
  if (is_live_before (original, flags_register ()))
    {
      s.before += push_flags ();
      s.behind = pop_flags () + s.behind;
    }
  for (unsigned r : changed)
    if (is_live_before (original, r))
      {
        s.before += push_word (register_name (r));
        s.behind = pop_word (register_name (r)) + s.behind;
      }
  return s;
}

/* The access's address, `offset' bytes farther, to address_register (), where the stack pointer lies `moved' bytes
   lower than at the access.  *operand: the statement's. */
static asm_code
bring_address (const memory_access &a, HOST_WIDE_INT offset, HOST_WIDE_INT moved, rtx *operand)
{
  if (reg_mentioned_p (stack_pointer_rtx, XEXP (a.mem, 0)))
    offset += moved;
  return load_access_address (a.mem, offset, is_thread_space (MEM_ADDR_SPACE (a.mem)), operand);
}

/* The entry point for so many bytes, and its second argument, if it has one (0: none). */
static std::string
choose_entry (const recording &t, unsigned HOST_WIDE_INT *second)
{
  HOST_WIDE_INT size = t.mask ? 64 - clz_hwi (t.mask) : t.size;
  bool whole = !t.mask || t.mask == bytes (0, size);
  if (whole && pow2p_hwi (size) && size <= 16)
    return (t.access.write ? "write" : "read") + std::to_string (size);
  *second = whole ? size | (t.access.write ? ALGOPROF_WRITE : 0) : t.mask;
  return whole ? "access" : "reads";
}

/* Size and flags are words: for what is too long for one access, or of unknown length. */
static void
put_range (const recording &t, const rtx_insn *original)
{
  unsigned scratch = scratch_registers ()[0];
  saving s = save_needed (original, { address_register (), scratch });
  rtx operand;
  asm_code bring = bring_address (t.access, 0, s.before.depth (), &operand);
  asm_code arguments = push_word (number_operand (t.access.write ? ALGOPROF_WRITE : 0));
  arguments += t.block ? push_block_size (t.at, scratch) : push_word (number_operand (t.size));
  arguments += push_word (register_name (address_register ()));
  put_asm (NULL, s.before + bring + arguments + call_entry ("range") + raise_stack (arguments.depth ()) + s.behind,
           { { address_constraint, operand } });
}

/* Of a vector, what the values of registers choose. */
static void
put_elements (const chosen_elements &chosen, const rtx_insn *original)
{
  unsigned scratch = scratch_registers ()[0];
  saving s = save_needed (original, { address_register (), scratch });
  rtx operand;
  asm_code bring = bring_address ({ chosen.mem, false, true }, 0, s.before.depth (), &operand);
  asm_code arguments = push_indices (chosen) + push_word (number_operand (chosen.what)) + push_mask (chosen, scratch);
  arguments += push_word (register_name (address_register ()));
  put_asm (NULL, s.before + bring + arguments + call_entry ("elements") + raise_stack (arguments.depth ()) + s.behind,
           { { address_constraint, operand } });
}

static void
put_unknown (const rtx_insn *original)
{
  unsigned scratch = scratch_registers ()[0];
  saving s = save_needed (original, { scratch });
  asm_code push = push_address (label_address (string_label ("(an access that cannot be recorded)")), scratch);
  put_asm (NULL, s.before + push + call_entry ("opaque") + raise_stack (push.depth ()) + s.behind);
}

void
put_recording (const recording &t, const rtx_insn *original)
{
  if (t.block || (!t.mask && t.size > ALGOPROF_MAX_ACCESS))
    {
      put_range (t, original);
      return;
    }
  chosen_elements chosen;
  if (!t.known && is_address_known (t.access.mem) && find_chosen_elements (t.at, &chosen))
    {
      put_elements (chosen, original);
      return;
    }
  if (!t.known)
    {
      cover (original, &coverage::hidden);
      put_unknown (original);
      return;
    }
  unsigned HOST_WIDE_INT second = 0;
  std::string entry = choose_entry (t, &second);
  std::vector<unsigned> changed = registers_changed_by_access ();
  if (second)
    changed.push_back (second_register ());
  saving s = save_needed (original, changed);
  place p = t.where;
  HOST_WIDE_INT offset = 0;
  register_values none = {};
  if (t.mask && find_place (t.access.mem, none, &p))
    offset = t.where.offset - p.offset;
  rtx operand;
  asm_code bring = bring_address (t.access, offset, s.before.depth (), &operand);
  if (second)
    bring += load_number (second_register (), second);
  put_asm (NULL, s.before + bring + call_entry (entry.c_str ()) + s.behind, { { address_constraint, operand } });
}
