/* SPDX-License-Identifier: MIT */
#include "common/mistyped.h"

#include <string.h>

#include "common/nearest.h"

/* The long option that was typed, by its whole name or its beginning; else NULL, and the nearest is looked for. */
static const struct argp_option *find_option(const struct argp *argp, const char *typed, size_t length, struct nearest *nearest)
{
    for (const struct argp_option *o = argp->options; o && (o->name || o->key || o->doc); o++) {
        if (o->name && strncmp(o->name, typed, length) == 0)
            return o;
        if (o->name)
            nearest_try(nearest, o->name);
    }
    for (const struct argp_child *child = argp->children; child && child->argp; child++) {
        const struct argp_option *found = find_option(child->argp, typed, length, nearest);
        if (found)
            return found;
    }
    return NULL;
}

bool mistyped_option(const struct argp *argp, int argc, char **argv, bool in_order, struct mistyped *found)
{
    static const struct argp_option always[] = { { "help", '?', 0, 0, 0, 0 }, { "usage", 1, 0, 0, 0, 0 },
                                                 { "version", 'V', 0, 0, 0, 0 }, { 0 } };
    static const struct argp every = { .options = always };
    const struct argp_child children[] = { { argp, 0, NULL, 0 }, { &every, 0, NULL, 0 }, { 0 } };
    const struct argp all = { .children = children };
    for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++) {
        if (strncmp(argv[i], "--", 2) != 0) {
            if (in_order)       /* the program's own options come behind it, or behind -o FOLDER */
                return false;
            continue;
        }
        size_t length = strcspn(argv[i] + 2, "=");
        if (length >= sizeof found->typed)
            return false;
        memcpy(found->typed, argv[i] + 2, length);
        found->typed[length] = '\0';
        struct nearest nearest = nearest_begin(found->typed, NEAREST_OPTION);
        const struct argp_option *option = find_option(&all, found->typed, length, &nearest);
        found->meant = nearest.found;
        if (!option && found->meant)
            return true;
        if (option && option->arg && !(option->flags & OPTION_ARG_OPTIONAL) && argv[i][2 + length] == '\0')
            i++;                /* its value */
    }
    return false;
}
