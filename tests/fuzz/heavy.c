/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * heavy             lists the kinds of logs
 * heavy KIND BYTES  writes a log of about so many bytes to standard output, which asks for more work or memory than
 *                   a log of its size is worth.  All of it is sealed, and as the format says.
 */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "heavy.h"

void heavy_string(struct logmake *p, const char *text)
{
    uint16_t len = (uint16_t)strlen(text);
    logmake_append(p, &len, sizeof len);
    logmake_append(p, text, len);
}

void heavy_block(struct logmake *log, unsigned tag, struct logmake *payload)
{
    logmake_block(log, (uint16_t)tag, log->run, payload->bytes, payload->size);
    logmake_free(payload);
}

void heavy_begin(struct logmake *log, uint64_t instances, uint64_t cost)
{
    const struct alog_counts counts = { .instances = instances, .cost = cost, .traced = instances, .folded = ALOG_NONE };
    logmake_start(log, 1);
    logmake_module(log, 0, HEAVY_BUILD);
    logmake_site(log, 0, "f", "f.c", 10);
    logmake_counter(log, 0, 0, &counts);
}

/* ---- traced instances and who called them */

static void put_frame(struct logmake *log, uint32_t number, uint32_t parent, uint32_t module, uint64_t offset)
{
    const struct alog_context rec = { number, parent, module, module == ALOG_NONE ? ALOG_K_OUTSIDE : ALOG_K_CODE, offset };
    logmake_block(log, ALOG_CONTEXT, 0, &rec, sizeof rec);
}

static void put_frame_of(struct logmake *log, uint32_t site, uint64_t pair_place, uint32_t context)
{
    const struct alog_context_of rec = { site, context, pair_place };
    logmake_block(log, ALOG_CONTEXT_OF, 0, &rec, sizeof rec);
}

/* Instances in short: without a set, of sizes that double, and of costs that are their squares. */
static void put_instances(struct logmake *log, uint32_t site, uint64_t n)
{
    struct logmake p = { 0 };
    logmake_varint(&p, site);
    logmake_varint(&p, 0);
    logmake_varint(&p, 2 * n);
    for (uint64_t i = 0; i < n; i++) {
        uint64_t size = UINT64_C(64) << i / 2 % 8, has = i % 2 ? 1u << ALOG_P_SECOND : 0;
        has |= 1u << ALOG_P_COST | 1u << ALOG_P_RMS | (i == 0 ? 1u << ALOG_P_FLAGS : 0);
        logmake_varint(&p, has);
        logmake_varint(&p, size * size);
        logmake_varint(&p, size);
        if (i == 0)
            logmake_varint(&p, ALOG_I_COUNTED);
    }
    heavy_block(log, ALOG_COMPACT, &p);
}

/* Each frame of a module of its own. */
static void modules(struct logmake *log, size_t bytes)
{
    uint32_t n = 0;
    heavy_begin(log, 0, 0);
    for (uint32_t i = 1; log->size < HEAVY_SHARE(bytes, 40); i++)
        logmake_module(log, i, "");
    for (; log->size < HEAVY_SHARE(bytes, 90); n++)
        put_frame(log, n + 1, n, UINT32_MAX - 1, n);
    for (uint64_t i = 0; log->size < bytes; i++)
        put_frame_of(log, 0, i, 1 + (uint32_t)i % n);
}

/* Instances that are called by as many programs. */
static void builds(struct logmake *log, size_t bytes)
{
    uint64_t n = bytes / 140;
    char build[32];
    heavy_begin(log, n, n << 40);
    put_instances(log, 0, n);
    for (uint32_t i = 1; i <= n; i++) {
        snprintf(build, sizeof build, "%020u", i);
        logmake_module(log, i, build);
        put_frame(log, i, 0, i, 1);
        put_frame_of(log, 0, i - 1, i);
    }
}

/* Instances that are called by all frames that there are, at one place or at several. */
static void deep(struct logmake *log, size_t bytes, uint64_t places)
{
    uint64_t n = bytes / 100;
    heavy_begin(log, n, n << 40);
    put_instances(log, 0, n);
    for (uint32_t i = 0; i < n; i++)
        put_frame(log, i + 1, i, 0, 1 + i % places);
    for (uint64_t i = 0; log->size < bytes; i++)
        put_frame_of(log, 0, i, (uint32_t)(n - i % (n / 2)));
}

