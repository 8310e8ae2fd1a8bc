/* SPDX-License-Identifier: GPL-3.0-or-later
 * Versions are known by attributes, which GCC's copies of a function keep. */
#include "recursion/versions.h"
#include "compat/roots.h"
#include "site/site.h"
#include <algoprof/rt_abi.h>

/* Names that no source can write; the second has the site's text as its argument. */
static const char traced_mark[] = "algoprof traced version";
static const char chain_mark[] = "algoprof chain";
static const char split_mark[] = "algoprof split";      /* of the function that has the versions */

/* By the numbers of versions that are not traced. */
static std::map<unsigned, tree> traced_versions;

bool
is_traced_version (tree fndecl)
{
  return lookup_attribute (traced_mark, DECL_ATTRIBUTES (fndecl)) != NULL_TREE;
}

tree
traced_version_of (tree fndecl)
{
  auto found = traced_versions.find (DECL_UID (fndecl));
  return found == traced_versions.end () ? NULL_TREE : found->second;
}

static tree
split_origin (tree fndecl)
{
  tree origin = DECL_ORIGIN (fndecl);
  bool part = strstr (IDENTIFIER_POINTER (DECL_ASSEMBLER_NAME (fndecl)), ".part.");
  return !part && lookup_attribute (split_mark, DECL_ATTRIBUTES (origin)) ? origin : NULL_TREE;
}

bool
has_versions (tree fndecl)
{
  return split_origin (fndecl) != NULL_TREE;
}

tree
whole_of_version (tree fndecl)
{
  tree origin = split_origin (fndecl);
  return origin ? origin : fndecl;
}

std::string
chain_of (tree fndecl)
{
  tree a = lookup_attribute (chain_mark, DECL_ATTRIBUTES (fndecl));
  return a ? TREE_STRING_POINTER (TREE_VALUE (TREE_VALUE (a))) : "";
}

std::string
calls_only_recursion (tree fndecl)
{
  site s;
  std::string text = chain_of (fndecl);
  return !text.empty () && site_from_text (text, &s) && (s.flags & ALGOPROF_S_CALLS_ONLY)
         ? s.function : "";
}

/* ---- making them */

void
make_untraced_version (cgraph_node *n, tree traced)
{
  traced_versions[DECL_UID (n->decl)] = keep_tree (traced);
  tree attributes = copy_list (DECL_ATTRIBUTES (n->decl));
  for (const char *gone : { "constructor", "destructor", "alias", "algoprof" })
    attributes = remove_attribute (gone, attributes);
  DECL_ATTRIBUTES (n->decl) = tree_cons (get_identifier ("no_icf"), NULL_TREE, attributes);
  DECL_STATIC_CONSTRUCTOR (n->decl) = DECL_STATIC_DESTRUCTOR (n->decl) = 0;
}

/* May a call of it run for long?  Then a sample may be left in it, and what goes on is to be as quick as
   the original. */
static bool
has_loop (tree decl)
{
  function *fun = DECL_STRUCT_FUNCTION (decl);
  return !loops_for_fn (fun) || number_of_loops (fun) > 1;
}

static void
dress_version (cgraph_node *original, cgraph_node *version)
{
  tree decl = version->decl, attributes = copy_list (DECL_ATTRIBUTES (decl));
  for (const char *gone : { "constructor", "destructor", "alias", "always_inline", "algoprof" })
    attributes = remove_attribute (gone, attributes);
  bool quick = has_loop (original->decl);
  for (const char *added : { traced_mark, "used" })
    attributes = tree_cons (get_identifier (added), NULL_TREE, attributes);
  if (!quick)
    attributes = tree_cons (get_identifier ("cold"), NULL_TREE, attributes);
  DECL_ATTRIBUTES (decl) = attributes;
  DECL_STATIC_CONSTRUCTOR (decl) = DECL_STATIC_DESTRUCTOR (decl) = 0;
  DECL_DISREGARD_INLINE_LIMITS (decl) = 0;
  DECL_UNINLINABLE (decl) = 1;
  DECL_PRESERVE_P (decl) = 1;
  TREE_USED (decl) = 1;
  /* It writes the trace, even if the original is pure. */
  DECL_PURE_P (decl) = DECL_LOOPING_CONST_OR_PURE_P (decl) = TREE_READONLY (decl) = 0;
  TREE_NOTHROW (decl) = TREE_NOTHROW (original->decl);
  TREE_THIS_VOLATILE (decl) = TREE_THIS_VOLATILE (original->decl);
  version->frequency = quick ? NODE_FREQUENCY_NORMAL : NODE_FREQUENCY_UNLIKELY_EXECUTED;
  version->local = 0;
  version->force_output = 1;
}

