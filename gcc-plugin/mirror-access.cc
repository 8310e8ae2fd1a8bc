/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     mov (%rdi), %rax          read16 (%rdi)
 *     mov 8(%rdi), %rdx         mov (%rdi), %rax
 *     add $1, (%rdi)            mov 8(%rdi), %rdx
 *                               add $1, (%rdi)
 *
 * On a straight way, without labels, jumps and calls, an access is not told if its bytes were,
 * by the same registers with the same values; and reads of one object are told together, where the
 * first is, if nothing is written in between that could be the same memory.
 *
 *     cmp %rsi, 8(%rax)              cmp %rsi, 8(%rax)
 *     jne 1f                         jne 1f
 *     ...                            read8 (8(%rax)); ...
 *     1: mov (%rax), %rax            1: read16 (%rax); mov (%rax), %rax
 *
 * A read before a branch is told behind it, on both ways, where one of them reads more of the object
 * and no other way leads there: as searches in lists and tables do.
 */
#include "mirror-access.h"
#include "emit.h"
#include "liveness.h"
#include "mirror-asm.h"
#include "mirror-calls.h"
#include "mirror-coverage.h"
#include "trace.h"
#include <algoprof/rt_abi.h>

/* ---- what is the program's memory */

static bool
is_of_frame (const_rtx address)
{
  subrtx_iterator::array_type array;
  FOR_EACH_SUBRTX (iter, array, address, ALL)
    if (REG_P (*iter) && (REGNO (*iter) == STACK_POINTER_REGNUM
                          || (REGNO (*iter) == HARD_FRAME_POINTER_REGNUM && frame_pointer_needed)))
      return true;
  return false;
}

static bool
has_unspec (const_rtx x)
{
  subrtx_iterator::array_type array;
  FOR_EACH_SUBRTX (iter, array, x, ALL)
    if (GET_CODE (*iter) == UNSPEC)
      return true;
  return false;
}

/* Off the thread's pointer: a thread-local variable, not what the program names so by a type. */
static bool
is_thread_local (const_rtx mem)
{
  tree base = MEM_EXPR (mem) ? get_base_address (MEM_EXPR (mem)) : NULL_TREE;
  return MEM_ADDR_SPACE (mem) == ADDR_SPACE_SEG_FS
         && ((base && VAR_P (base) && DECL_THREAD_LOCAL_P (base)) || has_unspec (XEXP (mem, 0)));
}

static bool
names_counter (const_rtx address)
{
  subrtx_iterator::array_type array;
  FOR_EACH_SUBRTX (iter, array, address, ALL)
    if (GET_CODE (*iter) == SYMBOL_REF && SYMBOL_REF_DECL (*iter) && is_profile_counter (SYMBOL_REF_DECL (*iter)))
      return true;
  return false;
}

/* Counters of -fprofile-generate's, and a sanitizer's notes. */
static bool
is_of_tools (const_rtx mem)
{
  return names_counter (XEXP (mem, 0)) || (asan_shadow_set > 0 && MEM_ALIAS_SET (mem) == asan_shadow_set);
}

/* Atomic counters, whose address was just put in a register: without optimisation. */
static bool
is_counter_by_register (rtx_insn *insn, const_rtx mem)
{
  const_rtx base = XEXP (mem, 0);
  if (!profile_arc_flag || !REG_P (base))
    return false;
  do
    insn = prev_nonnote_nondebug_insn (insn);
  while (insn && NONJUMP_INSN_P (insn) && !reg_set_p (base, insn));
  rtx set = insn && NONJUMP_INSN_P (insn) ? single_set (insn) : NULL_RTX;
  return set && names_counter (SET_SRC (set));
}

bool
is_traced_memory (const_rtx mem)
{
  rtx address = XEXP (mem, 0);
  if (is_of_tools (mem))
    return false;
  tree expr = MEM_EXPR (mem);
  if (GET_CODE (address) == SCRATCH || GET_RTX_CLASS (GET_CODE (address)) == RTX_AUTOINC
      || (!ADDR_SPACE_GENERIC_P (MEM_ADDR_SPACE (mem)) && !is_thread_local (mem)))
    return false;
  if (!expr)
    return !is_of_frame (address) && !MEM_READONLY_P (mem);
  if (expr == get_spill_slot_decl (false))
    return false;
  tree base = get_base_address (expr);
  return !base || (is_of_frame (address) ? is_memory (base) : !is_profile_counter (base));
}

