/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What report and run do with the logs that were read: fit, select, print.
 */
#ifndef OFFLINE_SHOW_TARGETS_H
#define OFFLINE_SHOW_TARGETS_H

#include "cli/select.h"
#include "context/growth.h"
#include "context/tree.h"
#include "report/out.h"

struct cmd_show {
    out_function *write;        /* to stdout */
    struct report report;
    enum view view;
    enum metric metric;         /* of in-house mode */
    struct selection selection;
    const char *html;           /* file of the page; NULL: none */
    struct contexts contexts;   /* for the page */
    struct growths growths;     /* of them */
};
#define CMD_SHOW_START { .write = out_text, .report = { .estimator = ESTIMATOR_DEFAULT, .cell = 1 } }

/* when: "auto", "always" or "never". */
bool cmd_show_wants_colour(const char *when);

/* Before logs are collected. */
void cmd_show_prepare(struct cmd_show *show, struct dataset *set);
/* Finishes the dataset and shows it; says what is wrong.  An enum exit_code. */
int cmd_show_finished(struct cmd_show *show, struct dataset *set);
void cmd_show_free(struct cmd_show *show);

#endif
