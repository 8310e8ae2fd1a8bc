/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "binary/binary_out.h"

#include <inttypes.h>
#include <string.h>

#include "algoprof/log_format.h"
#include "algoprof/rt_abi.h"
#include "base/json.h"
#include "base/text_table.h"
#include "fit/fit_class.h"
#include "log/log_read.h"

#define ROOM 256

static const char *mark_of(unsigned flags)
{
    return flags & ALGOPROF_S_ATTRIBUTE ? "attribute"
           : flags & ALGOPROF_S_COMMAND ? "command line" : "pragma";
}

/* one, more: the word for one of them, and for more. */
static void append_number(char *text, uint64_t n, const char *one, const char *more, const char *between)
{
    size_t len = strlen(text);
    if (n > 0)
        snprintf(text + len, ROOM - len, "%s%" PRIu64 " %s", len ? between : "", n, n == 1 ? one : more);
}

/* "5 accesses, 1 modelled call; misses 2 calls" */
static void describe(const struct binary_site *s, char *text)
{
    const struct binary_coverage *c = &s->coverage;
    char missed[ROOM] = "";
    *text = 0;
    append_number(text, c->accesses, "access", "accesses", ", ");
    append_number(text, c->modelled, "modelled call", "modelled calls", ", ");
    append_number(text, c->callees, "callee", "callees", ", ");
    append_number(text, c->looked_up, "call looked up", "calls looked up", ", ");
    append_number(missed, c->opaque, "call", "calls", " and ");
    append_number(missed, c->hidden, "access", "accesses", " and ");
    size_t len = strlen(text);
    if (missed[0])
        snprintf(text + len, ROOM - len, "%smisses %.100s", len ? "; " : "", missed);
    else if (c->copies > 0 && len == 0)
        snprintf(text, ROOM, "nothing: no access in it");
    else if (c->copies == 0)
        snprintf(text, ROOM, "%s", c->counted > 0 ? "nothing: optimised away, it is only counted"
                                   : s->kind == ALOG_RECURSION ? "its calls" : "-");
}

int binary_text(FILE *out, const char *path, const struct binary *b)
{
    static const char *const head[] = { "name", "place", "kind", "marked by", "rate", "limit",
                                        "its trace covers" };
    struct table table = { .columns = 7, .indent = "" };
    fprintf(out, "%s: %zu target%s, %zu refused, %zu traced function%s, build %s\n", path,
            b->n_sites, b->n_sites == 1 ? "" : "s", b->n_refused, b->traced_functions,
            b->traced_functions == 1 ? "" : "s", b->build_id[0] ? b->build_id : "unknown");
    if (b->n_sites > 0)
        table_row(&table, head);
    for (size_t i = 0; i < b->n_sites; i++) {
        const struct binary_site *s = &b->sites[i];
        const char *limit = fit_limit_name(ALGOPROF_LIMIT(s->flags));
        char place[ROOM], rate[16] = "auto", covers[ROOM];
        snprintf(place, sizeof place, "%.200s:%" PRIu32, s->file, s->line);
        if (s->rate != ALOG_RATE_UNSET && s->rate != ALOG_RATE_AUTO)
            snprintf(rate, sizeof rate, "%" PRIu32, s->rate);
        describe(s, covers);
        const char *const cells[] = { s->name, place, log_kind_name(s->kind), mark_of(s->flags), rate,
                                      limit ? limit : "-", covers };
        table_row(&table, cells);
    }
    int result = table_print(&table, out);
    for (size_t i = 0; i < b->n_refused; i++)
        fprintf(out, "refused: %s:%" PRIu32 ":%" PRIu32 ": %s\n", b->refused[i].file,
                b->refused[i].line, b->refused[i].column, b->refused[i].reason);
    return result;
}

static json_t *coverage_json(const struct binary_coverage *c)
{
    if (c->copies == 0 && c->counted == 0)
        return json_null();
    return json_pack("{s:i, s:i, s:o, s:o, s:o, s:o, s:o, s:o}", "copies", (int)c->copies,
                     "counted", (int)c->counted, "accesses", json_count(c->accesses), "modelled",
                     json_count(c->modelled), "callees", json_count(c->callees), "looked_up",
                     json_count(c->looked_up), "missed_calls", json_count(c->opaque),
                     "missed_accesses", json_count(c->hidden));
}

static json_t *site_json(const struct binary_site *s)
{
    bool automatic = s->rate == ALOG_RATE_UNSET || s->rate == ALOG_RATE_AUTO;
    return json_pack("{s:o, s:o, s:o, s:I, s:I, s:s, s:s, s:o, s:s?, s:o}", "name",
                     json_text(s->name), "function", json_text(s->function), "file",
                     json_text(s->file), "line", (json_int_t)s->line, "column",
                     (json_int_t)s->column, "kind", log_kind_name(s->kind), "marked", mark_of(s->flags),
                     "rate", automatic ? json_string("auto") : json_count(s->rate), "limit",
                     fit_limit_name(ALGOPROF_LIMIT(s->flags)), "coverage",
                     coverage_json(&s->coverage));
}

int binary_json(FILE *out, const char *path, const struct binary *b)
{
    json_t *targets = json_array(), *refused = json_array();
    for (size_t i = 0; i < b->n_sites; i++)
        json_array_append_new(targets, site_json(&b->sites[i]));
    for (size_t i = 0; i < b->n_refused; i++)
        json_array_append_new(refused, json_pack("{s:o, s:I, s:I, s:o}", "file",
                                                 json_text(b->refused[i].file), "line",
                                                 (json_int_t)b->refused[i].line, "column",
                                                 (json_int_t)b->refused[i].column, "reason",
                                                 json_text(b->refused[i].reason)));
    bool whole = json_array_size(targets) == b->n_sites && json_array_size(refused) == b->n_refused;
    json_t *root = json_pack("{s:i, s:o, s:o, s:I, s:o, s:o}", "algoprof", 1, "program",
                             json_text(path), "build", json_text(b->build_id), "traced_functions",
                             (json_int_t)b->traced_functions, "targets", targets, "refused",
                             refused);
    return json_print(out, root, whole);
}
