/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <inttypes.h>

#include "base/json.h"
#include "log/dump.h"
#include "log/log_chain.h"

static void put_sums(FILE *out, const struct chain_row *row)
{
    fprintf(out, "  sizes %" PRIu64 "..%" PRIu64 ": %" PRIu64 " calls, sum %" PRIu64 "; costs %" PRIu64
                 "..%" PRIu64 ", sum %" PRIu64 ", of squares %.17g\n",
            row->size_low, row->size_high, row->count, row->size_sum, row->cost_low, row->cost_high,
            row->cost_sum, row->squares);
}

/* A listed row is size:cost*count. */
void dump_chain_text(FILE *out, const struct log_instance *instance)
{
    char flags[128];
    struct chain_reader reader;
    struct chain_row row;
    fprintf(out, "  chain: longest %" PRIu64 ", calls %" PRIu64 " in %" PRIu32 " rows, flags [%s]\n",
            instance->chain.longest, instance->chain.instances, instance->chain.rows,
            dump_flags(instance->chain.flags, dump_chain_flags, flags));
    chain_reader_start(&reader, instance);
    if (reader.sums) {
        while (chain_reader_next(&reader, &row))
            put_sums(out, &row);
        return;
    }
    fputs("  calls:", out);
    while (chain_reader_next(&reader, &row))
        fprintf(out, " %" PRIu64 ":%" PRIu64 "*%" PRIu64, row.size_low, row.cost_low, row.count);
    fputc('\n', out);
}

static json_t *sums_json(const struct chain_row *row)
{
    return json_pack("[o, o, o, o, o, o, o, f]", json_count(row->size_low),
                     json_count(row->size_high), json_count(row->count), json_count(row->size_sum),
                     json_count(row->cost_low), json_count(row->cost_high),
                     json_count(row->cost_sum), row->squares);
}

/* "rows": [size, cost, count], or "sums": [lowest size, highest size, count,
 * sum of sizes, lowest cost, highest cost, sum of costs, of their squares]. */
json_t *dump_chain_json(const struct log_instance *instance)
{
    json_t *rows = json_array();
    struct chain_reader reader;
    struct chain_row row;
    chain_reader_start(&reader, instance);
    while (chain_reader_next(&reader, &row))
        json_array_append_new(rows, reader.sums
                                        ? sums_json(&row)
                                        : json_pack("[o, o, o]", json_count(row.size_low),
                                                    json_count(row.cost_low),
                                                    json_count(row.count)));
    return json_pack("{s:o, s:o, s:o, s:o}", "longest", json_count(instance->chain.longest),
                     "instances", json_count(instance->chain.instances), "flags",
                     dump_flags_json(instance->chain.flags, dump_chain_flags),
                     reader.sums ? "sums" : "rows", rows);
}
