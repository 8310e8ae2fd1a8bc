/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Is a recursion balanced?  One that visits n things in a chain of log n calls
 * (a tree walk, merge sort) makes calls that grow exponentially with the chain,
 * and is harmless.  What tells is the memory that it reads (docs/methods.md).
 */
#ifndef OFFLINE_RECURSION_BALANCE_H
#define OFFLINE_RECURSION_BALANCE_H

#include "fit/fit.h"
#include "point/log_points.h"

struct balance {
    bool known;                 /* the RMS of some outermost instance is known */
    bool visits;                /* few calls for each byte read: it visits its input */
    bool outgrows;              /* calls grow faster than any usual power of the RMS, or
                                   are more than it explains, and none has fewer */
    bool bushy;                 /* calls grow more than the chain does */
    struct fit fit;             /* calls against RMS in bytes; FIT_NONE: cannot be told */
    struct fit beyond;          /* likewise, RMS beyond what the smallest reads besides */
};

/* Works out what outermost instances of a target say, in any order (those of
 * unknown RMS say nothing).  0 or -1 (no memory). */
int balance_make(const struct outermost *list, size_t n, struct balance *out);

/* Judges a fit of calls against chains.  One that is not harmless stays as it
 * is if the RMS bears it out; else it becomes the fit against the RMS (class
 * FIT_NONE if there is none), with FIT_BALANCED, or nothing with FIT_NO_RMS. */
void balance_judge(const struct balance *balance, struct fit *fit);

#endif
