/* SPDX-License-Identifier: MIT
 * Parts of the log's free space that a thread fills alone (log/lease.c). */
#ifndef RT_LEASE_H
#define RT_LEASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <algoprof/log_format.h>

struct rt_pair;

/* Free blocks that one thread fills, without the lock.  Each is an ALOG_FREE block
 * from start to end, and gets shorter at its start. */
#define RT_LOTS 128u
struct rt_lease {
    uint32_t lots;
    uint32_t at;                /* of the block that is reserved */
    struct rt_pair *pair;       /* that block's, or NULL */
    uint8_t place;
    uint64_t written;           /* instances' blocks, ever */
    struct rt_lot {
        uint64_t start, end;
    } lot[RT_LOTS];
};
/* As rt_log_reserve and rt_log_commit, of the calling thread's lease; only the padding is zeroed.
 * pair: the block becomes its place-th in the same step; NULL: none. */
void *rt_lease_reserve(struct rt_lease *, size_t payload, uint64_t *offset);
/* The same for a block of which only the most that it may have is known; its padding is the caller's. */
void *rt_lease_room(struct rt_lease *, size_t payload, uint64_t *offset);
void rt_lease_commit(struct rt_lease *, uint64_t offset, uint32_t run, enum alog_tag, size_t payload,
                     struct rt_pair *pair, uint8_t place);
void rt_lease_repair(struct rt_lease *);        /* its thread left it by a jump */
/* The rest is under the lock. */
bool rt_lease_renew(struct rt_lease *, size_t payload); /* false: no space for that */
void rt_lease_return(struct rt_lease *);
void rt_leases_return(void);            /* all threads' */
void rt_leases_forget(void);            /* the log is another one */

#endif
