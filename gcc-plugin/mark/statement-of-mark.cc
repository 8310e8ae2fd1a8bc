/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A mark's place is compared with those of the statements in a function's tree.
 *
 * A lambda's statements, and those of a local class's functions, are in a tree of their own, which
 * comes before that of the function around it; of a template, and so of a generic lambda, an
 * instance's tree may come later.  So the lines of each function with a mark in them are kept, and
 * the function around leaves to the one inside what stands there.
 */
#include "mark/statement-of-mark.h"
#include "mark/spec-matches.h"
#include "mark/pragma.h"
#include "options.h"
#include <algoprof/rt_abi.h>

/* The lines of a function, or of a template's functions. */
struct extent
{
  location_t declared;
  const char *file;
  int from, to;                 /* to is 0: unknown */
  std::vector<int> loops;       /* lines where one starts */
};

/* Of functions with marks in them, by the place of their declaration. */
static std::map<location_t, extent> extents;

static bool
same_file (const char *a, const char *b)
{
  return a && b && !strcmp (a, b);
}

static bool
holds (const extent &e, const char *file, int line)
{
  return same_file (e.file, file) && e.from <= line && (!e.to || line <= e.to);
}

static bool
lies_inside (const extent &inner, const extent &outer)
{
  return inner.declared != outer.declared && inner.to && holds (outer, inner.file, inner.from)
         && holds (outer, inner.file, inner.to);
}

/* A loop, also one that is made of a label and jumps back to it. */
static bool
starts_loop (const item &i)
{
  return is_loop (i) ? !never_repeats (i) : i.kind == ITEM_LABEL && i.jumped_back;
}

static bool
before (const item &a, const item &b)
{
  return a.point < b.point;
}

static bool
at_or_after (const item &i, const loop_pragma &p)
{
  return same_file (i.place.file, p.place.file)
         && (i.point >= p.point || (p.near_start && i.place.line == p.place.line));
}

bool
never_repeats (const item &i)
{
  return TREE_CODE (*i.slot) == DO_STMT && integer_zerop (DO_COND (*i.slot));
}

/* The loop of an operator that stands in a macro with it: both are at the
   place of the same expansion, which ended last before the lexer's place.
   Several loops of one expansion take its operators in turn. */
static item *
loop_of_same_expansion (function_items *f, const loop_pragma &p)
{
  item *found = NULL;
  for (item &i : f->items)
    if (is_loop (i) && !never_repeats (i) && i.in_macro && !i.chosen
        && same_file (i.place.file, p.place.file) && i.place.line == p.place.line && i.point <= p.point
        && (!found || before (*found, i)))
      found = &i;
  return found;
}

/* The statement that the pragma stands before. */
static item *
statement_after (function_items *f, const loop_pragma &p)
{
  item *first = p.is_operator ? loop_of_same_expansion (f, p) : NULL;
  if (first)
    return first;
  for (item &i : f->items)
    if (at_or_after (i, p)
        && (!first || before (i, *first)
            || (is_loop (i) && !is_loop (*first) && !before (*first, i))))
      first = &i;
  return first;
}

/* A label that nothing jumps to only names the loop behind it. */
static item *
loop_behind_label (function_items *f, item *label)
{
  if (label->kind != ITEM_LABEL || f->goto_targets.count (LABEL_EXPR_LABEL (*label->slot)))
    return label;
  item *first = NULL;
  for (item &i : f->items)
    if (&i != label && same_file (i.place.file, label->place.file) && before (*label, i)
        && (!first || before (i, *first)))
      first = &i;
  return first ? first : label;
}

/* The loop or label that the pragma stands before, or NULL. */
static item *
item_of_pragma (function_items *f, const loop_pragma &p)
{
  item *i = statement_after (f, p);
  if (i)
    i = loop_behind_label (f, i);
  return i && i->kind != ITEM_OTHER ? i : NULL;
}

expanded_location
definition_start (tree fndecl)
{
  expanded_location declared = expand_location (DECL_SOURCE_LOCATION (fndecl));
  expanded_location start = expand_location (DECL_STRUCT_FUNCTION (fndecl)->function_start_locus);
  return start.file && !same_file (start.file, declared.file) ? start : declared;
}

/* The C++ front end says where a function ends only later; it has just read that. */
static extent
lines_of (tree fndecl)
{
  expanded_location from = definition_start (fndecl);
  expanded_location to = expand_location (DECL_STRUCT_FUNCTION (fndecl)->function_end_locus);
  if (!to.line)
    to = expand_location (input_location);
  bool known = same_file (from.file, to.file) && to.line >= from.line;
  return { DECL_SOURCE_LOCATION (fndecl), from.file, from.line, known ? to.line : 0, {} };
}

/* Does a pragma or FILE:LINE stand there? */
static bool
has_marks (const extent &e)
{
  for (const loop_pragma &p : loop_pragmas)
    if (holds (e, p.place.file, p.place.line))
      return true;
  for (const target_spec &s : options.targets)
    if (s.line && file_matches (e.file, s.file) && holds (e, e.file, s.line))
      return true;
  return false;
}

