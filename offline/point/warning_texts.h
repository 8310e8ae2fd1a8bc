/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Warnings of points and targets.  The codes are part of the contract and
 * documented in docs/warnings.md; the texts may change.  Warnings about a fit
 * are the fit's own (fit/fit_warning_texts.c), those of few or near sizes among
 * them.  Databases hold the numbers: new ones go to the end.
 */
#ifndef OFFLINE_WARNING_TEXTS_H
#define OFFLINE_WARNING_TEXTS_H

/* Upper end of a size's interval over its lower one: it is hardly known. */
#define SIZE_WIDE 3.0

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
    WARN_UNREPRESENTATIVE,
    WARN_FEW_RECAPTURES,
    WARN_EXTRAPOLATED,
    WARN_UNEVEN,
    WARN_WIDE,
    WARN_BOUNDED,
    WARN_TWO_KINDS,
    WARN_PREFIX_WALKS,
    WARN_NO_SCALING,
    WARN_GROWING_WORK,
    WARN_CROSSED,
    WARN_WILD,
    WARN_CAPPED,
    WARN_ROUNDED,
    WARN_NO_INPUT,
    WARNINGS
};

/* Those about a size by streaks: not of other estimators' sizes. */
#define WARN_OF_STREAKS \
    (1u << WARN_FEW_RECAPTURES | 1u << WARN_EXTRAPOLATED | 1u << WARN_UNEVEN | 1u << WARN_WIDE | \
     1u << WARN_BOUNDED | 1u << WARN_TWO_KINDS | 1u << WARN_PREFIX_WALKS)

/* Fewer pairs than this in a run tell the order of magnitude only. */
#define WARN_PAIRS 10

const char *warn_code(enum warning warning);

/* In plain words, about a target. */
const char *warn_text(enum warning warning);

#endif
