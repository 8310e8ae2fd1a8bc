/* SPDX-License-Identifier: MIT
 *
 * Mistyped words.
 */
#include "common/nearest.h"

#include <stdint.h>
#include <string.h>

#define WORD 128u       /* letters, with the end */

/* Of two words (Levenshtein 1966): how many letters to put in, take out or change.  b: below WORD. */
static size_t distance(const char *a, const char *b)
{
    size_t row[WORD], n = strlen(b);
    for (size_t k = 0; k <= n; k++)
        row[k] = k;
    for (; *a; a++) {
        size_t before = row[0]++;
        for (size_t k = 1; k <= n; k++) {
            size_t other = *a == b[k - 1] ? before : before + 1;
            before = row[k];
            row[k] = row[k] < row[k - 1] ? row[k] + 1 : row[k - 1] + 1;
            if (other < row[k])
                row[k] = other;
        }
    }
    return row[n];
}

struct nearest nearest_begin(const char *typed, size_t far)
{
    return (struct nearest){ .typed = typed, .least = far };
}

void nearest_try(struct nearest *nearest, const char *word)
{
    size_t length = strlen(nearest->typed);
    size_t d = length < WORD && strlen(word) < WORD ? distance(nearest->typed, word) : SIZE_MAX;
    if (d < nearest->least && d < length) {
        nearest->least = d;
        nearest->found = word;
    }
}
