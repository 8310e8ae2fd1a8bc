/* SPDX-License-Identifier: MIT
 *
 * The union of many instances' sets, as a map of bits: which cells there are so far (cells/union.c).
 */
#ifndef ALGOPROF_RT_UNION_H
#define ALGOPROF_RT_UNION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <algoprof/log_format.h>

struct rt_cellset;

#define RT_UNION_MOST ((uint64_t)1 << 29)       /* bytes of memory: bits of 4 GiB, and more where all of a page is in it */

#define RT_UNION_LAST 4u

struct rt_union {
    uint64_t cells[ALOG_UNION_UNITS];   /* so many units of 1 << i bytes have a cell */
    struct rt_union_page *page; /* an open hash table; NULL: none yet */
    uint64_t pages, mask;       /* used; slots - 1 */
    struct rt_union_chunk *chunk;       /* where the bits are */
    uint64_t *unused;           /* bits of a page that nothing needs any more, each the next one's address */
    uint64_t bytes;             /* of all memory */
    uint32_t chunk_left;        /* pages' bits in the first chunk */
    uint32_t next;              /* of the following, in turn */
    struct rt_union_stride { uint64_t cell, size, step, count; } last[RT_UNION_LAST];     /* were added */
};

/* Add a set that is not thinned.  false: there is no memory, and some of it is missing. */
bool rt_union_add(struct rt_union *, const struct rt_cellset *);
bool rt_union_add_encoded(struct rt_union *, const uint8_t *set, size_t bytes);
void rt_union_clear(struct rt_union *);         /* nothing is in it, and it has no memory */

#endif
