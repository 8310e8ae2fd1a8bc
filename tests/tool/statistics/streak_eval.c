/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * streak_eval [WORD_SHIFT] < CASES: for each line, a case of
 * tests/tool/library/streak_case.h, a line of JSON with what the estimators make of
 * it, STREAK without and with extents, in words.  Members that are seldom read (streak_seldom_members.h) are left out.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "streak_case.h"

static json_t *estimate(const json_t *object, unsigned word_shift, bool extents)
{
    struct sample s;
    const struct streak_estimate *e = &s.by_streaks;
    double word = (double)(1u << word_shift);
    streak_case_sample(object, word_shift, extents, &s);
    if (s.streak.seldom > 0) {
        s.streak.seldom = 0;
        streak_estimate(&s.streak, &s.by_streaks);
    }
    json_t *out = json_pack("{s:f, s:f, s:f, s:f, s:f, s:f, s:f, s:f, s:f, s:b}", "S",
                            s.streak.seen / word, "H1", e->hidden / word, "N", e->size / word,
                            "lo", e->low / word, "hi", e->high / word, "chat", e->block / word,
                            "cv", s.streak.cv, "U",
                            s.streak.gaps > 0 ? s.streak.slots / word : -1, "rec",
                            e->again / word, "filled", s.streak.filled);
    for (int i = 0; i < ESTIMATORS; i++) {
        double size = estimators[i].estimate(&s).size / word;
        json_object_set_new(out, estimators[i].name, isnan(size) ? json_null() : json_real(size));
    }
    return out;
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
