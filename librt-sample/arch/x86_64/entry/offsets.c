/* SPDX-License-Identifier: MIT
 * The offsets that the entry points in assembly use are those of the structures. */
#include "arch/x86_64/entry/thunks.h"
#include "cells/cells.h"
#include "context/context.h"
#include "core/thread.h"
#include "inhouse/inhouse.h"
#include <algoprof/context_abi.h>

_Static_assert(offsetof(struct rt_tls, cur) == 0, "thunks.h");
_Static_assert(offsetof(struct rt_tls, limit) == 8, "thunks.h");
_Static_assert(offsetof(struct rt_tls, sp) == 16, "thunks.h");
_Static_assert(offsetof(struct rt_tls, busy) == 24, "thunks.h");
_Static_assert(offsetof(struct rt_tls, span) == 48, "thunks.h");
_Static_assert(offsetof(struct rt_tls, slots) == 64, "thunks.h");
_Static_assert(offsetof(struct rt_tls, left) == 80, "thunks.h");
_Static_assert(offsetof(struct rt_tls, leaving) == 88, "thunks.h");
_Static_assert(offsetof(struct rt_tls, work) == 96, "thunks.h");
_Static_assert(offsetof(struct rt_tls, floor) == 112, "thunks.h");
_Static_assert(offsetof(struct rt_tls, factor) == 120, "thunks.h");
_Static_assert(offsetof(struct rt_tls, places) == 128, "thunks.h");
_Static_assert(offsetof(struct rt_tls, first) == 136, "thunks.h");
_Static_assert(offsetof(struct rt_tls, end) == 144, "thunks.h");
_Static_assert(offsetof(struct rt_tls, order) == 160, "thunks.h");
_Static_assert(offsetof(struct rt_tls, order_end) == 168, "thunks.h");
_Static_assert(offsetof(struct rt_tls, own_site) == 176, "thunks.h");
_Static_assert(offsetof(struct rt_tls, own_frame) == 184, "thunks.h");
_Static_assert(offsetof(struct rt_tls, own_cost) == 192, "thunks.h");
_Static_assert(offsetof(struct rt_tls, whole_words) == 208, "thunks.h");
_Static_assert(offsetof(struct rt_tls, survive) == 248 && offsetof(struct rt_tls, region) == 256
               && offsetof(struct rt_tls, base) == 264 && offsetof(struct rt_tls, skipped) == 272, "thunks.h");
_Static_assert(RT_SLOT_SHIFT == 36 && RT_LINE_BITS == 42 && RT_REGION_BITS == 26, "thunks.h");
_Static_assert(sizeof(struct rt_line) == 24 && offsetof(struct rt_line, read_first) == 8
               && offsetof(struct rt_line, write_first) == 16, "thunks.h");

_Static_assert(offsetof(struct rt_inhouse, top) == 0 && offsetof(struct rt_inhouse, ready) == 8
               && offsetof(struct rt_inhouse, count) == 16 && offsetof(struct rt_inhouse, limit) == 24
               && offsetof(struct rt_inhouse, quick) == 48
               && offsetof(struct rt_inhouse, shared.directory) == 72 && offsetof(struct rt_inhouse, shared.mine) == 80
               && offsetof(struct rt_inhouse, bit) == 96
               && offsetof(struct rt_inhouse, induced_end) == 112,
               "entry/inhouse.h");
_Static_assert(offsetof(struct rt_usual, kind.size) == 0 && offsetof(struct rt_usual, kind.all) == 8
               && offsetof(struct rt_usual, kind.own) == 16 && offsetof(struct rt_usual, times) == 24
               && offsetof(struct rt_usual, misses) == 28 && sizeof(struct rt_usual) == 32, "entry/inhouse.h");
_Static_assert(offsetof(struct rt_profile, usual) == 0 && offsetof(struct rt_profile, rows) == 64
               && offsetof(struct rt_profile, mask) == 72
               && sizeof(struct rt_profile) == 128 && RT_LEAF == (uint64_t)1 << 63
               && offsetof(struct rt_size_row, size) == 0 && offsetof(struct rt_size_row, split) == 4
               && offsetof(struct rt_size_row, count) == 8 && offsetof(struct rt_size_row, all_high) == 12
               && offsetof(struct rt_size_row, own_high) == 14 && offsetof(struct rt_size_row, all) == 16
               && offsetof(struct rt_size_row, own) == 40 && sizeof(struct rt_size_row) == 64
               && RT_LARGE_SIZE == 1 << 30 && RT_LONG == (uint64_t)1 << 28
               && offsetof(struct rt_short_blocks, least) == 0 && offsetof(struct rt_short_blocks, most) == 4
               && offsetof(struct rt_short_blocks, sum) == 8 && offsetof(struct rt_short_blocks, square) == 16,
               "entry/inhouse.h");
_Static_assert(offsetof(struct algoprof_frame, stamp) == 0 && offsetof(struct algoprof_frame, tails) == 4
               && offsetof(struct algoprof_frame, stamps) == 8 && offsetof(struct algoprof_frame, near) == 16
               && offsetof(struct algoprof_frame, cost) == 24 && offsetof(struct algoprof_frame, size) == 32
               && offsetof(struct algoprof_frame, below) == 40
               && offsetof(struct algoprof_frame, holder) == 48
               && offsetof(struct algoprof_frame, profile) == 72 && sizeof(struct algoprof_frame) == 80, "entry/inhouse.h");
_Static_assert(offsetof(struct algoprof_routine, profile) == 36 && offsetof(struct algoprof_routine, step) == 40
               && RT_ROUTINES * sizeof(struct rt_profile) <= UINT32_MAX && RT_MOST_TAILS == 4096, "entry/inhouse.h");
_Static_assert(ALGOPROF_RECORD_OF == -16 && ALGOPROF_RECORD_COUNT == -8 && ALGOPROF_RECORD_HEAD == 32
               && offsetof(struct rt_contexts, base) == 0 && offsetof(struct rt_contexts, words) == 8
               && offsetof(struct rt_contexts, links) == 56 && offsetof(struct rt_contexts, mask) == 64
               && offsetof(struct rt_contexts, busy) == 80 && offsetof(struct rt_link, slot) == 0
               && offsetof(struct rt_link, record) == 4 && RT_LINKS_SHIFT == 35
               && RT_LINKS_FACTOR == 0x9e3779b97f4a7c15u, "contexts.S");
