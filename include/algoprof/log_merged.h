/* SPDX-License-Identifier: MIT
 *
 * The offline tool's own file: logs in one, as `algoprof merge` writes it.
 */
#ifndef ALGOPROF_LOG_MERGED_H
#define ALGOPROF_LOG_MERGED_H

#include <stdint.h>

/* A merged file (made by the offline tool, never by the runtime): many logs in one.
 *
 *   merged := struct alog_merged, struct alog_member for each log, the logs' bytes
 *
 * The members ascend by run id, no two alike; the first log's bytes follow the
 * index, each next one's the log before.  Of a log what its commit covers is there. */
#define ALOG_MERGED_MAGIC "apmrg\r\n\x1a"
#define ALOG_MERGED_VERSION 1u

struct alog_merged {
    char magic[8];
    uint32_t version;
    uint32_t endian;
    uint64_t logs;          /* not 0 */
    uint64_t checksum;      /* XXH3_64bits_withSeed(all members, logs) */
};

struct alog_member {
    uint8_t run_id[16];
    uint64_t offset;        /* in this file */
    uint64_t size;          /* bytes */
    uint64_t checksum;      /* XXH3_64bits of them */
};

#ifndef __cplusplus
_Static_assert(sizeof(struct alog_merged) == 32, "size of struct alog_merged");
_Static_assert(sizeof(struct alog_member) == 40, "size of struct alog_member");
#endif

#endif
