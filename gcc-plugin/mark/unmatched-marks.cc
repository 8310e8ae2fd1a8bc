/* SPDX-License-Identifier: GPL-3.0-or-later
 * Texts of the warnings about marks that match nothing. */
#include "mark/unmatched-marks.h"
#include "mark/pragma.h"
#include "options.h"

void
report_unmatched_pragmas (void)
{
  for (const loop_pragma &p : loop_pragmas)
    if (!p.matched)
      warning_at (p.where, OPT_Wpragmas, "%<#pragma algoprof loop%> is not followed by a loop");
}

void
report_unmatched_targets (void)
{
  std::string list;
  unsigned count = 0;
  for (const target_spec &spec : options.targets)
    if (!spec.matched && spec.function != "*" && ++count <= 5)
      list += (count > 1 ? ", " : "") + spec.text;
  if (count == 0)
    return;
  warning_at (UNKNOWN_LOCATION, OPT_Wpragmas, "algoprof: target %qs matches nothing in %s",
              (list + (count > 5 ? ", ..." : "")).c_str (), main_input_filename);
}
