/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sample_log.h"

#include <math.h>
#include <stdio.h>

#include "chainmake.h"

void sample_log(struct logmake *log, uint8_t run_id)
{
    const struct cells first[] = { { 100, 50 }, { 192, 256 }, { 1000, 1 } };
    const struct cells second[] = { { 120, 50 }, { 192, 256 } };
    const struct cells far[] = { { (UINT64_C(7) << 32) - 10, 20 } };
    const uint8_t opaque[] = { 0, 3 };  /* name 0, 3 calls */
    const struct alog_counts zero0 = { .instances = 5, .cost = 500, .traced = 2,
                                       .folded = ALOG_NONE };
    const struct alog_counts zero1 = { .instances = 2, .cost = 200, .traced = 1,
                                       .folded = ALOG_NONE };
    const struct alog_counts one = { .instances = 20, .cost = 50, .traced = 1,
                                     .folded = ALOG_NONE };
    struct alog_sampler_state sampler = { .starts = 2, .kept = 1, .dropped = 1 };
    struct alog_instance in = { .site = 0, .thread = 0, .cost = 100, .total_instances = 1,
                                .total_cost = 100, .parent = ALOG_NONE,
                                .flags = ALOG_I_FIRST_PAIR };
    struct alog_event event = { .site = 0, .kind = ALOG_E_HALVED, .value = 1, .time = 5,
                                .starts = 2, .kept = 1 };
    struct alog_run run = { .start_time = 1700000000 };

    logmake_start(log, run_id);
    logmake_block(log, ALOG_RUN, 0, &run, sizeof run);
    logmake_module(log, 0, "\xde\xad\xbe\xef");
    logmake_site(log, 0, "outer", "a.c", 10);
    logmake_site(log, 1, "inner", "dir/b.c", 20);
    logmake_name(log, 0, "qsort_helper");
    logmake_counter(log, 0, 0, &zero0);
    logmake_counter(log, 0, 1, &zero1);
    logmake_counter(log, 1, 0, &one);
    logmake_sampler(log, 0, &sampler);
    logmake_instance(log, &in, first, 3, opaque, sizeof opaque);
    in.place = 1;
    in.index = 1;
    in.order = 1;
    in.total_instances = 2;
    in.total_cost = 200;
    logmake_instance(log, &in, second, 2, NULL, 0);
    logmake_drop(log, logmake_instance(log, &in, first, 3, NULL, 0));
    in = (struct alog_instance){ .site = 0, .thread = 1, .cost = 40, .total_instances = 2,
                                 .total_cost = 200, .parent = ALOG_NONE, .flags = ALOG_I_CUT,
                                 .pair = 1, .period = 8, .order = 3, .index = 1 };
    logmake_instance(log, &in, far, 1, NULL, 0);
    in = (struct alog_instance){ .site = 1, .thread = 0, .cost = 3, .total_instances = 1,
                                 .total_cost = 3, .parent = 0, .order = 2 };
    logmake_instance(log, &in, second, 1, NULL, 0);
    logmake_block(log, ALOG_EVENT, 0, &event, sizeof event);
    logmake_block(log, 0x7fff, 0, "from later", 10);
    logmake_commit(log, 0, 1, ALOG_RUNNING);
    logmake_commit(log, 1, 2, ALOG_FINISHED);
}

static void start_scan(struct logmake *log, uint8_t run_id, const char *build_id)
{
    logmake_start(log, run_id);
    logmake_module(log, 0, build_id);
    logmake_site(log, 0, "scan", "scan.c", 10);
}

