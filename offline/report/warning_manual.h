/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What warnings mean and what to do about them, from docs/warnings.md: the
 * manual and the tool say the same.
 */
#ifndef OFFLINE_WARNING_MANUAL_H
#define OFFLINE_WARNING_MANUAL_H

#include <stddef.h>

/* Texts are Markdown with `code` only; advice may be "". */
struct warning_manual {
    const char *code, *meaning, *advice;
};

/* All of them; the number in *n. */
const struct warning_manual *warning_manual_all(size_t *n);

/* NULL: no such code. */
const struct warning_manual *warning_manual_find(const char *code);

#endif
