/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef OFFLINE_FIT_JSON_H
#define OFFLINE_FIT_JSON_H

#include <jansson.h>

#include "fit/fit.h"

/* The contract's `fit' object and some more fields; a new reference, NULL: no
 * memory. */
json_t *fit_to_json(const struct fit *fit);

#endif
