/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A tree of more contexts than there is room for: what was called least is forgotten, as the runtime does it where its memory
 * does not suffice (librt-sample/context/prune.c).
 */
#ifndef OFFLINE_CONTEXT_FORGET_H
#define OFFLINE_CONTEXT_FORGET_H

#include "log/log_context.h"

/* Leaves those of the tree's at most `most' largest counts that are larger than the next one, and the rows above them.  All
 * that was ever forgotten here had so many calls at most as the tree's error is more than `error'.  0 or -1 (no memory). */
int tree_forget(struct log_tree *tree, uint64_t error, size_t most);

#endif
