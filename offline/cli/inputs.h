/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * From LOG arguments to files.
 */
#ifndef OFFLINE_INPUTS_H
#define OFFLINE_INPUTS_H

#include <algoprof/log_merged.h>

#include "log/log_read.h"

/* One log. */
struct input {
    char *name;                 /* for messages: its path, or FILE#ID in a merged file */
    char *path;                 /* of the file to read */
    bool merged;                /* it is a part of that: */
    struct alog_member member;
    char *bad;                  /* why it cannot be read, if that is known already */
};

struct inputs {
    struct input *list;         /* in the order of the arguments; folders' files by name */
    size_t n, cap;
    int stdin_copy;             /* 0: none */
};

/* Adds what LOG stands for: itself, the logs in it if it is a merged file, or the
 * files *.aplog, *.aplog.zst and *.aplog.N of a folder (not of its subfolders).  FILE#ID is the
 * log in a merged file whose run id begins so.  0, or -1 with the reason: a folder
 * that cannot be read, or without logs; no such log in a merged file. */
int inputs_add(struct inputs *inputs, const char *log, struct err *err);

/* As log_read; any thread. */
int input_read(const struct input *input, struct log **out, struct err *err);
void inputs_free(struct inputs *inputs);

#endif