void exact_log(struct logmake *log, uint8_t run_id, const char *build_id, unsigned n,
               unsigned step)
{
    struct alog_counts counts = { .folded = ALOG_NONE };
    start_scan(log, run_id, build_id);
    for (unsigned i = 0; i < n; i++) {
        const struct cells cells = { 1 << 20, (i + 1) * step };
        counts.instances++;
        counts.traced++;
        counts.cost += (i + 1) * step;
        const struct alog_instance in = { .index = i, .cost = (i + 1) * step, .pair = i / 2,
                                          .total_instances = counts.instances,
                                          .total_cost = counts.cost, .order = i,
                                          .parent = ALOG_NONE, .place = i % 2 };
        logmake_instance(log, &in, &cells, 1, NULL, 0);
    }
    logmake_counter(log, 0, 0, &counts);
    logmake_commit(log, 0, 1, ALOG_FINISHED);
}

void pairs_log(struct logmake *log, uint8_t run_id, unsigned pairs, uint64_t instances,
               unsigned size, unsigned shared)
{
    const struct alog_counts counts = { .instances = instances, .cost = instances * size,
                                        .traced = 2 * pairs, .folded = ALOG_NONE };
    const uint64_t base = 1 << 20;
    start_scan(log, run_id, "build");
    for (unsigned i = 0; i < 2 * pairs; i++) {
        /* Own bytes below, shared ones from base on. */
        const struct cells cells[] = { { (uint64_t)(i / 2 * 10 + i % 2) * size, shared },
                                       { base, size - shared } };
        const struct alog_instance in = {
            .index = i / 2 * 10 + i % 2, .cost = size, .pair = i / 2, .period = 8, .order = i,
            .total_instances = i / 2 * 10 + i % 2 + 1,
            .total_cost = (i / 2 * 10 + i % 2 + 1) * (uint64_t)size,
            .parent = ALOG_NONE, .place = i % 2
        };
        logmake_instance(log, &in, shared ? cells : cells + 1,
                         1 + (shared > 0 && shared < size), NULL, 0);
    }
    logmake_counter(log, 0, 0, &counts);
    logmake_commit(log, 0, 1, ALOG_FINISHED);
}

static void serve(struct logmake *log, unsigned r, uint64_t n)
{
    const struct cells cells = { 1 << 20, n };
    const uint64_t user_size = 2 * n;
    const struct alog_sampler_state sampler = { .starts = 1, .kept = 1 };
    const struct alog_counts counts = { .instances = 1, .cost = n * n, .traced = 1,
                                        .folded = ALOG_NONE };
    const struct alog_instance in = { .site = 1, .thread = r % 3, .cost = n * n, .order = r,
                                      .total_instances = 1, .total_cost = n * n,
                                      .parent = ALOG_NONE, .flags = ALOG_I_FIRST_PAIR };
    log->user_size = &user_size;
    logmake_instance(log, &in, &cells, 1, NULL, 0);
    log->user_size = NULL;
    logmake_counter(log, 1, r % 3, &counts);
    logmake_sampler(log, 1, &sampler);
}

void service_log(struct logmake *log, uint8_t run_id, unsigned runs, unsigned step, bool crashed)
{
    const struct alog_counts once = { .instances = 1, .traced = 1, .folded = ALOG_NONE };
    logmake_start(log, run_id);
    logmake_run(log, "", 0);
    logmake_module(log, 0, "build");
    logmake_site(log, 0, "accept", "serve.c", 10);
    logmake_site(log, 1, "serve", "serve.c", 20);
    for (unsigned r = 0; r < runs; r++) {
        struct alog_run_end end = { .time = 10 * (r + 1) };
        char label[32];
        log->run = (uint16_t)r;
        snprintf(label, sizeof label, "request %u", r);
        if (r > 0)
            logmake_run(log, label, ALOG_R_MARKED);
        if (r + 2 == runs)
            logmake_counter(log, 0, 0, &once);
        if (r > 0) {
            serve(log, r, (uint64_t)r * step);
            end.user_size = 2 * (uint64_t)r * step;
            end.flags = ALOG_R_SIZED;
        }
        if (!crashed || r + 1 < runs)
            logmake_run_end(log, &end);
    }
    if (runs > 1) {
        const struct alog_event event = { .kind = ALOG_E_CROSSED, .value = runs - 2u };
        logmake_block(log, ALOG_EVENT, log->run, &event, sizeof event);
    }
    logmake_commit(log, 0, 1, crashed ? ALOG_RUNNING : ALOG_FINISHED);
}

