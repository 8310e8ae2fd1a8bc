/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "copy/loops.h"
#include "copy/affine-loop.h"
#include "copy/liveness.h"
#include "arch/x86_64/copy-asm.h"
#include "options.h"
#include <algoprof/rt_abi.h>

/* An edge into a loop, or out of one. */
struct loop_way
{
  rtx_insn *label;              /* where it leads to, if by a jump */
  std::string text;             /* what is done on it */
  rtx_code_label *stub;
};

/* Of the function that is compiled. */
static std::map<const rtx_insn *, loop_way, by_number> jumps_in, jumps_out;        /* by their jumps */
static std::map<const rtx_insn *, std::string> falls_in, falls_out;
static std::vector<bool> inside;        /* by an instruction's number */
static std::vector<std::string> descriptions;

/* ---- texts */

#define DOWN "lea{q}\t{-128(%%rsp), %%rsp|rsp, [rsp-128]}\n\t"

static std::string
store_text (const std::string &area, unsigned offset, const std::string &value)
{
  std::string at = std::to_string (offset);
  return "mov{q}\t{" + value + ", %%fs:" + at + "(" + area + ")|QWORD PTR fs:[" + area + "+" + at + "], " + value + "}\n\t";
}

static std::string
entry_text (const affine_loop &l)
{
  rtx_insn *header = BB_HEAD (l.blocks[0]);
  std::vector<unsigned> taken;
  if (l.counter.regno >= 0)
    taken.push_back (l.counter.regno);
  int free = find_free_register (header, taken);
  unsigned area = free >= 0 ? free : l.counter.regno == R11_REG ? R9_REG : R11_REG;
  unsigned other = l.counter.regno == R10_REG ? R8_REG : R10_REG;
  std::string a = register_text (area), sp = register_text (SP_REG);
  std::string load = "mov{q}\t{" ALGOPROF_LOOP "@gottpoff(%%rip), " + a + "|" + a + ", QWORD PTR " ALGOPROF_LOOP
    "@gottpoff[rip]}\n\t";
  std::string start = l.counter.regno >= 0 ? store_text (a, 8, register_text (l.counter.regno)) : "";
  if (free >= 0)
    return load + store_text (a, 0, sp) + start;
  std::string o = register_text (other);
  return DOWN "push{q}\t" + a + "\n\tpush{q}\t" + o + "\n\t" + load + "lea{q}\t{144(%%rsp), " + o + "|" + o
    + ", [rsp+144]}\n\t" + store_text (a, 0, o) + start + "pop{q}\t" + o + "\n\tpop{q}\t" + a
    + "\n\tlea{q}\t{128(%%rsp), %%rsp|rsp, [rsp+128]}";
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

/* flags: are they needed behind? */
static std::string
exit_text (const affine_loop &l, const rtx_insn *target, bool flags, const std::string &label)
{
  int free = find_free_register (target, list_registers (l));
  std::string r = register_text (free >= 0 ? free : R11_REG);
  std::string load = "lea{q}\t{" + label + "(%%rip), " + r + "|" + r + ", " + label + "[rip]}\n\t";
  std::string push = "push{q}\t" + r + "\n\t";
  if (free >= 0)
    push = load + push;
  else
    push += push + load + "mov{q}\t{" + r + ", 8(%%rsp)|QWORD PTR [rsp+8], " + r + "}\n\tpop{q}\t" + r + "\n\t";
  std::string call = "call\t{*" ALGOPROF_RT ("replayed") "@GOTPCREL(%%rip)|[QWORD PTR " ALGOPROF_RT ("replayed")
    "@GOTPCREL[rip]]}\n\t";
  if (!flags)
    return DOWN + push + call + "lea{q}\t{136(%%rsp), %%rsp|rsp, [rsp+136]}";
  return DOWN "pushf{q}\n\t" + push + call
    + "lea{q}\t{8(%%rsp), %%rsp|rsp, [rsp+8]}\n\tpopf{q}\n\tlea{q}\t{128(%%rsp), %%rsp|rsp, [rsp+128]}";
}

/* ---- descriptions */

static unsigned
dwarf_number (unsigned regno)
{
  static const unsigned char low[] = { 0, 1, 2, 3, 4, 5, 6, 7 };        /* rax, rdx, rcx, rbx, rsi, rdi, rbp, rsp */
  return regno < ARRAY_SIZE (low) ? low[regno] : regno - R8_REG + 8;
}

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
  bool flags = is_live_before (target, FLAGS_REG);
  std::string label = description_label (descriptions.size ());
  descriptions.push_back (description_text (l, e, flags, label));
  std::string text = exit_text (l, target, flags, label);
  if (e.edge->flags & EDGE_FALLTHRU)
    falls_out[jump] = text;
  else
    jumps_out[jump] = { target, text, NULL };
}

static void
note_loop (const affine_loop &l)
{
  rtx_insn *header = BB_HEAD (l.blocks[0]), *insn;
  std::string text = entry_text (l);
  for (const edge e : l.entries)
    if (e->flags & EDGE_FALLTHRU)
      falls_in[header] = text;
    else
      jumps_in[BB_END (e->src)] = { header, text, NULL };
  for (const way_out &e : l.exits)
    note_exit (l, e);
  for (rtx_insn *told : l.told)
    inside[INSN_UID (told)] = true;
  if (l.mixed)
    return;                     /* what tells at once has to be polled */
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
    put_asm (NULL, in->second + "\n\t.p2align\t4", {});
}

void
leave_loop (const rtx_insn *jump)
{
  auto out = falls_out.find (jump);
  if (out != falls_out.end ())
    put_asm (NULL, out->second, {});
}

static void
put_stub (const loop_way &w, rtx_code_label *to)
{
  emit_label (w.stub);
  put_asm (NULL, w.text, {});
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
    put_asm (NULL, text, {});
  emit_barrier ();
}
