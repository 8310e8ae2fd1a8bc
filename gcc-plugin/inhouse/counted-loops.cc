/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A loop that calls nothing, is left only where its first block ends, and accesses in that block what lies a constant farther
 * each time: before it runs it is known which cells are accessed.  Told one by one, accesses of vectors would take several
 * times the loop's own instructions.
 *
 * Whether a cell is read first depends on the writes before.  So all accesses of a loop are told before it, or all that it makes
 * are reads: their order does not matter. */
#include "inhouse/counted-loops.h"
#include "inhouse/library.h"
#include "options.h"
#include "site/runtime-calls.h"
#include <algoprof/inhouse_abi.h>

#define VECTOR 16               /* bytes side by side, of an iteration, for which it pays */
#define LONGEST_STEP ((HOST_WIDE_INT) 1 << 30)

/* ---- the loop */

struct shape
{
  class loop *l;
  edge entry, latch, exit;
};

/* Nothing but plain statements; `exit' is the only edge that leaves the loop. */
static bool
is_plain (const shape &s, basic_block bb, edge *exit)
{
  edge e;
  edge_iterator ei;
  for (gimple_stmt_iterator g = gsi_start_bb (bb); !gsi_end_p (g); gsi_next (&g))
    {
      gimple *stmt = gsi_stmt (g);
      if (is_gimple_debug (stmt))
        continue;
      if (gimple_code (stmt) == GIMPLE_ASM || gimple_has_volatile_ops (stmt) || stmt_could_throw_p (cfun, stmt)
          || (is_gimple_call (stmt) && (!gimple_call_internal_p (stmt) || gimple_vuse (stmt))))
        return false;
    }
  FOR_EACH_EDGE (e, ei, bb->succs)
    {
      if (e->flags & (EDGE_ABNORMAL | EDGE_EH))
        return false;
      if (flow_bb_inside_loop_p (s.l, e->dest))
        continue;
      if (*exit)
        return false;
      *exit = e;
    }
  return true;
}

static bool
find_shape (class loop *l, shape *s)
{
  *s = { l, NULL, NULL, NULL };
  if (l->inner || !l->header || !l->latch || EDGE_COUNT (l->header->preds) != 2)
    return false;
  for (unsigned i = 0; i < 2; i++)
    {
      edge e = EDGE_PRED (l->header, i);
      (flow_bb_inside_loop_p (l, e->src) ? s->latch : s->entry) = e;
    }
  if (!s->latch || !s->entry || s->entry->flags & (EDGE_ABNORMAL | EDGE_EH))
    return false;
  basic_block *body = get_loop_body (l);
  bool plain = std::all_of (body, body + l->num_nodes, [&] (basic_block bb) { return is_plain (*s, bb, &s->exit); });
  free (body);
  return plain && s->exit && s->exit->src == l->header;
}

/* ---- values that grow */

static tree
note_variant (tree *at, int *, void *data)
{
  const shape *s = (const shape *) data;
  basic_block bb = TREE_CODE (*at) == SSA_NAME ? gimple_bb (SSA_NAME_DEF_STMT (*at)) : NULL;
  return bb && flow_bb_inside_loop_p (s->l, bb) ? *at : NULL_TREE;
}

static bool
is_invariant (const shape &s, tree value)
{
  return !walk_tree (&value, note_variant, (void *) &s, NULL);
}

/* The value is a name that each iteration adds a constant to. */
static bool
find_step (const shape &s, tree value, tree *init, HOST_WIDE_INT *step)
{
  gphi *phi = TREE_CODE (value) == SSA_NAME ? dyn_cast<gphi *> (SSA_NAME_DEF_STMT (value)) : NULL;
  hash_map<tree, name_expansion *> *names = NULL;
  widest_int added;
  aff_tree next;
  if (!phi || gimple_bb (phi) != s.l->header)
    return false;
  tree_to_aff_combination_expand (PHI_ARG_DEF_FROM_EDGE (phi, s.latch), TREE_TYPE (value), &next, &names);
  free_affine_expand_cache (&names);
  if (next.n != 1 || next.rest || next.elts[0].val != value || next.elts[0].coef != 1 || !next.offset.is_constant (&added)
      || !wi::fits_shwi_p (added))
    return false;
  *init = PHI_ARG_DEF_FROM_EDGE (phi, s.entry);
  *step = added.to_shwi ();
  return *step > -LONGEST_STEP && *step < LONGEST_STEP;
}

