/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The instructions are copied in their order, behind all others, labels with them, so that what
 * falls through does so there too.  Frames, exceptions and the information for unwinders come
 * from GCC's own passes behind this one, for which the copy is a part of the function. */
#include "copy/mirror.h"
#include "site/runtime-calls.h"
#include "copy/frame-word.h"
#include "insn/liveness.h"
#include "copy/opaque.h"
#include "insn/order.h"
#include "site/asm-statement.h"
#include "copy/trace-calls.h"
#include "copy/mirror-entry.h"
#include "copy/hide-registers.h"
#include "copy/coverage.h"
#include "copy/debug-info.h"
#include "copy/computed-jumps.h"
#include "replay/replayed-loops.h"
#include "copy/plan-accesses.h"
#include "copy/polls.h"
#include "copy/loop-countdowns.h"
#include "mirrors/mirror-list.h"
#include "mirrors/why-no-mirror.h"
#include "copy/context-entry-names.h"
#include "recursion/versions.h"
#include "compat/unique-asm.h"
#include "site/site.h"
#include "count/tail-close.h"
#include <algoprof/rt_abi.h>

void
note_liveness (function *fun)
{
  if (!wants_mirror (fun->decl))
    return;
  find_liveness (fun);
  find_frame_words (fun);
  find_replayed_loops (fun);
  find_polls (fun);
  find_regions (fun);
}

/* ---- what is copied */

/* Of a function that is being copied. */
struct mirror
{
  std::map<rtx_insn *, rtx_code_label *> labels;        /* original's: copy's */
  std::map<int, int> landing_pads;
  std::set<rtx_insn *> landings;                        /* the original's labels of them */
  std::set<std::string> sites;  /* descriptors' symbols, of loops whose samples begin here */
  std::vector<rtx> last_sites;  /* of those that end where the function returns */
};

static rtx_insn *
next_of (rtx_insn *insn, const rtx_insn *last)
{
  return insn == last ? NULL : NEXT_INSN (insn);
}

static rtx
statement_of (const rtx_insn *insn)
{
  return NONDEBUG_INSN_P (insn) ? extract_asm_operands (PATTERN (insn)) : NULL_RTX;
}

static const char *
template_of (const rtx_insn *insn)
{
  rtx statement = statement_of (insn);
  if (statement || !NONDEBUG_INSN_P (insn))
    return statement ? ASM_OPERANDS_TEMPLATE (statement) : NULL;
  /* Without operands: */
  rtx text = PATTERN (insn);
  if (GET_CODE (text) == PARALLEL)
    text = XVECEXP (text, 0, 0);
  return GET_CODE (text) == ASM_INPUT ? XSTR (text, 0) : NULL;
}

/* Labels in an instruction are those of the copy.  But where the program takes a label's address, for
   computed jumps or to compare it, it is the same everywhere: data have it too, or how far it is from
   others (copy/computed-jumps.cc).  stub: the one to take instead, or NULL. */
static void
map_labels (rtx *where, const mirror &m, bool jump, rtx_code_label *stub = NULL)
{
  jump |= is_part_of_table (*where);
  subrtx_ptr_iterator::array_type array;
  FOR_EACH_SUBRTX_PTR (iter, array, where, ALL)
    {
      rtx *loc = *iter;
      if (!*loc || GET_CODE (*loc) != LABEL_REF)
        continue;
      auto found = m.labels.find (label_ref_label (*loc));
      if (found != m.labels.end () && (jump || has_own_table (label_ref_label (*loc))))
        {
          rtx_code_label *label = stub ? stub : found->second;
          *loc = gen_rtx_LABEL_REF (GET_MODE (*loc), label);
          LABEL_NUSES (label)++;
        }
      iter.skip_subrtxes ();
    }
}

