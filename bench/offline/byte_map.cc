/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "first_read.h"

#include <unordered_map>

struct byte_map {
    std::unordered_map<uint64_t, bool> written_first;
};

struct byte_map *byte_map_new(void)
{
    return new byte_map;
}

void byte_map_free(struct byte_map *map)
{
    delete map;
}

void byte_map_touch(struct byte_map *map, uint64_t address, uint64_t size, bool write)
{
    for (uint64_t i = 0; i < size; i++)
        map->written_first.emplace(address + i, write);
}

uint64_t byte_map_count(const struct byte_map *map)
{
    uint64_t n = 0;
    for (const auto &byte : map->written_first)
        n += !byte.second;
    return n;
}
