/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Internal to the store: what one sender can add to a report.  Which of a database's logs are
 * not read, since their sender's others have the share that one sender has; docs/fleet.md,
 * "Who counts".  Smaller logs stay before larger ones.
 */
#ifndef OFFLINE_STORE_SHARES_H
#define OFFLINE_STORE_SHARES_H

#include "store/store.h"

#define STORE_SHARE_TEXT "524288"
#define STORE_SHARE_LARGE "4096"    /* rows: smaller logs without an id are not counted */

/* Those of the logs that `asked` selects (SQL: hash, client, weight; its parameters: args). */
struct store_shares {
    uint8_t (*list)[STORE_HASH];    /* ascending */
    size_t n, cap;
};
int store_shares_read(struct db *db, const char *asked, const struct db_value *args, size_t n_args,
                      struct store_shares *out, struct err *err);
bool store_shares_leave_out(const struct store_shares *shares, const uint8_t hash[STORE_HASH]);
void store_shares_free(struct store_shares *shares);

#endif
