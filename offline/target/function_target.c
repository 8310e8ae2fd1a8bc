/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "target/function_target.h"

#include <stdlib.h>

static struct target target_of(const struct function *f, const struct fit *none)
{
    static char unknown[] = "";
    struct fit room;
    return (struct target){
        .key = { .build = unknown, .file = f->file, .name = f->name, .function = f->name, .line = f->line,
                 .kind = f->shared ? KIND_FUNCTION_TRMS : KIND_FUNCTION },
        .profile = f, .instances = (double)f->activations, .cost = f->cost,
        .size_low = (double)f->size_low, .size_high = (double)f->size_high,
        .fit = *function_fit(f, FUNCTION_WORST, &room), .instances_fit = *none, .work_fit = *none, .instances_work_fit = *none,
        .limit = f->limit,
    };
}

int function_targets_add(struct dataset *set)
{
    struct fit none;
    if (functions_finish(&set->functions, METRIC_ALL) != 0 || fit_run(NULL, 0, &none) != 0)
        return -1;
    size_t n = set->n_targets + set->functions.n;
    struct target *all = n ? realloc(set->targets, n * sizeof *all) : NULL;
    if (n && !all)
        return -1;
    set->targets = all;
    for (size_t i = 0; i < set->functions.n; i++) {
        all[set->n_targets] = target_of(&set->functions.list[i], &none);
        all[set->n_targets].rank = set->n_targets + 1;
        set->n_targets++;
    }
    return 0;
}
