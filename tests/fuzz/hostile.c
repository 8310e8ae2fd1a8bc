/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * hostile FOLDER N [SEED]   writes N uploads of someone who wants to do harm, as
 * docs/spool.md has them: sealed by all checksums, under the hashes of their contents,
 * with counts that fit.  Each is to be refused.  Prints the kind of each with its name.
 *
 * hostile FOLDER N SEED TARGETS RUNS   N logs of so many targets each, no two alike, which
 * ran in each of so many runs.
 */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zstd.h>

#include "logmake.h"
#include "seal.h"
#include "store/store.h"

#define MIB (1u << 20)

static uint64_t state = 1;

static uint64_t below(uint64_t n)
{
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (state >> 33) % n;
}

static void give_up(const char *what)
{
    perror(what);
    exit(2);
}

static void write_object(const char *folder, const char *kind, const struct logmake *hashed,
                         const void *packed, size_t n)
{
    uint8_t hash[STORE_HASH];
    char hex[2 * STORE_HASH + 1], path[4096];
    store_hash(hashed->bytes, hashed->size, hash);
    text_hex(hash, sizeof hash, hex);
    snprintf(path, sizeof path, "%s/%s.aplog.zst", folder, hex);
    FILE *out = fopen(path, "wb");
    if (!out || fwrite(packed, 1, n, out) != n || fclose(out) != 0)
        give_up(path);
    printf("%s %s.aplog.zst\n", kind, hex);
}

static void pack(const char *folder, const char *kind, const struct logmake *log)
{
    size_t room = ZSTD_compressBound(log->size);
    void *packed = malloc(room);
    size_t n = packed ? ZSTD_compress(packed, room, log->bytes, log->size, 3) : 0;
    if (!packed || ZSTD_isError(n))
        give_up("zstd");
    write_object(folder, kind, log, packed, n);
    free(packed);
}

/* A log whose counts are those of n instances of site 0, all traced. */
static void begin(struct logmake *log, unsigned number, uint64_t n)
{
    const struct alog_counts counts = { .instances = n, .cost = n * 100, .traced = n,
                                        .folded = ALOG_NONE };
    logmake_start(log, number);
    logmake_module(log, 0, "build");
    logmake_site(log, 0, "f", "f.c", 10);
    logmake_counter(log, 0, 0, &counts);
}

/* Instance i, in pairs, with those bytes as its set. */
static void add_set(struct logmake *log, uint64_t i, const struct logmake *set, uint64_t cells,
                    unsigned thin)
{
    struct alog_instance rec = { .index = i, .cost = 100, .pair = i / 2, .period = 1,
                                 .total_instances = i + 1, .total_cost = (i + 1) * 100, .rms = cells,
                                 .order = i, .parent = ALOG_NONE, .place = i % 2,
                                 .thin = (uint8_t)thin, .set_bytes = (uint32_t)set->size };
    struct logmake p = { 0 };
    logmake_append(&p, &rec, sizeof rec);
    logmake_append(&p, set->bytes, set->size);
    logmake_block(log, ALOG_INSTANCE, 0, p.bytes, p.size);
    logmake_free(&p);
}

/* Strides of few bytes claim lines that are looked at one by one, for those that overlap have different steps. */
static void strides(struct logmake *log, unsigned number)
{
    uint64_t sets = 2000 + below(2000), step = 64 * (1 + below(40)) + below(7), count = 1u << 16;
    begin(log, number, sets);
    for (uint64_t i = 0; i < sets; i++) {
        struct logmake set = { 0 };
        logmake_varint(&set, i / 2 * count * (step + 1) / 64 % (UINT64_C(1) << 41));
        logmake_varint(&set, 0);
        const uint64_t stride[] = { below(64), 1, step + i % 2, count };
        for (int k = 0; k < 4; k++)
            logmake_varint(&set, stride[k]);
        add_set(log, i, &set, count, 0);
        logmake_free(&set);
    }
}

/* Thinned lines are looked at one by one, too. */
static void thinned(struct logmake *log, unsigned number)
{
    uint64_t sets = 20 + below(100), lines = ALOG_MAX_WHOLE_LINES;
    unsigned thin = 1 + (unsigned)below(32);
    begin(log, number, sets);
    for (uint64_t i = 0; i < sets; i++) {
        struct logmake set = { 0 };
        logmake_varint(&set, i * lines % (UINT64_C(1) << 41));
        logmake_varint(&set, lines << 1);
        add_set(log, i, &set, lines * 64, thin);
        logmake_free(&set);
    }
}

