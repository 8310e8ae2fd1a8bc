/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     a = p->x                  read16 (&p->x)
 *     b = p->y                  a = p->x
 *     p->x += 1                 b = p->y
 *                               p->x += 1
 *
 * On a straight way, without labels, jumps and calls, an access is not recorded if its bytes were,
 * by the same registers with the same values; and reads of one object are recorded together, where the
 * first is, if nothing is written in between that could be the same memory.
 *
 *     if (p->y != v) goto 1          if (p->y != v) goto 1
 *     ...                            read8 (&p->y); ...
 *     1: a = p->x                    1: read16 (&p->x); a = p->x
 *
 * A read before a branch is recorded behind it, on both ways, where one of them reads more of the object
 * and no other way leads there: as searches in lists and tables do.
 */
#include "copy/plan-accesses.h"
#include "arch/machine.h"
#include "insn/list-accesses.h"
#include "copy/coverage.h"
#include "copy/record-accesses.h"

/* ---- what is recorded where */

static std::vector<recording> recordings;
static std::map<rtx_insn *, std::vector<unsigned>> recorded_at;

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
  size_t first;                 /* its first in `recordings' */
  size_t block;                 /* the first behind the last branch */
  size_t last_write;            /* the last one that writes, + 1; 0: none */
};

/* Looked at for each access, of long ways the last ones only: what is recorded twice costs time, and changes no size. */
static const size_t looked_at = 256;

static size_t
window (size_t first)
{
  return std::max (first, recordings.size () - std::min (recordings.size (), looked_at));
}

/* Were these bytes recorded on this way? */
static bool
is_recorded (const way &w, const place &p, HOST_WIDE_INT size)
{
  for (size_t i = window (w.first); i < recordings.size (); i++)
    {
      const recording &t = recordings[i];
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

/* Record the read together with an earlier one of the same object.  false: there is none. */
static bool
join_read (const way &w, const place &p, HOST_WIDE_INT size)
{
  for (size_t i = recordings.size (); i-- > window (std::max (w.first, w.last_write));)
    {
      recording &t = recordings[i];
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

static void
add_recording (way *w, rtx_insn *insn, const memory_access &a)
{
  recording t = {};
  t.access = a;
  t.at = insn;
  t.known = !a.partial && find_place (a.mem, w->values, &t.where);
  t.size = t.known ? MEM_SIZE (a.mem).to_constant () : 0;
  t.block = GET_MODE (a.mem) == BLKmode && counts_elements (insn);
  if (t.block)
    t.known = false;
  if (t.known && (is_recorded (*w, t.where, t.size) || (!a.write && t.size <= 32 && join_read (*w, t.where, t.size))))
    return;
  recordings.push_back (t);
  if (a.write)
    w->last_write = recordings.size ();
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

/* ---- reads recorded behind a branch */

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
  if (recordings.size () == w->block || !only_target (jump))
    return;
  recording &t = recordings.back ();
  if (t.known && !t.access.write && t.size <= 32 && has_values (t.where, w->values))
    partings.push_back ({ jump, (unsigned) recordings.size () - 1 });
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

/* What is recorded first from an instruction on, if that is on a straight way. */
static recording *
first_behind (rtx_insn *insn)
{
  for (; insn && !ends_way (insn); insn = NEXT_INSN (insn))
    {
      auto found = recorded_at.find (insn);
      if (found != recorded_at.end () && !found->second.empty ())
        return &recordings[found->second[0]];
      if (NONDEBUG_INSN_P (insn))
        return NULL;            /* it might change a register */
    }
  return NULL;
}

/* Record t together with the other.  false: it is another object. */
static bool
join (recording *other, const recording &t)
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
record_at (rtx_insn *insn, recording t)
{
  t.at = insn;
  recordings.push_back (t);
  std::vector<unsigned> &list = recorded_at[insn];
  list.insert (list.begin (), recordings.size () - 1);
}

static void
record_behind (const parting &f)
{
  rtx_insn *taken = only_next (only_target (f.jump)), *on = only_next (f.jump);
  std::vector<unsigned> &list = recorded_at[recordings[f.last].at];
  if (!taken || !on || list.empty () || list.back () != f.last)
    return;                     /* of another branch */
  recording t = recordings[f.last];
  recording before = t;
  bool first = join (first_behind (taken), t), second = join (first_behind (on), before);
  if (!first && !second)
    return;
  list.pop_back ();
  if (!first)
    record_at (taken, t);
  if (!second)
    record_at (on, t);
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
      w->block = w->last_write = recordings.size (); /* what is behind it may not be read */
    }
  else if (ends_way (insn))
    {
      w->first = w->block = recordings.size ();
      w->last_write = 0;
      w->values = {};
    }
}

void
plan_accesses (const std::vector<rtx_insn *> &insns)
{
  way w = {};
  recordings.clear ();
  recorded_at.clear ();
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
          add_recording (&w, insn, a);
      note_changes (insn, &w.values);
    }
  for (size_t i = 0; i < recordings.size (); i++)
    recorded_at[recordings[i].at].push_back (i);
  for (const parting &f : partings)
    record_behind (f);
  dropped.clear ();
}

void
put_accesses (rtx_insn *original)
{
  auto found = recorded_at.find (original);
  if (found != recorded_at.end ())
    for (unsigned i : found->second)
      put_recording (recordings[i], original);
}
