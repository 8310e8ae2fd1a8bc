/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "store/store_shares.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int take_hash(void *arg, const struct db_value *row, struct err *err)
{
    struct store_shares *shares = arg;
    if (row[0].type != DB_BYTES || row[0].n != STORE_HASH)
        return err_set(err, "is damaged: a log's row of other types");
    if (array_grow(&shares->list, &shares->cap, shares->n + 1, sizeof *shares->list) != 0)
        return err_memory(err);
    memcpy(shares->list[shares->n++], row[0].p, STORE_HASH);
    return 0;
}

int store_shares_read(struct db *db, const char *asked, const struct db_value *args, size_t n_args,
                      struct store_shares *out, struct err *err)
{
    char *sql;
    if (asprintf(&sql, "WITH asked AS (%s) SELECT hash FROM (SELECT hash, SUM(weight) OVER (PARTITION BY client "
                 "ORDER BY weight, hash) AS so_far FROM asked WHERE (client IS NULL AND weight > " STORE_SHARE_LARGE
                 ") OR client IN (SELECT client FROM asked GROUP BY client HAVING SUM(weight) > " STORE_SHARE_TEXT
                 ")) AS summed WHERE so_far > " STORE_SHARE_TEXT " ORDER BY hash", asked) < 0)
        return err_memory(err);
    int result = db->functions->run(db, sql, args, n_args, take_hash, out, err);
    free(sql);
    return result;
}

static int compare(const void *a, const void *b)
{
    return memcmp(a, b, STORE_HASH);
}

bool store_shares_leave_out(const struct store_shares *shares, const uint8_t hash[STORE_HASH])
{
    return shares->n > 0 && bsearch(hash, shares->list, shares->n, STORE_HASH, compare);
}

void store_shares_free(struct store_shares *shares)
{
    free(shares->list);
    *shares = (struct store_shares){ 0 };
}
