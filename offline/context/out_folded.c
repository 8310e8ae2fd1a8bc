/* SPDX-License-Identifier: GPL-3.0-or-later
 * "main;parse;lex 41" for each context, as flamegraph.pl, inferno and speedscope read it. */
#include "context/out.h"

#include <inttypes.h>
#include <stdlib.h>

/* The name of a frame has no semicolon of its own. */
static void print_name(FILE *out, const char *name)
{
    for (; *name; name++)
        putc_unlocked(*name == ';' ? ':' : *name, out);
}

int contexts_folded(FILE *out, const struct contexts *all, double share)
{
    for (size_t i = 1; i < all->n; i++) {
        size_t n;
        if (!context_is_hot(all, &all->list[i], share))
            continue;
        uint32_t *path = context_path(all, i, &n);
        if (!path)
            return -1;
        for (size_t k = 0; k < n; k++) {
            if (k)
                putc_unlocked(';', out);
            print_name(out, all->functions[all->list[path[k]].function].name);
        }
        fprintf(out, " %" PRIu64 "\n", all->list[i].count);
        free(path);
    }
    return 0;
}
