/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "log/log_read.h"

unsigned log_stops(const struct log *log)
{
    unsigned stops = 0;
    for (size_t i = 0; i < log->n_events; i++) {
        const struct alog_event *e = &log->events[i].rec;
        if (e->kind == ALOG_E_STOPPED && e->site == ALOG_NONE && e->value <= ALOG_STOP_ADDRESSES)
            stops |= 1u << e->value;
    }
    return stops;
}
