/* SPDX-License-Identifier: GPL-3.0-or-later
 * Searches in GCC's call graph. */
#include "mark/call-graph.h"

typedef std::vector<cgraph_node *> node_list;

cgraph_node *
certain_callee (cgraph_node *n)
{
  enum availability available;
  cgraph_node *target = n->ultimate_alias_target (&available);
  if (available <= AVAIL_INTERPOSABLE || !target->has_gimple_body_p () || target->thunk)
    return NULL;
  return target;
}

static node_set
reachable_from (const node_set &start)
{
  node_set seen;
  node_list work (start.begin (), start.end ());
  while (!work.empty ())
    {
      cgraph_node *n = work.back ();
      work.pop_back ();
      for (cgraph_edge *e = n->callees; e; e = e->next_callee)
        if (cgraph_node *to = certain_callee (e->callee))
          if (seen.insert (to).second)
            work.push_back (to);
    }
  return seen;
}

/* Of the functions `among', those from which one of `ends' can be reached. */
static node_set
leading_to (const node_set &ends, const node_set &among)
{
  node_set lead = ends;
  for (bool more = true; more;)
    {
      more = false;
      for (cgraph_node *n : among)
        if (!lead.count (n))
          for (cgraph_edge *e = n->callees; e; e = e->next_callee)
            {
              cgraph_node *to = certain_callee (e->callee);
              if (to && lead.count (to))
                {
                  lead.insert (n);
                  more = true;
                  break;
                }
            }
    }
  return lead;
}

node_set
between (const node_set &ends)
{
  node_set below = reachable_from (ends), lead = leading_to (ends, below), both = ends;
  for (cgraph_node *n : below)
    if (lead.count (n))
      both.insert (n);
  return both;
}

bool
calls_one_of (cgraph_node *n, const node_set &others)
{
  for (cgraph_node *m : reachable_from ({ n }))
    if (others.count (m))
      return true;
  return reachable_from (others).count (n) != 0;
}

node_set
component_of (cgraph_node *n)
{
  /* What may be replaced at link time counts here: it is called in the source. */
  node_set seen;
  node_list work (1, n);
  bool cycle = false;
  while (!work.empty ())
    {
      cgraph_node *m = work.back ();
      work.pop_back ();
      for (cgraph_edge *e = m->callees; e; e = e->next_callee)
        {
          cgraph_node *to = e->callee->ultimate_alias_target ();
          cycle |= to == n;
          if (to->has_gimple_body_p () && seen.insert (to).second)
            work.push_back (to);
        }
    }
  return cycle ? between ({ n }) : node_set ();
}

static std::set<int>
uids_of_recursive (void)
{
  std::set<int> uids;
  cgraph_node *n;
  std::vector<cgraph_node *> order (symtab->cgraph_count);
  ipa_reduced_postorder (order.data (), true, NULL);
  FOR_EACH_DEFINED_FUNCTION (n)
    for (cgraph_edge *e = n->callees; e; e = e->next_callee)
      if (ipa_edge_within_scc (e))
        uids.insert (n->get_uid ());
  ipa_free_postorder_info ();
  return uids;
}

bool
is_recursive (cgraph_node *n)
{
  static const std::set<int> recursive = uids_of_recursive ();
  return recursive.count (n->get_uid ()) != 0;
}

/* OpenMP's built-in functions do, which run the bodies of tasks and regions. */
static bool
takes_function (tree fndecl)
{
  for (tree t = TYPE_ARG_TYPES (TREE_TYPE (fndecl)); t; t = TREE_CHAIN (t))
    if (POINTER_TYPE_P (TREE_VALUE (t)) && FUNC_OR_METHOD_TYPE_P (TREE_TYPE (TREE_VALUE (t))))
      return true;
  return false;
}

static bool
never_calls_back (tree fndecl)
{
  return (fndecl_built_in_p (fndecl) && !takes_function (fndecl)) || DECL_IS_OPERATOR_NEW_P (fndecl)
         || DECL_IS_OPERATOR_DELETE_P (fndecl)
         || (flags_from_decl_or_type (fndecl) & (ECF_LEAF | ECF_NORETURN | ECF_CONST));
}

bool
may_come_back (cgraph_node *start)
{
  node_set seen = reachable_from ({ start });
  seen.insert (start);
  for (cgraph_node *n : seen)
    {
      if (n->indirect_calls)
        return true;
      for (cgraph_edge *e = n->callees; e; e = e->next_callee)
        if (!certain_callee (e->callee) && !never_calls_back (e->callee->decl))
          return true;
    }
  return false;
}

/* What DECL_UNINLINABLE was, by the declaration's number. */
static std::map<unsigned, bool> uninlinable;

void
keep_from_inlining (tree fndecl)
{
  uninlinable[DECL_UID (fndecl)] = DECL_UNINLINABLE (fndecl);
  DECL_UNINLINABLE (fndecl) = 1;
}

void
allow_inlining (tree fndecl)
{
  auto found = uninlinable.find (DECL_UID (fndecl));
  if (found != uninlinable.end ())
    DECL_UNINLINABLE (fndecl) = found->second;
}

bool
is_resolver (tree fndecl)
{
  cgraph_node *n = cgraph_node::get (fndecl), *user;
  ipa_ref *ref;
  if (!n)
    return false;
  FOR_EACH_ALIAS (n, ref)
    if ((user = dyn_cast<cgraph_node *> (ref->referring)) && user->ifunc_resolver)
      return true;
  return n->ifunc_resolver;
}