static void call_fib(struct calls *calls, unsigned n)
{
    calls_enter(calls);
    if (n > 1) {
        call_fib(calls, n - 1);
        call_fib(calls, n - 2);
    }
    calls_leave(calls);
}

/* Appends the instance, and goes on to the next. */
static void add_calls(struct logmake *log, struct calls *calls, struct alog_instance *in,
                      uint64_t rms)
{
    const struct cells cells = { 4096, rms };
    in->total_instances++;
    in->total_cost += calls->cost;
    calls_log(calls, log, in, &cells, rms > 0);
    in->index++;
    in->order++;
    in->place = !in->place;
    in->pair = in->order / 2;
    in->flags = 0;
    calls_clear(calls);
}

void chain_log(struct logmake *log, uint8_t run_id)
{
    const struct alog_counts counts = { .instances = 100, .cost = 54321, .traced = 5,
                                        .folded = ALOG_NONE };
    struct alog_instance in = { .parent = ALOG_NONE, .flags = ALOG_I_FIRST_PAIR };
    struct calls calls = { 0 };
    logmake_start(log, run_id);
    logmake_module(log, 0, "build");
    logmake_recursion(log, 0, "f", "f.c", 1);
    logmake_counter(log, 0, 0, &counts);
    call_fib(&calls, 4);
    add_calls(log, &calls, &in, 4);
    in.flags = ALOG_I_FIRST_PAIR;
    call_fib(&calls, 3);
    add_calls(log, &calls, &in, 4);
    for (int i = 0; i < 2000; i++)
        calls_enter(&calls);
    for (int i = 0; i < 2000; i++)
        calls_leave(&calls);
    add_calls(log, &calls, &in, 32000);
    for (int i = 0; i < 3; i++)
        calls_enter(&calls);
    calls_leave(&calls);
    in.flags = ALOG_I_CUT;
    add_calls(log, &calls, &in, 100);
    call_fib(&calls, 0);
    in.flags = ALOG_I_UNSEEN;
    add_calls(log, &calls, &in, 0);
    calls_free(&calls);
    logmake_commit(log, 0, 1, ALOG_FINISHED);
}

void wide_log(struct logmake *log, unsigned run, unsigned targets)
{
    const char *hostile = "</script><script>document.title='broken'</script><!--&\"'\\";
    logmake_start(log, run);
    logmake_module(log, 0, "build");
    for (unsigned i = 0; i < targets; i++) {
        char name[32];
        double growth = exp(9.21034037197618 * (run * 31 % 503) / 503.0);
        uint64_t size = i == 2 ? 1000 : (uint64_t)(10 * growth) + i;
        double scatter = 1 + 0.1 * sin(run * 12.9898 + i * 78.233);
        if (i == 3 || (i == 1 && run != 1))
            continue;
        snprintf(name, sizeof name, "target_%u", i);
        logmake_site(log, i, i == 0 ? hostile : name, "wide.c", 10 + i);
        const struct alog_counts counts = {
            .instances = 1, .traced = 1, .folded = ALOG_NONE,
            .cost = (uint64_t)(scatter * pow((double)size, 1 + i % 3 / 2.0))
        };
        const struct alog_instance in = { .site = i, .cost = counts.cost, .total_instances = 1,
                                          .total_cost = counts.cost, .order = i,
                                          .parent = ALOG_NONE };
        const struct cells cells = { 1 << 20, size };
        logmake_instance(log, &in, &cells, 1, NULL, 0);
        logmake_counter(log, i, 0, &counts);
    }
    logmake_commit(log, 0, 1, ALOG_FINISHED);
}
