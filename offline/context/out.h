/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Contexts for people and other tools.
 */
#ifndef OFFLINE_CONTEXT_OUT_H
#define OFFLINE_CONTEXT_OUT_H

#include <stdio.h>

#include "context/tree.h"

/* 0 or -1 (no memory).  share: hot ones are told; 0: all. */
typedef int contexts_writer(FILE *out, const struct contexts *all, double share);

contexts_writer contexts_text;          /* the tree of hot ones, and functions with their callers */
contexts_writer contexts_json;          /* hottest first */
contexts_writer contexts_folded;        /* for flame graphs */
contexts_writer contexts_callgrind;     /* for callgrind_annotate and KCachegrind */
contexts_writer contexts_pprof;         /* for pprof */

#endif
