/* The full tree of a program's calls, by GCC's -finstrument-functions: a judge that shares nothing with algoprof.
 * A call ends when a frame above its own begins or ends, so longjmp and exceptions are seen.  ORACLE: the file to write;
 * ORACLE_FULL=1: each level of a recursion for itself; ORACLE_SITES=1: each call site for itself. */
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#define QUIET __attribute__((no_instrument_function))

struct node {
    void *function, *site;
    struct node *child, *next, *up;
    uint64_t calls;
};
struct frame {
    struct node *node;
    uintptr_t at;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct node top;
static __thread struct frame *stack;
static __thread size_t depth, room;
static int full = -1, sites;
static pid_t owner;

QUIET static struct node *child_of(struct node *up, void *function, void *site)
{
    struct node *n;
    if (!full)
        for (n = up; n; n = n->up)
            if (n->function == function)
                return n;
    for (n = up->child; n; n = n->next)
        if (n->function == function && (!sites || n->site == site))
            return n;
    n = calloc(1, sizeof *n);
    n->function = function;
    n->site = site;
    n->up = up;
    n->next = up->child;
    up->child = n;
    return n;
}

QUIET static void drop(uintptr_t at)
{
    while (depth && stack[depth - 1].at <= at)
        depth--;
}

QUIET void __cyg_profile_func_enter(void *function, void *site)
{
    uintptr_t at = (uintptr_t)__builtin_frame_address(0);
    pthread_mutex_lock(&lock);
    if (full < 0) {
        full = getenv("ORACLE_FULL") != NULL;
        sites = getenv("ORACLE_SITES") != NULL;
        owner = getpid();
    }
    drop(at);
    if (depth == room)
        stack = realloc(stack, (room = 2 * room + 1024) * sizeof *stack);
    struct node *n = child_of(depth ? stack[depth - 1].node : &top, function, site);
    n->calls++;
    stack[depth++] = (struct frame){ n, at };
    pthread_mutex_unlock(&lock);
}

QUIET void __cyg_profile_func_exit(void *function, void *site)
{
    (void)function, (void)site;
    drop((uintptr_t)__builtin_frame_address(0));
}

QUIET static void write_below(FILE *out, const struct node *n)
{
    for (const struct node *c = n->child; c; c = c->next) {
        fprintf(out, "%p %lu %p\n", c->function, (unsigned long)c->calls, c->site);
        write_below(out, c);
        fprintf(out, "-\n");
    }
}

QUIET __attribute__((destructor(101))) static void finish(void)
{
    const char *name = getenv("ORACLE");
    FILE *out = name && owner == getpid() ? fopen(name, "w") : NULL;
    if (!out)
        return;
    write_below(out, &top);
    fclose(out);
}
