/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "context/growth_json.h"

#include "base/json.h"
#include "fit/fit_json.h"

json_t *growth_to_json(const struct growth *g)
{
    json_t *sizes = json_array();
    for (size_t i = 0; i < g->n; i++)
        json_array_append_new(sizes, json_pack("{s:f, s:o, s:f, s:o}", "size", g->sizes[i].size, "count",
                                               json_count(g->sizes[i].count), "cost",
                                               g->sizes[i].sum / (double)g->sizes[i].count, "highest",
                                               json_count(g->sizes[i].most)));
    return json_pack("{s:o, s:o, s:o}", "activations", json_count(g->activations), "fit", fit_to_json(&g->fit), "sizes",
                     sizes);
}
