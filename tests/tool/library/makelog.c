/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * makelog KIND ARGUMENTS > LOG: logs for the tests of the command line.
 *   sample ID                          one of every block (sample_log)
 *   exact ID BUILD N STEP              a traced prefix scan (exact_log)
 *   pairs ID PAIRS INSTANCES SIZE SHARED   sampled pairs (pairs_log)
 *   curves ID BUILD {NAME FILE LINE LIMIT SIZE COST[:WORK]}...  loops with one traced
 *                                      instance each, LIMIT by number; SIZE 0:
 *                                      never executed, none: it reads nothing; WORK (COST) words, 0 unknown
 *   contrary ID instances|cost|thread|told|more|less   two traced instances of 64
 *                                      cells at cost 10 that counts, their thread's
 *                                      counts, what they say of those, or the
 *                                      announced size contradict
 *   future ID                          a log that needs a newer reader
 *   idle ID                            a target that was never executed
 *   killed ID BUILD N STEP             as exact, of a process that was killed
 *   thinned ID N SIZE THIN [WHICH]     n times the same thinned set; first: only the first pair's is; last: only the last one's
 *   chain ID                           chains of a recursion (chain_log)
 *   spoilt SEED                        the same, a byte of a chain block changed
 *   model ID NAME N [UNSEEN]           a run of a recursive program (models.h);
 *                                      with UNSEEN its RMS was given up
 *   service ID RUNS STEP               a log of several runs (service_log)
 *   crashed ID RUNS STEP               likewise, killed in the last of them
 *   upset SEED                         the same, a byte of its runs' blocks changed
 *   wide RUN TARGETS                   a run of many targets (wide_log)
 *   random SEED                        odd sets, several threads, folded counts
 */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "common/compact.h"
#include "models.h"
#include "sample_log.h"

static unsigned number(char **argv, int i)
{
    return (unsigned)strtoul(argv[i], NULL, 10);
}

static void make_thinned(struct logmake *log, uint8_t id, unsigned n, unsigned size, unsigned thin, const char *which)
{
    const struct cells cells = { 1 << 20, size };
    struct alog_counts counts = { .instances = 1000, .cost = 1000, .traced = n,
                                  .folded = ALOG_NONE };
    logmake_start(log, id);
    logmake_module(log, 0, "build");
    logmake_site(log, 0, "scan", "scan.c", 10);
    for (unsigned i = 0; i < n; i++) {
        bool is_whole = (strcmp(which, "first") == 0 && i >= 2) || (strcmp(which, "last") == 0 && i + 1 < n);
        const struct alog_instance in = { .index = i, .cost = 1, .pair = i / 2, .order = i,
                                          .total_instances = i + 1, .total_cost = i + 1,
                                          .rms = size, .parent = ALOG_NONE, .place = i % 2,
                                          .flags = i < 2 ? ALOG_I_FIRST_PAIR : 0,
                                          .thin = is_whole ? 0 : (uint8_t)thin };
        logmake_instance(log, &in, &cells, 1, NULL, 0);
    }
    logmake_counter(log, 0, 0, &counts);
    logmake_commit(log, 0, 1, ALOG_FINISHED);
}

/* Words accessed: of COST:WORK the second, else as many as the cost. */
static unsigned work_of(const char *cost)
{
    const char *colon = strchr(cost, ':');
    return (unsigned)strtoul(colon ? colon + 1 : cost, NULL, 10);
}

static void make_curves(struct logmake *log, uint8_t id, const char *build, char **argv, int n)
{
    logmake_start(log, id);
    logmake_module(log, 0, build);
    for (int i = 0; i < n; i++, argv += 6) {
        const struct cells cells = { 1 << 20, number(argv, 4) };
        const struct alog_instance in = { .site = (uint32_t)i, .cost = number(argv, 5),
                                          .order = (uint64_t)i, .total_instances = 1,
                                          .total_cost = number(argv, 5), .parent = ALOG_NONE,
                                          .work = alog_work_class(work_of(argv[5])) };
        const struct alog_counts counts = { .instances = 1, .cost = number(argv, 5), .traced = 1,
                                            .folded = ALOG_NONE };
        logmake_limited(log, number(argv, 3), in.site, argv[0], argv[1], number(argv, 2));
        bool writes = strcmp(argv[4], "none") == 0;
        if (cells.count == 0 && !writes)
            continue;
        logmake_instance(log, &in, &cells, !writes, NULL, 0);
        logmake_counter(log, in.site, 0, &counts);
    }
    logmake_commit(log, 0, 1, ALOG_FINISHED);
}

