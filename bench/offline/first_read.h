/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Which bytes are read before they are written, as one would write it down: a hash
 * map from addresses of bytes to what came first there.
 */
#ifndef BENCH_FIRST_READ_H
#define BENCH_FIRST_READ_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

struct byte_map;
struct byte_map *byte_map_new(void);
void byte_map_free(struct byte_map *map);
void byte_map_touch(struct byte_map *map, uint64_t address, uint64_t size, bool write);
uint64_t byte_map_count(const struct byte_map *map);    /* bytes that were read first */

#ifdef __cplusplus
}
#endif

#endif
