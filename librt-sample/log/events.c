/* SPDX-License-Identifier: MIT
 * Events, and the block of the run that they belong to. */
#include "core/state.h"
#include "log/log.h"
#include "sample/sample.h"
#include <algoprof/log_format.h>
#include <string.h>

struct rt_run_now rt_run_now;

bool rt_run_ensure(struct rt_run_now *now)
{
    struct {
        struct alog_run run;
        char label[RT_RUN_LABEL];
    } block = { { now->start_time, (uint32_t)now->label_len, now->flags }, "" };
    if (now->written || now->writing)
        return now->written;
    memcpy(block.label, now->label, now->label_len);
    now->writing = true;        /* a failure has an event, which asks for this */
    now->written = rt_log_append(now->number, ALOG_RUN, &block, sizeof block.run + now->label_len);
    now->writing = false;
    return now->written;
}

void rt_event(const struct rt_target *g, enum alog_event_kind kind, uint64_t value)
{
    struct rt_run_now *in = g ? g->in : &rt_run_now;
    struct alog_event e = { g ? g->site : ALOG_NONE, kind, value, rt_now_ms() - rt_start_ms, g ? g->starts : 0,
                            g ? g->kept : 0 };
    if (rt_run_ensure(in))
        rt_log_append(in->number, ALOG_EVENT, &e, sizeof e);
}