/* Long sets of all masks, and short items that cut them: groups of groups. */
static void overlapping(struct logmake *log, unsigned number)
{
    uint64_t sets = 2000, lines = (UINT64_C(1) << 20) + below(1000);
    struct logmake cuts = { 0 };
    begin(log, number, sets + 1);
    for (uint64_t i = 0; i < sets; i++) {
        uint64_t mask = (UINT64_C(1) << (i % 64)) | UINT64_C(1) << below(64);
        struct logmake set = { 0 };
        logmake_varint(&set, 0);
        logmake_varint(&set, lines << 1 | 1);
        logmake_append(&set, &mask, sizeof mask);
        add_set(log, i, &set, lines * (uint64_t)__builtin_popcountll(mask), 0);
        logmake_free(&set);
    }
    for (unsigned i = 0; i < 50000; i++) {
        logmake_varint(&cuts, 1);
        logmake_varint(&cuts, 1 << 1);
    }
    add_set(log, sets, &cuts, 50000 * 64, 0);
    logmake_free(&cuts);
}

static void targets(struct logmake *log, unsigned number)
{
    unsigned n = 16385 + (unsigned)below(70000);
    char name[64];
    logmake_start(log, number);
    logmake_module(log, 0, "build");
    for (unsigned i = 0; i < n; i++) {
        snprintf(name, sizeof name, "f%u_%u", number, i);
        logmake_site(log, i, name, "f.c", i + 1);
    }
}

static void names(struct logmake *log, unsigned number)
{
    char *text = malloc(65536);
    unsigned n = 70 + (unsigned)below(100);
    if (!text)
        give_up("names");
    memset(text, 'a' + (int)(number % 26), 65535);
    text[65535] = 0;
    begin(log, number, 1);
    for (unsigned i = 0; i < n; i++)
        logmake_name(log, i, text);
    free(text);
}

/* A label that each of many targets of its run has again. */
static void labels(struct logmake *log, unsigned number)
{
    char *text = malloc(65536);
    const struct alog_counts counts = { .instances = 1, .cost = 1, .folded = ALOG_NONE };
    if (!text)
        give_up("labels");
    memset(text, 'x', 65535);
    text[2000 + below(60000)] = 0;
    begin(log, number, 1);
    for (unsigned i = 1; i < 5000; i++) {
        logmake_site(log, i, "g", "g.c", i);
        logmake_counter(log, i, 0, &counts);
    }
    logmake_run(log, text, 0);
    free(text);
}

static void runs(struct logmake *log, unsigned number)
{
    begin(log, number, 1);
    for (unsigned i = 0; i < 16385 + below(40000); i++) {
        log->run = (uint16_t)i;
        logmake_run(log, "", 0);
    }
    log->run = 0;
}

/* More traced than there were, and numbers at their limits. */
static void numbers(struct logmake *log, unsigned number)
{
    static const uint64_t limits[] = { UINT64_MAX, INT64_MAX, UINT64_C(1) << 63, UINT64_MAX - 1 };
    struct logmake set = { 0 };
    struct alog_counts counts = { .instances = 0, .cost = limits[below(4)], .traced = limits[below(4)],
                                  .folded = ALOG_NONE };
    logmake_start(log, number);
    logmake_module(log, 0, "build");
    logmake_site(log, 0, "f", "f.c", UINT32_MAX);
    logmake_counter(log, 0, 0, &counts);
    logmake_varint(&set, (UINT64_C(1) << 42) - 1);
    logmake_varint(&set, 1 << 1);
    add_set(log, limits[below(4)], &set, 64, 0);
    logmake_free(&set);
}

/* Blocks that have no length, lead back, or lie in one another. */
static void blocks(struct logmake *log, unsigned number)
{
    static const uint32_t lengths[] = { 0, 8, 12, 0xfffffff8, 0x80000000, 24 };
    struct alog_block block;
    begin(log, number, 1);
    size_t at = logmake_name(log, 0, "name");
    memcpy(&block, log->bytes + at, sizeof block);
    block.len = lengths[below(sizeof lengths / sizeof *lengths)];
    memcpy(log->bytes + at, &block, sizeof block);
}

/* A good log with a byte of it changed, in a block that is sealed again: only what
 * is not taken any more. */
