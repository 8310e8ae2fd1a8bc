/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What a report needs of a log, as bytes: the rows of a database.  A report over
 * logs goes through these bytes too, so both answer alike to the last digit.
 *
 * A log is one head (its header, its targets and which run inside which) and one
 * point for each target and run.  Both are
 *
 *     record := number version, fields, u64 XXH3 of all bytes before (little endian)
 *
 * with the fields of database_record_fields.c in their order (packed_bytes.h tells how).  A field
 * has the version that brought it: older records lack it, and the reader gives it
 * the value it has in a fresh struct.  The log's name is no part of it.
 */
#ifndef OFFLINE_DATABASE_RECORD_H
#define OFFLINE_DATABASE_RECORD_H

#include "packed/packed_bytes.h"
#include "point/log_points.h"

/* Raise it when fields are added (database_record_fields.c). */
#define RECORD_VERSION 16u

void record_write_head(const struct log_points *log, struct bytes *out);
void record_write_point(const struct point *point, struct bytes *out);

/* Reads a head; the log then has no points.  0, or -1 with the reason: cut off,
 * damaged, or made by a later version.  Free with log_points_free. */
int record_read_head(const uint8_t *bytes, size_t size, const char *path, struct log_points **out,
                     struct err *err);

/* Adds a point to its log.  Points must come by target, then run.  0 or -1. */
int record_read_point(const uint8_t *bytes, size_t size, struct log_points *log, struct err *err);

/* The fields at these `size` bytes of a point, as a record of this version has them. */
void record_write_range(const struct point *point, size_t offset, size_t size, struct bytes *out);
void record_read_range(struct point *point, size_t offset, size_t size, struct bytes_reader *in);

/* The log as its records tell it, in place of *log.  0, or -1 with the reason (and
 * *log as it was). */
int record_pass(struct log_points **log, struct err *err);

/* The fields of fixed size, by the struct that has them (database_record_fields.c). */
enum record_type { RECORD_U64, RECORD_U32, RECORD_U8, RECORD_BOOL, RECORD_DOUBLE, RECORD_ID };

struct record_field {
    enum record_type type;
    size_t offset, n;           /* n: of an array */
    unsigned since;
};

struct record_fields {
    const struct record_field *list;
    size_t n;
};

extern const struct record_fields record_log_fields, record_target_fields, record_point_fields;

#endif
