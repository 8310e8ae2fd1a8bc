/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A log's blocks: behind a good header and with right checksums, which chance
 * would not find.  What is read goes all the way to points, records and dumps.
 */
#include <stdlib.h>

#include "log/dump.h"
#include "fuzz.h"
#include "seal.h"
#include "point/log_points.h"
#include "packed/database_record.h"

static void use(const struct log *log, FILE *sink)
{
    struct dump dump;
    struct err err;
    struct log_points *points;
    if (dump_start(&dump, "fuzz", log, &err) == 0) {
        dump_text(sink, &dump);
        dump_json(sink, &dump);
        dump_end(&dump);
    }
    if (log_points_make(log, "fuzz", 0, &points, &err) == 0) {
        if (record_pass(&points, &err) != 0)
            abort();        /* what is read back is what was written */
        log_points_free(points);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static FILE *sink;
    struct logmake made;
    struct log *log;
    struct err err;
    if (!sink && !(sink = fopen("/dev/null", "w")))
        abort();
    seal_log(data, size, &made);
    if (log_parse(made.bytes, made.size, &log, &err) == 0) {
        use(log, sink);
        log_free(log);
    }
    return 0;
}
