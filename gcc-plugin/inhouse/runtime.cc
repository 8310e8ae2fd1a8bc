/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "inhouse/runtime.h"
#include "compat/roots.h"
#include "mark/attribute.h"
#include "options.h"
#include "site/asm-statement.h"
#include "site/function-name.h"
#include "site/site.h"
#include <algoprof/inhouse_abi.h>
#include <algoprof/rt_abi.h>

tree
stamp_type (void)
{
  return runtime_type (unsigned_type_node);
}

gcall *
call_runtime (const char *name, tree result, const std::vector<tree> &arguments)
{
  static std::map<std::string, tree> declared;
  tree &decl = declared[name];
  if (!decl)
    {
      std::string symbol = std::string (ALGOPROF_INHOUSE ("")) + name;
      tree type = build_varargs_function_type_list (result ? TREE_TYPE (result) : void_type_node, NULL_TREE);
      if (!arguments.empty ())
        {
          tree list = void_list_node;
          for (size_t i = arguments.size (); i-- > 0;)
            list = tree_cons (NULL_TREE, TREE_TYPE (arguments[i]), list);
          type = build_function_type (result ? TREE_TYPE (result) : void_type_node, list);
        }
      decl = keep_tree (build_fn_decl (symbol.c_str (), type));
      TREE_NOTHROW (decl) = 1;
      DECL_ATTRIBUTES (decl) = tree_cons (get_identifier ("leaf"), NULL_TREE, NULL_TREE);
    }
  vec<tree> list = vNULL;
  for (tree a : arguments)
    list.safe_push (a);
  gcall *call = gimple_build_call_vec (decl, list);
  list.release ();
  if (result)
    gimple_call_set_lhs (call, result);
  gimple_call_set_nothrow (call, true);
  return call;
}

tree
put_running (gimple_seq *seq, const activation &a)
{
  if (!a.running)
    return a.frame;
  tree frame = make_ssa_name (ptr_type_node);
  gimple_seq_add_stmt (seq, gimple_build_assign (frame, a.running));
  return frame;
}

tree
frame_field (tree frame, enum frame_field field)
{
  static const size_t offsets[]
    = { offsetof (algoprof_frame, stamp), offsetof (algoprof_frame, stamps), offsetof (algoprof_frame, mask),
        offsetof (algoprof_frame, cost), offsetof (algoprof_frame, shared) };
  bool is_pointer = field == FRAME_STAMPS || field == FRAME_SHARED;
  tree type = field == FRAME_STAMP ? stamp_type () : runtime_type (is_pointer ? ptr_type_node : long_unsigned_type_node);
  return build2 (MEM_REF, type, frame, build_int_cst (ptr_type_node, offsets[field]));
}

tree
callees_stamp (tree frame)
{
  return build2 (MEM_REF, stamp_type (), frame,
                 build_int_cst (ptr_type_node, sizeof (algoprof_frame) + offsetof (algoprof_frame, stamp)));
}

tree
directory_of (tree shared)
{
  return build2 (MEM_REF, runtime_type (ptr_type_node), shared,
                 build_int_cst (ptr_type_node, offsetof (algoprof_shared, directory)));
}

tree
mine_of (tree shared)
{
  return build2 (MEM_REF, stamp_type (), shared, build_int_cst (ptr_type_node, offsetof (algoprof_shared, mine)));
}

/* ---- entry points with conventions of their own */

static void
put_entry (gimple_seq *seq, const asm_code &code, const entry_registers &c, tree result, tree first, tree second,
           bool reads_memory)
{
  asm_operands in = NULL, out = NULL;
  if (result)
    add_operand (&out, c.result, result);
  add_operand (&in, c.first, first);
  if (second)
    add_operand (&in, c.second, second);
  gimple *g = add_asm_that_changes (seq, code, in, out, reads_memory, c.changed);
  if (result)
    SSA_NAME_DEF_STMT (result) = g;
}

void
put_enter (gimple_seq *seq, tree frame, tree routine)
{
  tree r = TREE_OPERAND (routine, 0);
  if (has_vectors ())
    put_entry (seq, call_enter ("inhouse_enter"), enter_registers, frame, r, NULL_TREE, false);
  else
    put_entry (seq, call_enter ("inhouse_enter_general"), enter_general_registers, frame, r, NULL_TREE, false);
}

void
put_leave (gimple_seq *seq, tree frame, tree count, bool leaf)
{
  std::string name = std::string ("inhouse_leave") + (leaf ? "_leaf" : "") + (options.trms ? "_shared" : "");
  put_entry (seq, call_entry (name.c_str ()), leave_registers, NULL_TREE, frame, count, true);
}

