/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The runtime's first-read analysis against a hash map (first_read.h), on the
 * same accesses of instances that begin with nothing.  Prints for each kind of
 * access: name, ns an access by the runtime, and by the map.
 */
#include "first_read.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "base/memory.h"
#include "cells/cells.h"

#define ACCESSES 200000u
#define ROUNDS 5
#define BASE UINT64_C(0x7f0012340000)

struct access {
    uint64_t address;
    uint32_t size;
    bool write;
};

static struct rt_pages pages;

static uint64_t draw(uint64_t i)
{
    return alog_line_hash(i);
}

static struct access scan(uint64_t i)
{
    return (struct access){ BASE + 4 * i, 4, false };
}

/* Reads and writes of 1,000 words again and again. */
static struct access update(uint64_t i)
{
    return (struct access){ BASE + 8 * (i / 2 % 1000), 8, i % 2 };
}

/* Nodes of 32 bytes, of which 16 are read. */
static struct access list(uint64_t i)
{
    return (struct access){ BASE + 32 * (draw(i / 2) % ACCESSES) + 8 * (i % 2), 8, false };
}

static struct access probe(uint64_t i)
{
    return (struct access){ BASE + 8 * (draw(i) % (ACCESSES / 4)), 8, draw(~i) % 4 == 0 };
}

static const struct {
    const char *name;
    struct access (*access)(uint64_t i);
} kinds[] = { { "scan", scan }, { "update", update }, { "list", list }, { "probe", probe } };

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static uint64_t by_table(const struct access *list_of, double *ns)
{
    struct rt_table table;
    double start = now();
    if (!rt_table_init(&table, &pages, 0))
        exit(1);
    table.max_lines = 0;
    for (unsigned i = 0; i < ACCESSES; i++)
        rt_table_touch(&table, &pages, list_of[i].address, list_of[i].size, list_of[i].write);
    struct rt_cellset set;
    rt_table_to_set(&table, &set);
    *ns = now() - start;
    rt_table_release(&table, &pages);
    return set.cells;
}

static uint64_t by_map(const struct access *list_of, double *ns)
{
    double start = now();
    struct byte_map *map = byte_map_new();
    for (unsigned i = 0; i < ACCESSES; i++)
        byte_map_touch(map, list_of[i].address, list_of[i].size, list_of[i].write);
    uint64_t n = byte_map_count(map);
    byte_map_free(map);
    *ns = now() - start;
    return n;
}

int main(void)
{
    struct access *list_of = calloc(ACCESSES, sizeof *list_of);
    if (!list_of)
        return 1;
    for (unsigned k = 0; k < sizeof kinds / sizeof *kinds; k++) {
        double best[2] = { 1e30, 1e30 }, ns;
        for (unsigned i = 0; i < ACCESSES; i++)
            list_of[i] = kinds[k].access(i);
        for (int round = 0; round < ROUNDS; round++) {
            uint64_t cells = by_table(list_of, &ns);
            best[0] = ns < best[0] ? ns : best[0];
            if (by_map(list_of, &ns) != cells) {
                fprintf(stderr, "first_read: %s: the two differ\n", kinds[k].name);
                return 1;
            }
            best[1] = ns < best[1] ? ns : best[1];
        }
        printf("%s %.2f %.2f\n", kinds[k].name, best[0] / ACCESSES, best[1] / ACCESSES);
    }
    free(list_of);
    return 0;
}
