/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The bounds file of `algoprof check': one TARGET and LIMIT a line (docs/ci.md).
 */
#ifndef OFFLINE_BOUNDS_FILE_H
#define OFFLINE_BOUNDS_FILE_H

#include "fit/class_limit.h"
#include "point/log_points.h"

struct bound {
    char *target;               /* as written */
    size_t line;
    struct limit limit;
    bool ignore;                /* "ignore" in place of a limit */
    bool matched;               /* some target was */
};

struct bounds {
    char *path;
    struct bound *list;         /* in the order of the file */
    size_t n, cap;
};

/* Told of each bad line. */
typedef void bounds_complain(const char *path, size_t line, const char *what);

/* Reads the file.  0, 1 if there are bad lines (all told), or -1 with the reason:
 * the file cannot be read.  Free with bounds_free, always. */
int bounds_read(const char *path, bounds_complain *complain, struct bounds *bounds,
                struct err *err);
void bounds_free(struct bounds *bounds);

/* The last line that names the target; NULL: none.  If `mark', all that do become
 * matched.
 * TARGET is a name or function (with * ? [] as in the shell), or FILE:LINE, or
 * FILE:NAME, where FILE matches whole trailing parts of the path. */
const struct bound *bounds_find(struct bounds *bounds, const struct target_key *key, bool mark);

/* Does a TARGET mean this one? */
bool bounds_target_is(const char *target, const struct target_key *key);

#endif