void
make_traced_version (cgraph_node *original, cgraph_node *n, const std::string &text)
{
  dress_version (original, n);
  if (!has_versions (original->decl))
    DECL_ATTRIBUTES (original->decl) = tree_cons (get_identifier (split_mark), NULL_TREE,
                                                  copy_list (DECL_ATTRIBUTES (original->decl)));
  tree s = build_string (text.size () + 1, text.c_str ());
  TREE_TYPE (s) = build_array_type_nelts (char_type_node, text.size () + 1);
  tree attributes = DECL_ATTRIBUTES (n->decl);
  for (const char *added : { "no_icf", "noclone" })
    attributes = tree_cons (get_identifier (added), NULL_TREE, attributes);
  DECL_ATTRIBUTES (n->decl) = tree_cons (get_identifier (chain_mark),
                                         build_tree_list (NULL_TREE, s), attributes);
}

/* A recursion's traced version runs seldom, and its trace costs more than what GCC could win: passes
   that take long are left out, but none that decides what the code computes or
   how much stack it takes.  Where a sample may be left in it, a choice that cannot be
   foreseen is to be a move by condition, as in the original: without that a search took three
   times as long.  (At level 1 the liveness of registers is not kept from pass to pass, but `h % 7 == 3'
   takes more multiplications.  Registers are allocated for the function as one.)  Not before
   everything is inlined: GCC inlines nothing into a function of other options. */
void
optimise_less (tree decl)
{
  if (!opt_for_fn (decl, optimize))
    return;
  cl_optimization saved;
  tree own = DECL_FUNCTION_SPECIFIC_OPTIMIZATION (decl);
  cl_optimization_save (&saved, &global_options, &global_options_set);
  cl_optimization_restore (&global_options, &global_options_set,
                           TREE_OPTIMIZATION (own ? own : optimization_default_node));
  for (int *flag : { &flag_tree_pre, &flag_code_hoisting, &flag_tree_vrp, &flag_ivopts,
                     &flag_tree_slsr, &flag_tree_sink, &flag_tree_dom, &flag_thread_jumps,
                     &flag_split_paths, &flag_tree_loop_vectorize, &flag_tree_slp_vectorize,
                     &flag_unswitch_loops, &flag_tree_loop_distribution,
                     &flag_tree_loop_distribute_patterns, &flag_tree_loop_im,
                     &flag_predictive_commoning, &flag_peel_loops, &flag_tree_fre,
                     &flag_tree_forwprop, &flag_tree_dse, &flag_tree_copy_prop, &flag_tree_ccp,
                     &flag_tree_pta, &flag_ssa_phiopt, &flag_tree_loop_ivcanon, &flag_tree_tail_merge,
                     &flag_gcse, &flag_cse_follow_jumps, &flag_rerun_cse_after_loop,
                     &flag_schedule_insns, &flag_schedule_insns_after_reload, &flag_peephole2,
                     &flag_crossjumping, &flag_if_conversion2, &flag_ree,
                     &flag_dse, &flag_forward_propagate, &flag_move_loop_invariants,
                     &flag_cprop_registers, &flag_compare_elim_after_reload, &flag_ipa_ra,
                     &flag_expensive_optimizations, &flag_split_wide_types, &flag_reorder_blocks,
                     &flag_lra_remat, &flag_combine_stack_adjustments, &flag_shrink_wrap,
                     &flag_tree_loop_optimize, &flag_tree_reassoc, &flag_optimize_strlen,
                     &flag_tree_cselim, &flag_ssa_backprop, &flag_store_merging })
    *flag = 0;
  if (!has_loop (decl))
    {
      flag_if_conversion = 0;
      optimize = 1;
    }
  else if (optimize > 2)
    optimize = 2;
  flag_ira_region = IRA_REGION_ONE;
  DECL_FUNCTION_SPECIFIC_OPTIMIZATION (decl)
    = build_optimization_node (&global_options, &global_options_set);
  cl_optimization_restore (&global_options, &global_options_set, &saved);
}
