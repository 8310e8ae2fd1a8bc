/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "replay/replayed-loops.h"
#include "replay/affine-loop.h"
#include "insn/liveness.h"
#include "insn/order.h"
#include "site/asm-statement.h"
#include "options.h"
#include <algoprof/rt_abi.h>

/* An edge into a loop, or out of one. */
struct loop_way
{
  rtx_insn *label;              /* where it leads to, if by a jump */
  asm_code code;                /* what is done on it */
  rtx_code_label *stub;
};

/* Of the function that is compiled. */
static std::map<const rtx_insn *, loop_way, by_number> jumps_in, jumps_out;        /* by their jumps */
static std::map<const rtx_insn *, asm_code> falls_in, falls_out;
static std::vector<bool> inside;        /* by an instruction's number */
static std::vector<std::string> descriptions;

/* ---- code */

/* Notes where the loop's frame is and what its counter begins with (struct algoprof_loop).  area: a
   register for the address; frame: one that holds the stack pointer's value outside of this code. */
static asm_code
note_start (const affine_loop &l, unsigned area, unsigned frame)
{
  asm_code c = store_thread_word (area, offsetof (algoprof_loop, sp), frame);
  if (l.counter.regno >= 0)
    c += store_thread_word (area, offsetof (algoprof_loop, start), l.counter.regno);
  return c;
}

static asm_code
entry_code (const affine_loop &l)
{
  bool asks = asks_for_thread_offset ();
  std::vector<unsigned> others;
  for (unsigned r : scratch_registers ())
    if ((int) r != l.counter.regno)
      others.push_back (r);
  int free = find_free_register (BB_HEAD (l.blocks[0]), { (unsigned) l.counter.regno });
  if (free >= 0 && !asks)
    return load_thread_offset (register_name (free), ALGOPROF_LOOP) + note_start (l, free, STACK_POINTER_REGNUM);
  unsigned area = others[0], frame = others[1];
  asm_code save = lower_stack (red_zone_size ());
  if (asks)
    save += push_flags ();
  save += push_word (register_name (area)) + push_word (register_name (frame));
  asm_code c = save + load_thread_offset (register_name (area), ALGOPROF_LOOP) + load_stack_address (frame, save.depth ())
               + note_start (l, area, frame) + pop_word (register_name (frame)) + pop_word (register_name (area));
  if (asks)
    c += pop_flags ();
  return c + raise_stack (red_zone_size ());
}

static std::string
description_label (size_t number)
{
  return ".Lalgoprof_r" + std::to_string (current_function_funcdef_no) + "_" + std::to_string (number);
}

/* What replay looks at. */
static std::vector<unsigned>
list_registers (const affine_loop &l)
{
  std::vector<unsigned> list;
  for (const affine_access &a : l.accesses)
    for (int r : { a.base, a.index, a.step.times })
      if (r >= 0)
        list.push_back (r);
  for (int r : { l.counter.regno, l.counter.step.times })
    if (r >= 0)
      list.push_back (r);
  return list;
}

/* Pushes the description's address; all registers keep their values. */
static asm_code
push_description (const std::string &label, int free)
{
  if (free >= 0)
    return push_address (label_address (label), free);
  unsigned r = scratch_registers ()[0];
  asm_code push = push_word (register_name (r)), saved = push + push;
  return saved + load_address (r, label_address (label)) + store_on_stack (r, push.depth ()) + pop_word (register_name (r));
}

/* flags: are they needed behind? */
static asm_code
exit_code (const affine_loop &l, const rtx_insn *target, bool flags, const std::string &label)
{
  int free = find_free_register (target, list_registers (l));
  asm_code push = push_description (label, free), call = call_entry ("replayed");
  asm_code c = lower_stack (red_zone_size ());
  if (flags)
    c += push_flags () + push + call + raise_stack (push.depth ()) + pop_flags ();
  else
    c += push + call;
  return c + raise_stack (c.depth ());
}

/* ---- descriptions */

static std::string
symbol_text (const_rtx symbol)
{
  return targetm.strip_name_encoding (XSTR (symbol, 0));
}

static std::string
step_text (const affine_step &step, HOST_WIDE_INT offset_steps)
{
  if (step.times < 0)
    return "\n\t.long\t" + std::to_string (step.by);
  return "\n\t.byte\t" + std::to_string (dwarf_number (step.times)) + ", " + std::to_string (step.by) + ", "
    + std::to_string (offset_steps) + ", 0";
}

static std::string
offset_text (const affine_access &a, HOST_WIDE_INT offset)
{
  if (!a.symbol)
    return "\n\t.quad\t" + std::to_string (offset);
  /* As the code refers to it: with 32 bits. */
  return "\n\t.long\t" + symbol_text (a.symbol) + "-." + (offset < 0 ? "" : "+") + std::to_string (offset) + ", 0";
}

static std::string
access_text (const affine_loop &l, const affine_access &a, const way_out &e)
{
  HOST_WIDE_INT offset_steps, offset = l.offset_at (a, e, &offset_steps);
  unsigned flags = a.write ? ALGOPROF_R_WRITE : 0;
  if (l.is_made_before (a.place, e))
    flags |= ALGOPROF_R_LAST;
  if (a.symbol)
    flags |= ALGOPROF_R_SYMBOL;
  if (a.step.times >= 0)
    flags |= ALGOPROF_R_TIMES;
  unsigned base = a.base >= 0 ? dwarf_number (a.base) : ALGOPROF_R_NONE;
  unsigned index = a.index >= 0 ? dwarf_number (a.index) : ALGOPROF_R_NONE, scale = a.index >= 0 ? exact_log2 (a.scale) : 0;
  return offset_text (a, offset) + step_text (a.step, offset_steps) + "\n\t.long\t"
    + std::to_string (ALGOPROF_R_WHAT (flags, scale, base, index, a.size));
}

