/* SPDX-License-Identifier: MIT
 *
 * What was sent of logs that are still being written. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "spool_state.h"

static size_t find(const struct records *records, const char *id)
{
    size_t i = 0;
    while (i < records->n_live && strcmp(records->live[i].id, id) != 0)
        i++;
    return i;
}

const struct record_live *records_find_live(const struct records *records, const char *id)
{
    size_t i = find(records, id);
    return i < records->n_live ? &records->live[i] : NULL;
}

int records_set_live(struct records *records, const char *id, unsigned runs, int64_t next)
{
    size_t i = find(records, id);
    if (i == records->room_live) {
        size_t room = records->room_live ? 2 * records->room_live : 16;
        struct record_live *more = realloc(records->live, room * sizeof *more);
        if (!more)
            return -1;
        records->live = more;
        records->room_live = room;
    }
    snprintf(records->live[i].id, ID_ROOM, "%s", id);
    records->live[i].runs = runs;
    records->live[i].next = next;
    records->n_live += i == records->n_live;
    return 0;
}

static bool has_alive(const struct spool_list *list, const char *id)
{
    for (size_t i = 0; i < list->n; i++)
        if (list->logs[i].alive && strcmp(list->logs[i].id, id) == 0)
            return true;
    return false;
}

void records_keep_live(struct records *records, const struct spool_list *list)
{
    size_t n = 0;
    for (size_t i = 0; i < records->n_live; i++)
        if (has_alive(list, records->live[i].id))
            records->live[n++] = records->live[i];
    records->n_live = n;
}
