/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Logs of in-house mode and of contexts, by their structure (shape.h), up to all that is told of them.
 */
#include <stdlib.h>
#include <string.h>

#include "context/diff.h"
#include "context/out.h"
#include "fuzz.h"
#include "inhouse/functions.h"
#include "log/log_read.h"
#include "seal.h"
#include "shape.h"

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most, unsigned seed);

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most, unsigned seed)
{
    return shape_mutate(data, size, most, seed);
}

static FILE *nowhere;

static void add(struct contexts *all, struct log *log, unsigned run)
{
    uint8_t id[16];
    memcpy(id, log->header.run_id, sizeof id);
    id[0] ^= (uint8_t)run;
    if (contexts_add(all, id, &log->contexts) != 0)
        abort();
}

/* Once and twice, with each call site and without. */
static void tell_contexts(struct log *log)
{
    struct contexts all[2] = { { .by_callee = true }, { .by_callee = false } };
    struct context_diff diff = { 0 };
    for (unsigned i = 0; i < 2; i++) {
        add(&all[i], log, 0);
        add(&all[i], log, i);
        if (contexts_finish(&all[i]) != 0 || contexts_text(nowhere, &all[i], 0) != 0 || contexts_json(nowhere, &all[i], 0) != 0 ||
            contexts_folded(nowhere, &all[i], 0.01) != 0 || contexts_pprof(nowhere, &all[i], 0) != 0 ||
            contexts_callgrind(nowhere, &all[i], 0) != 0)
            abort();
    }
    if (context_diff_run(&all[0], &all[1], &diff) != 0 || context_diff_text(nowhere, &diff, 0) != 0 ||
        context_diff_json(nowhere, &diff, 0) != 0)
        abort();
    context_diff_free(&diff);
    contexts_free(&all[0]);
    contexts_free(&all[1]);
}

static void tell_functions(const struct log *log)
{
    struct functions all = { 0 };
    if (log->profiles.n_functions > 2)  /* a fit takes a tenth of a second with all that looks on */
        return;
    if (functions_add(&all, log->header.run_id, &log->profiles) != 0 || functions_finish(&all, METRIC_ALL) != 0)
        abort();
    for (size_t i = 0; i < all.n; i++)
        functions_suspect(&all, i);
    functions_free(&all);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct logmake made;
    struct log *log;
    struct err err;
    if (!nowhere && !(nowhere = fopen("/dev/null", "w")))
        abort();
    seal_log(data, size, &made);
    if (log_parse(made.bytes, made.size, &log, &err) != 0)
        return 0;
    tell_contexts(log);
    tell_functions(log);
    log_free(log);
    return 0;
}
