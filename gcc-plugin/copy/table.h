/* SPDX-License-Identifier: GPL-3.0-or-later
 * The table by which the runtime finds the mirror of a function. */
#ifndef ALGOPROF_MIRROR_TABLE_H
#define ALGOPROF_MIRROR_TABLE_H

#include "compat/gcc-compat.h"

struct mirror_row
{
  tree original, traced;        /* a function, and that of which traced code calls the mirror; or a version
                                   of a recursion, whose mirror is entered by its name */
  /* The original is a C++ thunk: the mirror wants another `this'. */
  bool thunk;
  HOST_WIDE_INT fixed_offset, vcall_offset;     /* as in thunk_info; 0: none */
  bool result_in_memory;
};

/* Write rows of functions whose code has been written. */
void write_mirror_table (const std::vector<mirror_row> &);

#endif
