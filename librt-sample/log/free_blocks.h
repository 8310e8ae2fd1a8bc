/* SPDX-License-Identifier: MIT
 *
 * Where a log has room that was given back (log/free_blocks.c).  Its lock is held. */
#ifndef ALGOPROF_RT_FREE_BLOCKS_H
#define ALGOPROF_RT_FREE_BLOCKS_H

#include <stddef.h>
#include <stdint.h>

struct rt_free_block {          /* an ALOG_FREE block of the log, in bytes */
    uint64_t offset;
    uint64_t len;
};

/* How many there are, in the order of their offsets; one of them. */
size_t rt_free_blocks(void);
const struct rt_free_block *rt_free_block(size_t i);
/* The first one that has room for a block of len, + 1; 0: there is none. */
size_t rt_free_blocks_find(uint64_t len);
/* Its first len bytes are used; the rest, if any, gets its header in the log.  Others after it may move. */
void rt_free_block_fill(size_t i, uint64_t len);
/* There is one more, which has its header already.  Without memory for it, it stays unused. */
void rt_free_blocks_add(uint64_t offset, uint64_t len);
void rt_free_blocks_forget(void);

#endif
