/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "copy/record.h"
#include "copy/liveness.h"
#include "arch/x86_64/copy-asm.h"
#include "copy/coverage.h"
#include <algoprof/rt_abi.h>

/* ---- addresses */

/* Is it computed in 32 bits (addr32)?  Nothing can be added to that in the same instruction. */
static bool
is_narrow (const_rtx address)
{
  return GET_CODE (address) == ZERO_EXTEND || GET_CODE (address) == AND;
}

bool
find_place (rtx mem, register_values &values, place *p)
{
  struct ix86_address parts;
  rtx address = XEXP (mem, 0);
  HOST_WIDE_INT size;
  if (!MEM_SIZE_KNOWN_P (mem) || !MEM_SIZE (mem).is_constant (&size) || size <= 0
      || !ix86_decompose_address (address, &parts))
    return false;
  /* Not a gather's, for one. */
  if ((parts.base && !REG_P (parts.base)) || (parts.index && !REG_P (parts.index))
      || (parts.disp && !CONSTANT_P (parts.disp)))
    return false;
  p->base = parts.base ? regno_reg_rtx[REGNO (parts.base)] : NULL_RTX;
  p->index = parts.index ? regno_reg_rtx[REGNO (parts.index)] : NULL_RTX;
  p->scale = parts.index ? parts.scale : 0;
  p->symbol = NULL_RTX;
  p->offset = 0;
  p->space = MEM_ADDR_SPACE (mem);
  p->narrow = is_narrow (address);
  if (parts.disp)
    {
      rtx disp = parts.disp;
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
  p->base_value = parts.base ? values[REGNO (parts.base)] : 0;
  p->index_value = parts.index ? values[REGNO (parts.index)] : 0;
  return true;
}

/* ---- texts */

/* The text of a call of an entry point for accesses: what it changes is saved where it is needed. */
struct access_text
{
  std::string before, behind;
  HOST_WIDE_INT moved;          /* the stack pointer */
};

static access_text
save_needed (const rtx_insn *original, std::vector<unsigned> changed)
{
  access_text t = { stack_down (), stack_up (0), red_zone () };
  if (is_live_before (original, FLAGS_REG))
    {
      t.before += "pushf{q|q}\n\t";
      t.behind = "popf{q|q}\n\t" + t.behind;
      t.moved += 8;
    }
  for (unsigned r : changed)
    if (is_live_before (original, r))
      {
        t.before += "push{q}\t" + register_text (r) + "\n\t";
        t.behind = "pop{q}\t" + register_text (r) + "\n\t" + t.behind;
        t.moved += 8;
      }
  return t;
}

/* Its address, `offset' bytes farther, to %r10. */
static std::string
bring_address (const memory_access &a, HOST_WIDE_INT offset, HOST_WIDE_INT moved, rtx *address)
{
  *address = XEXP (a.mem, 0);
  if (reg_mentioned_p (stack_pointer_rtx, *address))
    offset += moved;
  std::string text = "lea{q}\t{%a0, %%r10|r10, %a0}\n\t", by = std::to_string (offset);
  if (offset && is_narrow (*address))
    return text + "lea{q}\t{" + by + "(%%r10), %%r10|r10, [r10+" + by + "]}\n\t";
  if (offset)
    *address = plus_constant (Pmode, *address, offset);
  /* -mcmodel=large: of 64 bits, which only a movabs has. */
  if ((ix86_cmodel == CM_LARGE || ix86_cmodel == CM_LARGE_PIC) && CONSTANT_P (*address) && !is_thread_local (a.mem))
    return "movabs{q}\t{$%p0, %%r10|r10, OFFSET FLAT:%p0}\n\t";
  if (is_thread_local (a.mem))
    text += "add{q}\t{%%fs:0, %%r10|r10, QWORD PTR fs:0}\n\t";
  return text;
}

static std::string
number (const char *reg, unsigned HOST_WIDE_INT n)
{
  std::string value = std::to_string (n);
  return std::string ("mov") + (n >> 31 ? "abs{q}" : "{l}") + "\t{$" + value + ", %%" + (n >> 31 ? "r" : "e") + reg
         + "|" + (n >> 31 ? "r" : "e") + reg + ", " + value + "}\n\t";
}

/* The entry point for so many bytes, and its second argument, if it has one. */
static std::string
choose_entry (const tell &t, std::string *second)
{
  HOST_WIDE_INT size = t.mask ? 64 - clz_hwi (t.mask) : t.size;
  bool whole = !t.mask || t.mask == bytes (0, size);
  if (whole && pow2p_hwi (size) && size <= 16)
    return (t.access.write ? "write" : "read") + std::to_string (size);
  *second = whole ? number ("ax", size | (t.access.write ? ALGOPROF_WRITE : 0)) : number ("ax", t.mask);
  return whole ? "access" : "reads";
}

/* Size and flags are words: for what is too long for one access, or of unknown length. */
static void
put_range (const tell &t, const rtx_insn *original)
{
  access_text text = save_needed (original, { R10_REG, R11_REG });
  HOST_WIDE_INT element = 1;
  rtx address;
  std::string size = "push{q}\t{$" + std::to_string (t.size) + "|" + std::to_string (t.size) + "}\n\t";
  if (t.block)
    {
      subrtx_iterator::array_type array;
      FOR_EACH_SUBRTX (iter, array, PATTERN (t.at), ALL)
        if (GET_CODE (*iter) == ASHIFT && REG_P (XEXP (*iter, 0)) && REGNO (XEXP (*iter, 0)) == CX_REG)
          element = HOST_WIDE_INT_1 << INTVAL (XEXP (*iter, 1));
      std::string e = std::to_string (element);
      size = "lea{q}\t{(,%%rcx," + e + "), %%r11|r11, [rcx*" + e + "]}\n\tpush{q}\t{%%r11|r11}\n\t";
    }
  std::string bring = bring_address (t.access, 0, text.moved, &address);
  std::string flags = std::to_string (t.access.write ? ALGOPROF_WRITE : 0);
  put_asm (NULL, text.before + bring + "push{q}\t{$" + flags + "|" + flags + "}\n\t" + size
           + "push{q}\t{%%r10|r10}\n\t" + call_entry ("range") + "lea{q}\t{24(%%rsp), %%rsp|rsp, [rsp+24]}\n\t"
           + text.behind, { { "p", address } });
}

static void
put_unknown (const rtx_insn *original)
{
  access_text text = save_needed (original, { R11_REG });
  std::string label = string_label ("(an access that cannot be recorded)");
  put_asm (NULL, text.before + "lea{q}\t{" + label + "(%%rip), %%r11|r11, " + label + "[rip]}\n\tpush{q}\t{%%r11|r11}\n\t"
           + call_entry ("opaque") + "lea{q}\t{8(%%rsp), %%rsp|rsp, [rsp+8]}\n\t" + text.behind, {});
}

void
put_tell (const tell &t, const rtx_insn *original)
{
  if (t.block || (!t.mask && t.size > ALGOPROF_MAX_ACCESS))
    {
      put_range (t, original);
      return;
    }
  if (!t.known)
    {
      cover (original, &coverage::hidden);
      put_unknown (original);
      return;
    }
  std::string second, entry = choose_entry (t, &second);
  std::vector<unsigned> changed = { R8_REG, R9_REG, R10_REG, R11_REG };
  if (!second.empty ())
    changed.push_back (AX_REG);
  access_text text = save_needed (original, changed);
  place p = t.where;
  HOST_WIDE_INT offset = 0;
  register_values none;
  if (t.mask && find_place (t.access.mem, none, &p))
    offset = t.where.offset - p.offset;
  rtx address;
  std::string bring = bring_address (t.access, offset, text.moved, &address);
  put_asm (NULL, text.before + bring + second + call_entry (entry.c_str ()) + text.behind, { { "p", address } });
}
