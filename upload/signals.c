/* SPDX-License-Identifier: MIT
 *
 * The part of host.h that tests leave as it is. */
#include <signal.h>

#include "machine.h"

static volatile sig_atomic_t stopping;

static void stop(int number)
{
    (void)number;
    stopping = 1;
}

void host_catch_signals(void)
{
    struct sigaction action = { .sa_handler = stop };
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    sigaction(SIGHUP, &action, NULL);
    signal(SIGPIPE, SIG_IGN);
}

bool host_stopping(void)
{
    return stopping != 0;
}

double host_fraction(void)
{
    uint64_t bits;
    host_random(&bits, sizeof bits);
    return (double)(bits >> 11) * 0x1p-53;
}