static void
copy_landing_pads (function *fun, mirror *m)
{
  if (!fun->eh || !fun->eh->lp_array)
    return;
  for (unsigned i = 1, n = vec_safe_length (fun->eh->lp_array); i < n; i++)
    {
      eh_landing_pad old = (*fun->eh->lp_array)[i];
      if (!old || !old->landing_pad)
        continue;
      auto found = m->labels.find (as_a<rtx_insn *> (old->landing_pad));
      if (found == m->labels.end ())
        continue;
      eh_landing_pad pad = gen_eh_landing_pad (old->region);
      pad->post_landing_pad = old->post_landing_pad;
      pad->landing_pad = found->second;
      LABEL_PRESERVE_P (found->second) = 1;
      m->landing_pads[i] = pad->index;
      m->landings.insert (found->first);
    }
}

static rtx_insn *
copy_insn (rtx_insn *insn, const mirror &m)
{
  rtx_insn *copy = emit_copy_of_insn_after (insn, get_last_insn ());
  give_own_scope (copy);
  rtx_code_label *stub = JUMP_P (insn) ? find_stub (insn) : NULL;
  if (JUMP_P (insn) && JUMP_LABEL (insn))
    {
      rtx label = JUMP_LABEL (insn);
      JUMP_LABEL (copy) = stub ? stub : ANY_RETURN_P (label) ? label : m.labels.at (as_a<rtx_insn *> (label));
    }
  map_labels (&PATTERN (copy), m, JUMP_P (insn), stub);
  if (rtx note = find_reg_note (copy, REG_EH_REGION, NULL_RTX))
    if (INTVAL (XEXP (note, 0)) > 0)
      XEXP (note, 0) = GEN_INT (m.landing_pads.at (INTVAL (XEXP (note, 0))));
  return copy;
}

/* Where a frame whose stack is aligned anew says from where on the caller's is found: in memory. */
static bool
says_where_memory_is (rtx_insn *insn)
{
  rtx set = RTX_FRAME_RELATED_P (insn) && crtl->drap_reg ? single_set (insn) : NULL_RTX;
  return set && MEM_P (SET_DEST (set)) && REG_P (SET_SRC (set)) && REGNO (SET_SRC (set)) == REGNO (crtl->drap_reg);
}

/* GCC compares the descriptions of all ways to a label, and fails if they differ.  There is one of that: the
   copy goes on, for who describes frames, where the original does, and not where its own code comes from. */
static void
describe_as_original (rtx_insn *copy, rtx_insn *insn)
{
  RTX_FRAME_RELATED_P (copy) = 0;
  while (rtx note = find_reg_note (copy, REG_CFA_DEF_CFA, NULL_RTX))
    remove_note (copy, note);
  rtx_code_label *same = gen_label_rtx ();
  put_asm (NEXT_INSN (insn), {}, {}, { same });
  emit_barrier ();
  emit_label (same);
}

/* Without optimisation GCC describes once in a function where that register is saved. */
static void
forget_kept_register (rtx_insn *copy)
{
  if (rtx note = find_reg_note (copy, REG_CFA_SET_VDRAP, NULL_RTX))
    {
      remove_note (copy, note);
      RTX_FRAME_RELATED_P (copy) = 0;
    }
}

/* Traced code ends before an instruction that there can be but one of. */
static void
go_back (rtx_insn *insn)
{
  rtx_code_label *there = gen_label_rtx ();
  emit_label_before (there, insn);
  put_opaque ("(code that cannot be copied)");
  put_asm (NULL, jump_to ("%l0"), {}, { there });
  emit_barrier ();
}

/* ---- ways in and out */

static rtx_code_label *
label_behind (rtx_insn *insn)
{
  rtx_code_label *label = gen_label_rtx ();
  emit_label_after (label, insn);
  return label;
}

/* The end of a loop's execution: of the sample, if there is one of it; and of traced code, if no
   other is around it.  before: of the copy, or NULL for its end.  insn: of the original, where this is. */
static void
put_close (rtx_insn *before, rtx site, rtx_insn *insn, rtx_code_label *out)
{
  asm_code words = push_frame_word (insn, red_zone_in_use ())
                   + push_address (address_operand (0), find_free_register (insn));
  asm_code c = lower_stack (red_zone_in_use ()) + words + call_entry ("close") + test_result ();
  c += raise_stack (c.depth ());
  put_asm (before, c + jump_if_not_equal ("%l1"), { { address_constraint, site } }, { out });
}

