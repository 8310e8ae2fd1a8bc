/* SPDX-License-Identifier: GPL-3.0-or-later
 * Everything that is said about a target once its code is known; about marks that mean nothing:
 * mark/unmatched-marks.cc.
 * Reasons why a target is not profiled: mark/why-refused.h.  These texts are the tests' interface. */
#ifndef ALGOPROF_TARGET_WARNINGS_H
#define ALGOPROF_TARGET_WARNINGS_H

#include "compat/gcc-compat.h"

/* A target that is not profiled, with the reason; once a place.  Of one that is only one because of `*', which asks for
   what can be profiled (text), if verbose. */
void report_refused (location_t, const char *reason, const std::string &text = "");

/* verbose: what has become of a target. */
struct coverage
{
  unsigned accesses, modelled, callees, looked_up, opaque, hidden;
};
void report_switched (location_t, const char *function, const std::string &text,
                      const coverage &);

/* A loop is a target, and -fplugin-arg-algoprof-no-accesses was given; said once. */
void report_loop_with_accesses (location_t);

/* verbose: a recursion has been split.  open: calls may come back to it in ways
   that are not seen; others: functions that got versions besides. */
void report_split (location_t, const std::string &text, bool open, unsigned others);

/* A copy of the target at this place whose loop GCC has removed. */
void report_gone (location_t, const std::string &text);
void report_kept (const std::string &text);

/* At the unit's end: warn about targets of which no copy is left. */
void report_removed_targets (void);

#endif
