/* SPDX-License-Identifier: MIT
 *
 * The word that was meant: of several the one that is nearest to a mistyped one.
 */
#pragma once

#include <stddef.h>

struct nearest {
    const char *typed, *found;      /* found: NULL as long as none is near */
    size_t least;                   /* letters to change; one that is found has fewer than 3 */
};

struct nearest nearest_begin(const char *typed);
void nearest_try(struct nearest *nearest, const char *word);
