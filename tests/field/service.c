/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A service.  Each line on stdin is a request: a run with as many instances of a loop, of
 * as many iterations; "0": the run that is open ends.  Says when it is done.
 *   service slow: rests for some ms after each
 *   service own: the runs are the thread's own and stay open; "0" ends the oldest. */
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
    algoprof_process_run_begin("request");
    for (unsigned i = 0; i < instances; i++)
        walk(n);
}

#define MOST_OWN 64

static algoprof_run own[MOST_OWN];
static unsigned begun, ended;

static void own_request(unsigned n)
{
    if (n) {
        own[begun++ % MOST_OWN] = algoprof_run_begin("request");
        for (unsigned i = 0; i < n; i++)
            walk(n);
    } else {
        algoprof_run_end(own[ended++ % MOST_OWN]);
    }
}

int main(int argc, char **argv)
{
    char line[32];
    const int slow = argc > 1 && !strcmp(argv[1], "slow"), owns = argc > 1 && !strcmp(argv[1], "own");
    while (fgets(line, sizeof line, stdin)) {
        unsigned n = (unsigned)atoi(line);
        if (owns)
            own_request(n);
        else if (n)
            request(n, n);
        else
            algoprof_process_run_end();
        puts("done");
        fflush(stdout);
        if (slow)
            usleep(4000);
    }
    return 0;
}
