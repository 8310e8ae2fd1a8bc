/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/run_ids.h"

#include <stdlib.h>
#include <string.h>

#include "base/util.h"

int run_ids_add(struct run_ids *ids, const uint8_t id[RUN_ID_BYTES])
{
    for (size_t i = 0; i < ids->n; i++)
        if (memcmp(ids->id[i], id, RUN_ID_BYTES) == 0)
            return 1;
    if (array_grow(&ids->id, &ids->cap, ids->n + 1, sizeof *ids->id) != 0)
        return -1;
    memcpy(ids->id[ids->n++], id, RUN_ID_BYTES);
    return 0;
}

void run_ids_free(struct run_ids *ids)
{
    free(ids->id);
    *ids = (struct run_ids){ 0 };
}
