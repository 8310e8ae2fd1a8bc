/* SPDX-License-Identifier: GPL-3.0-or-later
 * Calls after which no destructor of the program runs. */
#ifndef ALGOPROF_LEAVING_CALLS_H
#define ALGOPROF_LEAVING_CALLS_H

#include "compat/gcc-compat.h"

enum leaving
{
  LEAVING_NOT,
  LEAVING_FOR_PROGRAM,          /* another program takes the process, unless it fails */
  LEAVING_BY_ABORT,             /* a handler may jump back */
  LEAVING_FOR_GOOD              /* the process ends */
};

enum leaving leaving_of (gcall *call);

#endif