static void deep_recursion(struct logmake *log, size_t bytes)
{
    deep(log, bytes, 1);
}

static void deep_calls(struct logmake *log, size_t bytes)
{
    deep(log, bytes, UINT64_MAX);
}

/* Targets of so many instances, called from as many places as can be compared. */
static void blamed(struct logmake *log, size_t bytes, uint64_t n)
{
    char name[32];
    const struct alog_counts counts = { .instances = n, .cost = n << 40, .traced = n, .folded = ALOG_NONE };
    logmake_start(log, 1);
    logmake_module(log, 0, HEAVY_BUILD);
    for (uint32_t i = 0; i < 200; i++)
        put_frame(log, i + 1, 0, 0, 1 + i);
    for (uint32_t site = 0; log->size < bytes; site++) {
        snprintf(name, sizeof name, "f%u", site);
        logmake_site(log, site, name, "f.c", site + 1);
        logmake_counter(log, site, 0, &counts);
        put_instances(log, site, n);
        for (uint64_t i = 0; i < n; i++)
            put_frame_of(log, site, i, 1 + (uint32_t)(i * 200 / n / 2 * 2 % 200));
    }
}

static void blamed_few(struct logmake *log, size_t bytes)
{
    blamed(log, bytes, 48);
}

static void blamed_many(struct logmake *log, size_t bytes)
{
    blamed(log, bytes, 4800);
}

/* Targets that have just what a fit takes. */
static void targets(struct logmake *log, size_t bytes)
{
    const uint64_t n = 24;
    char name[32];
    const struct alog_counts counts = { .instances = n, .cost = n << 40, .traced = n, .folded = ALOG_NONE };
    logmake_start(log, 1);
    logmake_module(log, 0, HEAVY_BUILD);
    for (uint32_t site = 0; log->size < bytes; site++) {
        snprintf(name, sizeof name, "f%u", site);
        logmake_site(log, site, name, "f.c", site + 1);
        logmake_counter(log, site, 0, &counts);
        put_instances(log, site, n);
    }
}

/* Instances of a byte each. */
static void compact(struct logmake *log, size_t bytes)
{
    struct logmake p = { 0 };
    uint64_t n = bytes - 4600;
    heavy_begin(log, n, n);
    logmake_varint(&p, 0);
    logmake_varint(&p, 0);
    logmake_varint(&p, 2 * n);
    logmake_varint(&p, 1u << ALOG_P_COST);
    logmake_varint(&p, 1);
    for (uint64_t i = 1; i < n; i++)
        logmake_varint(&p, 0);
    heavy_block(log, ALOG_COMPACT, &p);
}

/* Instances that are only counted: of a few bytes each, and no two alike. */
static void different(struct logmake *log, size_t bytes)
{
    struct logmake p = { 0 };
    uint64_t n = bytes / 5 - 1000, cost = 0;
    for (uint64_t i = 0; i < n; i++)
        cost += 16384 + i % 1000000;
    heavy_begin(log, n, cost);
    logmake_varint(&p, 0);
    logmake_varint(&p, 0);
    logmake_varint(&p, 2 * n);
    for (uint64_t i = 0; i < n; i++) {
        logmake_varint(&p, 1u << ALOG_P_COST | (i < 1 ? 1u << ALOG_P_FLAGS : 0));
        logmake_varint(&p, 16384 + i % 1000000);
        if (i < 1)
            logmake_varint(&p, ALOG_I_COUNTED);
    }
    heavy_block(log, ALOG_COMPACT, &p);
}

/* ---- what runs have of each target */

static void samplers(struct logmake *log, size_t bytes)
{
    const struct alog_sampler_state state = { .sequence = 1 };
    heavy_begin(log, 1, 1);
    while (log->size < bytes)
        logmake_sampler(log, 0, &state);
}

