/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * From LOG arguments to files.
 */
#ifndef OFFLINE_INPUTS_H
#define OFFLINE_INPUTS_H

#include "util.h"

struct inputs {
    char **path;                /* in the order of the arguments; folders' files by name */
    size_t n, cap;
};

/* Adds what LOG stands for: itself, or the files *.aplog and *.aplog.N of a
 * folder (not of its subfolders).  0, or -1 with the reason: a folder that
 * cannot be read, or without logs. */
int inputs_add(struct inputs *inputs, const char *log, struct err *err);
void inputs_free(struct inputs *inputs);

#endif
