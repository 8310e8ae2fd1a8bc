/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "target/place_in_user_source.h"

#include <stdlib.h>
#include <string.h>

#define FARTHEST 4u             /* targets of system headers that lie between */

static bool is_of_system(const char *file)
{
    static const char *const folders[] = { "/usr/include/", "/usr/local/include/", "/usr/lib/", "/usr/lib64/" };
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++)
        if (strncmp(file, folders[i], strlen(folders[i])) == 0)
            return true;
    return strstr(file, "/include/c++/") != NULL;       /* of a compiler that lies elsewhere */
}

/* Puts to `outside` what the targets of `inside` were executed in; the first one of the user's own. */
static const struct target *step(const struct dataset *set, const bool *inside, bool *outside)
{
    const struct target *found = NULL;
    for (size_t i = 0; i < set->n_nestings; i++) {
        const struct target *outer = &set->targets[set->nestings[i].outer];
        if (!inside[set->nestings[i].inner])
            continue;
        outside[set->nestings[i].outer] = true;
        if (!is_of_system(outer->key.file) && (!found || outer < found))
            found = outer;
    }
    return found;
}

const struct target *own_place(const struct dataset *set, const struct target *t)
{
    const struct target *found = NULL;
    if (set->n_nestings == 0 || !is_of_system(t->key.file))
        return NULL;
    bool *inside = calloc(set->n_targets, sizeof *inside), *outside = calloc(set->n_targets, sizeof *outside);
    if (inside && outside)
        inside[t - set->targets] = true;
    for (size_t depth = 0; inside && outside && !found && depth <= FARTHEST; depth++) {
        found = step(set, inside, outside);
        memcpy(inside, outside, set->n_targets * sizeof *inside);
    }
    free(inside);
    free(outside);
    return found;
}
