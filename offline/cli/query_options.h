/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The options that report, check and diff share: which logs, and what of them.
 */
#ifndef OFFLINE_QUERY_OPTIONS_H
#define OFFLINE_QUERY_OPTIONS_H

#include <argp.h>

#include "cli/collect.h"

struct cmd_query {
    bool two_sides;             /* diff: --build and --label may be given for each */
    struct query side[2];
    char **logs;                /* databases, then what cmd_query_logs adds */
    size_t n_logs, cap_logs;
    size_t builds, labels;
};

/* A child of the command's argp; its input is a struct cmd_query that began as
 * CMD_QUERY_START. */
extern const struct argp_child cmd_query_child[];
#define CMD_QUERY_START { .side = { QUERY_ALL, QUERY_ALL } }

/* Adds the LOG arguments behind the databases; exits when there is no memory. */
void cmd_query_logs(struct cmd_query *query, struct argp_state *state, char **logs, size_t n);

/* For the keys that a command's parser has no use for: hands on to the child and
 * takes the LOGs; none, and no --db, is a usage error. */
error_t cmd_query_parse(int key, struct argp_state *state, struct cmd_query *query);
void cmd_query_free(struct cmd_query *query);

#endif
