/* SPDX-License-Identifier: GPL-3.0-or-later
 * Building and recognising markers. */
#include "mark/marker.h"

static const internal_fn marker_fn = IFN_LOOP_DIST_ALIAS;
/* In GENERIC: GCC's evaluation of constexpr functions passes over a call of this one, and over no
   other without an effect. */
static const internal_fn tree_fn = IFN_UBSAN_BOUNDS;
static const int marker_magic = 0x616c676f;
static const char asm_prefix[] = "#algoprof ";
static const char first_letter = 'a';

static tree
marker_argument (unsigned n, marker_kind kind, const std::string &text)
{
  switch (n)
    {
    case 0:
      return build_int_cst (integer_type_node, marker_magic);
    case 1:
      return build_int_cst (integer_type_node, kind);
    default:
      return build_string_literal (text.size () + 1, text.c_str ());
    }
}

tree
build_marker_tree (location_t loc, marker_kind kind, const std::string &text)
{
  tree call = build_call_expr_internal_loc (loc, tree_fn, void_type_node, 3,
                                            marker_argument (0, kind, text),
                                            marker_argument (1, kind, text),
                                            marker_argument (2, kind, text));
  TREE_SIDE_EFFECTS (call) = 1;
  return call;
}

static const char *
asm_text (marker_kind kind, const std::string &text)
{
  return ggc_strdup ((asm_prefix + std::string (1, first_letter + kind) + " " + text).c_str ());
}

static gimple *
build_asm_marker (location_t loc, marker_kind kind, const std::string &text)
{
  gasm *g = gimple_build_asm_vec (asm_text (kind, text), NULL, NULL, NULL, NULL);
  gimple_asm_set_volatile (g, true);
  gimple_asm_set_inline (g, true);
  gimple_set_location (g, loc);
  return g;
}

gasm *
build_value_marker (marker_kind kind, const std::string &text,
                    std::initializer_list<tree *> outputs, std::initializer_list<tree> inputs)
{
  vec<tree, va_gc> *in = NULL, *out = NULL;
  auto operand = [] (const char *constraint, tree value) {
    tree c = build_string (strlen (constraint) + 1, constraint);
    return build_tree_list (build_tree_list (NULL_TREE, c), value);
  };
  static const char *const same[] = { "0", "1" };
  unsigned n = 0;
  for (tree *o : outputs)
    {
      vec_safe_push (out, operand ("=r", *o));
      vec_safe_push (in, operand (same[n++], build_zero_cst (TREE_TYPE (*o))));
    }
  for (tree i : inputs)
    vec_safe_push (in, operand ("r", i));
  vec<tree, va_gc> *clobbers = NULL;
  if (kind == MARK_TRACED || is_inhouse_marker (kind))
    vec_safe_push (clobbers, build_tree_list (NULL_TREE, build_string (7, "memory")));
  gasm *g = gimple_build_asm_vec (asm_text (kind, text), in, out, clobbers, NULL);
  gimple_asm_set_volatile (g, true);
  gimple_asm_set_inline (g, true);
  for (tree *o : outputs)
    SSA_NAME_DEF_STMT (*o) = g;
  return g;
}

tree
marker_output (gimple *g, unsigned n)
{
  return TREE_VALUE (gimple_asm_output_op (as_a<gasm *> (g), n));
}

tree
marker_input (gimple *g, unsigned n)
{
  gasm *a = as_a<gasm *> (g);
  return TREE_VALUE (gimple_asm_input_op (a, gimple_asm_noutputs (a) + n));
}

gimple *
build_marker (location_t loc, marker_kind kind, const std::string &text)
{
  if (flag_generate_lto)
    return build_asm_marker (loc, kind, text);
  gcall *g = gimple_build_call_internal (marker_fn, 3, marker_argument (0, kind, text),
                                         marker_argument (1, kind, text),
                                         marker_argument (2, kind, text));
  gimple_set_location (g, loc);
  return g;
}

static marker_kind
asm_marker (gasm *g, std::string *text)
{
  const char *s = gimple_asm_string (g);
  size_t n = strlen (asm_prefix);
  if (strncmp (s, asm_prefix, n) || s[n] < first_letter || s[n] > first_letter + MARK_LAST
      || s[n + 1] != ' ')
    return MARK_NONE;
  if (text)
    *text = s + n + 2;
  return (marker_kind) (s[n] - first_letter);
}

marker_kind
marker_of (gimple *g, std::string *text)
{
  if (gasm *a = dyn_cast<gasm *> (g))
    return asm_marker (a, text);
  if (!is_gimple_call (g)
      || !(gimple_call_internal_p (g, marker_fn) || gimple_call_internal_p (g, tree_fn))
      || gimple_call_num_args (g) != 3)
    return MARK_NONE;
  tree magic = gimple_call_arg (g, 0), kind = gimple_call_arg (g, 1);
  if (TREE_CODE (magic) != INTEGER_CST || !tree_fits_shwi_p (magic)
      || tree_to_shwi (magic) != marker_magic)
    return MARK_NONE;
  if (text)
    {
      tree s = gimple_call_arg (g, 2);
      while (TREE_CODE (s) != STRING_CST)
        s = TREE_OPERAND (s, 0);
      *text = std::string (TREE_STRING_POINTER (s), TREE_STRING_LENGTH (s) - 1);
    }
  return (marker_kind) tree_to_shwi (kind);
}

static std::vector<marker>
list (function *fun, bool (*wanted) (marker_kind))
{
  std::vector<marker> list;
  basic_block bb;
  FOR_EACH_BB_FN (bb, fun)
    for (gimple_stmt_iterator g = gsi_start_bb (bb); !gsi_end_p (g); gsi_next (&g))
      {
        gimple *stmt = gsi_stmt (g);
        marker_kind kind = marker_of (stmt, NULL);
        if (!wanted (kind))
          continue;
        list.push_back ({ stmt, kind, "" });
        marker_of (stmt, &list.back ().text);
      }
  return list;
}

std::vector<marker>
list_markers (function *fun)
{
  return list (fun, is_loop_marker);
}

std::vector<marker>
list_recursion_markers (function *fun)
{
  return list (fun, is_recursion_marker);
}

std::vector<marker>
list_inhouse_markers (function *fun)
{
  return list (fun, is_inhouse_marker);
}

void
convert_tree_markers (function *fun)
{
  for (const marker &m : list_markers (fun))
    {
      if (!is_gimple_call (m.stmt) || gimple_call_internal_p (m.stmt, marker_fn))
        continue;
      gimple_stmt_iterator gsi = gsi_for_stmt (m.stmt);
      gimple *settled = build_marker (gimple_location (m.stmt), m.kind, m.text);
      gsi_insert_before (&gsi, settled, GSI_SAME_STMT);
      remove_marker (m.stmt);
    }
}

void
remove_marker (gimple *g)
{
  gimple_stmt_iterator gsi = gsi_for_stmt (g);
  unlink_stmt_vdef (g);
  gsi_remove (&gsi, true);
  release_defs (g);
}

void
replace_marker (gimple *g, gimple_seq seq)
{
  gimple_stmt_iterator gsi = gsi_for_stmt (g);
  gsi_insert_seq_before (&gsi, seq, GSI_SAME_STMT);
  remove_marker (g);
}

void
replace_value_marker (gimple *g, gimple_seq seq)
{
  gimple_stmt_iterator gsi = gsi_for_stmt (g);
  if (seq)
    gsi_insert_seq_before (&gsi, seq, GSI_SAME_STMT);
  unlink_stmt_vdef (g);
  gsi_remove (&gsi, true);
}
