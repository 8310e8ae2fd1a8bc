/* SPDX-License-Identifier: GPL-3.0-or-later
 * Loops with conditions and indices, which GCC vectorises with masks, gathers and scatters where the processor has
 * these. */
#include "judge.h"
#include <stdio.h>
#include <stdlib.h>

#define COUNT 203

/* GCC does not know where the arrays end: what is not chosen cannot be read. */
struct arrays {
    int *wanted, *ints, *places, *out;
    double *doubles, *double_out;
    long *longs;
    float *floats;
    short *shorts;
    char *chars;
};

#define PRAGMA(text) _Pragma(#text)
#define LOOP(word, statement)                           \
    static __attribute__((noinline)) void word(int n, struct arrays all) \
    {                                                   \
        int *restrict wanted = all.wanted, *restrict ints = all.ints; \
        int *restrict places = all.places, *restrict out = all.out; \
        double *restrict doubles = all.doubles, *restrict double_out = all.double_out; \
        long *restrict longs = all.longs;               \
        float *restrict floats = all.floats;            \
        short *restrict shorts = all.shorts;            \
        char *restrict chars = all.chars;               \
        (void)wanted, (void)ints, (void)places, (void)out, (void)doubles, (void)double_out, (void)longs; \
        (void)floats, (void)shorts, (void)chars;        \
        int i = 0;                                      \
        JUDGE_BEGIN(#word);                             \
        _Pragma("GCC ivdep")                            \
        PRAGMA(algoprof loop name(word))                \
        for (; i < n; i++) {                            \
            JUDGE_STEP();                               \
            statement;                                  \
        }                                               \
        JUDGE_END();                                    \
    }

LOOP(chosen_ints, if (wanted[i]) out[i] = ints[i])
LOOP(chosen_doubles, if (wanted[i] > 1) double_out[i] = doubles[i] * 2)
LOOP(chosen_mixed, if (wanted[i]) double_out[i] += floats[i] + (double)ints[i])
LOOP(chosen_shorts, if (wanted[i] == 3) shorts[i]++)
LOOP(chosen_chars, if (chars[i] > 40) out[i] = chars[i])
LOOP(gathered, out[i] = ints[places[i]])
LOOP(gathered_chosen, if (wanted[i]) out[i] = ints[places[i]])
LOOP(gathered_longs, longs[i] = longs[i] ^ (long)doubles[places[i]])
LOOP(scattered, out[places[i]] = ints[i])
LOOP(scattered_chosen, if (wanted[i]) double_out[places[i]] = doubles[i])
LOOP(either, out[i] = wanted[i] ? ints[i] : shorts[i])

int main(void)
{
    struct arrays all = { calloc(COUNT, 4), calloc(COUNT, 4), calloc(COUNT, 4), calloc(COUNT, 4), calloc(COUNT, 8),
                          calloc(COUNT, 8), calloc(COUNT, 8), calloc(COUNT, 4), calloc(COUNT, 2), calloc(COUNT, 1) };
    for (int i = 0; i < COUNT; i++) {
        all.wanted[i] = i * 7 % 5 == 2 ? i % 4 : 0;
        all.places[i] = i * 31 % COUNT;
        all.chars[i] = (char)(i % 50);
        all.ints[i] = i;
    }
    for (int k = 0; k < 6; k++) {
        int n = opaque(COUNT - 30 * k);
        chosen_ints(n, all);
        chosen_doubles(n, all);
        chosen_mixed(n, all);
        chosen_shorts(n, all);
        chosen_chars(n, all);
        gathered(n, all);
        gathered_chosen(n, all);
        gathered_longs(n, all);
        scattered(n, all);
        scattered_chosen(n, all);
        either(n, all);
    }
    printf("%d %g %ld %d\n", all.out[7], all.double_out[9], all.longs[3], all.shorts[10]);
    return 0;
}
