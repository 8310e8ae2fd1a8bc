/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A service.  Each line on stdin is a request: a run with as many instances of a loop, of
 * as many iterations; "0": the run that is open ends.  Says when it is done.
 *   service slow: rests for some ms after each. */
#include <algoprof/algoprof.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static volatile unsigned char bytes[4096];

__attribute__((noinline)) static unsigned walk(unsigned n)
{
    unsigned sum = 0;
#pragma algoprof loop name(walk)
    for (unsigned i = 0; i < n; i++)
        sum += bytes[i];
    return sum;
}

static void request(unsigned n, unsigned instances)
{
    algoprof_run_begin("request");
    for (unsigned i = 0; i < instances; i++)
        walk(n);
}

int main(int argc, char **argv)
{
    char line[32];
    const int slow = argc > 1 && !strcmp(argv[1], "slow");
    while (fgets(line, sizeof line, stdin)) {
        unsigned n = (unsigned)atoi(line);
        if (n)
            request(n, n);
        else
            algoprof_run_end();
        puts("done");
        fflush(stdout);
        if (slow)
            usleep(4000);
    }
    return 0;
}
