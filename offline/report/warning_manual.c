/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "report/warning_manual.h"

#include <string.h>

static const struct warning_manual table[] = {
#define WARNING_MANUAL(code, meaning, advice) { code, meaning, advice },
#include "warning_manual.def"
#undef WARNING_MANUAL
};

const struct warning_manual *warning_manual_all(size_t *n)
{
    *n = sizeof table / sizeof *table;
    return table;
}

const struct warning_manual *warning_manual_find(const char *code)
{
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (strcmp(table[i].code, code) == 0)
            return &table[i];
    return NULL;
}
