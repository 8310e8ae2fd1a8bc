/* SPDX-License-Identifier: GPL-3.0-or-later
 * What a target's trace covers, for the report: counted while its function's mirror is made. */
#ifndef ALGOPROF_MIRROR_COVERAGE_H
#define ALGOPROF_MIRROR_COVERAGE_H

#include "site/target-warnings.h"

/* The loop of this text, at this place, is sampled in mirrors. */
void note_sampled (location_t where, const std::string &text);

/* Of cfun, whose flow graph is there: which instructions are between a sample's begin and its end? */
void find_regions (function *);

/* The instruction has one more of this. */
void cover (const rtx_insn *original, unsigned coverage::*what, unsigned n = 1);

/* The mirror is made. */
void report_regions (function *);

#endif