/* Says another size of the instance at that offset, the last block, than its set has. */
static void announce(struct logmake *log, size_t at, uint64_t rms)
{
    struct alog_instance in;
    uint8_t payload[1024];
    size_t begin = at + sizeof(struct alog_block), size = log->size - begin;
    if (size < sizeof in || size > sizeof payload)
        abort();
    memcpy(payload, log->bytes + begin, size);
    memcpy(&in, payload, sizeof in);
    in.rms = rms;
    memcpy(payload, &in, sizeof in);
    log->size = at;
    logmake_block(log, ALOG_INSTANCE, 0, payload, size);
}

static void make_contrary(struct logmake *log, uint8_t id, const char *what)
{
    const struct cells cells = { 1 << 20, 64 };
    const bool one = strcmp(what, "instances") == 0 || strcmp(what, "thread") == 0;
    const struct alog_counts counts = { .instances = one ? 1 : 2,
                                        .cost = strcmp(what, "cost") == 0 ? 19 : 20, .traced = 2,
                                        .folded = ALOG_NONE };
    const struct alog_counts others = { .instances = 8, .cost = 80, .folded = ALOG_NONE };
    logmake_start(log, id);
    logmake_module(log, 0, "build");
    logmake_site(log, 0, "scan", "scan.c", 10);
    logmake_counter(log, 0, 0, &counts);
    if (strcmp(what, "thread") == 0)
        logmake_counter(log, 0, 1, &others);
    for (unsigned i = 0; i < 2; i++) {
        const struct alog_instance in = { .index = i, .cost = 10, .order = i, .parent = ALOG_NONE,
                                          .total_instances = strcmp(what, "told") == 0 ? i + 2 : i + 1,
                                          .total_cost = 10 * i + 10, .place = (uint8_t)i };
        size_t at = logmake_instance(log, &in, &cells, 1, NULL, 0);
        if (strcmp(what, "more") == 0 || strcmp(what, "less") == 0)
            announce(log, at, *what == 'm' ? 65 : 63);
    }
    logmake_commit(log, 0, 1, ALOG_FINISHED);
}

static unsigned random_state;

static unsigned draw(unsigned below)
{
    random_state = random_state * 1664525u + 1013904223u;
    return (unsigned)(((uint64_t)random_state * below) >> 32);
}

static size_t random_cells(struct cells *cells, size_t max)
{
    uint64_t at = (uint64_t)draw(4) << 32 | draw(1000) << 10;
    size_t n = 0;
    if (draw(5) == 0)
        at = (UINT64_C(3) << 32) - 200;
    while (n < max) {
        cells[n] = (struct cells){ at, 1 + (draw(2) ? draw(4) : draw(500)) };
        at += cells[n].count + 1 + (draw(2) ? draw(5) : draw(10000));
        n++;
    }
    return n;
}

/* Calls of a random shape. */
static void random_calls(struct calls *calls, unsigned depth)
{
    calls_enter(calls);
    for (unsigned i = draw(4); depth > 0 && i > 0; i--)
        random_calls(calls, depth - 1);
    calls_leave(calls);
}

/* Listed chains, and sums of those of a list. */
static void random_chains(struct logmake *log)
{
    struct cells cells[40];
    struct calls calls = { 0 };
    for (unsigned i = 0; i < 10; i++) {
        const struct alog_instance in = {
            .site = 3, .thread = draw(4), .index = i, .pair = i / 2, .total_instances = i + 1,
            .total_cost = draw(150000), .order = 100 + i, .parent = draw(2) ? draw(3) : ALOG_NONE,
            .place = i % 2, .flags = (uint8_t)(i % 3 ? draw(4) : ALOG_I_UNSEEN)
        };
        calls_clear(&calls);
        unsigned deep = draw(3) ? 0 : 1500 + draw(3000);
        for (unsigned k = 0; k < deep; k++)
            calls_enter(&calls);
        random_calls(&calls, 6);
        for (unsigned k = 0; k < deep; k++) {
            if (draw(10) == 0)
                random_calls(&calls, 1);
            calls_leave(&calls);
        }
        calls_log(&calls, log, &in, cells, i % 3 ? random_cells(cells, draw(40)) : 0);
    }
    calls_free(&calls);
}

