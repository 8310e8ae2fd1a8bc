/* SPDX-License-Identifier: GPL-3.0-or-later
 * GCC's dwarf2out.h includes a header of this name that is not installed with it.  What the
 * plugin needs of that: DWARF's own numbers (DWARF 5, section 7.24). */
#ifndef ALGOPROF_DWARF2_H
#define ALGOPROF_DWARF2_H

enum dwarf_tag : int;
enum dwarf_attribute : int;
enum dwarf_location_atom : int;

enum dwarf_call_frame_info : int
{
  DW_CFA_remember_state = 0x0a,
  DW_CFA_restore_state = 0x0b,
  DW_CFA_def_cfa = 0x0c,
  DW_CFA_def_cfa_register = 0x0d,
  DW_CFA_def_cfa_offset = 0x0e,
  DW_CFA_def_cfa_expression = 0x0f
};

#endif
