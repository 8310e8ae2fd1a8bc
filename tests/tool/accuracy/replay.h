/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Recorded loops: what each instance of a real run read, in a file.
 *
 *   file := struct replay_head, uint64_t first_span[n + 1], uint64_t cost[n],
 *           struct replay_span[first_span[n]]          in this machine's order
 */
#ifndef TESTS_REPLAY_H
#define TESTS_REPLAY_H

#include <stddef.h>
#include <stdint.h>

#define REPLAY_MAGIC UINT64_C(0x32796c7065726c61)

/* A pattern's name (patterns.h) that begins so is a file of this kind. */
#define REPLAY_PREFIX "replay:"

struct replay_head {
    uint64_t magic, n;          /* instances, in the order in which they ran */
    uint64_t cells;             /* bytes that all of them read: the run's size */
};

/* Cells [first, first + count): bytes here. */
struct replay_span {
    uint64_t first, count;
};

struct replay {
    const struct replay_head *head;
    const uint64_t *start, *cost;
    const struct replay_span *span;
    size_t bytes;
};

/* Maps the file; ends the program if it is none. */
void replay_open(struct replay *replay, const char *path);
void replay_close(struct replay *replay);

#endif
