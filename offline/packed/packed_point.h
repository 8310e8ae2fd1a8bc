/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A point as a dataset holds it, of which there may be millions: what a report
 * shows as it is, the rest packed, long lists in a file, and texts once for all
 * points.  At most some 500 bytes, whatever the run.
 */
#ifndef OFFLINE_PACKED_POINT_H
#define OFFLINE_PACKED_POINT_H

#include "packed/packed_bytes.h"
#include "point/log_points.h"

/* Fields as in struct point. */
struct packed_point {
    uint32_t target, run;
    const char *label;
    double user_size;
    double accessed, accessed_low, accessed_high;
    uint64_t cost, instances, calls;
    double rms;
    uint64_t sampled, cut, cut_cost, lost, pairs, starts, refused, inner;
    double read_once;
    const uint8_t *rest;        /* packed_point.c */
    unsigned thin, warnings;
    bool exact, partial, by_command;
};

/* Of a packed point, what only the fits and a few formats need. */
struct packed_rest {
    struct estimate estimates[ESTIMATORS];  /* NaN: not kept */
    struct streak_stats streak;             /* pairs 0: not needed, for the size is known */
    double marked;
    struct work work;
};

/* What packed points have in common.  All 0 at the start but what is set before the first
 * of them; any thread. */
struct point_pool {
    int estimator;              /* set: whose sizes are kept; */
    bool all_estimators;        /* or those of all of them */
    char **text;                /* a hash table, NULL: free place */
    size_t n_texts, places;
    int file;                   /* descriptor + 1 of the file; 0: there is none */
    uint64_t in_file;           /* bytes */
};

void point_pool_free(struct point_pool *pool);

/* The one copy of that text (NULL: NULL).  NULL also: no memory. */
const char *point_pool_text(struct point_pool *pool, const char *text);

/* The texts of a log's targets become the pool's.  0 or -1 (no memory). */
int point_pool_share_texts(struct point_pool *pool, struct log_points *log);

/* Likewise, and its points are packed.  0, or -1 with its points as they were (no
 * memory). */
int point_pool_pack(struct point_pool *pool, struct log_points *log);

void point_unpack(const struct point_pool *pool, const struct packed_point *packed,
                  struct packed_rest *out);

/* Lists of a packed point, one after the other as they are packed. */
enum packed_list { PACKED_OUTERMOST, PACKED_ROWS, PACKED_WORK_ROWS, PACKED_USER_ROWS, PACKED_LISTS };

#define PACKED_WINDOW 128

struct packed_reader {
    struct bytes_reader at;
    size_t n;                   /* elements to come */
    bool whole;                 /* rows of whole numbers: differences */
    uint64_t size, cost;        /* of the element before */
    int file;
    uint64_t from, left;        /* bytes in the file that are not in the window yet */
    uint8_t window[PACKED_WINDOW];
};

/* Adds how many elements each list has. */
void packed_count(const struct point_pool *pool, const struct packed_point *packed, uint64_t n[PACKED_LISTS]);

/* The reader must not move from here on. */
void packed_read(const struct point_pool *pool, const struct packed_point *packed,
                 enum packed_list list, struct packed_reader *out);

/* False: that was the last (or the file cannot be read: at.failed). */
bool packed_next_row(struct packed_reader *reader, struct row *row);
bool packed_next_outermost(struct packed_reader *reader, struct outermost *outermost);

#endif
