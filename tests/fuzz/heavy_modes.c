/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Logs of in-house mode and of contexts.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "heavy.h"

/* ---- in-house mode */

static void put_function(struct logmake *log, uint32_t number, const char *name)
{
    struct logmake p = { 0 };
    const struct alog_function rec = { number, number };
    logmake_append(&p, &rec, sizeof rec);
    heavy_string(&p, name);
    heavy_string(&p, "f.c");
    heavy_block(log, ALOG_FUNCTION, &p);
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
    heavy_block(log, tag, &p);
    logmake_free(&rows);
}

/* Each is called by all before it, by its cost and its activations. */
void heavy_functions(struct logmake *log, size_t bytes)
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
        heavy_block(log, ALOG_PROFILE, &p);
    }
}

void heavy_fitted(struct logmake *log, size_t bytes)
{
    logmake_start(log, 1);
    for (uint32_t i = 1; log->size < bytes; i++) {
        put_function(log, i, "f");
        put_profile(log, ALOG_PROFILE, i, 10, 2);
    }
}

void heavy_tuples(struct logmake *log, size_t bytes)
{
    logmake_start(log, 1);
    put_function(log, 1, "f");
    put_profile(log, ALOG_PROFILE, 1, bytes / 8, 1);
}

void heavy_own_tuples(struct logmake *log, size_t bytes)
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
    heavy_string(&p, name);
    heavy_string(&p, "f.c");
    for (uint32_t i = 0; i < n; i++) {
        logmake_varint(&p, callee ? 0 : 1);
        logmake_varint(&p, 1);
        logmake_varint(&p, callee);
        heavy_string(&p, "");
        heavy_string(&p, inlined);
    }
    heavy_block(log, ALOG_CALLABLE, &p);
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
    heavy_block(log, ALOG_CONTEXTS, &p);
    logmake_free(rows);
}

