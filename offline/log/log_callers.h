/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What a log says of the contexts that traced instances began in.
 */
#ifndef OFFLINE_LOG_CALLERS_H
#define OFFLINE_LOG_CALLERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "algoprof/log_format.h"
#include "base/util.h"

struct log;
struct log_instance;
struct log_callable;
struct log_call;

struct log_caller {             /* a context: a frame below the one that called it */
    struct alog_context rec;
    uint32_t parent;            /* index + 1 of what called it, once linked; 0: nobody */
    uint32_t module;            /* index in log.modules of ALOG_K_CODE, once linked */
    const struct log_callable *callable;        /* likewise of ALOG_K_CALL */
    const struct log_call *call;        /* and which one of its calls; NULL: not known */
    bool bad;                   /* it, or what called it, is damaged */
};

struct log_caller_of {
    uint32_t run;
    struct alog_context_of rec;
};

struct log_callers {
    struct log_caller *list;    /* by number once linked: parents before what they call */
    struct log_caller_of *of;   /* likewise, by run, site and pair */
    size_t n, n_of, cap, cap_of;
    size_t damaged;             /* blocks that were skipped */
};

/* What is damaged is skipped and counted.  0 or -1 (no memory). */
int log_callers_add(struct log_callers *c, const struct alog_block *block, const uint8_t *payload, size_t size,
                    struct err *err);

/* Once all else is linked: fills the contexts of the log's instances. */
void log_callers_link(struct log *log);
void log_callers_find(const struct log *log, struct log_instance *in);       /* the context of one more */
void log_callers_free(struct log_callers *c);

#endif
