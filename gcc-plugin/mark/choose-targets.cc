/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Which loops of a function are targets, by place; and their markers.
 *
 * A mark is matched with a loop by location, on the tree that the front end
 * hands over: every function, lambda and template instance passes here once.
 *
 * (1) list_items    all statements with their places (list-statements.cc)
 * (2) choose        the loops that are meant: by place (statement-of-mark.cc), by their function (here)
 * (3) insert        ENTRY before the loop, BODY first in its body (insert-markers.cc)
 */
#include "mark/choose-targets.h"
#include "mark/attribute.h"
#include "mark/insert-markers.h"
#include "mark/list-statements.h"
#include "mark/spec-matches.h"
#include "mark/statement-of-mark.h"
#include "options.h"
#include "mark/pragma.h"
#include "site/target-warnings.h"
#include "site/site.h"
#include <algoprof/rt_abi.h>

/* Functions of which all loops are wanted, by uid, with the number of names
   already given and the flags of their sites. */
struct whole_function { unsigned names, flags; };
static std::map<unsigned, whole_function> whole_functions;

/* Functions that are targets themselves if they are recursive, by uid. */
static std::map<unsigned, wanted_recursion> wanted_recursions;
/* Texts of the loops that are targets because their function is one. */
static std::map<unsigned, std::set<std::string>> loops_by_function;

/* A loop of the unit has a mark. */
static bool any_marked;

/* ---- (2) */

static void
choose_all (function_items *f, tree fndecl, unsigned flags)
{
  /* From GCC 15 on the function that has a coroutine's loops comes with its attributes. */
  bool unusable = DECL_STRUCT_FUNCTION (fndecl)->coroutine_component && !(flags & SITE_OF_ALL);
  for (item &i : f->items)
    if (is_loop (i) && !i.chosen && !never_repeats (i) && !unusable)
      {
        i.chosen = i.by_function = true;
        i.flags = flags;
      }
  if ((flags & SITE_OF_ALL) && whole_functions.count (DECL_UID (fndecl)))
    return;
  whole_function &w = whole_functions[DECL_UID (fndecl)];
  w.names = 0;
  w.flags = flags | (w.flags & ALGOPROF_S_LIMIT);
}

/* An attribute or FUNCTION target.  Whether the function is recursive is known
   when the unit has been read: until then it may be either. */
static void
choose_by_function (function_items *f, tree fndecl, profile_what what, unsigned flags, bool all)
{
  if (all)
    flags |= SITE_OF_ALL;
  if (what != WHAT_RECURSION)
    choose_all (f, fndecl, flags);
  if (what != WHAT_LOOPS)
    {
      auto known = wanted_recursions.find (DECL_UID (fndecl));
      if (known != wanted_recursions.end () && (all || known->second.reason == RECURSION_ASKED_FOR))
        return;
      wanted_recursion &w = wanted_recursions[DECL_UID (fndecl)];
      w.reason = all ? RECURSION_OF_ALL
                 : what == WHAT_RECURSION ? RECURSION_ASKED_FOR : RECURSION_OR_LOOPS;
      w.flags = flags | (w.flags & ALGOPROF_S_LIMIT);
    }
}

static void
choose_by_specs (function_items *f, tree fndecl, bool all)
{
  for (target_spec &spec : options.targets)
    if (!spec.line && (spec.function == "*") == all && function_matches (fndecl, spec.function))
      {
        spec.matched = true;
        choose_by_function (f, fndecl, spec.what, ALGOPROF_S_COMMAND, all);
      }
}

/* Of all what was asked for comes first: that it is. */
static void
choose_by_names (function_items *f, tree fndecl)
{
  profile_what what;
  unsigned limit;
  if (has_algoprof_attribute (fndecl, &what, &limit))
    choose_by_function (f, fndecl, what, ALGOPROF_S_ATTRIBUTE | limit, false);
  choose_by_specs (f, fndecl, false);
  choose_by_specs (f, fndecl, true);
}

/* ---- names and texts of their sites */

/* The next default name of this function: f, f#2, f#3. */
static std::string
default_name (tree fndecl, unsigned number)
{
  std::string s = plain_name (fndecl);
  return number == 1 ? s : s + "#" + std::to_string (number);
}

static std::string
make_site_text (tree fndecl, const std::string &name, location_t where, const clauses &asked,
                unsigned flags, alog_kind kind = ALOG_LOOP)
{
  if (kind == ALOG_LOOP && !options.accesses && !(flags & SITE_INHOUSE))
    report_loop_with_accesses (where);
  expanded_location e = expand_location (where);
  site s;
  s.name = name;
  s.function = lang_hooks.decl_printable_name (fndecl, 1);
  s.file = e.file ? remap_macro_filename (e.file) : "";
  s.line = e.line;
  s.column = e.column;
  s.function_line = definition_start (fndecl).line;
  s.asked = asked;
  s.default_rate = options.rate;
  s.flags = flags | (options.spool.empty () ? 0 : SITE_SHIPPED);
  s.kind = kind;
  return site_to_text (s);
}