static void counters(struct logmake *log, size_t bytes)
{
    const struct alog_counts counts = { .instances = 1, .cost = 1, .folded = ALOG_NONE };
    heavy_begin(log, 1, 1);
    for (uint32_t i = 1; log->size < bytes; i++)
        logmake_counter(log, 0, i, &counts);
}

static void events(struct logmake *log, size_t bytes)
{
    const struct alog_event rec = { .site = 0 };
    heavy_begin(log, 1, 1);
    while (log->size < bytes)
        logmake_block(log, ALOG_EVENT, 0, &rec, sizeof rec);
}

static void unions(struct logmake *log, size_t bytes)
{
    const struct alog_union rec = { .site = 0 };
    heavy_begin(log, 1, 1);
    while (log->size < bytes)
        logmake_block(log, ALOG_UNION, 0, &rec, sizeof rec);
}

static void empty(struct logmake *log, size_t bytes, unsigned tag, size_t size)
{
    static const uint8_t zeros[64];
    heavy_begin(log, 1, 1);
    while (log->size < bytes)
        logmake_block(log, (uint16_t)tag, 0, zeros, size);
}

static void labels(struct logmake *log, size_t bytes)
{
    empty(log, bytes, ALOG_LABEL, 8);
}

static void spent(struct logmake *log, size_t bytes)
{
    empty(log, bytes, ALOG_SPENT, 32);
}

static void unknown(struct logmake *log, size_t bytes)
{
    empty(log, bytes, 0x7777, 0);
}

/* Targets in as many runs. */
static void grid(struct logmake *log, size_t bytes)
{
    const struct alog_counts counts = { .instances = 100, .cost = 10000, .folded = ALOG_NONE };
    char name[32];
    logmake_start(log, 1);
    logmake_module(log, 0, HEAVY_BUILD);
    for (uint32_t i = 0; i < 200; i++) {
        snprintf(name, sizeof name, "f%u", i);
        logmake_site(log, i, name, "f.c", i + 1);
    }
    for (uint32_t run = 0; log->size < bytes && run < UINT16_MAX; run++) {
        log->run = (uint16_t)run;
        logmake_run(log, "", 0);
        for (uint32_t i = 0; i < 200 && log->size < bytes; i++)
            logmake_counter(log, i, 0, &counts);
    }
    log->run = 0;
}

static const struct {
    const char *name;
    void (*make)(struct logmake *log, size_t bytes);
} kinds[] = {
    { "modules", modules }, { "builds", builds }, { "deep-recursion", deep_recursion }, { "deep-calls", deep_calls },
    { "blamed-few", blamed_few }, { "blamed-many", blamed_many }, { "targets", targets }, { "compact", compact }, { "different", different },
    { "samplers", samplers }, { "counters", counters }, { "events", events }, { "unions", unions },
    { "labels", labels }, { "spent", spent }, { "unknown", unknown }, { "grid", grid },
    { "functions", heavy_functions }, { "fitted", heavy_fitted }, { "tuples", heavy_tuples }, { "own-tuples", heavy_own_tuples },
    { "calls", heavy_calls }, { "parts", heavy_parts }, { "cycles", heavy_cycles }, { "chain", heavy_chain }, { "inlined", heavy_inlined },
    { "callers", heavy_callers }, { "long-names", heavy_long_names },
    { "threads", heavy_threads }, { "beside", heavy_beside },
    { "words", heavy_words }, { "words-of-functions", heavy_words_of_functions },
};

int main(int argc, char **argv)
{
    const size_t n = sizeof kinds / sizeof *kinds;
    struct logmake log = { 0 };
    for (size_t i = 0; argc == 1 && i < n; i++)
        puts(kinds[i].name);
    for (size_t i = 0; argc == 3 && i < n; i++)
        if (strcmp(argv[1], kinds[i].name) == 0)
            kinds[i].make(&log, (size_t)atoll(argv[2]));
    if (argc == 1)
        return 0;
    if (log.size == 0) {
        fputs("usage: heavy [KIND BYTES]\n", stderr);
        return 2;
    }
    logmake_commit(&log, 0, 1, ALOG_FINISHED);
    bool written = fwrite(log.bytes, 1, log.size, stdout) == log.size && fflush(stdout) == 0;
    logmake_free(&log);
    return written ? 0 : 1;
}
