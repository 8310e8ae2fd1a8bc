/* SPDX-License-Identifier: GPL-3.0-or-later
 * Which loops count fuel in a register. */
#include "fuel.h"
#include "emit.h"
#include "marker.h"

/* May something in the loop count, too, or leave it by no edge? */
static bool
is_closed (class loop *l)
{
  bool closed = true;
  basic_block *body = get_loop_body (l);
  for (unsigned i = 0; i < l->num_nodes && closed; i++)
    for (gimple_stmt_iterator g = gsi_start_bb (body[i]); !gsi_end_p (g) && closed; gsi_next (&g))
      {
        gimple *stmt = gsi_stmt (g);
        bool is_marker = marker_of (stmt, NULL) == MARK_POLL;
        closed = !stmt_could_throw_p (cfun, stmt)
                 && (!is_gimple_call (stmt) || is_marker || gimple_call_internal_p (stmt)
                     || gimple_call_builtin_p (stmt, BUILT_IN_NORMAL));
      }
  free (body);
  return closed;
}

bool
poll_by_register (gimple *marker)
{
  class loop *l = gimple_bb (marker)->loop_father;
  if (!optimize || !loop_outer (l) || l->inner || !l->latch || !is_closed (l))
    return false;
  edge entry = loop_preheader_edge (l);
  auto_vec<edge> exits = get_loop_exit_edges (l);
  for (edge e : exits)
    if (e->flags & EDGE_COMPLEX)
      return false;
  tree fuel = create_tmp_reg (long_integer_type_node, "algoprof_fuel");
  gimple_seq seq = NULL;
  emit_fuel_load (&seq, fuel);
  gsi_insert_seq_on_edge (entry, seq);
  for (edge e : exits)
    {
      seq = NULL;
      emit_fuel_store (&seq, fuel);
      gsi_insert_seq_on_edge (e, seq);
    }
  seq = NULL;
  emit_fuel_poll (&seq, fuel, marker_output (marker, 0));
  insert_before_stmt (marker, seq);
  return true;
}
