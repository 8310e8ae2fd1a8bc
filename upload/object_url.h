/* SPDX-License-Identifier: MIT
 *
 * The URL of an object.
 */
#ifndef UPLOAD_OBJECT_URL_H
#define UPLOAD_OBJECT_URL_H

#include <stdio.h>

#include "send.h"

/* The place of an object, to be freed.  NULL with the reason: *temporary if the
 * command that signs may do better another time. */
char *url_of_object(const struct send_options *options, const char *name, bool *temporary,
                 struct err *err);

/* The URL that such a command printed: its first line.  NULL with the reason. */
char *url_read(FILE *out, struct err *err);

/* Whether `url` may be sent to, and what to print of it.  0, or -1 with the reason. */
int url_check(const char *url, bool insecure_http, char *place, size_t room, struct err *err);

#endif
