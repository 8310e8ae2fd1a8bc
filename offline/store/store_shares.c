/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "store/store_shares.h"

#include <stdio.h>
#include <stdlib.h>

#define LARGE 4096u         /* rows: smaller logs without an id are not counted */

static int take_hash(void *arg, const struct db_value *row, struct err *err)
{
    if (row[0].type != DB_BYTES || row[0].n != STORE_HASH)
        return err_set(err, "is damaged: a log's row of other types");
    return hash_set_add(arg, row[0].p) < 0 ? err_memory(err) : 0;
}

int store_shares_read(struct db *db, const char *asked, const struct db_value *args, size_t n_args,
                      struct hash_set *left_out, struct err *err)
{
    char *sql;
    if (asprintf(&sql, "WITH asked AS (%s) SELECT hash FROM (SELECT hash, SUM(weight) OVER (PARTITION BY client "
                 "ORDER BY weight, hash) AS so_far FROM asked WHERE (client IS NULL AND weight > %u"
                 ") OR client IN (SELECT client FROM asked GROUP BY client HAVING SUM(weight) > %u"
                 ")) AS summed WHERE so_far > %u", asked, LARGE, STORE_SHARE, STORE_SHARE) < 0)
        return err_memory(err);
    int result = db->functions->run(db, sql, args, n_args, take_hash, left_out, err);
    free(sql);
    return result;
}
