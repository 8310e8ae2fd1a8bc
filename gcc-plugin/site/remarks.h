/* SPDX-License-Identifier: GPL-3.0-or-later
 * What became of the unit's targets, left in the object for `algoprof list'. */
#ifndef ALGOPROF_REMARKS_H
#define ALGOPROF_REMARKS_H

#include "site/target-warnings.h"

/* Each once a unit, in the words of rt_abi.h (ALGOPROF_REMARKS). */
void remark_refused (location_t, const char *reason);
void remark_covered (const std::string &site_text, const coverage &);
void remark_counted (const std::string &site_text);

/* At the unit's end. */
void write_remarks (void);

#endif
