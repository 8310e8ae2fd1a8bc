/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     f:                   by the cursor, if it may be called so
 *     f.context:           by the slot
 *     f.context.self:      by the record
 *     f.context.code:
 *
 * A public function's f.context is a symbol of the module, and so is f.context.kept, the same place.  Who calls f from
 * another unit has code of its own by these names, weak, which nobody calls if f's unit has them. */
#include "context/entries.h"
#include "compat/roots.h"
#include "copy/context-entry-names.h"
#include "arch/machine.h"
#include "recursion/versions.h"
#include <algoprof/context_abi.h>

struct entry
{
  bool seen = false, is_public = false, leaf = false;
  callable *of = NULL;
  std::vector<std::string> others;      /* by slot, too: of its other symbols that are the module's */
};

static std::map<unsigned, entry> entries;       /* by the functions' numbers */
static std::map<std::string, tree> decls;       /* by label */

struct outside_entry
{
  std::string label;
  callable *of;
  bool is_public, by_jump, kept;        /* which is called */
  tree fndecl;
};
static std::map<std::string, outside_entry> outside;     /* by symbol */
static std::set<std::string> defined;           /* labels of the unit's own functions */

static tree
declare (tree fndecl, const std::string &label, way_in way)
{
  tree &d = decls[label];
  if (d)
    return d;
  bool local = label[0] == '.';
  tree name = get_identifier (((local ? "*" : "") + label).c_str ());
  d = keep_tree (build_decl (DECL_SOURCE_LOCATION (fndecl), FUNCTION_DECL, name, TREE_TYPE (fndecl)));
  TREE_PUBLIC (d) = !local;
  DECL_EXTERNAL (d) = 1;
  DECL_ARTIFICIAL (d) = DECL_IGNORED_P (d) = TREE_USED (d) = 1;
  TREE_NOTHROW (d) = TREE_NOTHROW (fndecl);
  TREE_THIS_VOLATILE (d) = TREE_THIS_VOLATILE (fndecl);
  DECL_IS_MALLOC (d) = DECL_IS_MALLOC (fndecl);
  if (!local)
    {
      DECL_VISIBILITY (d) = VISIBILITY_HIDDEN;
      DECL_VISIBILITY_SPECIFIED (d) = 1;
    }
  SET_DECL_ASSEMBLER_NAME (d, name);
  DECL_ATTRIBUTES (d) = DECL_ATTRIBUTES (fndecl);
  DECL_STATIC_CHAIN (d) = 1;
  cgraph_node::get_create (d);
  note_way_in (d, keep_tree (fndecl), way);
  return d;
}

tree
entry_with_slot (tree fndecl)
{
  return declare (fndecl, way_in_label (fndecl, WAY_SLOT), WAY_SLOT);
}

tree
entry_with_record (tree fndecl)
{
  return declare (fndecl, way_in_label (fndecl, WAY_RECORD), WAY_RECORD);
}

tree
entry_of_code (tree fndecl, bool takes_record)
{
  tree d = declare (fndecl, way_in_label (fndecl, WAY_CODE), WAY_CODE);
  DECL_STATIC_CHAIN (d) = takes_record;
  return d;
}

/* The module's own definition is the one that is called, if it has one. */
static bool
is_bound_in_module (tree fndecl)
{
  if (!is_way_in_public (fndecl))
    return false;
  return !flag_shlib || (DECL_VISIBILITY (fndecl) != VISIBILITY_DEFAULT && DECL_VISIBILITY_SPECIFIED (fndecl));
}

tree
entry_outside (tree fndecl, bool kept)
{
  outside_entry &e = outside[symbol_of (fndecl)];
  if (!e.of)
    {
      e.of = callable_outside (fndecl);
      assemble_external (fndecl);       /* it is called by name from here: weak, hidden as it may be */
      e.fndecl = keep_tree (fndecl);
      e.is_public = is_bound_in_module (fndecl) && DECL_EXTERNAL (fndecl);
      e.label = e.is_public ? way_in_label (fndecl, WAY_SLOT) : ".Lalgoprof_via" + std::to_string (DECL_UID (fndecl));
    }
  (kept ? e.kept : e.by_jump) = true;
  return declare (fndecl, e.label + (kept ? ".kept" : ""), kept ? WAY_KEPT : WAY_OUTSIDE);
}

void
note_entry (tree fndecl, bool seen, bool leaf)
{
  entry &e = entries[DECL_UID (fndecl)];
  e.seen = seen;
  e.leaf = leaf;
  e.is_public = is_way_in_public (fndecl);
  e.of = callable_of (fndecl);
  note_context_label (fndecl, label_of (e.of));
  if (e.is_public)
    defined.insert (way_in_label (fndecl, WAY_SLOT));
  for (tree other : declarations_of (fndecl))
    if (other != fndecl && is_way_in_public (other) && !is_version (other))
      {
        e.others.push_back (way_in_label (other, WAY_SLOT));
        defined.insert (e.others.back ());
      }
}

void
put_entry (void)
{
  tree fndecl = current_function_decl;
  auto found = entries.find (DECL_UID (fndecl));
  if (found == entries.end ())
    return;
  const entry &e = found->second;
  std::string with_slot = way_in_label (fndecl, WAY_SLOT), with_record = way_in_label (fndecl, WAY_RECORD);
  bool align = decls.count (with_record) && optimize && !optimize_function_for_size_p (cfun);
  if (e.leaf && !e.seen && !decls.count (with_slot) && e.others.empty ())
    with_slot = "";             /* nobody will call it by a slot */
  context_entry text = { e.seen, e.is_public, align, label_of (e.of), with_slot, with_record,
                         way_in_label (fndecl, WAY_CODE), e.others };
  put_context_entry (text);
  DECL_STATIC_CHAIN (fndecl) = 0;
  cfun->static_chain_decl = NULL_TREE;
}

void
write_entries (void)
{
  std::vector<context_outside> jumps, kept;
  for (const auto &p : outside)
    {
      const outside_entry &e = p.second;
      bool own = e.is_public && defined.count (e.label);
      context_outside text = { e.label, label_of (e.of), p.first, e.is_public, own, false };
      bool traced_kept = is_traced_outside (e.fndecl, WAY_KEPT);
      bool traced = traced_kept || is_traced_outside (e.fndecl, WAY_OUTSIDE);
      if (!own && (e.by_jump || traced))
        jumps.push_back (text);
      if (traced)
        write_traced_outside_entry (traced_outside_label (e.fndecl, WAY_OUTSIDE), text);
      if (traced_kept)
        write_keeping_entry (traced_outside_label (e.fndecl, WAY_KEPT), traced_outside_label (e.fndecl, WAY_OUTSIDE));
      text.keeps = true;
      if (!own && e.kept)
        kept.push_back (text);
    }
  jumps.insert (jumps.end (), kept.begin (), kept.end ());
  write_outside_entries (jumps);
}
