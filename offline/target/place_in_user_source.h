/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Where in the user's own source a target of a system header runs, such as a loop of std::find.
 */
#ifndef OFFLINE_PLACE_IN_USER_SOURCE_H
#define OFFLINE_PLACE_IN_USER_SOURCE_H

#include "target/dataset.h"

/* The nearest target in the user's own files that t was executed in, the first of several by rank; NULL: none is known, or
 * t itself is in such a file. */
const struct target *own_place(const struct dataset *set, const struct target *t);

#endif