static tree
in_type (tree type, tree value)
{
  return fold_convert (type, unshare_expr (value));
}

/* Of one that grows at most by a constant: what it is in the first iteration, as a number of its type without sign. */
static bool
find_growing (const shape &s, tree value, tree *first, HOST_WIDE_INT *step)
{
  tree type = unsigned_type_for (TREE_TYPE (value)), init;
  hash_map<tree, name_expansion *> *names = NULL;
  widest_int ahead;
  aff_tree sum;
  tree_to_aff_combination_expand (value, TREE_TYPE (value), &sum, &names);
  free_affine_expand_cache (&names);
  if (sum.n != 1 || sum.rest || sum.elts[0].coef != 1 || !sum.offset.is_constant (&ahead)
      || TYPE_PRECISION (TREE_TYPE (sum.elts[0].val)) != TYPE_PRECISION (type)
      || !find_step (s, sum.elts[0].val, &init, step))
    return false;
  *first = fold_build2 (PLUS_EXPR, type, in_type (type, init), wide_int_to_tree (type, ahead));
  return true;
}

/* ---- how often */

/* The values from one to the other, by steps, and so many more. */
static tree
steps_between (tree from, tree to, HOST_WIDE_INT step, int more)
{
  tree type = TREE_TYPE (from), distance = fold_build2 (MINUS_EXPR, type, to, from);
  if (more < 0)
    distance = fold_build2 (MINUS_EXPR, type, distance, build_int_cst (type, -more));
  return fold_convert (long_unsigned_type_node, fold_build2 (TRUNC_DIV_EXPR, type, distance, build_int_cst (type, step)));
}

/* The test goes on while value CODE bound, which grows by `step' from `first' on.  NULL_TREE: not known. */
static tree
count_tests (tree_code code, tree first, tree bound, HOST_WIDE_INT step, tree signed_as)
{
  tree word = long_unsigned_type_node, one = build_int_cst (word, 1);
  bool up = step > 0;
  tree low = up ? first : bound, high = up ? bound : first;
  HOST_WIDE_INT by = up ? step : -step;
  if (code == NE_EXPR)
    return fold_build2 (PLUS_EXPR, word, steps_between (low, high, by, 0), one);
  bool strict = code == LT_EXPR || code == GT_EXPR;
  if ((up && code != LT_EXPR && code != LE_EXPR) || (!up && code != GT_EXPR && code != GE_EXPR))
    return NULL_TREE;
  tree goes_on = fold_build2 (code, boolean_type_node, in_type (signed_as, first), in_type (signed_as, bound));
  tree steps = fold_build2 (PLUS_EXPR, word, steps_between (low, high, by, strict ? -1 : 0), one);
  return fold_build2 (PLUS_EXPR, word, fold_build2 (MULT_EXPR, word, fold_convert (word, goes_on), steps), one);
}

