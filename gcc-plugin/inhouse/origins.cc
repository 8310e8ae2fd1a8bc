/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Names of SSA form are replaced by what they are computed from, as far as that are sums and products: p->a and q[1] have one
 * origin where q is &p->b, or i + 1 and i are indices of one array. */
#include "inhouse/origins.h"

origin_table::~origin_table ()
{
  if (names)
    free_affine_expand_cache (&names);
}

/* times: a constant, or NULL_TREE for 1. */
bool
origin_table::add (tree value, tree times, aff_tree *sum)
{
  aff_tree a;
  if (times && TREE_CODE (times) != INTEGER_CST)
    return false;
  tree_to_aff_combination_expand (value, TREE_TYPE (value), &a, &names);
  if (a.rest || TYPE_PRECISION (a.type) != TYPE_PRECISION (sizetype))
    return false;
  aff_combination_convert (&a, sizetype);
  if (times)
    aff_combination_scale (&a, wi::to_widest (times));
  aff_combination_add (sum, &a);
  return !sum->rest;
}

bool
origin_table::expand (tree base, tree offset, aff_tree *sum)
{
  aff_combination_const (sum, sizetype, 0);
  if (offset && !add (offset, NULL_TREE, sum))
    return false;
  if (TREE_CODE (base) == MEM_REF)
    return add (TREE_OPERAND (base, 0), NULL_TREE, sum) && add (fold_convert (sizetype, TREE_OPERAND (base, 1)), NULL_TREE, sum);
  if (TREE_CODE (base) != TARGET_MEM_REF)
    return add (build_fold_addr_expr (base), NULL_TREE, sum);
  return add (TMR_BASE (base), NULL_TREE, sum) && add (fold_convert (sizetype, TMR_OFFSET (base)), NULL_TREE, sum)
         && (!TMR_INDEX (base) || add (TMR_INDEX (base), TMR_STEP (base), sum))
         && (!TMR_INDEX2 (base) || add (TMR_INDEX2 (base), NULL_TREE, sum));
}

static hashval_t
hash_of (const origin &o)
{
  hashval_t sum = 0;            /* in whichever order */
  for (const auto &term : o.terms)
    {
      inchash::hash h;
      inchash::add_expr (term.first, h);
      h.add_hwi (term.second);
      sum += h.end ();
    }
  return sum;
}

static bool
has_term (const origin &o, const std::pair<tree, HOST_WIDE_INT> &term)
{
  return std::any_of (o.terms.begin (), o.terms.end (), [&] (const std::pair<tree, HOST_WIDE_INT> &t) {
    return t.second == term.second && operand_equal_p (t.first, term.first);
  });
}

static bool
is_equal (const origin &a, const origin &b)
{
  return a.terms.size () == b.terms.size ()
         && std::all_of (a.terms.begin (), a.terms.end (),
                         [&] (const std::pair<tree, HOST_WIDE_INT> &t) { return has_term (b, t); });
}

const origin *
origin_table::find (const origin &o)
{
  std::vector<const origin *> &same = by_hash[hash_of (o)];
  for (const origin *i : same)
    if (is_equal (*i, o))
      return i;
  all.push_back (o);
  same.push_back (&all.back ());
  return &all.back ();
}

const origin *
origin_table::find (tree base, tree offset, HOST_WIDE_INT *distance)
{
  aff_tree sum;
  widest_int constant;
  origin o;
  if (!expand (base, offset, &sum) || !sum.offset.is_constant (&constant))
    {
      o.terms.push_back ({ base, 1 });
      if (offset)
        o.terms.push_back ({ offset, 1 });
      return find (o);
    }
  for (unsigned i = 0; i < sum.n; i++)
    o.terms.push_back ({ sum.elts[i].val, sum.elts[i].coef.to_shwi () });
  *distance += constant.to_shwi ();
  return find (o);
}
