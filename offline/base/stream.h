/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Streams that keep the reason why writing failed: stdio forgets it when it was
 * not the last buffer that could not be written.
 */
#ifndef OFFLINE_STREAM_H
#define OFFLINE_STREAM_H

#include <stdio.h>

/* A stream that writes to fd, and closes it with itself.  *error, which must live
 * as long, is 0 or the errno of the first failure.  NULL: no memory; fd is open. */
FILE *stream_open(int fd, int *error);

#endif
