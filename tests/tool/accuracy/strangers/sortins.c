/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A running median of latencies: values are kept sorted by inserting each at its place, from the end.  */
#include <stdio.h>
#include "rnd.h"
struct sample {
    uint32_t us, who;
};
int main(int argc, char **argv)
{
    unsigned n = atoi(argv[1]), count = 0;
    rnd_seed(atoi(argv[2]));
    double sum = 0;
    struct sample *v = malloc(n * sizeof *v);
    for (unsigned i = 0; i < n; i++) {
        struct sample s = {(uint32_t)(100 + 1000 / (0.01 + rnd_d()) + i), i};
        unsigned k = count++;
#pragma algoprof loop name(sortins)
        while (k && v[k - 1].us > s.us) {
            v[k] = v[k - 1];
            k--;
        }
        v[k] = s;
        if (i % 64 == 0)
            sum += v[count / 2].us;
    }
    printf("%g\n", sum);
}