static void
note_memory (rtx *where, void *list)
{
  subrtx_iterator::array_type array;
  FOR_EACH_SUBRTX (iter, array, *where, ALL)
    if (MEM_P (*iter) && is_traced_memory (*iter))
      ((std::vector<memory_access> *) list)->push_back ({ const_cast<rtx> (*iter), false, false });
}

static void
note_written (rtx where, const_rtx set, void *list)
{
  while (GET_CODE (where) == SUBREG || GET_CODE (where) == STRICT_LOW_PART || GET_CODE (where) == ZERO_EXTRACT)
    where = XEXP (where, 0);
  if (MEM_P (where) && GET_CODE (set) == SET && is_traced_memory (where))
    ((std::vector<memory_access> *) list)->push_back ({ where, true, false });
}

/* Does it move those elements of a vector that a mask chooses? */
static bool
is_masked (const_rtx pattern)
{
  subrtx_iterator::array_type array;
  FOR_EACH_SUBRTX (iter, array, pattern, ALL)
    if ((GET_CODE (*iter) == UNSPEC && XINT (*iter, 1) == UNSPEC_MASKMOV)
        || (GET_CODE (*iter) == VEC_MERGE && !CONST_INT_P (XEXP (*iter, 2))))
      return true;
  return false;
}

std::vector<memory_access>
list_accesses (rtx_insn *insn)
{
  std::vector<memory_access> list;
  rtx called = CALL_P (insn) ? memory_called (insn) : NULL_RTX;
  if (called && is_traced_memory (called))
    list.push_back ({ called, false, false });
  rtx statement = NONJUMP_INSN_P (insn) ? extract_asm_operands (PATTERN (insn)) : NULL_RTX;
  if (!NONJUMP_INSN_P (insn) || (statement && is_own_text (ASM_OPERANDS_TEMPLATE (statement))) || RTX_FRAME_RELATED_P (insn) || !contains_mem_rtx_p (PATTERN (insn)))
    return list;
  note_uses (&PATTERN (insn), note_memory, &list);
  note_stores (insn, note_written, &list);
  list.erase (std::remove_if (list.begin (), list.end (),
                              [&] (const memory_access &a) { return is_counter_by_register (insn, a.mem); }),
              list.end ());
  if (is_masked (PATTERN (insn)))
    for (memory_access &a : list)
      a.partial = true;
  return list;
}

/* ---- addresses */

/* Registers with the values that they have at a place, a constant apart. */
struct place
{
  rtx base, index, symbol;
  int scale;
  HOST_WIDE_INT offset;
  unsigned base_value, index_value;     /* which of their values */
  addr_space_t space;

  bool same_object (const place &o) const
  {
    return base == o.base && index == o.index && scale == o.scale && base_value == o.base_value
           && index_value == o.index_value && space == o.space
           && (symbol == o.symbol || (symbol && o.symbol && rtx_equal_p (symbol, o.symbol)));
  }
};

/* By how often it was set so far. */
typedef std::map<unsigned, unsigned> register_values;

static bool
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

/* ---- what is told where */

struct tell
{
  memory_access access;         /* the first of them */
  place where;                  /* of what `known' says */
  bool known, block;            /* block: so many elements as %rcx says */
  uint64_t mask;                /* bytes from `where' on; 0: the access alone */
  HOST_WIDE_INT size;
  rtx_insn *at;
  unsigned number;
};

static std::vector<tell> tells;
static std::map<rtx_insn *, std::vector<unsigned>> told_at;

/* A branch, and the last read before it whose registers have the same values there; to a place that no
   other way leads to. */
struct parting
{
  rtx_insn *jump;
  unsigned last;
};

static std::vector<parting> partings;

/* A straight way. */
struct way
{
  register_values values;
  size_t first;                 /* its first in `tells' */
  size_t block;                 /* the first behind the last branch */
  size_t last_write;            /* the last one that writes, + 1; 0: none */
};

static uint64_t
bytes (HOST_WIDE_INT offset, HOST_WIDE_INT size)
{
  return (size >= 64 ? ~(uint64_t) 0 : ((uint64_t) 1 << size) - 1) << offset;
}