static std::string
description_text (const affine_loop &l, const way_out &e, bool flags, const std::string &label)
{
  const loop_counter &c = l.counter;
  HOST_WIDE_INT step = c.regno >= 0 ? c.step.by : 0;
  HOST_WIDE_INT add = c.regno >= 0 && l.is_made_before (c.place, e) ? -step : 0;
  unsigned counter = c.regno >= 0 ? dwarf_number (c.regno) : 0, by = 0, kind = c.narrow ? ALGOPROF_R_HALF : 0;
  if (c.regno >= 0 && c.step.times >= 0)
    {
      by = dwarf_number (c.step.times);
      kind |= ALGOPROF_R_BY;
    }
  if (flags)
    kind |= ALGOPROF_R_PUSHED;
  std::string text = ".p2align\t3\n" + label + ":\n\t.quad\t" + std::to_string (add) + "\n\t.long\t"
    + std::to_string (step) + "\n\t.byte\t" + std::to_string (counter) + ", " + std::to_string (by) + ", "
    + std::to_string (l.accesses.size ()) + ", " + std::to_string (kind);
  for (const affine_access &a : l.accesses)
    text += access_text (l, a, e);
  return text;
}

/* ---- notes */

static void
note_exit (const affine_loop &l, const way_out &e)
{
  rtx_insn *target = BB_HEAD (e.edge->dest), *jump = BB_END (e.edge->src);
  bool flags = is_live_before (target, flags_register ());
  std::string label = description_label (descriptions.size ());
  descriptions.push_back (description_text (l, e, flags, label));
  asm_code code = exit_code (l, target, flags, label);
  if (e.edge->flags & EDGE_FALLTHRU)
    falls_out[jump] = code;
  else
    jumps_out[jump] = { target, code, NULL };
}

static void
note_loop (const affine_loop &l)
{
  rtx_insn *header = BB_HEAD (l.blocks[0]), *insn;
  asm_code code = entry_code (l);
  for (const edge e : l.entries)
    if (e->flags & EDGE_FALLTHRU)
      falls_in[header] = code;
    else
      jumps_in[BB_END (e->src)] = { header, code, NULL };
  for (const way_out &e : l.exits)
    note_exit (l, e);
  for (rtx_insn *recorded : l.recorded)
    inside[INSN_UID (recorded)] = true;
  if (l.mixed)
    return;                     /* it records some accesses where they are made, and asks whether to be left */
  for (basic_block bb : l.blocks)
    FOR_BB_INSNS (bb, insn)
      inside[INSN_UID (insn)] = true;
}

void
find_replayed_loops (function *fun)
{
  jumps_in.clear ();
  jumps_out.clear ();
  falls_in.clear ();
  falls_out.clear ();
  descriptions.clear ();
  inside.clear ();
  if (!options.ranges)
    return;
  for (const affine_loop &l : find_affine_loops (fun))
    {
      inside.resize (get_max_uid () + 1);
      note_loop (l);
    }
}

bool
is_replayed (const rtx_insn *insn)
{
  size_t uid = INSN_UID (insn);
  return uid < inside.size () && inside[uid];
}

/* ---- the copy */

static rtx_code_label *
stub_of (loop_way *w)
{
  if (!w->stub)
    w->stub = gen_label_rtx ();
  return w->stub;
}

rtx_code_label *
find_stub (const rtx_insn *jump)
{
  auto out = jumps_out.find (jump);
  if (out != jumps_out.end ())
    return stub_of (&out->second);
  auto in = jumps_in.find (jump);
  return in == jumps_in.end () ? NULL : stub_of (&in->second);
}

void
enter_loop (const rtx_insn *label)
{
  auto in = falls_in.find (label);
  if (in != falls_in.end ())
    put_asm (NULL, in->second + align_loop ());
}

void
leave_loop (const rtx_insn *jump)
{
  auto out = falls_out.find (jump);
  if (out != falls_out.end ())
    put_asm (NULL, out->second);
}

static void
put_stub (const loop_way &w, rtx_code_label *to)
{
  emit_label (w.stub);
  put_asm (NULL, w.code);
  rtx_insn *jump = emit_jump_insn (targetm.gen_jump (to));
  JUMP_LABEL (jump) = to;
  LABEL_NUSES (to)++;
  emit_barrier ();
}

void
put_stubs (const std::map<rtx_insn *, rtx_code_label *> &labels)
{
  if (descriptions.empty ())
    return;
  emit_barrier ();
  for (auto &w : jumps_out)
    if (w.second.stub)
      {
        auto in = jumps_in.find (w.first);      /* a jump from one loop into another */
        put_stub (w.second, in == jumps_in.end () ? labels.at (w.second.label) : stub_of (&in->second));
      }
  for (auto &w : jumps_in)
    if (w.second.stub)
      put_stub (w.second, labels.at (w.second.label));
  /* Beside the code: there what it refers to is known to be there, whatever section that is in. */
  for (const std::string &text : descriptions)
    put_asm (NULL, text);
  emit_barrier ();
}