static void spoiled(struct logmake *log, unsigned number)
{
    static const uint16_t tags[] = { ALOG_SITE, ALOG_INSTANCE, ALOG_MODULE };
    uint32_t random = (uint32_t)below(UINT32_MAX);
    do {
        logmake_free(log);
        begin(log, number, 2);
        struct logmake set = { 0 };
        logmake_varint(&set, 5);
        logmake_varint(&set, 3 << 1);
        add_set(log, 0, &set, 192, 0);
        add_set(log, 1, &set, 192, 0);
        logmake_free(&set);
        for (int i = 0; i < 3; i++)
            logmake_spoil_block(log, tags[below(3)], &random);
        logmake_commit(log, 0, 1, ALOG_FINISHED);
    } while (can_be_read(log->bytes, log->size));
}

/* Frames that unpack to more than any log has; that say so, or do not. */
static void bomb(const char *folder, unsigned number)
{
    struct logmake log = { 0 };
    ZSTD_CCtx *context = ZSTD_createCCtx();
    size_t size = 65 * MIB + below(200) * MIB, room = ZSTD_compressBound(MIB), all = 0;
    uint8_t *block = calloc(1, MIB), *packed = NULL;
    bool says = below(2);
    if (!context || !block)
        give_up("bomb");
    if (says)
        ZSTD_CCtx_setPledgedSrcSize(context, size);
    for (size_t done = 0; done < size; done += MIB) {
        ZSTD_inBuffer in = { block, MIB, 0 };
        ZSTD_EndDirective mode = done + MIB < size ? ZSTD_e_continue : ZSTD_e_end;
        size_t left;
        do {
            packed = realloc(packed, all + room);
            ZSTD_outBuffer out = { packed, all + room, all };
            left = packed ? ZSTD_compressStream2(context, &out, &in, mode) : 0;
            all = out.pos;
        } while (mode == ZSTD_e_end ? left > 0 : in.pos < in.size);
    }
    logmake_append(&log, &number, sizeof number);
    write_object(folder, "bomb", &log, packed, all);
    logmake_free(&log);
    ZSTD_freeCCtx(context);
    free(block);
    free(packed);
}

static const struct {
    const char *name;
    void (*make)(struct logmake *log, unsigned number);
} kinds[] = {
    { "strides", strides }, { "thinned", thinned }, { "overlapping", overlapping },
    { "targets", targets }, { "names", names }, { "labels", labels }, { "runs", runs },
    { "numbers", numbers }, { "blocks", blocks }, { "spoiled", spoiled }, { "bomb", NULL },
};

static void crowd(struct logmake *log, unsigned number, unsigned targets, unsigned runs)
{
    char name[64];
    logmake_start(log, number);
    logmake_module(log, 0, "build");
    for (unsigned i = 0; i < targets; i++) {
        snprintf(name, sizeof name, "f%u_%u", number, i);
        logmake_site(log, i, name, "f.c", i + 1);
    }
    for (unsigned run = 0; run < runs; run++) {
        log->run = (uint16_t)run;
        logmake_run(log, "", 0);
        for (unsigned i = 0; i < targets; i++) {
            uint64_t cost = 1 + below(1000000);
            const struct alog_counts counts = { .instances = 1 + below(100), .cost = cost, .folded = ALOG_NONE };
            logmake_counter(log, i, 0, &counts);
        }
    }
    log->run = 0;
}

static void write_crowds(const char *folder, unsigned n, unsigned targets, unsigned runs)
{
    for (unsigned i = 0; i < n; i++) {
        struct logmake log = { 0 };
        crowd(&log, 50000 + i, targets, runs);
        logmake_commit(&log, 0, 1, ALOG_FINISHED);
        pack(folder, "crowd", &log);
        logmake_free(&log);
    }
}

int main(int argc, char **argv)
{
    if (argc < 3) {
        fprintf(stderr, "usage: hostile FOLDER N [SEED [TARGETS RUNS]]\n");
        return 2;
    }
    unsigned n = (unsigned)atoi(argv[2]);
    state = argc > 3 ? (uint64_t)atoll(argv[3]) : 1;
    if (argc > 5) {
        write_crowds(argv[1], n, (unsigned)atoi(argv[4]), (unsigned)atoi(argv[5]));
        return 0;
    }
    for (unsigned i = 0; i < n; i++) {
        size_t k = i % (sizeof kinds / sizeof *kinds);
        struct logmake log = { 0 };
        if (!kinds[k].make) {
            bomb(argv[1], i);
            continue;
        }
        kinds[k].make(&log, 40000 + i);
        logmake_commit(&log, 0, 1, ALOG_FINISHED);
        pack(argv[1], kinds[k].name, &log);
        logmake_free(&log);
    }
    return 0;
}
