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

#include "logmake.h"

#define BUILD "0123456789abcdefghij"
#define SHARE(bytes, percent) (4096 + (bytes) / 100 * (percent))

static void put_string(struct logmake *p, const char *text)
{
    uint16_t len = (uint16_t)strlen(text);
    logmake_append(p, &len, sizeof len);
    logmake_append(p, text, len);
}

static void put_block(struct logmake *log, unsigned tag, struct logmake *payload)
{
    logmake_block(log, (uint16_t)tag, log->run, payload->bytes, payload->size);
    logmake_free(payload);
}

static void begin(struct logmake *log, uint64_t instances, uint64_t cost)
{
    const struct alog_counts counts = { .instances = instances, .cost = cost, .traced = instances, .folded = ALOG_NONE };
    logmake_start(log, 1);
    logmake_module(log, 0, BUILD);
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
    put_block(log, ALOG_COMPACT, &p);
}

/* Each frame of a module of its own. */
static void modules(struct logmake *log, size_t bytes)
{
    uint32_t n = 0;
    begin(log, 0, 0);
    for (uint32_t i = 1; log->size < SHARE(bytes, 40); i++)
        logmake_module(log, i, "");
    for (; log->size < SHARE(bytes, 90); n++)
        put_frame(log, n + 1, n, UINT32_MAX - 1, n);
    for (uint64_t i = 0; log->size < bytes; i++)
        put_frame_of(log, 0, i, 1 + (uint32_t)i % n);
}