/* One function has all calls, and each has a count. */
void heavy_calls(struct logmake *log, size_t bytes)
{
    struct logmake rows = { 0 };
    uint32_t n = (uint32_t)(bytes / 12);
    heavy_begin(log, 1, 1);
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
void heavy_parts(struct logmake *log, size_t bytes)
{
    struct logmake rows = { 0 };
    uint32_t n = 0, part = 0;
    heavy_begin(log, 1, 1);
    put_callable(log, 1, "f", 0, 1, 0, "");
    for (; rows.size < bytes / 2; n++) {
        put_row(&rows, 16, 5, 1, 1);
        logmake_varint(&rows, 0);
    }
    for (; log->size < bytes - rows.size; part++) {
        struct logmake p = { 0 };
        const struct alog_contexts rec = { .generation = 1, .part = part + 1 };
        logmake_append(&p, &rec, sizeof rec);
        heavy_block(log, ALOG_CONTEXTS, &p);
    }
    struct logmake p = { 0 }, last = { 0 };
    const struct alog_contexts head = { .generation = 1, .rows = n, .rows_bytes = (uint32_t)rows.size };
    logmake_append(&p, &head, sizeof head);
    logmake_append(&p, rows.bytes, rows.size);
    heavy_block(log, ALOG_CONTEXTS, &p);
    put_part(log, part + 1, 0, 0, &last);
    logmake_free(&rows);
}

/* Many threads that have a context each, and many functions. */
void heavy_threads(struct logmake *log, size_t bytes)
{
    heavy_begin(log, 1, 1);
    for (uint32_t i = 1; log->size < HEAVY_SHARE(bytes, 50); i++)
        put_callable(log, i, "f", 0, 1, 1, "");
    for (uint32_t thread = 0; log->size < bytes; thread++) {
        struct logmake p = { 0 };
        const struct alog_contexts rec = { .thread = thread, .generation = 1, .flags = ALOG_F_LAST, .rows = 1, .rows_bytes = 7,
                                           .error = 1, .forgotten = 1 };
        logmake_append(&p, &rec, sizeof rec);
        put_row(&p, 16, 5, 1, 1);
        logmake_varint(&p, 0);
        heavy_block(log, ALOG_CONTEXTS, &p);
    }
}

/* Contexts of one function; from: where the n-th was called. */
static void put_contexts(struct logmake *log, size_t bytes, const char *name, uint32_t (*from)(uint32_t n))
{
    struct logmake rows = { 0 };
    uint32_t n = 0;
    heavy_begin(log, 1, 1);
    put_callable(log, 1, name, 0, 4, 0, "");
    for (; rows.size < bytes - strlen(name) - 5000; n++) {
        put_row(&rows, 16, from(n), 1, 1);
        logmake_varint(&rows, 0);
    }
    put_part(log, 0, n, 1, &rows);
}

static uint32_t from_neighbour(uint32_t n)
{
    return 16 * (n % 2 ? n : n + 2) + 4;
}

/* Contexts that call each other, two and two. */
void heavy_cycles(struct logmake *log, size_t bytes)
{
    put_contexts(log, bytes, "f", from_neighbour);
}

static uint32_t from_above(uint32_t n)
{
    return n ? 16 * n + 4 : 5;
}

/* Contexts one below the other. */
void heavy_chain(struct logmake *log, size_t bytes)
{
    put_contexts(log, bytes, "f", from_above);
}

/* The same of a function with a long name. */
void heavy_long_names(struct logmake *log, size_t bytes)
{
    static char name[60001];
    memset(name, 'f', sizeof name - 1);
    put_contexts(log, bytes, name, from_above);
}

/* Many contexts, each of which has calls in many inlined functions. */
void heavy_inlined(struct logmake *log, size_t bytes)
{
    struct logmake rows = { 0 };
    char *text = malloc(65536), *at = text;
    uint32_t n = 0;
    if (!text)
        abort();
    while (at < text + 65500 && at < text + bytes / 4)
        at += sprintf(at, "f\tf\t%u\n", (unsigned)(at - text) % 10);
    heavy_begin(log, 1, 1);
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
void heavy_callers(struct logmake *log, size_t bytes)
{
    struct logmake rows = { 0 };
    uint32_t n = 0;
    char name[32];
    heavy_begin(log, 1, 1);
    put_callable(log, 1, "f", 0, 1, 0, "");
    for (uint32_t i = 2; log->size < HEAVY_SHARE(bytes, 65); i++) {
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
void heavy_beside(struct logmake *log, size_t bytes)
{
    const struct alog_counts counts = { .instances = 1, .cost = 1, .folded = ALOG_NONE };
    struct logmake rows = { 0 };
    char name[32];
    uint32_t n = 0;
    logmake_start(log, 1);
    logmake_module(log, 0, HEAVY_BUILD);
    for (uint32_t i = 0; log->size < HEAVY_SHARE(bytes, 40); i++) {
        snprintf(name, sizeof name, "f%u", i);
        logmake_site(log, i, name, "f.c", i + 1);
        logmake_counter(log, i, 0, &counts);
    }
    for (uint32_t i = 1; log->size < HEAVY_SHARE(bytes, 70); i++) {
        snprintf(name, sizeof name, "f%u", i);
        put_callable(log, i, name, 0, 1, 1, "");
    }
    for (; rows.size < bytes / 4; n++) {
        put_row(&rows, 16, 5, n % 100 + 1, 1);
        logmake_varint(&rows, 0);
    }
    put_part(log, 0, n, 1, &rows);
}

/* ---- words that are to harm who reads them */

#define CLEAR "\033[2J\033]0;owned\007"
#define TURNED "\u202egnp.exe\u2066"
#define MARKUP "</script><img src=x onerror=alert(1)>"
#define NASTY CLEAR TURNED "\r\n\t" MARKUP "\"';,|\302\233A\177\377\u2028\u200f"

static void put_label(struct logmake *log, const char *key, const char *text)
{
    struct logmake p = { 0 };
    const struct alog_label rec = { .order = 1, .key_len = (uint16_t)strlen(key), .text_len = (uint16_t)strlen(text) };
    logmake_append(&p, &rec, sizeof rec);
    logmake_append(&p, key, rec.key_len);
    logmake_append(&p, text, rec.text_len);
    heavy_block(log, ALOG_LABEL, &p);
}

static void put_target(struct logmake *log, uint32_t site, uint64_t n)
{
    const struct alog_counts counts = { .instances = n, .cost = n * n, .folded = ALOG_NONE };
    char name[256];
    snprintf(name, sizeof name, "=cmd|'/c calc'!A%u" NASTY, site);
    logmake_site(log, site, name, "-1+" NASTY "/+f.c", site + 1);
    logmake_counter(log, site, 0, &counts);
}

static void put_words_of_functions(struct logmake *log)
{
    for (uint32_t i = 1; i < 4; i++) {
        put_function(log, i, "@SUM(1)" NASTY);
        put_profile(log, ALOG_PROFILE, i, 10, 2);
    }
}

/* Every text that a log may have. */
void heavy_words(struct logmake *log, size_t bytes)
{
    struct logmake rows = { 0 };
    (void)bytes;
    logmake_start(log, 1);
    logmake_module(log, 0, HEAVY_BUILD);
    logmake_run(log, "@" NASTY, 0);
    put_label(log, "=k\033[2J\u202e", "+t" NASTY);
    for (uint32_t i = 0; i < 3; i++)
        put_target(log, i, 100);
    logmake_name(log, 0, NASTY);
    put_words_of_functions(log);
    put_callable(log, 1, "=f" NASTY, 0, 1, 2, "in\033[31mlined\tx\u202e.c\t7\n");
    put_callable(log, 2, NASTY, 0, 1, 0, "");
    put_row(&rows, 16, 5, 1, 100);
    logmake_varint(&rows, 1);
    logmake_varint(&rows, 0);
    logmake_varint(&rows, 100);
    put_part(log, 0, 1, 0, &rows);
}

void heavy_words_of_functions(struct logmake *log, size_t bytes)
{
    (void)bytes;
    logmake_start(log, 2);
    put_words_of_functions(log);
}
