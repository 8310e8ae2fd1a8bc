/* A profiler, a crash's handler or an asynchronous cancellation may unwind the stack at any
   instruction, of traced code and of the runtime's entry points, too: single steps, and at each
   of them the way to main is looked for. */
/* target walk: instances 2, iterations 12 */
/* target find: instances 2, iterations 62 */
/* target fill: instances 2, iterations 6 */
/* target aligned: instances 2, iterations 8 */
/* target tree: instances 2, iterations 6 */
/* unsanitised: the runtime's checks have no room in single steps */
#define _GNU_SOURCE
#include "opaque.h"
#include <alloca.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>
#include <unwind.h>

struct node {
    struct node *next, *other;
    short a;
    char b;
    long c;
};

static struct node nodes[6];
static char text[40] = "abcdefghijklmnopqrstuvwxyz 0123";
static volatile unsigned long here;    /* all's frame, while it runs */
static int met;
static long steps, lost;

static _Unwind_Reason_Code look(struct _Unwind_Context *context, void *depth)
{
    met |= _Unwind_GetCFA(context) == here;
    return met || ++*(int *)depth > 60 ? _URC_END_OF_STACK : _URC_NO_REASON;
}

/* What holds signals would make the next step deadly: nothing else sends any here. */
static void leave_out_holding(greg_t *registers)
{
    const unsigned char *next = (const unsigned char *)registers[REG_RIP];
    if (next[0] != 0x0f || next[1] != 0x05 || registers[REG_RAX] != SYS_rt_sigprocmask)
        return;
    registers[REG_RIP] += 2;
    registers[REG_RAX] = 0;
}

static void step(int number, siginfo_t *info, void *context)
{
    int depth = 0;
    (void)number;
    (void)info;
    leave_out_holding(((ucontext_t *)context)->uc_mcontext.gregs);
    met = 0;
    _Unwind_Backtrace(look, &depth);
    steps++;
    lost += here && !met;
}

/* The trap flag, on or off. */
static void toggle(int number, siginfo_t *info, void *context)
{
    (void)number;
    (void)info;
    ((ucontext_t *)context)->uc_mcontext.gregs[REG_EFL] ^= 0x100;
}

static __attribute__((noinline)) long inner(long x)
{
    return opaque((int)x) & 3;
}

static long (*volatile called)(long) = inner;

static __attribute__((noinline)) long walk(struct node *n)
{
    long sum = 0;
#pragma algoprof loop name(walk)
    for (; n; n = n->next) {
        sum += n->c + n->b * 3 + called(n->a);
        n->a = (short)sum;
        if (n->other)
            sum += n->other->c;
    }
    return sum;
}

static __attribute__((noinline)) long find(const char *s, char c)
{
    long n = 0;
#pragma algoprof loop name(find)
    while (*s && *s != c)
        s++, n += 3;
    return n;
}

/* With a frame pointer. */
static __attribute__((noinline)) long fill(int n)
{
    long sum = 0;
#pragma algoprof loop name(fill)
    for (int i = 0; i < n; i++) {
        char *p = alloca((size_t)opaque(10 + i));
        memset(p, i, 10);
        sum += p[i] + (long)strlen(text + i);
    }
    return sum;
}

/* With a stack that is aligned anew. */
static __attribute__((noinline)) long aligned(int n)
{
    __attribute__((aligned(64))) long buffer[8];
    long sum = 0;
    __asm__ volatile("" : : "r"(buffer) : "memory");
#pragma algoprof loop name(aligned)
    for (int i = 0; i < n; i++) {
        buffer[opaque(i)] = i;
        sum += buffer[opaque(i / 2)];
    }
    return sum;
}

static __attribute__((noinline, algoprof("recursion"))) long tree(int from, int to)
{
    int middle = (from + to) / 2;
    if (to - from < 2)
        return nodes[from].c;
    return tree(from, middle) + tree(middle, to) + text[from];
}

static __attribute__((noinline)) long all(void)
{
    here = (unsigned long)__builtin_dwarf_cfa();
    long sum = walk(nodes) + find(text, '!') + fill(3) + aligned(4) + tree(0, 2);
    here = 0;
    return sum;
}

int main(void)
{
    struct sigaction trap = { .sa_sigaction = step, .sa_flags = SA_SIGINFO };
    struct sigaction on_off = { .sa_sigaction = toggle, .sa_flags = SA_SIGINFO };
    sigaction(SIGTRAP, &trap, NULL);
    sigaction(SIGUSR1, &on_off, NULL);
    for (int i = 0; i < 6; i++) {
        nodes[i].next = i < 5 ? nodes + i + 1 : NULL;
        nodes[i].other = i % 3 ? nodes + i / 2 : NULL;
        nodes[i].c = i;
    }
    long sum = all();
    kill(getpid(), SIGUSR1);
    sum += all();
    kill(getpid(), SIGUSR1);
    printf("%ld, %s, %ld lost\n", sum, steps > 100 ? "stepped" : "not stepped", lost);
    return 0;
}
