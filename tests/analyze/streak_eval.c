/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * streak_eval [WORD_SHIFT] < CASES: for each line, a case of
 * tests/offline/streak_case.h, a line of JSON with what STREAK makes of it,
 * without and with extents, in words.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "streak_case.h"

static json_t *estimate(const json_t *object, unsigned word_shift, bool extents)
{
    struct streak_stats s;
    struct streak_estimate e;
    double word = (double)(1u << word_shift);
    streak_case_stats(object, word_shift, extents, &s);
    if (streak_estimate(&s, &e) != 0)
        abort();
    return json_pack("{s:f, s:f, s:f, s:f, s:f, s:f, s:f, s:f, s:f}", "S", s.seen / word, "H1",
                     e.hidden / word, "N", e.size / word, "lo", e.low / word, "hi",
                     e.high / word, "chat", e.block / word, "cv", s.cv, "U",
                     s.gaps > 0 ? s.slots / word : -1, "rec", e.again / word);
}

int main(int argc, char **argv)
{
    unsigned word_shift = argc > 1 ? (unsigned)atoi(argv[1]) : 0;
    json_error_t error;
    json_t *object;
    while ((object = json_loadf(stdin, JSON_DISABLE_EOF_CHECK, &error)) != NULL) {
        json_t *out = json_pack("{s:o, s:o}", "plain", estimate(object, word_shift, false),
                                "extents", estimate(object, word_shift, true));
        json_dumpf(out, stdout, JSON_COMPACT | JSON_REAL_PRECISION(17));
        putchar('\n');
        json_decref(out);
        json_decref(object);
    }
    return 0;
}
