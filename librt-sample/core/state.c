/* SPDX-License-Identifier: MIT
 * The state of the process as a whole. */
#include "core/state.h"
#include "base/clock.h"
#include <time.h>
#include <unistd.h>

_Atomic int rt_state;
_Atomic bool rt_waited, rt_shut, rt_elsewhere, rt_asked;
_Atomic unsigned rt_paused;
_Atomic uint32_t rt_run;
_Atomic bool rt_has_runs, rt_counts_short;
_Atomic uint64_t rt_order;
uint64_t rt_start_ms;
unsigned rt_forks;
pid_t rt_pid;
volatile uint32_t *rt_alive;

uint64_t rt_now_ms(void)
{
    struct timespec now = { 0, 0 };
    rt_clock(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000 + (uint64_t)now.tv_nsec / 1000000;
}

bool rt_is_child_by_number(void)
{
    return rt_state != RT_SEALED && rt_pid != getpid();
}