/* How often the test at the exit is made. */
static tree
times_of (const shape &s)
{
  gimple_stmt_iterator g = gsi_last_nondebug_bb (s.exit->src);
  gcond *test = gsi_end_p (g) ? NULL : dyn_cast<gcond *> (gsi_stmt (g));
  if (!test)
    return NULL_TREE;
  tree value = gimple_cond_lhs (test), bound = gimple_cond_rhs (test), first;
  tree_code code = gimple_cond_code (test);
  if (is_invariant (s, value))
    {
      std::swap (value, bound);
      code = swap_tree_comparison (code);
    }
  tree type = TREE_TYPE (value);
  if (!is_invariant (s, bound) || !(INTEGRAL_TYPE_P (type) || POINTER_TYPE_P (type)))
    return NULL_TREE;
  if (s.exit->flags & EDGE_TRUE_VALUE)
    code = invert_tree_comparison (code, false);
  HOST_WIDE_INT step;
  if (!find_growing (s, value, &first, &step) || !step)
    return NULL_TREE;
  tree as = POINTER_TYPE_P (type) ? TREE_TYPE (first) : type;
  return count_tests (code, first, in_type (TREE_TYPE (first), bound), step, as);
}

/* ---- accesses */

static bool
find_access (const shape &s, const memory_use &u, counted_access *a)
{
  *a = { u, wide_int_to_tree (sizetype, u.at), 0 };
  if (gimple_bb (u.stmt) != s.l->header || u.size >= LONGEST_STEP)
    return false;
  for (const auto &term : u.origin->terms)
    {
      tree value = term.first, init;
      HOST_WIDE_INT step = 0;
      if (TREE_CODE (value) == MEM_REF || TREE_CODE (value) == TARGET_MEM_REF)
        return false;           /* no sum of names */
      if (is_invariant (s, value))
        init = value;
      else if (!find_step (s, value, &init, &step))
        return false;
      else if (TYPE_PRECISION (TREE_TYPE (value)) != TYPE_PRECISION (sizetype))
        return false;
      tree part = fold_build2 (MULT_EXPR, sizetype, in_type (sizetype, init), build_int_cst (sizetype, term.second));
      a->first = fold_build2 (PLUS_EXPR, sizetype, a->first, part);
      if (term.second <= -LONGEST_STEP || term.second >= LONGEST_STEP || step * term.second / LONGEST_STEP)
        return false;
      a->step += step * term.second;
    }
  return a->step > -LONGEST_STEP && a->step < LONGEST_STEP;
}

/* No cell lies between what it accesses in one iteration and in the next one. */
static bool
is_dense (const counted_access &a)
{
  return absu_hwi (a.step) < (unsigned HOST_WIDE_INT) a.use.size + options.cell;
}

/* Neighbours of one kind, with none of the other kind between them, are one access. */
static void
add_access (std::vector<counted_access> *list, counted_access a)
{
  for (size_t i = list->size (); i-- > 0 && (*list)[i].use.write == a.use.write;)
    {
      memory_use &u = (*list)[i].use;
      HOST_WIDE_INT end = MAX (u.at + u.size, a.use.at + a.use.size);
      if (u.origin != a.use.origin || a.use.at > u.at + u.size || u.at > a.use.at + a.use.size)
        continue;
      if (a.use.at < u.at)
        {
          u.at = a.use.at;
          (*list)[i].first = a.first;
        }
      u.size = end - u.at;
      return;
    }
  list->push_back (a);
}

/* What is to be told of the loop's accesses, and their numbers. */
struct candidates
{
  std::vector<counted_access> accesses;
  std::map<const origin *, std::vector<unsigned>> numbers;
  bool writes, left;            /* left: some cannot be told before it */
};

static candidates
find_candidates (const shape &s, const std::vector<memory_use> &uses)
{
  candidates c = { {}, {}, false, false };
  for (unsigned i = 0; i < uses.size (); i++)
    if (flow_bb_inside_loop_p (s.l, gimple_bb (uses[i].stmt)))
      {
        counted_access a;
        bool found = find_access (s, uses[i], &a);
        c.writes |= uses[i].write;
        c.left |= !found;
        if (found)
          {
            add_access (&c.accesses, a);
            c.numbers[uses[i].origin].push_back (i);
          }
      }
  return c;
}

