/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * One child process that reads uploads (reader_pool.h), and what it and its parent say to
 * each other.
 */
#ifndef OFFLINE_READER_PROCESS_H
#define OFFLINE_READER_PROCESS_H

#include <sys/types.h>

#include "store/intake.h"

/* In the child: reads what it is asked to, until the parent closes its end. */
void reader_run(int fd, int gate, pid_t parent, const struct store *store);

/* In the parent: asks for a file; 0, or -1: nobody is there. */
int reader_ask(int fd, const char *path);

/* Takes the answer into the file; all of its fields but the path.  0; 1: the child has
 * ended instead, or what it says is no answer; -1: no memory here. */
int reader_take(int fd, struct intake_file *file, struct err *err);

#endif
