/* SPDX-License-Identifier: MIT
 *
 * A pause that the receiver asks for in its answer (docs/spool.md): programs of the
 * application, or of one version of it, write no logs for some days.
 */
#ifndef UPLOAD_PAUSED_H
#define UPLOAD_PAUSED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "algoprof/spool_layout.h"
#include "say.h"
#include "spool.h"

enum { PAUSED_ASKED = 8 };      /* most requests in one answer */

/* What one answer asks for. */
struct paused_request {
    unsigned days;                              /* 1 to ASPOOL_PAUSE_DAYS */
    char version[ASPOOL_VERSION_MAX + 1];       /* a build-id in hexadecimal digits, or "*": all */
};

struct paused_asked {
    struct paused_request list[PAUSED_ASKED];
    size_t n;
};

/* Takes a header's value, "DAYS" or "DAYS BUILD-ID"; what is neither is passed over. */
void paused_take(struct paused_asked *asked, const char *value);

/* Notes them in the spool's file `paused`, beside what is there and not over.  Never makes a
 * pause shorter.  0, or -1 with the reason. */
int paused_note(const struct spool *spool, const struct paused_asked *asked, int64_t now, struct err *err);

#endif
