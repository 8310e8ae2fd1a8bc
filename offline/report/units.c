/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "report/units.h"

#include <stdlib.h>
#include <string.h>

#include "base/text_table.h"

const char *unit_of_cost(const struct target *t)
{
    return t->key.kind == ALOG_RECURSION ? "calls" : "iterations";
}

static bool is_of_memory(const struct target *t)
{
    return !view_is_told(t->judgement.decides) && !column_size_is_calls(t);
}

static const char *unit_of_memory(const struct report *report, char *text)
{
    if (report->cell == 1)
        return "bytes";
    snprintf(text, UNIT_ROOM, "cells of %u bytes", report->cell);
    return text;
}

const char *unit_of_column(const struct report *report, const struct target *t, const char *column, char *text)
{
    if (strcmp(column, "cost") == 0)
        return unit_of_cost(t);
    return strcmp(column, "size") == 0 && is_of_memory(t) ? unit_of_memory(report, text) : "";
}

/* Writes to the stream what is there for the first time, behind its title or "or". */
static void put(FILE *out, const char *title, bool *begun, bool there, const char *unit)
{
    if (!there)
        return;
    fprintf(out, "%s%s", *begun ? " or " : title, unit);
    *begun = true;
}

static void put_legend(FILE *out, const struct report *report, bool size, bool cost)
{
    bool told = false, chains = false, memory = false, guessed = false, loops = false, recursions = false;
    bool begun = false, costs = false;
    char text[UNIT_ROOM], read[UNIT_ROOM + 8];
    for (size_t i = 0; i < report->n_shown; i++) {
        const struct target *t = report->shown[i];
        told |= view_is_told(t->judgement.decides);
        chains |= column_size_is_calls(t);
        memory |= is_of_memory(t);
        guessed |= column_size_is_guessed(t);
        loops |= t->key.kind != ALOG_RECURSION;
        recursions |= t->key.kind == ALOG_RECURSION;
    }
    snprintf(read, sizeof read, "%s read", unit_of_memory(report, text));
    put(out, "size: ", &begun, size && memory, read);
    put(out, "size: ", &begun, size && chains, "calls in the longest chain");
    put(out, "size: ", &begun, size && told, "the n that was told");
    if (size && guessed)
        fputs(" (?: mostly known to a factor of 3 at best)", out);
    put(out, begun ? "; cost: " : "cost: ", &costs, cost && loops, "iterations");
    put(out, begun ? "; cost: " : "cost: ", &costs, cost && recursions, "calls");
}

void units_legend(FILE *out, const struct report *report, bool size, bool cost)
{
    char *text = NULL;
    size_t length = 0;
    FILE *stream = open_memstream(&text, &length);
    if (!stream)
        return;
    put_legend(stream, report, size, cost);
    if (fclose(stream) == 0 && length > 0) {
        text_print_wrapped(text, report->width, "  ", "    ", out);
        fputc('\n', out);
    }
    free(text);
}
