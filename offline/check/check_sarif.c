/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The findings as SARIF 2.1.0 (OASIS, 2020), as code scanning reads it.  What is
 * fine is no result there.
 */
#include <string.h>

#include "base/version.h"
#include "check/check.h"
#include "report/out.h"

static const struct {
    const char *id, *text;
} rules[] = {
    { "regression", "Cost grows faster with the input's size than is allowed." },
    { "missing", "A target that should have data has none." },
    { "inconclusive", "The runs cannot tell how cost grows with the input's size." },
    { "accepted", "Cost grows faster than its limit, as the baseline accepts." },
    { "new", "A target is not in the baseline." },
};

/* A path in a URI: RFC 3986's unreserved characters and '/' stay. */
static json_t *uri(const char *path)
{
    static const char kept[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
                               "0123456789-._~/";
    json_t *result;
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (!out)
        return NULL;
    if (path[0] == '/')
        fputs("file://", out);
    for (; *path; path++)
        fprintf(out, strchr(kept, *path) ? "%c" : "%%%02X", (unsigned char)*path);
    result = fclose(out) == 0 ? json_string(text) : NULL;
    free(text);
    return result;
}

static json_t *locations(const struct finding *f)
{
    if (!f->file[0] || f->line == 0)
        return json_array();
    return json_pack("[{s:{s:{s:o}, s:{s:I}}}]", "physicalLocation", "artifactLocation", "uri",
                     uri(f->file), "region", "startLine", (json_int_t)f->line);
}

static json_t *result(const struct finding *f, unsigned failing)
{
    const char *level = !(failing & 1u << f->verdict) ? "note"
                        : f->verdict == VERDICT_REGRESSION ? "error" : "warning";
    char text[FINDING_TEXT + 300], print[600];
    snprintf(text, sizeof text, "%.250s: %s", f->name, f->text);
    snprintf(print, sizeof print, "%.250s:%.250s:%s", f->file, f->name, f->rule);
    json_t *json = json_pack("{s:s, s:s, s:{s:o}, s:o, s:{s:o}}", "ruleId",
                             verdict_name(f->verdict), "level", level, "message", "text",
                             json_text(text), "locations", locations(f), "partialFingerprints",
                             "algoprof/v1", json_text(print));
    if (json && f->reason)
        json_object_set_new(json, "suppressions",
                            json_pack("[{s:s, s:o}]", "kind", "external", "justification",
                                      json_text(f->reason)));
    return json;
}

int check_sarif(FILE *out, const struct check_report *report)
{
    const struct findings *all = report->findings;
    json_t *results = json_array(), *list = json_array();
    size_t expected = 0;
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++)
        json_array_append_new(list, json_pack("{s:s, s:{s:s}}", "id", rules[i].id,
                                              "shortDescription", "text", rules[i].text));
    for (size_t i = 0; i < all->n; i++)
        if (all->list[i].verdict != VERDICT_OK) {
            json_array_append_new(results, result(&all->list[i], report->failing));
            expected++;
        }
    bool whole = json_array_size(results) == expected;
    json_t *root = json_pack("{s:s, s:s, s:[{s:{s:{s:s, s:s, s:o}}, s:o}]}", "$schema",
                             "https://json.schemastore.org/sarif-2.1.0.json", "version", "2.1.0",
                             "runs", "tool", "driver", "name", TOOL_NAME, "version", TOOL_VERSION,
                             "rules", list, "results", results);
    return json_print(out, root, whole);
}
