/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Internal to the check: its findings in words.
 */
#ifndef OFFLINE_CHECK_WORDS_H
#define OFFLINE_CHECK_WORDS_H

#include "check/check.h"

/* A limit and where it is from: "its limit n (source)". */
struct yardstick {
    const char *rule;
    struct limit limit;
    char origin[160];
};

/* Fill finding->text.  instances: the fit is that of single instances. */
void words_kept(struct finding *f, const struct fit *fit, const struct yardstick *y);
void words_exceeded(struct finding *f, const struct fit *fit, const struct yardstick *y,
                    bool instances);
void words_unclear(struct finding *f, const struct fit *fit, const struct yardstick *y);

/* Appends what is accepted, and why. */
void words_accepted(struct finding *f);

#endif
