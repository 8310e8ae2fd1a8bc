/* SPDX-License-Identifier: MIT
 *
 * An innocent: one pass over n records.  The loop is executed once a run, so
 * every run has one instance, which is always traced.
 *
 *     main RECORDS [SEED]
 */
#include <stdio.h>
#include <stdlib.h>

struct record {
    unsigned key;
    unsigned amount;
};

static unsigned long state;

static unsigned draw(unsigned below)
{
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)(state >> 33) % below;
}

static unsigned long total(const struct record *records, long n)
{
    unsigned long sum = 0;

#pragma algoprof loop name(linear_stream)
    for (long i = 0; i < n; i++)
        if (records[i].key & 1)
            sum += records[i].amount;
    return sum;
}

int main(int argc, char **argv)
{
    long n = argc > 1 ? atol(argv[1]) : 1000;
    struct record *records;

    if (n < 1)
        return 2;
    state = argc > 2 ? strtoul(argv[2], NULL, 10) : 1;
    records = malloc((size_t)n * sizeof(*records));
    if (!records)
        return 1;
    for (long i = 0; i < n; i++) {
        records[i].key = draw(1000);
        records[i].amount = draw(100000);
    }
    printf("records %ld checksum %lx\n", n, total(records, n));
    free(records);
    return 0;
}
