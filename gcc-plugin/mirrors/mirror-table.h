/* SPDX-License-Identifier: GPL-3.0-or-later
 * The table by which the runtime finds the mirror of a function. */
#ifndef ALGOPROF_MIRROR_TABLE_H
#define ALGOPROF_MIRROR_TABLE_H

#include "arch/machine.h"

struct mirror_row
{
  tree original, traced;        /* a function, and that of which traced code calls the mirror; or a version
                                   of a recursion, whose mirror is entered by its name */
  /* The original is a C++ thunk: the mirror wants another `this'. */
  bool thunk;
  thunk_shape shape;
};

/* Write rows of functions whose code has been written. */
void write_mirror_table (const std::vector<mirror_row> &);

#endif