static void make_model(struct logmake *log, uint8_t id, const struct model *model, unsigned n,
                       uint8_t flags)
{
    struct machine m;
    machine_start(&m, id);
    m.table = 1000;
    model_log(log, &m, model, n, id, flags);
    machine_end(&m);
}

/* In short: first numbers that are as the one before's, mostly, then any. */
static void random_compact(struct logmake *log)
{
    struct logmake p = { 0 };
    struct compact_instance in;
    struct alog_instance before;
    uint8_t bytes[COMPACT_MAX];
    unsigned n = draw(30);
    logmake_varint(&p, 1);
    logmake_varint(&p, 2);
    logmake_varint(&p, n << 1);
    compact_start(&before, 1, 2);
    for (unsigned i = 0; i < n; i++) {
        const uint8_t opaque[] = { 0, 1 + (uint8_t)draw(100) };
        bool usual = draw(2);
        in = (struct compact_instance){ .rec = before, .sized = draw(2), .user_size = draw(100) };
        in.rec.place = i % 2;
        in.rec.index++;
        in.rec.order++;
        in.rec.pair += !in.rec.place;
        in.rec.cost = usual ? before.cost : draw(100);
        in.rec.rms = usual ? before.rms : draw(1000);
        in.rec.work = (uint8_t)(usual ? before.work : draw(200));
        in.rec.total_instances = usual ? in.rec.index + 1 : draw(1500);
        in.rec.total_cost = usual ? before.total_cost + in.rec.cost : draw(150000);
        in.rec.flags = ALOG_I_COUNTED | (draw(9) ? 0 : ALOG_I_CUT);
        in.rec.parent = draw(5) ? before.parent : draw(3);
        in.rec.period = 1 + draw(3);
        in.rec.external = draw(3);
        in.rec.opaque_bytes = draw(2) ? sizeof opaque : 0;
        struct compact c;
        compact_make(&c, &in, &before);
        logmake_append(&p, bytes, compact_write(&c, bytes));
        logmake_append(&p, opaque, in.rec.opaque_bytes);
        before = in.rec;
    }
    logmake_block(log, ALOG_COMPACT, log->run, p.bytes, p.size);
    logmake_free(&p);
    struct alog_union all = { .site = 1 };
    all.copy[1] = (struct alog_union_state){ 2, draw(99), { 9000, 800, 700, 60, 50, 4, 3 }, 0 };
    all.copy[1].checksum = XXH3_64bits(&all.copy[1], offsetof(struct alog_union_state, checksum));
    logmake_block(log, ALOG_UNION, log->run, &all, sizeof all);
}

static void make_random(struct logmake *log, unsigned seed)
{
    struct cells cells[40];
    random_state = seed;
    logmake_start(log, (uint8_t)seed);
    logmake_module(log, 0, "module zero");
    logmake_name(log, 0, "f");
    logmake_name(log, 1, "g");
    for (uint32_t site = 0; site < 3; site++)
        logmake_site(log, site, site ? "loop" : "", "x.c", 1 + draw(100));
    logmake_recursion(log, 3, "recursion", "x.c", 200);
    for (uint32_t site = 0; site < 3; site++)
        for (uint32_t thread = 0; thread < 3; thread++) {
            bool sum = thread == 2 && draw(2);
            /* Never less than what its instances tell. */
            struct alog_counts counts = { .instances = 1500 + draw(1000), .cost = 150000 + draw(100000),
                                          .folded = sum ? draw(3) : ALOG_NONE };
            if (draw(5))
                logmake_counter(log, site, sum ? ALOG_NONE : thread, &counts);
        }
    for (unsigned i = 0; i < 40; i++) {
        const uint8_t opaque[] = { 0, 1 + (uint8_t)draw(100), 1, 0x80, 1 + (uint8_t)draw(100) };
        const struct alog_instance in = {
            .site = draw(3), .thread = draw(4), .index = i, .cost = draw(1000), .pair = i / 2,
            .total_instances = draw(1500), .total_cost = draw(150000), .order = i,
            .parent = draw(2) ? draw(3) : ALOG_NONE, .place = i % 2, .flags = (uint8_t)draw(8)
        };
        size_t at = logmake_instance(log, &in, cells, random_cells(cells, draw(40)), opaque,
                                     draw(2) ? sizeof opaque : 0);
        if (draw(6) == 0)
            logmake_drop(log, at);
    }
    random_chains(log);
    random_compact(log);
    logmake_commit(log, draw(2) ? 1 : 0, 1, draw(3));
}

