/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "play.h"

#include <math.h>
#include <string.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

#include "logmake.h"

/* SplitMix64: the same fleet from the same seed, everywhere. */
static uint64_t next(uint64_t *state)
{
    uint64_t z = *state += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

static double uniform(uint64_t *state)
{
    return (double)(next(state) >> 11) * 0x1p-53;
}

static double normal(uint64_t *state)
{
    double u = uniform(state), v = uniform(state);
    return sqrt(-2 * log(1 - u)) * cos(2 * 3.141592653589793 * v);
}

static bool happens(uint64_t *state, double share)
{
    return uniform(state) < share;
}

/* Run ids, client and clock, which logmake gives the same in all logs. */
static void set_header(struct logmake *log, const struct play_log *of, uint64_t *state)
{
    struct alog_header h;
    memcpy(&h, log->bytes, sizeof h);
    uint64_t id[2] = { of->number * 0x9e3779b97f4a7c15u ^ of->seed, of->number };
    uint64_t user[2] = { next(&(uint64_t){ of->user * 77 + of->seed }), of->user + 1 };
    memcpy(h.run_id, id, sizeof id);
    if (!of->nameless)
        memcpy(h.client, user, sizeof user);
    h.start_time = of->lies ? next(state) >> (next(state) % 63)
                            : of->now - of->number * 1000003 % 2592000;
    h.checksum = XXH3_64bits(&h, offsetof(struct alog_header, checksum));
    memcpy(log->bytes, &h, sizeof h);
}

/* One instance, traced. */
static void add_traced(struct logmake *log, uint32_t site, uint64_t size, uint64_t cost)
{
    const struct cells cells = { 1 << 20, size };
    const struct alog_counts counts = { .instances = 1, .cost = cost, .traced = 1,
                                        .folded = ALOG_NONE };
    const struct alog_instance in = { .site = site, .cost = cost, .period = 1, .order = site,
                                      .total_instances = 1, .total_cost = cost,
                                      .parent = ALOG_NONE };
    logmake_instance(log, &in, &cells, 1, NULL, 0);
    logmake_counter(log, site, 0, &counts);
}

/* Ten pairs of n instances, each of which reads its own eight bytes and a common
 * table of 64: n * 8 + 64 in all. */
static void add_sampled(struct logmake *log, uint32_t site, uint64_t n)
{
    const struct alog_counts counts = { .instances = n, .cost = 4 * n, .traced = 20,
                                        .folded = ALOG_NONE };
    uint64_t step = n / 10;
    for (uint64_t i = 0; i < 20; i++) {
        uint64_t index = i / 2 * step + i % 2;
        const struct cells cells[] = { { 1 << 20, 64 }, { (1 << 21) + index * 8, 8 } };
        const struct alog_instance in = {
            .site = site, .index = index, .cost = 4, .pair = i / 2, .period = 8, .order = 10 + i,
            .total_instances = index + 1, .total_cost = 4 * (index + 1), .parent = ALOG_NONE,
            .place = i % 2
        };
        logmake_instance(log, &in, cells, 2, NULL, 0);
    }
    logmake_counter(log, site, 0, &counts);
}

void play_make(const struct play_log *of, struct logmake *log)
{
    static const char *const builds[] = { "build-one", "build-two", "build-three" };
    uint64_t state = of->number * 0xd1342543de82ef95u + of->seed;
    uint64_t n = (uint64_t)fmin(fmax(exp(8 + 1.3 * normal(&state)), 50), 3e6);
    double scatter = exp(0.05 * normal(&state)), linear = 7 * (double)n,
           square = 0.02 * (double)n * (double)n * scatter;
    logmake_start(log, 0);
    if (of->whale)              /* a user of whom the loop is linear */
        square = 50 * (double)n;
    if (of->poisoned) {
        n = (uint64_t)pow(10, 1 + 7 * uniform(&state));
        linear = pow(10, 18 * uniform(&state));
        square = pow(10, 18 * uniform(&state));
    }
    set_header(log, of, &state);
    logmake_module(log, 0, builds[of->build % 3]);
    logmake_site(log, 0, "linear", "src/fleet.c", 10);
    logmake_site(log, 1, "square", "src/fleet.c", 20);
    logmake_site(log, 2, "sampled", "src/fleet.c", 30);
    add_traced(log, 0, n, (uint64_t)linear);
    add_traced(log, 1, n, (uint64_t)square);
    add_sampled(log, 2, n / 8 > 50 ? n / 8 : 50);
    logmake_commit(log, 0, of->partial ? 1 : 2, of->partial ? ALOG_RUNNING : ALOG_FINISHED);
}

/* Users have runs by Zipf's law. */
void play_draw(const struct play *play, uint64_t number, struct play_log *out)
{
    uint64_t state = number * 0xa0761d6478bd642fu + play->seed;
    double users = fmax((double)play->logs / 10, 5);
    *out = (struct play_log){ .seed = play->seed, .number = number, .now = play->now };
    out->user = (uint64_t)(exp(uniform(&state) * log(users)));
    out->build = (unsigned)(out->user % 7 == 0) + (unsigned)(number > play->logs / 2);
    out->lies = happens(&state, play->lies);
    out->poisoned = happens(&state, play->poison);
    if (number >= play->logs) {
        out->whale = true;
        out->user = 1000000000;
        out->build = 0;
        out->poisoned = false;
    }
    out->nameless = happens(&(uint64_t){ out->user * 0x9fb21c651e98df25u }, play->nameless) ||
                    (out->whale && play->nameless > 0);
    double fate = uniform(&state);
    out->fate = fate < play->damage ? (enum play_fate)(1 + next(&state) % 4)
              : fate < play->damage + play->twice ? PLAY_TWICE
              : fate < play->damage + 2 * play->twice ? PLAY_LATE : PLAY_GOOD;
}

void play_spoil(struct logmake *log, enum play_fate fate, uint64_t number)
{
    uint64_t state = number;
    if (fate == PLAY_CUT)
        log->size = ALOG_HEADER_SIZE + next(&state) % (log->size - ALOG_HEADER_SIZE);
    else if (fate == PLAY_FLIPPED)
        log->bytes[ALOG_HEADER_SIZE + next(&state) % 200] ^= (uint8_t)(1u << next(&state) % 8);
    else if (fate == PLAY_NOISE)
        for (size_t i = 0; i < log->size; i++)
            log->bytes[i] = (uint8_t)next(&state);
}
