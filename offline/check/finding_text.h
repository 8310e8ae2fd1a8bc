/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Internal to the check: its findings in words.
 */
#ifndef OFFLINE_FINDING_TEXT_H
#define OFFLINE_FINDING_TEXT_H

#include "check/check.h"

/* A limit and where it is from: "its limit n (source)". */
struct yardstick {
    const char *rule;
    struct limit limit;
    char origin[160];
};

/* Fill finding->text from the fit that finding->decides means.  which: "" or, of a fit that is not that of runs against
 * bytes read, what it is of, with ": ". */
void finding_text_kept(struct finding *f, const struct fit *fit, const struct yardstick *y, const char *which);
void finding_text_exceeded(struct finding *f, const struct fit *fit, const struct yardstick *y, const char *which);
void finding_text_unclear(struct finding *f, const struct fit *fit, const struct yardstick *y, const char *which);
void finding_text_unclear_work(struct finding *f, const struct fit *fit, const struct yardstick *y, const char *which);

/* Appends by which size the function is judged. */
void finding_text_metric(struct finding *f);

/* Appends that the profile of its function is within the limit. */
void finding_text_profiled(struct finding *f);

/* Appends what is accepted, and why. */
void finding_text_accepted(struct finding *f);

#endif