/* Give the recursion of a function its name and text.  Result: names taken. */
static unsigned
name_recursion (tree fndecl, const std::vector<item *> &loops)
{
  auto found = wanted_recursions.find (DECL_UID (fndecl));
  if (found == wanted_recursions.end ())
    return 0;
  wanted_recursion &w = found->second;
  /* With RECURSION_OR_LOOPS these loops stay beside it. */
  unsigned others = 0;
  for (const item *i : loops)
    others += w.reason == RECURSION_OF_ALL || !i->by_function;
  bool first = w.reason == RECURSION_ASKED_FOR || others == 0;
  unsigned number = first ? 1 : loops.size () + 1;
  unsigned flags = w.flags | (options.accesses ? 0 : ALGOPROF_S_CALLS_ONLY);
  w.text = make_site_text (fndecl, default_name (fndecl, number), DECL_SOURCE_LOCATION (fndecl),
                           clauses (), flags, ALOG_RECURSION);
  return w.reason == RECURSION_ASKED_FOR ? 1 : 0;
}

/* The other loops, in the order of the tree. */
static void
choose_for_inhouse (function_items *f, tree fndecl, std::vector<item *> *chosen)
{
  if (!options.inhouse_loops || lookup_attribute ("no_instrument_function", DECL_ATTRIBUTES (fndecl)))
    return;
  chosen->clear ();
  for (item &i : f->items)
    {
      if (!i.chosen && is_loop (i) && !never_repeats (i))
        {
          i.chosen = true;
          i.flags = SITE_INHOUSE;
        }
      if (i.chosen)
        chosen->push_back (&i);
    }
}

/* GNU C's nested functions come with the one around them. */
static void
mark_nested_functions (tree fndecl)
{
  cgraph_node *node = cgraph_node::get (fndecl);
  for (node = node ? first_nested_function (node) : NULL; node;
       node = next_nested_function (node))
    mark_function (node->decl, NULL);
}

void
mark_function (void *data, void *)
{
  tree fndecl = (tree) data;
  mark_nested_functions (fndecl);
  if (TREE_CODE (fndecl) != FUNCTION_DECL || !DECL_SAVED_TREE (fndecl)
      || !DECL_STRUCT_FUNCTION (fndecl)
      || (loop_pragmas.empty () && options.targets.empty () && !options.inhouse_loops
          && !has_algoprof_attribute (fndecl)))
    return;
  function_items f = list_items (fndecl);
  choose_by_place (&f, fndecl);
  choose_by_names (&f, fndecl);

  std::vector<item *> chosen;
  for (item &i : f.items)
    if (i.chosen)
      chosen.push_back (&i);
  unsigned number = name_recursion (fndecl, chosen);
  choose_for_inhouse (&f, fndecl, &chosen);
  std::vector<std::string> texts;
  any_marked |= !chosen.empty ();
  for (item *i : chosen)
    {
      number += !(i->flags & SITE_INHOUSE);
      texts.push_back (make_site_text (fndecl, i->name.empty () ? default_name (fndecl, number)
                                       : i->name, i->where, i->asked, i->flags));
    }
  /* Inner loops first: an outer loop's slots are not moved by that. */
  for (size_t n = chosen.size (); n-- > 0;)
    {
      insert_markers (*chosen[n], texts[n]);
      if (chosen[n]->by_function)
        loops_by_function[DECL_UID (fndecl)].insert (texts[n]);
    }
  auto whole = whole_functions.find (DECL_UID (fndecl));
  if (whole != whole_functions.end ())
    whole->second.names = number;
}

const wanted_recursion *
find_wanted_recursion (tree fndecl)
{
  auto found = wanted_recursions.find (DECL_UID (fndecl));
  return found == wanted_recursions.end () ? NULL : &found->second;
}

bool
is_marked_by_function (const std::string &text)
{
  for (const auto &f : loops_by_function)
    if (f.second.count (text))
      return true;
  return false;
}

std::set<std::string>
give_up_loops (tree fndecl)
{
  whole_functions.erase (DECL_UID (fndecl));
  return loops_by_function[DECL_UID (fndecl)];
}

bool
wants_all_loops (tree fndecl)
{
  return whole_functions.count (DECL_UID (fndecl)) != 0;
}

bool
asks_for_loops (tree fndecl)
{
  auto whole = whole_functions.find (DECL_UID (fndecl));
  return whole != whole_functions.end () && !(whole->second.flags & SITE_OF_ALL)
         && !find_wanted_recursion (fndecl);
}

std::string
site_of_other_loop (tree fndecl, location_t where, unsigned number)
{
  const whole_function &w = whole_functions[DECL_UID (fndecl)];
  return make_site_text (fndecl, default_name (fndecl, w.names + number), where,
                         clauses (), w.flags);
}

std::string
site_of_inhouse_loop (tree fndecl, location_t where)
{
  return make_site_text (fndecl, default_name (fndecl, 1), where, clauses (), SITE_INHOUSE);
}

bool
any_loop_is_marked (void)
{
  return any_marked;
}