int main(int argc, char **argv)
{
    struct logmake log = { 0 };
    const char *kind = argc > 2 ? argv[1] : "";
    uint8_t id = argc > 2 ? (uint8_t)number(argv, 2) : 0;
    if (strcmp(kind, "sample") == 0 || strcmp(kind, "future") == 0) {
        sample_log(&log, id);
        if (*kind == 'f')
            ((struct alog_header *)(void *)log.bytes)->min_reader = 99;
    } else if ((strcmp(kind, "exact") == 0 || strcmp(kind, "killed") == 0) && argc == 6) {
        exact_log(&log, id, argv[3], number(argv, 4), number(argv, 5));
        if (*kind == 'k')
            logmake_commit(&log, 0, 1, ALOG_RUNNING);
    } else if (strcmp(kind, "pairs") == 0 && argc == 7) {
        pairs_log(&log, id, number(argv, 3), number(argv, 4), number(argv, 5), number(argv, 6));
    } else if (strcmp(kind, "curves") == 0 && argc > 4 && (argc - 4) % 6 == 0) {
        make_curves(&log, id, argv[3], argv + 4, (argc - 4) / 6);
    } else if (strcmp(kind, "contrary") == 0 && argc == 4) {
        make_contrary(&log, id, argv[3]);
    } else if (strcmp(kind, "idle") == 0) {
        exact_log(&log, id, "build", 0, 0);
    } else if (strcmp(kind, "thinned") == 0 && (argc == 6 || argc == 7)) {
        make_thinned(&log, id, number(argv, 3), number(argv, 4), number(argv, 5), argc == 7 ? argv[6] : "");
    } else if (strcmp(kind, "chain") == 0 || strcmp(kind, "spoilt") == 0) {
        uint32_t state = number(argv, 2);
        chain_log(&log, id);
        if (*kind == 's')
            logmake_spoil_block(&log, ALOG_CHAIN, &state);
    } else if (strcmp(kind, "model") == 0 && argc >= 5 && model_find(argv[3])) {
        make_model(&log, id, model_find(argv[3]), number(argv, 4), argc > 5 ? ALOG_I_UNSEEN : 0);
    } else if ((strcmp(kind, "service") == 0 || strcmp(kind, "crashed") == 0) && argc == 5) {
        service_log(&log, id, number(argv, 3), number(argv, 4), *kind == 'c');
    } else if (strcmp(kind, "upset") == 0) {
        static const uint16_t tags[] = { ALOG_RUN, ALOG_RUN_END, ALOG_SIZED_INSTANCE, ALOG_EVENT };
        uint32_t state = number(argv, 2);
        service_log(&log, id, 6, 10, false);
        logmake_spoil_block(&log, tags[state % 4], &state);
    } else if (strcmp(kind, "wide") == 0 && argc == 4) {
        wide_log(&log, number(argv, 2), number(argv, 3));
    } else if (strcmp(kind, "random") == 0) {
        make_random(&log, number(argv, 2));
    } else {
        fprintf(stderr, "makelog: see its source for arguments\n");
        return 2;
    }
    int result = fwrite(log.bytes, 1, log.size, stdout) == log.size ? 0 : 1;
    logmake_free(&log);
    return result;
}
