/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Files that are written whole or not at all.
 */
#ifndef OFFLINE_WHOLE_FILE_H
#define OFFLINE_WHOLE_FILE_H

#include <stdio.h>

#include "base/util.h"

struct whole_file {
    FILE *stream;
    char *path, *temporary;     /* temporary: NULL for what is no regular file */
    int error;                  /* errno of the first write that failed */
};

/* Begins to write what shall become the file `path` (links are followed).  0,
 * or -1 with the reason.  Then write to the stream, and call the end. */
int whole_file_start(struct whole_file *file, const char *path, struct err *err);

/* Gives the file its name, if result is 0 and all writing went well.  0, or -1
 * with the reason (that of result stays): what was there before is untouched. */
int whole_file_end(struct whole_file *file, int result, struct err *err);

#endif
