/* One execution of a loop, or one call of a recursion, that is the whole run and
 * outgrows any budget: what can be sampled is inside it.
 *
 *     inside PROGRAM ROUNDS */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define VALUES 4096

static int value[VALUES];

static void make_values(void)
{
    for (int i = 0; i < VALUES; i++)
        value[i] = (int)((unsigned)i * 2654435761u >> 16);
}

/* `row' and `search' run once an iteration of `outer'. */
__attribute__((noinline)) static long loops(long rounds)
{
    long sum = 0;
#pragma algoprof loop name(outer)
    for (long r = 0; r < rounds; r++) {
        long n = 16 << ((unsigned long)r * 2654435761u >> 13 & 7), i = 0;
#pragma algoprof loop name(row)
        for (long k = 0; k < n; k++)
            sum += value[k] ^ r;
#pragma algoprof loop name(search)
        while (i < n && value[i] != (int)sum)
            i++;
        sum += i;
    }
    return sum;
}

__attribute__((noinline)) static long rows(long rounds)
{
    long sum = 0;
    for (long r = 0; r < rounds; r++) {
        long n = 16 << ((unsigned long)r * 2654435761u >> 13 & 7);
#pragma algoprof loop name(row)
        for (long k = 0; k < n; k++)
            sum += value[k] ^ r;
    }
    return sum;
}

/* The loop that goes on untraced is in a function that the traced one calls. */
__attribute__((noinline)) static long callee(long rounds)
{
    long sum = 0;
#pragma algoprof loop name(outer)
    for (long part = 0; part < 2; part++)
        sum += rows(part ? rounds - 1 : 1);
    return sum;
}

int main(int argc, char **argv)
{
    long rounds = argc > 2 ? atol(argv[2]) : 1;
    make_values();
    if (argc > 1 && !strcmp(argv[1], "loops"))
        printf("%ld\n", loops(rounds));
    else if (argc > 1 && !strcmp(argv[1], "callee"))
        printf("%ld\n", callee(rounds));
    return 0;
}
