/* SPDX-License-Identifier: MIT
 * Events, and the block of the run that they belong to. */
#include "core/state.h"
#include "log/log.h"
#include <algoprof/log_format.h>
#include <string.h>

struct rt_run_now rt_run_now;

bool rt_run_ensure(void)
{
    struct {
        struct alog_run run;
        char label[RT_RUN_LABEL];
    } block = { { rt_run_now.start_time, (uint32_t)rt_run_now.label_len, rt_run_now.flags }, "" };
    if (rt_run_now.written || rt_run_now.writing)
        return rt_run_now.written;
    memcpy(block.label, rt_run_now.label, rt_run_now.label_len);
    rt_run_now.writing = true;         /* a failure has an event, which asks for this */
    rt_run_now.written = rt_log_append(ALOG_RUN, &block, sizeof block.run + rt_run_now.label_len);
    rt_run_now.writing = false;
    return rt_run_now.written;
}

void rt_event(uint32_t site, enum alog_event_kind kind, uint64_t value, uint64_t starts, uint64_t kept)
{
    struct alog_event e = { site, kind, value, rt_now_ms() - rt_start_ms, starts, kept };
    if (rt_run_ensure())
        rt_log_append(ALOG_EVENT, &e, sizeof e);
}
