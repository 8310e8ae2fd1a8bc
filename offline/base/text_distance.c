/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/text_distance.h"

#include <string.h>

#define FAR 8           /* distances beyond this do not matter */
#define LONG 64         /* nor do letters beyond this */

/* Wagner, Fischer 1974, row by row. */
unsigned text_distance(const char *a, const char *b)
{
    unsigned row[LONG + 1], n = (unsigned)strnlen(a, LONG), m = (unsigned)strnlen(b, LONG);
    for (unsigned k = 0; k <= m; k++)
        row[k] = k;
    for (unsigned i = 1; i <= n; i++) {
        unsigned corner = row[0];
        row[0] = i;
        for (unsigned k = 1; k <= m; k++) {
            unsigned best = corner + (a[i - 1] != b[k - 1]);
            corner = row[k];
            if (row[k] + 1 < best)
                best = row[k] + 1;
            if (row[k - 1] + 1 < best)
                best = row[k - 1] + 1;
            row[k] = best;
        }
    }
    return row[m] < FAR ? row[m] : FAR;
}
