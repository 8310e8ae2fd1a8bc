/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "copy/opaque.h"
#include "copy/text-labels.h"
#include "site/asm-statement.h"

asm_code
opaque_code (const std::string &name, HOST_WIDE_INT red_zone)
{
  asm_code c = lower_stack (red_zone) + push_address (label_address (string_label (name)), -1) + call_entry ("opaque");
  return c + raise_stack (c.depth ());
}

void
put_opaque (const char *name)
{
  put_asm (NULL, opaque_code (name, red_zone_in_use ()));
}
