/* SPDX-License-Identifier: MIT
 * ALGOPROF_*: the variables that the runtime reads (base/options.c). */
#ifndef RT_OPTIONS_H
#define RT_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <algoprof/log_format.h>

/* ALGOPROF_<NAME>: field, C type, default, parser */
#define RT_OPTIONS(X)                                                \
    X(LOG, log, const char *, NULL, text)                            \
    X(RATE, rate, uint32_t, ALOG_RATE_UNSET, rate)                   \
    X(PAIRS, pairs, uint32_t, 8192, pairs)                           \
    X(BUDGET, budget_ppm, uint32_t, 10000, percent)                  \
    X(MAX_LOG, max_log, uint64_t, (uint64_t)64 << 20, bytes)         \
    X(EPOCH, epoch_ms, uint64_t, 0, seconds)                         \
    X(SEED, seed, struct rt_seed, { 0 }, seed)                       \
    X(VERBOSE, verbose, bool, false, flag)                           \
    X(CONSENT, consent, enum rt_consent, RT_CONSENT_ASK, consent)    \
    X(CONTEXTS, contexts, bool, true, switch)                        \
    X(CONTEXT_MEMORY, context_memory, uint64_t, (uint64_t)8 << 20, bytes)

struct rt_seed {
    uint64_t value;
    bool given;
};

enum rt_consent { RT_CONSENT_ASK, RT_CONSENT_NO, RT_CONSENT_YES };      /* ask: the spool */

#define RT_FIELD(name, field, type, init, parser) type field;
struct rt_options {
    RT_OPTIONS(RT_FIELD)
    unsigned malformed;         /* bit i: variable i of the list could not be read */
};
#undef RT_FIELD

extern struct rt_options rt_options;
void rt_options_read(void);
/* Names of malformed variables, blank-separated, into text; its length. */
size_t rt_options_complaint(char *text, size_t room);

#endif
