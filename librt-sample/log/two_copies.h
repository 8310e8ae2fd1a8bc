/* SPDX-License-Identifier: MIT
 *
 * What changes in place in a log (log/two_copies.c). */
#ifndef ALGOPROF_RT_TWO_COPIES_H
#define ALGOPROF_RT_TWO_COPIES_H

#include <algoprof/log_format.h>
#include <stddef.h>
#include <stdint.h>

uint64_t rt_hash(const void *, size_t, uint64_t seed);  /* XXH3 */

/* The copy is the value from then on, with its checksum; that of the value does not matter.  It is the caller's alone. */
void rt_store_counts(struct alog_counts *copy, const struct alog_counts *value);
void rt_store_sampler_state(struct alog_sampler_state *copy, const struct alog_sampler_state *value);
void rt_store_union_state(struct alog_union_state *copy, const struct alog_union_state *value);
void rt_store_commit(struct alog_commit *copy, const struct alog_commit *value);

#endif
