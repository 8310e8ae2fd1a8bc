/* SPDX-License-Identifier: MIT
 *
 * The word that was meant: of several the one that is nearest to a mistyped one.
 */
#pragma once

#include <stddef.h>

#define NEAREST_OPTION 3u        /* letters to change from where on another option or command was not meant */

struct nearest {
    const char *typed, *found;      /* found: NULL as long as none is near */
    size_t least;                   /* letters to change */
};

/* far: of so many letters to change on, and of as many as were typed, no word was meant. */
struct nearest nearest_begin(const char *typed, size_t far);
/* typed and word: names of 127 letters at most; longer ones are never near. */
void nearest_try(struct nearest *nearest, const char *word);
