/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "copy/coverage.h"
#include "site/runtime-calls.h"
#include "mark/loop-of-marker.h"
#include "site/site.h"

struct sampled_loop
{
  location_t where;
  std::string text;
};

/* By their descriptors' symbols. */
static std::map<std::string, sampled_loop> sampled;

struct region
{
  std::string symbol;
  std::set<int> uids;
  coverage covered;
};

static std::vector<region> regions;

void
note_sampled (location_t where, const std::string &text)
{
  rtx symbol = XEXP (DECL_RTL (get_site_decls (text).descriptor), 0);
  sampled[XSTR (symbol, 0)] = { where, text };
}

/* The symbol in an asm statement's operand, if the statement is what `is' says. */
static std::string
symbol_of (const rtx_insn *insn, bool (*is) (const_rtx), unsigned operand)
{
  rtx statement = NONDEBUG_INSN_P (insn) ? extract_asm_operands (PATTERN (insn)) : NULL_RTX;
  if (!statement || !is (statement))
    return "";
  rtx value = ASM_OPERANDS_INPUT (statement, operand);
  value = MEM_P (value) ? XEXP (value, 0) : value;
  return site_name (value);
}

/* From an instruction to the ends of the loop's executions. */
static void
walk (rtx_insn *from, region *r)
{
  std::vector<rtx_insn *> work = { from };
  std::set<basic_block> seen;
  edge e;
  edge_iterator ei;
  while (!work.empty ())
    {
      rtx_insn *insn = work.back ();
      basic_block bb = BLOCK_FOR_INSN (insn);
      bool ended = false;
      work.pop_back ();
      for (; !ended; insn = NEXT_INSN (insn))
        {
          std::string symbol = symbol_of (insn, is_close, 0);
          ended = (r->symbol == symbol) || insn == BB_END (bb);
          if (r->symbol == symbol)
            bb = NULL;
          else
            r->uids.insert (INSN_UID (insn));
        }
      if (bb)
        FOR_EACH_EDGE (e, ei, bb->succs)
          if (e->dest != EXIT_BLOCK_PTR_FOR_FN (cfun) && seen.insert (e->dest).second)
            work.push_back (BB_HEAD (e->dest));
    }
}

void
find_regions (function *fun)
{
  basic_block bb;
  rtx_insn *insn;
  regions.clear ();
  FOR_EACH_BB_FN (bb, fun)
    FOR_BB_INSNS (bb, insn)
      {
        std::string symbol = symbol_of (insn, is_start, 2);
        if (symbol.empty ())
          continue;
        auto is_its = [&] (const region &r) { return r.symbol == symbol; };
        auto known = std::find_if (regions.begin (), regions.end (), is_its);
        if (known == regions.end ())    /* executions may begin at several places */
          known = regions.insert (known, { symbol, {}, {} });
        walk (insn, &*known);
      }
}

void
cover (const rtx_insn *original, unsigned coverage::*what, unsigned n)
{
  for (region &r : regions)
    if (r.uids.count (INSN_UID (original)))
      r.covered.*what += n;
}

void
report_regions (function *fun)
{
  for (const region &r : regions)
    {
      auto found = sampled.find (r.symbol.substr (0, r.symbol.find ('+')));
      if (found == sampled.end ())
        continue;
      report_kept (found->second.text);
      report_switched (found->second.where, function_name (fun), found->second.text, r.covered);
    }
  regions.clear ();
}
