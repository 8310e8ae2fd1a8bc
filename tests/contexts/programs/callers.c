/* A loop that many callers enter, each with a number of iterations of its own, by which a test knows who it was. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <ucontext.h>
#include <unistd.h>

#define ALONE __attribute__((noipa))
static unsigned data[1024];
volatile unsigned total;

ALONE unsigned helper(unsigned n)
{
    unsigned s = 0;
#pragma algoprof loop name(helper)
    for (unsigned i = 0; i < n; i++)
        s += data[i & 1023] ^ i;
    return s;
}

ALONE void direct(void) { total += helper(101); }
ALONE void inner(void) { total += helper(102); }
ALONE void outer(void) { inner(); total++; }
ALONE int compare(const void *a, const void *b)
{
    total += helper(103);
    return *(const int *)a - *(const int *)b;
}
ALONE void deep(int n)
{
    if (n)
        deep(n - 1);
    else
        total += helper(104);
    total++;
}
ALONE void *thread(void *unused)
{
    total += helper(105);
    return unused;
}
ALONE void child(void) { total += helper(106); }
ALONE void dynamic(unsigned n)
{
    char *room = __builtin_alloca(n);
    memset(room, 1, n);
    total += helper(107) + (unsigned)room[n / 2];
}
ALONE void aligned(void)
{
    _Alignas(64) volatile char room[128];
    room[5] = 1;
    total += helper(108) + (unsigned)room[5];
}
ALONE void handler(int signal)
{
    (void)signal;
    total += helper(109);
}
static ucontext_t here, there;
ALONE void coroutine(void)
{
    total += helper(110);
    swapcontext(&there, &here);
}
ALONE void many(unsigned a, unsigned b, unsigned c, unsigned d, unsigned e, unsigned f, unsigned g, unsigned h)
{
    total += helper(111) + a + b + c + d + e + f + g + h;
}
typedef void function(void);
ALONE void by_pointer(function *f) { f(); total++; }
ALONE void again(void) { total += helper(112); }

static void on_other_stack(void)
{
    void *stack = malloc(1 << 16);
    getcontext(&there);
    there.uc_stack.ss_sp = stack;
    there.uc_stack.ss_size = 1 << 16;
    there.uc_link = &here;
    makecontext(&there, coroutine, 0);
    swapcontext(&here, &there);
    free(stack);
}

/* Modules may lie where others lay before. */
static void load(const char *path)
{
    void *module = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    function *enter = module ? (function *)dlsym(module, "enter") : NULL;
    if (!enter)
        abort();
    by_pointer(enter);
    dlclose(module);
}

int main(int argc, char **argv)
{
    int numbers[] = { 5, 3, 9, 1 };
    pthread_t other;
    direct();
    outer();
    qsort(numbers, 4, sizeof *numbers, compare);
    deep(20);
    pthread_create(&other, NULL, thread, NULL);
    pthread_join(other, NULL);
    dynamic(300);
    aligned();
    signal(SIGUSR1, handler);
    raise(SIGUSR1);
    on_other_stack();
    many(1, 2, 3, 4, 5, 6, 7, 8);
    by_pointer(again);
    for (int i = 1; i < argc; i++)
        load(argv[i]);
    fflush(stdout);
    pid_t pid = fork();
    if (!pid) {
        child();
        exit(0);
    }
    waitpid(pid, NULL, 0);
    return 0;
}
