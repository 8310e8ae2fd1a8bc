/* SPDX-License-Identifier: MIT
 * What profiling cost until now, and what the process read, into the log (ALOG_SPENT). */
#include "sample/spent_block.h"
#include "base/clock.h"
#include "base/proc_files.h"
#include "core/state.h"
#include "core/turn.h"
#include "log/log.h"
#include "budget/allowance.h"
#include <algoprof/log_format.h>
#include <string.h>
#include <time.h>

static uint64_t began_ns;
#define NOT_ASKED UINT64_MAX
static uint64_t other_input;    /* bytes that the process had read when the log began, and looks at that since */
static struct alog_spent spent; /* as last written */
static uint64_t spent_at[2];    /* offsets of two blocks, 0: none; one is free in turn */
static unsigned spent_in;       /* the other one */
static uint64_t spent_writes;   /* of the log, when that was so */
static rt_turn spent_turn;

void rt_spent_start(void)
{
    began_ns = rt_clock_ns(CLOCK_THREAD_CPUTIME_ID);
}

/* Never into the block that the file has.  In its turn. */
static void write_spent(void)
{
    unsigned to = spent_writes == rt_log_writes ? spent_in : !spent_in;
    if (!spent_at[to])
        return;
    spent_writes = rt_log_writes;
    spent.order++;
    rt_log_store_free(spent_at[to], rt_log_block_len(sizeof spent));
    memcpy(rt_log_payload(spent_at[to]), &spent, sizeof spent);
    rt_log_finish_block(spent_at[to], rt_run, ALOG_SPENT, sizeof spent);
    if (spent_at[!to])
        rt_log_store_free(spent_at[!to], rt_log_block_len(sizeof spent));
    RT_BARRIER();
    spent_in = to;
}

void rt_spent_write_beside(void)
{
    if (!rt_turn_take(&spent_turn))
        return;
    rt_account_seen(&spent.traced_ns, &spent.process_ns);
    write_spent();
    rt_turn_end(&spent_turn);
}

void rt_spent_repair(void)
{
    rt_turn_repair(&spent_turn);
}

void rt_spent_write(bool whole)
{
    if (!spent.start_ns)
        return;
    rt_account_seen(&spent.traced_ns, &spent.process_ns);
    if (whole)
        spent.process_ns = rt_clock_ns(CLOCK_PROCESS_CPUTIME_ID);
    if (whole && other_input != NOT_ASKED) {
        uint64_t other = other_input, input = rt_process_input(&other_input);
        spent.input_bytes = input > other ? input - other : 0;
    }
    if (spent.traced_ns != UINT64_MAX && spent.traced_ns > spent.process_ns)
        spent.traced_ns = spent.process_ns;
    write_spent();
    rt_turn_end(&spent_turn);   /* alone: if somebody had it, he has left it */
}

/* A block that is free, for one of the two; 0: no space. */
static uint64_t spent_block(void)
{
    uint64_t offset;
    if (!rt_log_reserve(sizeof spent, rt_log_max, &offset))
        return 0;
    rt_log_commit(offset, 0, ALOG_FREE, sizeof spent, 0);
    return offset;
}

/* The kernel's account begins at a fork, as counts do.  A program that is shipped opens no file once it runs. */
bool rt_spent_begin(bool forked, bool is_shipped)
{
    uint64_t own = 0, before = is_shipped ? 0 : rt_process_input(&own);
    other_input = is_shipped ? NOT_ASKED : forked ? own : before + own;
    spent = (struct alog_spent){ .start_ns = rt_clock_ns(CLOCK_THREAD_CPUTIME_ID) - began_ns };
    spent_at[0] = spent_block();
    spent_at[1] = spent_block();
    rt_account_started(spent.start_ns);
    rt_spent_write(false);
    return true;
}