/* Of an instance those of the template. */
static const extent &
keep_extent (tree fndecl, const function_items &f)
{
  location_t where = DECL_SOURCE_LOCATION (fndecl);
  auto found = extents.find (where);
  if (found != extents.end ())
    return found->second;
  extent e = lines_of (fndecl);
  for (const item &i : f.items)
    if (starts_loop (i) && same_file (i.place.file, e.file))
      e.loops.push_back (i.place.line);
  return extents[where] = e;
}

/* Does the pragma stand in a function inside this one? */
static bool
stands_inside (const loop_pragma &p, const extent &own)
{
  for (const auto &e : extents)
    if (lies_inside (e.second, own) && e.second.from < p.place.line && p.place.line < e.second.to)
      return true;
  return false;
}

/* A lambda comes before the function around it, and is found by its pragmas there; another
   instance of a template finds the same loop. */
static bool
belongs_to_other (const loop_pragma &p, const item &i)
{
  return p.matched && (p.loop.line != i.place.line || (p.loop.column && p.loop.column != i.place.column));
}

static void
choose_by_pragma (function_items *f, const extent &own)
{
  for (loop_pragma &p : loop_pragmas)
    {
      if (!holds (own, p.place.file, p.place.line) || stands_inside (p, own))
        continue;
      item *i = item_of_pragma (f, p);
      if (!i || belongs_to_other (p, *i))
        continue;
      p.matched = true;
      p.loop = i->place;
      if (i->chosen)
        continue;
      i->chosen = true;
      i->name = p.name;
      i->asked = p.asked;
      i->flags = p.limit;
    }
}

/* Is the loop that the line means one of a function inside this one? */
static bool
means_inner (const extent &own, int line)
{
  for (const auto &e : extents)
    if (lies_inside (e.second, own) && holds (e.second, own.file, line))
      for (int loop : e.second.loops)
        if (loop >= line)
          return true;
  return false;
}

/* The loop that FILE:LINE means, if it is one of this function's. */
static item *
item_of_line (function_items *f, const extent &own, const target_spec *spec)
{
  int line = spec->line;
  item *first = NULL;
  for (item &i : f->items)
    if (starts_loop (i) && file_matches (i.place.file, spec->file) && i.place.line >= line
        && (!first || before (i, *first)))
      first = &i;
  if (!first)
    return NULL;
  /* A file may be included inside a function: all of it is that function's then. */
  bool own_file = same_file (first->place.file, own.file);
  if (own_file ? !holds (own, own.file, line) : first->place.line != line)
    return NULL;
  return own_file && first->place.line != line && means_inner (own, line) ? NULL : first;
}

static void
choose_by_line (function_items *f, const extent &own, target_spec *spec)
{
  item *first = item_of_line (f, own, spec);
  if (!first)
    return;
  spec->matched = true;
  if (!first->chosen)
    first->flags = ALGOPROF_S_COMMAND;
  first->chosen = true;
}

void
choose_by_place (function_items *f, tree fndecl)
{
  const extent own = has_marks (lines_of (fndecl)) ? keep_extent (fndecl, *f) : lines_of (fndecl);
  choose_by_pragma (f, own);
  for (target_spec &spec : options.targets)
    if (spec.line)
      choose_by_line (f, own, &spec);
}

/* A template that only another unit instantiates is not missing here, nor is a loop of it.  It has no mangled
   name, and GCC 11 fails when asked for one. */
static void
note_function_target (tree fndecl)
{
  for (target_spec &spec : options.targets)
    spec.matched |= !spec.line && spec.function.compare (0, 2, "_Z") != 0 && function_matches (fndecl, spec.function);
}

static void
note_line_targets (function_items *f, const extent &own)
{
  for (target_spec &spec : options.targets)
    spec.matched |= spec.line && item_of_line (f, own, &spec);
}

void
note_parsed_function (void *data, void *)
{
  tree fndecl = (tree) data;
  if (!fndecl || TREE_CODE (fndecl) != FUNCTION_DECL || !DECL_SAVED_TREE (fndecl)
      || !DECL_STRUCT_FUNCTION (fndecl))
    return;
  note_function_target (fndecl);
  if (extents.count (DECL_SOURCE_LOCATION (fndecl)))
    return;
  extent e = lines_of (fndecl);
  if (!has_marks (e))
    return;
  function_items f = list_items (fndecl);
  const extent &own = keep_extent (fndecl, f);
  for (loop_pragma &p : loop_pragmas)
    if (!p.matched && holds (own, p.place.file, p.place.line) && !stands_inside (p, own))
      if (item *i = item_of_pragma (&f, p))
        {
          p.matched = true;
          p.loop = i->place;
          p.loop.column = 0;    /* an instance may have another one */
        }
  note_line_targets (&f, own);
}
