/* SPDX-License-Identifier: MIT
 * Values of the variables in variables.def, as the runtime reads them when it starts. */
#ifndef RT_OPTIONS_H
#define RT_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <algoprof/log_format.h>

struct rt_seed {
    uint64_t value;
    bool given;
};

enum rt_consent { RT_CONSENT_ASK, RT_CONSENT_NO, RT_CONSENT_YES };      /* ask: the spool */

/* Where each instance is traced, or each so many, a log has room for better things than all their callers. */
enum rt_ask_callers { RT_CALLERS_OFF, RT_CALLERS_OF_PAIRS, RT_CALLERS_ON };     /* of pairs: at the rate `auto' */

struct rt_options {
#define VARIABLE(name, field, type, init, parser) type field;
#include "base/variables.def"
#undef VARIABLE
    unsigned malformed;         /* bit i: variable i of the list could not be read */
};

extern struct rt_options rt_options;
void rt_options_read(void);
/* Names of malformed variables, blank-separated, into text; its length. */
size_t rt_options_complaint(char *text, size_t room);

#endif
