/* SPDX-License-Identifier: GPL-3.0-or-later
 * The table by which the runtime finds the clone of a function. */
#ifndef ALGOPROF_CLONE_TABLE_H
#define ALGOPROF_CLONE_TABLE_H

#include "gcc-compat.h"

struct clone_row
{
  tree original, clone;         /* a function, and that of which traced code calls the mirror; or a version
                                   of a recursion, whose mirror is entered by its name */
  /* The original is a C++ thunk: the clone wants another `this'. */
  bool thunk;
  HOST_WIDE_INT fixed_offset, vcall_offset;     /* as in thunk_info; 0: none */
  bool result_in_memory;
};

/* Write rows of functions whose code has been written. */
void write_clone_table (const std::vector<clone_row> &);

#endif
