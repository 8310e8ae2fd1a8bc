/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "report/words.h"

#include <string.h>

static const struct words table[] = {
#define WORDS(code, meaning, advice) { code, meaning, advice },
#include "words.def"
#undef WORDS
};

const struct words *words_all(size_t *n)
{
    *n = sizeof table / sizeof *table;
    return table;
}

const struct words *words_find(const char *code)
{
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (strcmp(table[i].code, code) == 0)
            return &table[i];
    return NULL;
}
