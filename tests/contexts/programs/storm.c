/* A timer's handler on top of anything, the making and the forgetting of records, too.  What it calls is called by others
 * as well, and in turn from one place.  Prints for each function how often it ran.  TICKS. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/time.h>

enum { NAMES = 6 };
typedef void function(unsigned, int);
static function zero, one, two, three, four, five;
static function *volatile any[NAMES] = { zero, one, two, three, four, five };
static volatile unsigned long ran[NAMES], ticks;
/* In a handler, too: one instruction. */
#define RAN(n) __asm__ volatile("incq %0" : "+m"(ran[n]))

static unsigned next(unsigned state)
{
    return state * 1103515245u + 12345u;
}

#define FUNCTION(name, n) \
static void name(unsigned state, int depth) \
{ \
    RAN(n); \
    for (int i = 0; i < 3 && depth > 0; i++) { \
        state = next(state); \
        any[(state >> 16) % NAMES](state, depth - 1); \
        if (i == n % 3) \
            any[(state >> 20) % 2](state, 0); \
    } \
}
FUNCTION(zero, 0)
FUNCTION(one, 1)
FUNCTION(two, 2)
FUNCTION(three, 3)
FUNCTION(four, 4)
FUNCTION(five, 5)

static void tick(int signal)
{
    (void)signal;
    ticks++;
    any[ticks % NAMES]((unsigned)ticks, 2);
}

int main(int argc, char **argv)
{
    unsigned long wanted = argc > 1 ? strtoul(argv[1], NULL, 10) : 1000;
    struct itimerval often = { { 0, 100 }, { 0, 100 } }, never = { { 0, 0 }, { 0, 0 } };
    struct sigaction by = { .sa_handler = tick, .sa_flags = SA_RESTART };
    sigaction(SIGALRM, &by, NULL);
    setitimer(ITIMER_REAL, &often, NULL);
    for (unsigned round = 1; ticks < wanted; round++)
        any[round % NAMES](round, 6);
    setitimer(ITIMER_REAL, &never, NULL);
    signal(SIGALRM, SIG_IGN);
    printf("%lu", ticks);
    for (int i = 0; i < NAMES; i++)
        printf(" %lu", ran[i]);
    printf("\n");
    return 0;
}