/* Were these bytes told on this way? */
static bool
is_told (const way &w, const place &p, HOST_WIDE_INT size)
{
  for (size_t i = w.first; i < tells.size (); i++)
    {
      const tell &t = tells[i];
      if (!t.known || !t.where.same_object (p))
        continue;
      HOST_WIDE_INT from = p.offset - t.where.offset;
      if (from < 0 || from + size > (t.mask ? 64 : t.size))
        continue;
      if (!t.mask || !(bytes (from, size) & ~t.mask))
        return true;
    }
  return false;
}

/* Tell of the read with an earlier one of the same object.  false: there is none. */
static bool
join_read (const way &w, const place &p, HOST_WIDE_INT size)
{
  for (size_t i = tells.size (); i-- > std::max (w.first, w.last_write);)
    {
      tell &t = tells[i];
      if (!t.known || t.access.write || t.block || t.size > 64 || !t.where.same_object (p))
        continue;
      uint64_t mask = t.mask ? t.mask : bytes (0, t.size);
      HOST_WIDE_INT from = p.offset - t.where.offset;
      if (from < 0)
        {
          if (from < -63 || (mask && 64 - clz_hwi (mask) - from > 64))
            continue;
          t.where.offset += from;
          mask <<= -from;
          from = 0;
        }
      if (from + size > 64)
        continue;
      t.mask = mask | bytes (from, size);
      return true;
    }
  return false;
}

static bool
counts_elements (rtx_insn *insn)
{
  subrtx_iterator::array_type array;
  FOR_EACH_SUBRTX (iter, array, PATTERN (insn), ALL)
    if (GET_CODE (*iter) == USE && REG_P (XEXP (*iter, 0)) && REGNO (XEXP (*iter, 0)) == CX_REG)
      return true;
  return false;
}

static void
add_tell (way *w, rtx_insn *insn, const memory_access &a)
{
  tell t = {};
  t.access = a;
  t.at = insn;
  t.known = !a.partial && find_place (a.mem, w->values, &t.where);
  t.size = t.known ? MEM_SIZE (a.mem).to_constant () : 0;
  t.block = GET_MODE (a.mem) == BLKmode && counts_elements (insn);
  if (t.block)
    t.known = false;
  if (t.known && (is_told (*w, t.where, t.size) || (!a.write && t.size <= 32 && join_read (*w, t.where, t.size))))
    return;
  tells.push_back (t);
  if (a.write)
    w->last_write = tells.size ();
}

static void
note_changes (rtx_insn *insn, register_values *values)
{
  HARD_REG_SET set;
  hard_reg_set_iterator i;
  unsigned r;
  find_all_hard_reg_sets (insn, &set, true);
  EXECUTE_IF_SET_IN_HARD_REG_SET (set, 0, r, i)
    ++(*values)[r];
}

/* Does the straight way end at this instruction? */
static bool
ends_way (rtx_insn *insn)
{
  return LABEL_P (insn) || JUMP_P (insn) || CALL_P (insn) || BARRIER_P (insn)
         || (NONDEBUG_INSN_P (insn) && asm_noperands (PATTERN (insn)) >= 0);
}

/* ---- reads told behind a branch */

/* The label a branch leads to, if nothing else does. */
static rtx_insn *
only_target (rtx_insn *jump)
{
  rtx label = JUMP_LABEL (jump);
  if (!label || !LABEL_P (label) || LABEL_NUSES (label) != 1 || LABEL_PRESERVE_P (label))
    return NULL;
  rtx_insn *before = prev_nonnote_nondebug_insn (as_a<rtx_insn *> (label));
  return before && BARRIER_P (before) ? as_a<rtx_insn *> (label) : NULL;
}

static bool
has_values (const place &p, register_values &values)
{
  return (!p.base || p.base_value == values[REGNO (p.base)]) && (!p.index || p.index_value == values[REGNO (p.index)]);
}

static void
note_parting (rtx_insn *jump, way *w)
{
  if (tells.size () == w->block || !only_target (jump))
    return;
  tell &t = tells.back ();
  if (t.known && !t.access.write && t.size <= 32 && has_values (t.where, w->values))
    partings.push_back ({ jump, (unsigned) tells.size () - 1 });
}