/* The accesses that are told before the loop, which `taken' has by their number then. */
static counted_loop
look_at_loop (const shape &s, const std::vector<memory_use> &uses, std::vector<bool> *taken)
{
  counted_loop l = { s.entry, NULL_TREE, {} };
  candidates c = find_candidates (s, uses);
  std::set<const origin *> sparse;
  bool wide = false;
  for (const counted_access &a : c.accesses)
    {
      wide |= a.use.size >= VECTOR;
      if (!is_dense (a))
        sparse.insert (a.use.origin);
    }
  if (!wide || (c.writes && (c.left || !sparse.empty ())))
    return l;
  for (const counted_access &a : c.accesses)
    if (!sparse.count (a.use.origin))
      l.accesses.push_back (a);
  l.times = l.accesses.empty () ? NULL_TREE : times_of (s);
  if (l.times)
    for (const auto &of : c.numbers)
      for (unsigned i : of.second)
        (*taken)[i] = (*taken)[i] || !sparse.count (of.first);
  return l;
}

std::vector<counted_loop>
take_counted_loops (function *fun, std::vector<memory_use> *uses)
{
  std::vector<counted_loop> found;
  std::vector<bool> taken (uses->size (), false);
  std::map<basic_block, HOST_WIDE_INT> bytes;
  for (const memory_use &u : *uses)
    bytes[gimple_bb (u.stmt)] += u.size;
  if (!current_loops || !optimize || uses->empty ())
    return found;
  if (loops_state_satisfies_p (LOOPS_NEED_FIXUP))
    fix_loop_structure (NULL);
  calculate_dominance_info (CDI_DOMINATORS);     /* get_loop_body asks for it */
  for (unsigned i = 1; i < number_of_loops (fun); i++)
    {
      class loop *l = get_loop (fun, i);
      shape s;
      if (!l || bytes[l->header] < VECTOR || !find_shape (l, &s))
        continue;
      counted_loop c = look_at_loop (s, *uses, &taken);
      if (c.times)
        found.push_back (c);
    }
  leave_out (taken, uses);
  return found;
}

/* ---- telling */

/* As struct algoprof_counted has it. */
static void
put_access (gimple_seq *seq, const counted_access &a, tree array, unsigned n)
{
  auto store = [&] (HOST_WIDE_INT at, tree value) {
    gimple_seq more = NULL;
    tree word = force_gimple_operand (fold_convert (long_unsigned_type_node, value), &more, true, NULL_TREE);
    gimple_seq_add_seq (seq, more);
    tree place = build2 (MEM_REF, runtime_type (long_unsigned_type_node), build_fold_addr_expr (array),
                         build_int_cst (ptr_type_node, n * sizeof (algoprof_counted) + at));
    gimple_seq_add_stmt (seq, gimple_build_assign (place, word));
  };
  unsigned HOST_WIDE_INT step = (unsigned HOST_WIDE_INT) a.step << 32;
  unsigned HOST_WIDE_INT size = a.use.size << 1 | a.use.write;
  store (offsetof (algoprof_counted, first), a.first);
  store (offsetof (algoprof_counted, size), build_int_cst (long_unsigned_type_node, step | size));
}

void
put_counted_loops (const activation &a, const std::vector<counted_loop> &loops)
{
  size_t most = 0;
  for (const counted_loop &c : loops)
    most = MAX (most, c.accesses.size ());
  if (!most)
    return;
  tree array = make_words (most * sizeof (algoprof_counted) / sizeof (uint64_t));
  for (const counted_loop &c : loops)
    {
      gimple_seq seq = NULL, more = NULL;
      for (unsigned i = 0; i < c.accesses.size (); i++)
        put_access (&seq, c.accesses[i], array, i);
      tree times = force_gimple_operand (c.times, &more, true, NULL_TREE);
      gimple_seq_add_seq (&seq, more);
      gimple_seq_add_stmt (&seq, call_runtime ("counted", NULL_TREE,
                                               { put_running (&seq, a), times, build_fold_addr_expr (array),
                                                 build_int_cst (long_unsigned_type_node, c.accesses.size ()) }));
      gsi_insert_seq_on_edge (c.entry, seq);
    }
}
