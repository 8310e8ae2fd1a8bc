/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A fleet: users by Zipf's law, sizes log-normal, three builds; its logs have a loop
 * of cost 7 n, one of 0.02 n^2 (5 % scatter), and one that is sampled.
 */
#ifndef TESTS_PLAY_H
#define TESTS_PLAY_H

#include <stdbool.h>
#include <stdint.h>

struct logmake;

struct play {
    uint64_t logs, whale;       /* of all users; and of one more, of whom square is linear */
    uint64_t seed;
    uint64_t now;               /* their runs began in the 30 days before, s since 1970 */
    double poison;              /* shares: made-up numbers, */
    double lies;                /* clocks that lie, */
    double damage;              /* damaged logs, */
    double nameless;            /* users without a client id, and if there are any, the whale */
    double twice;               /* logs that come twice, and that come as partial ones before */
};

enum play_fate { PLAY_GOOD, PLAY_CUT, PLAY_FLIPPED, PLAY_NOISE, PLAY_RENAMED, PLAY_TWICE, PLAY_LATE };

struct play_log {
    uint64_t seed, number, user, now;
    unsigned build;
    bool lies, poisoned, whale, partial, nameless;
    enum play_fate fate;
};

/* Log `number` of logs + whale. */
void play_draw(const struct play *play, uint64_t number, struct play_log *out);
void play_make(const struct play_log *of, struct logmake *log);

/* Damages a log's bytes. */
void play_spoil(struct logmake *log, enum play_fate fate, uint64_t number);

#endif