static rtx
site_of_close (const rtx_insn *insn)
{
  return XEXP (ASM_OPERANDS_INPUT (extract_asm_operands (PATTERN (insn)), 0), 0);
}

/* Before a return, or a jump to another function (whose call has been recorded): the ends of samples that
   have no statement of their own. */
static void
put_last_closes (rtx_insn *copy, rtx_insn *insn, const mirror &m)
{
  if (m.last_sites.empty () || !ends_function (insn))
    return;
  rtx_code_label *label = gen_label_rtx ();
  emit_label_before (label, insn);
  for (rtx site : m.last_sites)
    put_close (copy, site, insn, label);
}

/* Iterations of a loop that may be sampled. */
static void
put_cost (rtx_insn *insn, const mirror &m)
{
  rtx statement = extract_asm_operands (PATTERN (insn));
  rtx n = ASM_OPERANDS_INPUT (statement, 0), site = XEXP (ASM_OPERANDS_INPUT (statement, 2), 0);
  if (!site_name (site).empty () && !m.sites.count (site_name (site)))
    return;
  const rtx_insn *next = next_nonnote_nondebug_insn (insn);
  asm_code c = lower_stack (red_zone_in_use ()) + push_frame_word (insn, red_zone_in_use ()) + push_word (word_operand (0));
  c += push_address (address_operand (1), next ? find_free_register (next) : -1) + call_entry ("cost");
  put_asm (NULL, c + raise_stack (c.depth ()), { { value_constraint, n }, { address_constraint, site } });
}

/* ---- the copy */

/* Of a label that nothing jumps to. */
static bool
is_deleted_label (const rtx_insn *insn)
{
  return NOTE_P (insn) && NOTE_KIND (insn) == NOTE_INSN_DELETED_LABEL;
}

static void
list_labels (rtx_insn *last, mirror *m)
{
  for (rtx_insn *insn = get_insns (); insn; insn = next_of (insn, last))
    {
      if (LABEL_P (insn) || is_deleted_label (insn))
        m->labels[insn] = gen_label_rtx ();
      else if (rtx statement = statement_of (insn))
        if (is_close (statement))
          m->sites.insert (site_name (site_of_close (insn)));
    }
  m->last_sites = closed_at_returns (cfun);
  for (rtx site : m->last_sites)
    m->sites.insert (site_name (site));
}

/* The section of cold code begins before the copy, if it has not yet. */
static void
go_aside (rtx_insn *last)
{
  for (rtx_insn *insn = get_insns (); insn; insn = next_of (insn, last))
    if (NOTE_P (insn) && NOTE_KIND (insn) == NOTE_INSN_SWITCH_TEXT_SECTIONS)
      return;
  if (!optimize || !flag_reorder_blocks_and_partition
      || (DECL_SECTION_NAME (current_function_decl) && !cgraph_node::get (current_function_decl)->implicit_section)
      || unlikely_text_section_p (function_section (current_function_decl)))
    return;
  crtl->has_bb_partition = true;
  emit_barrier ();
  emit_note (NOTE_INSN_SWITCH_TEXT_SECTIONS);
}

static void
put_mirror_context (tree fndecl)
{
  std::string callable = context_label (fndecl);
  if (!callable.empty ())
    append_context_entry ({ true, false, false, callable, mirror_way_in_label (fndecl, WAY_SLOT),
                            mirror_way_in_label (fndecl, WAY_RECORD), mirror_way_in_label (fndecl, WAY_CODE), {} });
}

static void
begin_mirror (function *fun, rtx_insn *first)
{
  rtx_code_label *start = gen_label_rtx (), *entry = gen_label_rtx ();
  emit_label_after (start, first);      /* a note: what frames are described from begins with no label */
  /* No instruction: the copy is reached, for who describes frames. */
  bool only = is_traced_version (fun->decl);
  if (only)                     /* of a recursion: its own instructions are where it goes on when it is left */
    put_asm (start, jump_to ("%l0"), {}, { entry });
  else
    put_asm (NEXT_INSN (start), {}, {}, { entry });
  emit_barrier ();
  emit_label (entry);
  put_asm (NULL, function_label (mirror_name (fun->decl)));
  /* For who calls it and knows what it changes (-fipa-ra). */
  for (unsigned r : scratch_registers ())
    emit_clobber (gen_rtx_REG (Pmode, r));
  if (!place_of_entry ().text ().empty ())
    put_asm (NULL, place_of_entry ());
  if (!only)
    {
      put_mirror_context (fun->decl);
      put_poll (1, NULL, start);
    }
  trace_parameters (fun);
}

