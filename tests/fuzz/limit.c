/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A search ends with its input when that takes 10 to 15 s of CPU time.  libFuzzer's own limits
 * are by the clock, and other programs may have the machine.
 */
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/time.h>
#include <unistd.h>

#include "fuzz.h"

#define TICK 5                  /* seconds of the process's CPU time */
#define TICKS 3

/* The linker has these for the harness (--wrap). */
int __real_LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int __wrap_LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static _Atomic uint64_t inputs;

static void tick(int signal)
{
    static uint64_t last;
    static int ticks;
    static const char message[] = "fuzz: more than 10 s of CPU time\n";
    uint64_t now = atomic_load(&inputs);
    (void)signal;
    ticks = now == last ? ticks + 1 : 1;
    last = now;
    if (ticks < TICKS)
        return;
    if (write(STDERR_FILENO, message, sizeof message - 1) < 0)
        _exit(1);
    abort();                    /* libFuzzer keeps the input */
}

static void begin(void)
{
    const struct itimerval every = { .it_interval = { .tv_sec = TICK }, .it_value = { .tv_sec = TICK } };
    const struct sigaction action = { .sa_handler = tick, .sa_flags = SA_RESTART };
    if (sigaction(SIGPROF, &action, NULL) != 0 || setitimer(ITIMER_PROF, &every, NULL) != 0)
        abort();
}

int __wrap_LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (atomic_fetch_add(&inputs, 1) == 0)
        begin();
    return __real_LLVMFuzzerTestOneInput(data, size);
}
