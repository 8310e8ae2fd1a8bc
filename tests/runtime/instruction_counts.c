/* SPDX-License-Identifier: MIT
 *
 * So many sampled instances of a loop, each the same: tests/runtime/instruction_counts.sh counts their instructions.
 *   instruction_counts none|access|range|column|list|calls|names INSTANCES */
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

/* As many functions as a large program has, 48 bytes each, with the table of their mirrors (rt_abi.h). */
#define FUNCTIONS 4096
extern const char functions[] __attribute__((visibility("hidden")));
__asm__(".pushsection .text\n"
        ".hidden functions\n"
        "functions:\n\t.globl functions\n\t.skip 48 * 4096, 0x90\n"
        "\t.section " ALGOPROF_MIRRORS ", \"a\", @progbits\n"
        "\t.balign 4\n"
        "\t.set .Lplace, functions\n"
        "\t.rept 4096\n"
        "\t.long .Lplace - ., .Lplace + 16 - .\n"
        "\t.set .Lplace, .Lplace + 48\n"
        "\t.endr\n"
        "\t.hidden __start_" ALGOPROF_MIRRORS ", __stop_" ALGOPROF_MIRRORS "\n"
        "\t.section .note." ALGOPROF_NOTE ", \"a\", @note\n"
        "\t.balign 4\n"
        "\t.long 9, 8, 1\n"
        "\t.asciz \"" ALGOPROF_NOTE "\"\n"
        "\t.balign 4\n"
        "\t.long __start_" ALGOPROF_MIRRORS " - ., __stop_" ALGOPROF_MIRRORS " - .\n"
        "\t.popsection");

/* Through pointers, of 64 functions that lie anywhere. */
static void calls(void)
{
    unsigned random = 1;
    for (unsigned i = 0; i < 64; i++) {
        random = random * 1664525u + 1013904223u;
        const char *f = functions + 48 * ((random >> 16) % FUNCTIONS);
        const void *mirror = shim_lookup(f, "priced");
        if (mirror != f + 16)
            abort();
    }
}

/* A name is looked up among 64, as strcmp and memcmp are called in traced code. */
static void names(void)
{
    for (unsigned i = 0; i < 64; i++) {
        char *name = area + 16 * i;
        memcpy(name, "name0", 6);
        shim_call("M3:0p,1p", (uintptr_t)name, (uintptr_t)"name1", 0);
        shim_call("M5:0p,1p,2q", (uintptr_t)name, (uintptr_t)"name1", 4);
    }
}

static void none(void)
{
}

static const struct {
    const char *name;
    void (*tell)(void);
} bodies[] = { { "none", none }, { "access", one_access }, { "range", range }, { "column", column }, { "list", list },
             { "calls", calls }, { "names", names } };

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
