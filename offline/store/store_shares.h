/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Internal to the store: what one sender can add to a report.  Which of a database's logs are
 * not read, since their sender's others have the share that one sender has (STORE_SHARE);
 * docs/fleet.md, "Who counts".  Smaller logs stay before larger ones.
 */
#ifndef OFFLINE_STORE_SHARES_H
#define OFFLINE_STORE_SHARES_H

#include "store/hash_set.h"
#include "store/store.h"

/* Adds to left_out, by hash, those of the logs that `asked` selects (SQL: hash, client, weight; its parameters: args). */
int store_shares_read(struct db *db, const char *asked, const struct db_value *args, size_t n_args,
                      struct hash_set *left_out, struct err *err);

#endif