static void
copy_instruction (rtx_insn *insn, const mirror &m)
{
  put_accesses (insn);
  if (GET_CODE (PATTERN (insn)) == USE || GET_CODE (PATTERN (insn)) == CLOBBER)
    return;
  const char *text = template_of (insn);
  rtx statement = statement_of (insn);
  bool own = statement && is_own (statement);
  if (own && is_close (statement))
    put_close (NULL, site_of_close (insn), insn, label_behind (insn));
  else if (own && is_start (statement))
    put_start (insn);
  else if (text && !own && text_names_place (text))
    go_back (insn);
  else
    {
      if (JUMP_P (insn))
        put_jumps (insn, m.labels);
      if (computed_jump_p (insn))
        put_opaque ("(a computed jump)");
      rtx_insn *copy = copy_insn (insn, m);
      if (says_where_memory_is (insn))
        describe_as_original (copy, insn);
      forget_kept_register (copy);
      if (JUMP_P (insn))
        leave_loop (insn);
      if (own && adds_cost (statement))
        put_cost (insn, m);
      else if (CALL_P (insn))
        trace_call_insn (copy, insn);
      else if (!own)
        trace_asm_insn (copy, insn);
      put_last_closes (copy, insn, m);
    }
}

static void
copy_one (rtx_insn *insn, const mirror &m)
{
  switch (GET_CODE (insn))
    {
    case CODE_LABEL:
      {
        rtx_code_label *copy = m.labels.at (insn);
        enter_loop (insn);
        emit_label (copy);
        LABEL_PRESERVE_P (copy) = LABEL_PRESERVE_P (insn);
        if (m.landings.count (insn))
          trace_landing ();
        if (unsigned fuel = is_replayed (insn) || is_live_before (insn, flags_register ()) ? 0 : poll_at (insn))
          put_poll (fuel, next_nonnote_nondebug_insn (insn), as_a<rtx_code_label *> (insn));
        break;
      }
    case BARRIER:
      emit_barrier ();
      break;
    case JUMP_TABLE_DATA:
      {
        rtx table = copy_rtx (PATTERN (insn));
        map_labels (&table, m, true);
        emit_jump_table_data (table);
        break;
      }
    case INSN:
    case CALL_INSN:
    case JUMP_INSN:
      copy_instruction (insn, m);
      break;
    case NOTE:
      if (is_deleted_label (insn) && has_parts_of_table ())
        emit_label (m.labels.at (insn));        /* nothing jumps there, but see is_part_of_table () */
      copy_debug_note (insn);
      break;
    default:
      break;
    }
}

void
finish_function (void *, void *)
{
  finish_output ();
}

void
make_mirror (function *fun)
{
  hide_registers (fun);
  if (!wants_mirror (fun->decl))
    return;
  note_mirror (fun->decl);
  if (why_not_mirrored (fun))
    {
      put_opaque_entry (fun);
      forget_liveness ();
      return;
    }
  prepare_output ();
  rtx_insn *last = get_last_insn ();
  std::vector<rtx_insn *> insns;
  for (rtx_insn *insn = get_insns (); insn; insn = next_of (insn, last))
    insns.push_back (insn);
  check_parts_of_table (insns);
  mirror m;
  list_labels (last, &m);
  copy_landing_pads (fun, &m);
  for (rtx_insn *insn : insns)
    if (is_replayed (insn))
      drop_accesses (insn);
  plan_accesses (insns);
  find_jumps (insns);
  go_aside (last);
  begin_mirror (fun, insns[0]);
  begin_debug (insns);
  for (rtx_insn *insn : insns)
    copy_one (insn, m);
  put_stubs (m.labels);
  put_questions ();
  report_regions (fun);
  forget_liveness ();
}