/* The instruction behind one, if there is no other way to it. */
static rtx_insn *
only_next (rtx_insn *insn)
{
  do
    insn = NEXT_INSN (insn);
  while (insn && !NONDEBUG_INSN_P (insn) && !LABEL_P (insn) && !BARRIER_P (insn));
  return insn && NONDEBUG_INSN_P (insn) ? insn : NULL;
}

/* What is told first from an instruction on, if that is on a straight way. */
static tell *
first_behind (rtx_insn *insn)
{
  for (; insn && !ends_way (insn); insn = NEXT_INSN (insn))
    {
      auto found = told_at.find (insn);
      if (found != told_at.end () && !found->second.empty ())
        return &tells[found->second[0]];
      if (NONDEBUG_INSN_P (insn))
        return NULL;            /* it might change a register */
    }
  return NULL;
}

/* Tell of t, too, where the other is told.  false: it is another object. */
static bool
join (tell *other, const tell &t)
{
  if (!other || !other->known || other->access.write || other->size > 32)
    return false;
  place a = t.where, b = other->where;
  a.base_value = a.index_value = b.base_value = b.index_value = 0;
  HOST_WIDE_INT from = std::min (a.offset, b.offset);
  uint64_t both[2] = { t.mask ? t.mask : bytes (0, t.size), other->mask ? other->mask : bytes (0, other->size) };
  HOST_WIDE_INT at[2] = { a.offset - from, b.offset - from };
  if (!a.same_object (b) || at[0] + 64 - clz_hwi (both[0]) > 64 || at[1] + 64 - clz_hwi (both[1]) > 64)
    return false;
  other->mask = both[0] << at[0] | both[1] << at[1];
  other->where.offset = from;
  return true;
}

static void
tell_at (rtx_insn *insn, tell t)
{
  t.at = insn;
  tells.push_back (t);
  std::vector<unsigned> &list = told_at[insn];
  list.insert (list.begin (), tells.size () - 1);
}

static void
tell_behind (const parting &f)
{
  rtx_insn *taken = only_next (only_target (f.jump)), *on = only_next (f.jump);
  std::vector<unsigned> &list = told_at[tells[f.last].at];
  if (!taken || !on || list.empty () || list.back () != f.last)
    return;                     /* of another branch */
  tell t = tells[f.last];
  tell before = t;
  bool first = join (first_behind (taken), t), second = join (first_behind (on), before);
  if (!first && !second)
    return;
  list.pop_back ();
  if (!first)
    tell_at (taken, t);
  if (!second)
    tell_at (on, t);
}

/* ---- the plan */

static std::set<rtx_insn *> dropped;

void
drop_accesses (rtx_insn *insn)
{
  dropped.insert (insn);
}

/* A new one begins behind the instruction, or it goes on. */
static void
follow (way *w, rtx_insn *insn)
{
  if (JUMP_P (insn) && any_condjump_p (insn))
    {
      note_parting (insn, w);
      w->block = w->last_write = tells.size (); /* what is behind it may not be read */
    }
  else if (ends_way (insn))
    {
      w->first = w->block = tells.size ();
      w->last_write = 0;
      w->values.clear ();
    }
}

void
plan_accesses (const std::vector<rtx_insn *> &insns)
{
  way w = {};
  tells.clear ();
  told_at.clear ();
  partings.clear ();
  for (rtx_insn *insn : insns)
    {
      follow (&w, insn);
      if (!INSN_P (insn) || DEBUG_INSN_P (insn))
        continue;
      std::vector<memory_access> list = list_accesses (insn);
      if (!list.empty ())
        cover (insn, &coverage::accesses, list.size ());
      if (!dropped.count (insn))
        for (const memory_access &a : list)
          add_tell (&w, insn, a);
      note_changes (insn, &w.values);
    }
  for (size_t i = 0; i < tells.size (); i++)
    told_at[tells[i].at].push_back (i);
  for (const parting &f : partings)
    tell_behind (f);
  dropped.clear ();
}

/* ---- telling */

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
  if (offset)
    *address = plus_constant (Pmode, *address, offset);
  if (reg_mentioned_p (stack_pointer_rtx, *address))
    *address = plus_constant (Pmode, *address, moved);
  std::string text = "lea{q}\t{%a0, %%r10|r10, %a0}\n\t";
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

static void
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

void
put_accesses (rtx_insn *original)
{
  auto found = told_at.find (original);
  if (found != told_at.end ())
    for (unsigned i : found->second)
      put_tell (tells[i], original);
}
