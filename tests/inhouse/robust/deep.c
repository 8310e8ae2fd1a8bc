// SPDX-License-Identifier: GPL-3.0-or-later
// As many levels as the argument says; each reads a number of its own, and the last one again what the root has
// read.  So the levels have as many different sizes.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#define APART __attribute__((noipa))

static long *numbers, levels;

APART static long down(long level)
{
    long sum = numbers[level];
    if (level + 1 < levels)
        sum += down(level + 1);
    else
        sum += numbers[0];
    return sum + 1;
}

static void *run(void *unused)
{
    printf("%ld\n", down(0));
    return unused;
}

int main(int argc, char **argv)
{
    pthread_t thread;
    pthread_attr_t attributes;
    levels = atol(argv[argc - 1]);
    numbers = calloc((size_t)levels, sizeof *numbers);
    pthread_attr_init(&attributes);
    if (!numbers || pthread_attr_setstacksize(&attributes, (size_t)levels * 96 + (1 << 20)))
        return 1;
    if (pthread_create(&thread, &attributes, run, NULL))
        return 1;
    pthread_join(thread, NULL);
}