/* Instances that are called by all frames that there are, at one place or at several. */
static void deep(struct logmake *log, size_t bytes, uint64_t places)
{
    uint64_t n = bytes / 100;
    begin(log, n, n << 40);
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
    logmake_module(log, 0, BUILD);
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

/* Instances of a byte each. */
static void compact(struct logmake *log, size_t bytes)
{
    struct logmake p = { 0 };
    uint64_t n = bytes - 4600;
    begin(log, n, n);
    logmake_varint(&p, 0);
    logmake_varint(&p, 0);
    logmake_varint(&p, 2 * n);
    logmake_varint(&p, 1u << ALOG_P_COST);
    logmake_varint(&p, 1);
    for (uint64_t i = 1; i < n; i++)
        logmake_varint(&p, 0);
    put_block(log, ALOG_COMPACT, &p);
}

/* ---- what runs have of each target */

static void samplers(struct logmake *log, size_t bytes)
{
    const struct alog_sampler_state state = { .sequence = 1 };
    begin(log, 1, 1);
    for (uint32_t i = 0; log->size < bytes; i++)
        logmake_sampler(log, 0, &state);
}

static void counters(struct logmake *log, size_t bytes)
{
    const struct alog_counts counts = { .instances = 1, .cost = 1, .folded = ALOG_NONE };
    begin(log, 1, 1);
    for (uint32_t i = 1; log->size < bytes; i++)
        logmake_counter(log, 0, i, &counts);
}

static void events(struct logmake *log, size_t bytes)
{
    const struct alog_event rec = { .site = 0 };
    begin(log, 1, 1);
    while (log->size < bytes)
        logmake_block(log, ALOG_EVENT, 0, &rec, sizeof rec);
}

static void unions(struct logmake *log, size_t bytes)
{
    const struct alog_union rec = { .site = 0 };
    begin(log, 1, 1);
    while (log->size < bytes)
        logmake_block(log, ALOG_UNION, 0, &rec, sizeof rec);
}

static void empty(struct logmake *log, size_t bytes, unsigned tag, size_t size)
{
    static const uint8_t zeros[64];
    begin(log, 1, 1);
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
    logmake_module(log, 0, BUILD);
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

/* ---- in-house mode */

static void put_function(struct logmake *log, uint32_t number, const char *name)
{
    struct logmake p = { 0 };
    const struct alog_function rec = { number, number };
    logmake_append(&p, &rec, sizeof rec);
    put_string(&p, name);
    put_string(&p, "f.c");
    put_block(log, ALOG_FUNCTION, &p);
}

/* n sizes of a function, each so many times the one before, and costs of their square. */
static void put_profile(struct logmake *log, unsigned tag, uint32_t function, uint64_t n, unsigned times)
{
    struct logmake rows = { 0 }, p = { 0 };
    uint64_t size = 0;
    for (uint64_t i = 0; i < n; i++) {
        uint64_t next = times == 1 ? i + 1 : size ? size * times : 4, cost = times == 1 ? 1 : next * next;
        const uint64_t row[] = { next - size, 1, cost, 0, cost, cost * cost, 0 };
        for (size_t k = 0; k < sizeof row / sizeof *row; k++)
            logmake_varint(&rows, row[k]);
        size = next;
    }
    const struct alog_profile rec = { .function = function, .cell = 1, .rows = (uint32_t)n,
                                      .rows_bytes = (uint32_t)rows.size };
    logmake_append(&p, &rec, sizeof rec);
    logmake_append(&p, rows.bytes, rows.size);
    put_block(log, tag, &p);
    logmake_free(&rows);
}

/* Each is called by all before it, by its cost and its activations. */
static void functions(struct logmake *log, size_t bytes)
{
    logmake_start(log, 1);
    for (uint32_t i = 1; log->size < bytes; i++) {
        struct logmake p = { 0 };
        const struct alog_profile rec = { .function = i, .cell = 1, .rows = 1 };
        const uint64_t row[] = { 4, i, 0, 1, 1000000000, 1, 0 };
        logmake_append(&p, &rec, sizeof rec);
        for (size_t k = 0; k < sizeof row / sizeof *row; k++)
            logmake_varint(&p, row[k]);
        const uint32_t bytes_of_rows = (uint32_t)(p.size - sizeof rec);
        memcpy(p.bytes + offsetof(struct alog_profile, rows_bytes), &bytes_of_rows, sizeof bytes_of_rows);
        put_function(log, i, "f");
        put_block(log, ALOG_PROFILE, &p);
    }
}

static void fitted(struct logmake *log, size_t bytes)
{
    logmake_start(log, 1);
    for (uint32_t i = 1; log->size < bytes; i++) {
        put_function(log, i, "f");
        put_profile(log, ALOG_PROFILE, i, 10, 2);
    }
}

static void tuples(struct logmake *log, size_t bytes)
{
    logmake_start(log, 1);
    put_function(log, 1, "f");
    put_profile(log, ALOG_PROFILE, 1, bytes / 8, 1);
}

static void own_tuples(struct logmake *log, size_t bytes)
{
    logmake_start(log, 1);
    put_function(log, 1, "f");
    put_profile(log, ALOG_OWN_COSTS, 1, bytes / 8, 1);
}

/* ---- contexts */

static void put_callable(struct logmake *log, uint32_t number, const char *name, uint32_t first, uint32_t n,
                         uint32_t callee, const char *inlined)
{
    struct logmake p = { 0 };
    const struct alog_callable rec = { .callable = number, .line = number, .first = first, .calls = n };
    logmake_append(&p, &rec, sizeof rec);
    put_string(&p, name);
    put_string(&p, "f.c");
    for (uint32_t i = 0; i < n; i++) {
        logmake_varint(&p, callee ? 0 : 1);
        logmake_varint(&p, 1);
        logmake_varint(&p, callee);
        put_string(&p, "");
        put_string(&p, inlined);
    }
    put_block(log, ALOG_CALLABLE, &p);
}

static void put_row(struct logmake *p, uint64_t gap, uint64_t from, uint64_t callable, uint64_t count)
{
    const uint64_t row[] = { gap, from, callable, 0, count, 0 };
    for (size_t k = 0; k < sizeof row / sizeof *row; k++)
        logmake_varint(p, row[k]);
}

static void put_part(struct logmake *log, uint32_t part, uint32_t n, uint64_t error, struct logmake *rows)
{
    struct logmake p = { 0 };
    const struct alog_contexts rec = { .generation = 1, .part = part, .flags = ALOG_F_LAST, .rows = n,
                                       .rows_bytes = (uint32_t)rows->size, .error = error, .forgotten = error };
    logmake_append(&p, &rec, sizeof rec);
    logmake_append(&p, rows->bytes, rows->size);
    put_block(log, ALOG_CONTEXTS, &p);
    logmake_free(rows);
}

/* One function has all calls, and each has a count. */
static void calls(struct logmake *log, size_t bytes)
{
    struct logmake rows = { 0 };
    uint32_t n = (uint32_t)(bytes / 12);
    begin(log, 1, 1);
    put_callable(log, 1, "f", 0, n, 1, "");
    put_row(&rows, 16, 5, 1, 1);
    logmake_varint(&rows, n);
    for (uint32_t i = 0; i < n; i++) {
        logmake_varint(&rows, i);
        logmake_varint(&rows, 1);
    }
    put_part(log, 0, 1, 1, &rows);
}

/* A tree of many blocks. */
static void parts(struct logmake *log, size_t bytes)
{
    struct logmake rows = { 0 };
    uint32_t n = 0, part = 0;
    begin(log, 1, 1);
    put_callable(log, 1, "f", 0, 1, 0, "");
    for (; rows.size < bytes / 2; n++) {
        put_row(&rows, 16, 5, 1, 1);
        logmake_varint(&rows, 0);
    }
    for (; log->size < bytes - rows.size; part++) {
        struct logmake p = { 0 };
        const struct alog_contexts rec = { .generation = 1, .part = part + 1 };
        logmake_append(&p, &rec, sizeof rec);
        put_block(log, ALOG_CONTEXTS, &p);
    }
    struct logmake p = { 0 }, last = { 0 };
    const struct alog_contexts head = { .generation = 1, .rows = n, .rows_bytes = (uint32_t)rows.size };
    logmake_append(&p, &head, sizeof head);
    logmake_append(&p, rows.bytes, rows.size);
    put_block(log, ALOG_CONTEXTS, &p);
    put_part(log, part + 1, 0, 0, &last);
    logmake_free(&rows);
}

/* Many threads that have a context each, and many functions. */
static void threads(struct logmake *log, size_t bytes)
{
    begin(log, 1, 1);
    for (uint32_t i = 1; log->size < SHARE(bytes, 50); i++)
        put_callable(log, i, "f", 0, 1, 1, "");
    for (uint32_t thread = 0; log->size < bytes; thread++) {
        struct logmake p = { 0 };
        const struct alog_contexts rec = { .thread = thread, .generation = 1, .flags = ALOG_F_LAST, .rows = 1, .rows_bytes = 7,
                                           .error = 1, .forgotten = 1 };
        logmake_append(&p, &rec, sizeof rec);
        put_row(&p, 16, 5, 1, 1);
        logmake_varint(&p, 0);
        put_block(log, ALOG_CONTEXTS, &p);
    }
}

/* Contexts that call each other, two and two. */
static void cycles(struct logmake *log, size_t bytes)
{
    struct logmake rows = { 0 };
    uint32_t n = 0;
    begin(log, 1, 1);
    put_callable(log, 1, "f", 0, 4, 0, "");
    for (; rows.size < bytes - 5000; n++) {
        put_row(&rows, 16, 16 * (n % 2 ? n : n + 2) + 4, 1, 1);
        logmake_varint(&rows, 0);
    }
    put_part(log, 0, n, 1, &rows);
}

/* Contexts one below the other. */
static void chain(struct logmake *log, size_t bytes)
{
    struct logmake rows = { 0 };
    uint32_t n = 0;
    begin(log, 1, 1);
    put_callable(log, 1, "f", 0, 4, 0, "");
    for (; rows.size < bytes - 5000; n++) {
        put_row(&rows, 16, n ? 16 * n + 4 : 5, 1, 1);
        logmake_varint(&rows, 0);
    }
    put_part(log, 0, n, 1, &rows);
}

/* Many contexts, each of which has calls in many inlined functions. */
static void inlined(struct logmake *log, size_t bytes)
{
    struct logmake rows = { 0 };
    char *text = malloc(65536), *at = text;
    uint32_t n = 0;
    if (!text)
        abort();
    while (at < text + 65500 && at < text + bytes / 4)
        at += sprintf(at, "f\tf\t%u\n", (unsigned)(at - text) % 10);
    begin(log, 1, 1);
    put_callable(log, 1, "f", 0, 1, 1, text);
    put_callable(log, 2, "g", 0, 1, 0, "");
    put_row(&rows, 16, 5, 2, 1);
    logmake_varint(&rows, 0);
    for (n = 1; rows.size < bytes / 2; n++) {
        put_row(&rows, 16, n > 1 ? 16 * n + 4 : 16 + 4, 1, 1);
        logmake_varint(&rows, 1);
        logmake_varint(&rows, 0);
        logmake_varint(&rows, 1);
    }
    put_part(log, 0, n, 1, &rows);
    free(text);
}

/* A target that is called from everywhere. */
static void callers(struct logmake *log, size_t bytes)
{
    struct logmake rows = { 0 };
    uint32_t n = 0;
    char name[32];
    begin(log, 1, 1);
    put_callable(log, 1, "f", 0, 1, 0, "");
    for (uint32_t i = 2; log->size < SHARE(bytes, 65); i++) {
        snprintf(name, sizeof name, "g%u", i);
        put_callable(log, i, name, 0, 1, 1, "");
        n = i;
    }
    for (uint32_t i = 2; i <= n; i++) {
        put_row(&rows, 16, 5, i, 1);
        logmake_varint(&rows, 1);
        logmake_varint(&rows, 0);
        logmake_varint(&rows, 1);
    }
    put_part(log, 0, n - 1, 1, &rows);
}

/* Many targets beside many contexts. */
static void beside(struct logmake *log, size_t bytes)
{
    const struct alog_counts counts = { .instances = 1, .cost = 1, .folded = ALOG_NONE };
    struct logmake rows = { 0 };
    char name[32];
    uint32_t n = 0;
    logmake_start(log, 1);
    logmake_module(log, 0, BUILD);
    for (uint32_t i = 0; log->size < SHARE(bytes, 40); i++) {
        snprintf(name, sizeof name, "f%u", i);
        logmake_site(log, i, name, "f.c", i + 1);
        logmake_counter(log, i, 0, &counts);
    }
    for (uint32_t i = 1; log->size < SHARE(bytes, 70); i++) {
        snprintf(name, sizeof name, "f%u", i);
        put_callable(log, i, name, 0, 1, 1, "");
    }
    for (; rows.size < bytes / 4; n++) {
        put_row(&rows, 16, 5, n % 100 + 1, 1);
        logmake_varint(&rows, 0);
    }
    put_part(log, 0, n, 1, &rows);
}

static const struct {
    const char *name;
    void (*make)(struct logmake *log, size_t bytes);
} kinds[] = {
    { "modules", modules }, { "deep-recursion", deep_recursion }, { "deep-calls", deep_calls },
    { "blamed-few", blamed_few }, { "blamed-many", blamed_many }, { "compact", compact },
    { "samplers", samplers }, { "counters", counters }, { "events", events }, { "unions", unions },
    { "labels", labels }, { "spent", spent }, { "unknown", unknown }, { "grid", grid },
    { "functions", functions }, { "fitted", fitted }, { "tuples", tuples }, { "own-tuples", own_tuples },
    { "calls", calls }, { "parts", parts }, { "cycles", cycles }, { "chain", chain }, { "inlined", inlined },
    { "callers", callers },
    { "threads", threads }, { "beside", beside },
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
