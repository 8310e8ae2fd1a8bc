/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Warnings of points and targets.  The codes are part of the contract and
 * documented in docs/warnings.md; the texts may change.  Warnings about a fit
 * are the fit's own (fit.h).
 */
#ifndef OFFLINE_WARN_H
#define OFFLINE_WARN_H

enum warning {
    WARN_FEW_PAIRS,
    WARN_NO_RECAPTURE,
    WARN_BUDGET_LIMITED,
    WARN_SPACE_LIMITED,
    WARN_CUT,
    WARN_LOST,
    WARN_THINNED,
    WARN_PARTIAL,
    WARN_OPAQUE,
    WARN_BLIND,
    WARN_MIXED_BUILDS,
    WARN_UNSEEN,
    WARN_BALANCED,
    WARNINGS
};

/* Fewer pairs than this in a run tell the order of magnitude only. */
#define WARN_PAIRS 10

const char *warn_code(enum warning warning);

/* In plain words, about a target. */
const char *warn_text(enum warning warning);

#endif
