/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Innocent: page ranks by a sparse matrix in rows; each row is a short loop; a few sweeps.  */
#include <stdio.h>
#include "rnd.h"
int main(int argc, char **argv)
{
    unsigned n = atoi(argv[1]);
    rnd_seed(atoi(argv[2]));
    unsigned *start = malloc((n + 1) * sizeof *start), *col;
    size_t m = 0;
    for (unsigned i = 0; i < n; i++) {
        start[i] = m;
        m += 1 + rnd_z(60);
    }
    start[n] = m;
    col = malloc(m * sizeof *col);
    for (size_t i = 0; i < m; i++)
        col[i] = rnd_n(3) ? rnd_z(n) : rnd_n(n);
    double *x = malloc(n * sizeof *x), *y = malloc(n * sizeof *y);
    for (unsigned i = 0; i < n; i++)
        x[i] = 1.0 / n;
    for (int it = 0; it < 15; it++) {
        for (unsigned i = 0; i < n; i++) {
            double s = 0;
#pragma algoprof loop name(csr)
            for (unsigned k = start[i]; k < start[i + 1]; k++)
                s += x[col[k]];
            y[i] = 0.15 / n + 0.85 * s / (start[i + 1] - start[i] + 1);
        }
        double *t = x;
        x = y;
        y = t;
    }
    printf("%g\n", x[0]);
}
