/* SPDX-License-Identifier: MIT */
#include "sample/log_space_of_target.h"
#include <algoprof/log_format.h>

void rt_space_follow(struct rt_target *g)
{
    uint32_t thin = g->is_inner ? 0 : rt_space_thins_at(g->bytes);
    if (thin > g->thin) {
        g->thin = thin;
        rt_event(g, ALOG_E_THINNED, thin);
    }
    if (rt_space_is_full(g, g->bytes))
        rt_target_stop(g, ALOG_STOP_FULL);
}
