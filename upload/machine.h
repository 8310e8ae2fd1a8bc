/* SPDX-License-Identifier: MIT
 *
 * What the uploader takes from the machine.  Tests link another machine.c.
 */
#ifndef UPLOAD_HOST_H
#define UPLOAD_HOST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

int64_t host_now(void);                     /* seconds since 1970 */
void host_random(void *bytes, size_t n);    /* n at most 256 */
const char *host_conf_folder(void);         /* where the operator's files are */

/* Waits; false: a signal asked to stop, see host_stopping. */
bool host_sleep(int64_t seconds);

/* From now on SIGINT, SIGTERM and SIGHUP only ask to stop. */
void host_catch_signals(void);
bool host_stopping(void);

/* Uniform, 0 included and 1 not. */
double host_fraction(void);

#endif
