/* SPDX-License-Identifier: MIT
 *
 * So many sampled instances of a loop, each the same: tests/rt/price.sh counts their instructions.
 *   price none|access|range|column|list INSTANCES */
#include "shim.h"
#include <stdlib.h>
#include <string.h>

static const struct shim_site site = SHIM_SITE("priced", 0x91, 1);
static __thread struct algoprof_hot hot;
static char area[1 << 20] __attribute__((aligned(64)));

static void one_access(void)
{
    SHIM_ACCESS("read8", area);
}

static void range(void)
{
    shim_range(area + 64, 16384, 0);
}

/* A matrix's column, of 64 rows. */
static void column(void)
{
    shim_stride(area + 8, 64, 512, 8);
}

/* A node's two members, of eight nodes. */
static void list(void)
{
    for (unsigned i = 0; i < 8; i++) {
        const char *node = area + (i * 7919 * 64 & (sizeof area - 1));
        SHIM_ACCESS("read8", node);
        SHIM_ACCESS("read8", node + 8);
    }
}

static void none(void)
{
}

static const struct {
    const char *name;
    void (*tell)(void);
} bodies[] = { { "none", none }, { "access", one_access }, { "range", range }, { "column", column }, { "list", list } };

int main(int argc, char **argv)
{
    unsigned body = 0;
    while (argc == 3 && body < sizeof bodies / sizeof *bodies && strcmp(bodies[body].name, argv[1]) != 0)
        body++;
    if (argc != 3 || body == sizeof bodies / sizeof *bodies)
        return 2;
    for (long left = atol(argv[2]); left; left--) {
        uint32_t token = shim_enter(&site.d, &hot);
        if (token)
            bodies[body].tell();
        shim_leave(&hot, token, 1);
    }
    return 0;
}
