/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef OFFLINE_CONTEXT_GROWTH_JSON_H
#define OFFLINE_CONTEXT_GROWTH_JSON_H

#include <jansson.h>

#include "context/growth.h"

/* A new reference, NULL: no memory. */
json_t *growth_to_json(const struct growth *growth);

#endif