void
put_brief (gimple_seq *seq, tree routine, tree count)
{
  tree r = make_ssa_name (ptr_type_node);
  gimple_seq_add_stmt (seq, gimple_build_assign (r, routine));
  const char *name = options.trms ? "inhouse_brief_shared" : "inhouse_brief";
  put_entry (seq, call_entry (name), leave_registers, NULL_TREE, r, count, true);
}

void
put_tail_call (gimple_seq *seq, tree frame)
{
  put_entry (seq, call_entry ("inhouse_tail"), tail_registers, NULL_TREE, frame, NULL_TREE, true);
}

void
put_cells_call (gimple_seq *seq, const char *name, unsigned n, tree cell)
{
  static const entry_registers any = { NULL, register_constraint, NULL, {} };
  std::string entry = std::string ("inhouse_") + name + std::to_string (n);
  put_entry (seq, call_entry_of_operand (entry, 0), any, NULL_TREE, cell, NULL_TREE, false);
}

void
put_first_read (gimple_seq *seq, const activation &a, tree own, tree stamp, first_read kind)
{
  asm_operands in = NULL, out = NULL;
  tree changed = make_ssa_name (stamp_type ());
  add_operand (&out, "=&r", changed);
  add_operand (&out, "=m", stamp);
  for (tree value : { put_running (seq, a), own })
    add_operand (&in, register_constraint, value);
  add_operand (&in, "m", unshare_expr (stamp));
  SSA_NAME_DEF_STMT (changed) = add_asm (seq, read_cell_first (0, 1, 2, 3, kind, options.trms), in, out, false);
}

/* ---- descriptors */

/* The number of the class in its attribute's limit (CLASS); 0: there is none. */
static unsigned
limit_of (tree decl)
{
  profile_what what;
  unsigned limit = 0;
  return has_algoprof_attribute (origin_of (decl), &what, &limit) ? ALGOPROF_LIMIT (limit) : 0;
}

/* A variable of these bytes, which the runtime may change. */
static tree
emit_bytes (const char *what, unsigned number, std::string bytes)
{
  char label[64];
  bytes.resize ((bytes.size () + 7) & ~(size_t) 7, '\0');
  sprintf (label, ALGOPROF_RT ("%s") ".%u", what, number);
  tree type = build_array_type_nelts (unsigned_char_type_node, bytes.size ());
  tree v = build_decl (UNKNOWN_LOCATION, VAR_DECL, get_identifier (label), type);
  DECL_ARTIFICIAL (v) = DECL_IGNORED_P (v) = TREE_USED (v) = TREE_STATIC (v) = TREE_ADDRESSABLE (v) = 1;
  SET_DECL_ALIGN (v, 64);
  DECL_USER_ALIGN (v) = 1;
  tree init = build_string (bytes.size (), bytes.data ());
  TREE_TYPE (init) = type;
  DECL_INITIAL (v) = init;
  varpool_node::finalize_decl (v);
  return keep_tree (v);
}

/* r: what is not the same for all of the unit. */
static tree
emit_routine (algoprof_routine r, const std::string &name, std::string file)
{
  static unsigned number;
  if (!options.spool.empty ())
    file = lbasename (file.c_str ());
  r.cell = options.cell;
  r.trms = options.trms;
  r.step = ALGOPROF_NO_STEP;
  r.shipped = !options.spool.empty ();
  r.name = sizeof r;
  r.file = sizeof r + name.size () + 1;
  std::string bytes ((const char *) &r, sizeof r);
  bytes += name + '\0' + file + '\0';
  note_inhouse_function ();
  return emit_bytes ("routine", number++, bytes);
}

tree
callee_of (tree fndecl)
{
  static std::map<std::string, tree> emitted;
  const char *name = fndecl ? IDENTIFIER_POINTER (DECL_ASSEMBLER_NAME (fndecl)) : "(a call through a pointer)";
  name += *name == '*';
  tree &decl = emitted[name];
  if (!decl)
    {
      const algoprof_callee none = {};
      std::string bytes ((const char *) &none, offsetof (algoprof_callee, name));
      decl = emit_bytes ("callee", emitted.size (), bytes + name + '\0');
    }
  return build_fold_addr_expr (decl);
}

tree
routine_of (function *fun)
{
  expanded_location place = expand_location (DECL_SOURCE_LOCATION (fun->decl));
  algoprof_routine r = {};
  r.line = place.line;
  r.limit = limit_of (fun->decl);
  std::string file = place.file ? remap_debug_filename (place.file) : "";
  return build_fold_addr_expr (emit_routine (r, function_name (fun->decl), file));
}

tree
routine_of_loop (const std::string &text)
{
  static std::map<std::string, tree> emitted;
  tree &decl = emitted[text];
  if (!decl)
    {
      site s;
      site_from_text (text, &s);
      algoprof_routine r = {};
      r.line = s.line;
      r.loop = 1;
      decl = emit_routine (r, s.name, s.file);
    }
  return build_fold_addr_expr (decl);
}
