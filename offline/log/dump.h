/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * All that a log holds, as text or JSON.
 */
#ifndef OFFLINE_DUMP_H
#define OFFLINE_DUMP_H

#include <jansson.h>
#include <stdio.h>

#include "log/log_read.h"

/* A pair of traced instances and its cells. */
struct dump_pair {
    const struct log_instance *first, *second;
    uint64_t n1, n2, common;    /* of the sets as stored; dump_pair_count fills them */
    bool counted;               /* else that takes more time than a log of its size may */
};

struct dump {
    const char *path;
    const struct log *log;
    struct log_total *totals;
    struct dump_pair *pairs;
    size_t n_totals, n_pairs;
    uint64_t steps, ranges;     /* that may still be made, and listed: as many as a log of its size may take */
    bool cells;                 /* as text, sets of many items too; as JSON, sets as the log has them besides */
};

/* What is said of a union beside the counts. */
struct alog_union_state dump_union(const struct dump *dump, const struct log_union *u);

/* The numbers of a pair.  0 or -1 (no memory). */
int dump_pair_count(struct dump *dump, struct dump_pair *pair);

/* Whether the ranges of the instance's set may be listed, so many times; then they are taken off. */
bool dump_may_list(struct dump *dump, const struct log_instance *in, bool whole_strides, unsigned times);

/* Works out totals, and which instances are pairs.  0, or -1 with the reason.  End with dump_end. */
int dump_start(struct dump *dump, const char *path, const struct log *log, struct err *err);
void dump_end(struct dump *dump);

/* 0 or -1 (no memory). */
typedef int dump_function(FILE *out, struct dump *dump);
dump_function dump_text, dump_json;

/* Words for what the log says in numbers. */
const char *dump_state(uint64_t state);             /* enum alog_state */
const char *dump_event(uint32_t kind);              /* enum alog_event_kind; NULL: unknown */
const char *dump_rate(uint32_t rate, char out[16]); /* ALOG_RATE_* or N */

/* Names of the set bits of a flag word, "" if none; bits without a name in
 * hexadecimal. */
struct dump_flag {
    unsigned bit;
    const char *name;
};
extern const struct dump_flag dump_header_flags[], dump_run_flags[], dump_end_flags[],
    dump_site_flags[], dump_instance_flags[], dump_chain_flags[];
const char *dump_flags(unsigned flags, const struct dump_flag *names, char out[128]);
json_t *dump_flags_json(unsigned flags, const struct dump_flag *names);

/* The chain of an outermost instance of a recursion (dump_chain.c). */
void dump_chain_text(FILE *out, const struct log_instance *instance);
json_t *dump_chain_json(const struct log_instance *instance);

#endif
