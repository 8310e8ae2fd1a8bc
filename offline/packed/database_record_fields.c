/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The one list of what records hold.  To add a field: its line at the end of its
 * struct's list, with RECORD_VERSION raised by one as `since`.  Lines are never
 * moved or removed.
 */
#include "packed/database_record.h"

#include <assert.h>

#define ONE(type, struct_name, field, since) { type, offsetof(struct struct_name, field), 1, since }
#define COUNT(array) (sizeof(array) / sizeof *(array))

/* A struct that grew: has the new field to be here?  Then change the size. */
static_assert(sizeof(struct log_target) == 96, "a field that records do not have");
static_assert(sizeof(struct point) == 1032, "a field that records do not have");
static_assert(sizeof(struct streak_stats) == 472, "a field that records do not have");

#define LOG(type, field) ONE(RECORD_##type, log_points, field, 1)
static const struct record_field log_list[] = {
    LOG(ID, run_id), LOG(U64, sequence), LOG(U32, header.version), LOG(U64, header.features),
    LOG(U64, header.start_time), LOG(U64, header.max_log), LOG(U32, header.rate),
    LOG(U32, header.pairs), LOG(U32, header.budget_ppm), LOG(U32, header.flags),
    LOG(U64, commit.used), LOG(U64, commit.state), LOG(U64, commit.end_time),
    ONE(RECORD_ID, log_points, header.client, 2),
    ONE(RECORD_BOOL, log_points, has_spent, 4), ONE(RECORD_U64, log_points, spent.start_ns, 4),
    ONE(RECORD_U64, log_points, spent.process_ns, 4), ONE(RECORD_U64, log_points, spent.traced_ns, 4),
    { RECORD_U32, offsetof(struct log_points, lost.logs), ALOG_LOSSES, 8 },
    ONE(RECORD_U64, log_points, input, 13),
};

#define TARGET(type, field) ONE(RECORD_##type, log_target, field, 1)
static const struct record_field target_list[] = {
    TARGET(U32, key.line), TARGET(U32, key.column), TARGET(U8, key.kind), TARGET(U64, blind),
    TARGET(U32, rate), TARGET(U32, function_line), TARGET(U32, limit),
};

#define POINT(type, field) ONE(RECORD_##type, point, field, 1)
static const struct record_field point_list[] = {
    POINT(U32, run), POINT(U64, cost), POINT(U64, instances), POINT(U64, calls), POINT(DOUBLE, rms),
    POINT(U64, sampled), POINT(U64, cut), POINT(U64, lost), POINT(U64, pairs), POINT(U64, starts),
    POINT(U64, refused), POINT(U32, thin), POINT(BOOL, exact), POINT(BOOL, partial),
    { RECORD_DOUBLE, offsetof(struct point, estimates),
      sizeof((struct point *)0)->estimates / (sizeof(double)), 1 },
    POINT(DOUBLE, streak.instances), POINT(DOUBLE, streak.pairs), POINT(DOUBLE, streak.seen),
    POINT(DOUBLE, streak.words),
    { RECORD_DOUBLE, offsetof(struct point, streak.f), STREAK_EPISODES + 1, 1 },
    POINT(DOUBLE, streak.f_more), POINT(DOUBLE, streak.hidden), POINT(DOUBLE, streak.cv),
    POINT(DOUBLE, streak.half), POINT(DOUBLE, streak.both), POINT(DOUBLE, streak.span2),
    POINT(DOUBLE, streak.joined), POINT(DOUBLE, streak.parted), POINT(DOUBLE, streak.again),
    POINT(DOUBLE, streak.again_half), POINT(DOUBLE, streak.block), POINT(DOUBLE, streak.run),
    POINT(DOUBLE, streak.toggling), POINT(DOUBLE, streak.longest), POINT(DOUBLE, streak.second),
    POINT(BOOL, streak.nested), POINT(DOUBLE, streak.slots), POINT(DOUBLE, streak.gaps),
    POINT(DOUBLE, streak.cost_ratio), POINT(DOUBLE, marked), POINT(DOUBLE, read_once),
    POINT(U32, warnings), POINT(DOUBLE, user_size),
    ONE(RECORD_DOUBLE, point, streak.tail, 2), ONE(RECORD_DOUBLE, point, streak.tail_from, 2),
    ONE(RECORD_DOUBLE, point, streak.tail_shape, 2), ONE(RECORD_DOUBLE, point, streak.tail_scale, 2),
    { RECORD_DOUBLE, offsetof(struct point, work), sizeof(struct work) / sizeof(double), 3 },
    ONE(RECORD_U64, point, inner, 5), ONE(RECORD_DOUBLE, point, accessed, 6),
    ONE(RECORD_DOUBLE, point, accessed_low, 6), ONE(RECORD_DOUBLE, point, accessed_high, 6),
    ONE(RECORD_BOOL, point, by_command, 9),
    ONE(RECORD_BOOL, point, streak.filled, 10), ONE(RECORD_DOUBLE, point, streak.beyond_low, 10),
    ONE(RECORD_DOUBLE, point, streak.beyond, 10), ONE(RECORD_DOUBLE, point, streak.beyond_high, 10),
    ONE(RECORD_U64, point, cut_cost, 11), ONE(RECORD_DOUBLE, point, streak.dear, 12),
    ONE(RECORD_DOUBLE, point, streak.foreign, 13), ONE(RECORD_DOUBLE, point, streak.unread, 14),
    ONE(RECORD_DOUBLE, point, streak.hull, 15), ONE(RECORD_DOUBLE, point, streak.seldom, 16),
    ONE(RECORD_DOUBLE, point, streak.seldom_reads, 16), ONE(RECORD_DOUBLE, point, streak.seldom_share, 16),
    ONE(RECORD_DOUBLE, point, streak.seldom_unseen, 16),
};

const struct record_fields record_log_fields = { log_list, COUNT(log_list) };
const struct record_fields record_target_fields = { target_list, COUNT(target_list) };
const struct record_fields record_point_fields = { point_list, COUNT(point_list) };
