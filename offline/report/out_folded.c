/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Folded stacks, as flame graphs are made of: file, function, target and its cost.
 * Costs of targets are of their own bodies, so nested ones are not counted twice.
 */
#include <inttypes.h>
#include <string.h>

#include "report/out.h"

/* ; divides frames, and blanks the count. */
static void put_frame(FILE *out, const char *text)
{
    for (; *text; text++)
        fputc(strchr("; \t", *text) ? '_' : *text, out);
}

int out_folded(FILE *out, const struct report *report)
{
    for (size_t i = 0; i < report->n_shown; i++) {
        const struct target *t = report->shown[i];
        if (!(t->cost >= 1))
            continue;
        put_frame(out, t->key.file);
        fputc(';', out);
        if (t->key.function && t->key.function[0]) {
            put_frame(out, t->key.function);
            fputc(';', out);
        }
        put_frame(out, t->key.name);
        fprintf(out, ":%" PRIu32 " %.0f\n", t->key.line, t->cost);
    }
    return 0;
}
