/* A program that is shipped.  Arguments are steps, done one after the other:
 *   work      a loop over 50 numbers, 1000 times; "forever": again and again
 *   descend   recursions, 1000 times
 *   give, withdraw, flush, pause, resume      calls; results are printed
 *   label:KEY=TEXT, label:TEXT, label:KEY=     likewise
 *   wait      until a line (or the end) comes on stdin; says "waiting" first
 *   fork      a child that does the steps that follow; the parent waits for it and ends
 *   thread    another thread works
 *   kill, abort, _exit, exit3                  ends
 * What it prints does not depend on the profiler, but for the calls' results. */
#include <algoprof/algoprof.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static int data[64];

__attribute__((noipa)) static int sum(int n)
{
    int all = 0;
#pragma algoprof loop name(sum)
    for (int i = 0; i < n; i++)
        all += data[i];
    return all;
}

static void work(void)
{
    long all = 0;
    for (int i = 0; i < 1000; i++)
        all += sum(50);
    printf("worked %ld\n", all);
}

__attribute__((noinline)) static long both(int n)
{
    return n > 1 ? both(n - 1) + both(n - 2) : data[n];
}

__attribute__((noinline)) static long down(int n)
{
    return n ? down(n - 1) + data[n & 63] : 0;
}

static void descend(void)
{
    long all = 0;
    for (int i = 0; i < 1000; i++)
        all += both(9) + down(200);
    printf("descended %ld\n", all);
}

static void *work_apart(void *unused)
{
    (void)unused;
    for (int i = 0; i < 1000; i++)
        sum(50);
    return NULL;
}

static void call(const char *name, int result)
{
    printf("%s %d\n", name, result);
}

static void end(const char *how)
{
    fflush(stdout);
    if (!strcmp(how, "kill"))
        raise(SIGKILL);
    if (!strcmp(how, "abort"))
        abort();
    if (!strcmp(how, "_exit"))
        _exit(3);
    if (!strcmp(how, "exit3"))
        exit(3);
    fprintf(stderr, "app: what is %s?\n", how);
    exit(2);
}

static int label(char *text)
{
    char *equals = strchr(text, '=');
    if (!equals)
        return algoprof_label(NULL, text);
    *equals = '\0';
    return algoprof_label(text, equals + 1);
}

static void step(char *what)
{
    char line[16];
    pthread_t thread;
    if (!strcmp(what, "work")) {
        work();
    } else if (!strcmp(what, "descend")) {
        descend();
    } else if (!strcmp(what, "forever")) {
        for (;;)
            work_apart(NULL);
    } else if (!strncmp(what, "label:", 6)) {
        call("label", label(what + 6));
    } else if (!strcmp(what, "give")) {
        call(what, algoprof_consent_give());
    } else if (!strcmp(what, "withdraw")) {
        call(what, algoprof_consent_withdraw());
    } else if (!strcmp(what, "flush")) {
        call(what, algoprof_flush());
    } else if (!strcmp(what, "pause")) {
        call(what, algoprof_pause());
    } else if (!strcmp(what, "resume")) {
        call(what, algoprof_resume());
    } else if (!strcmp(what, "wait")) {
        printf("waiting\n");
        fflush(stdout);
        if (!fgets(line, sizeof line, stdin))
            line[0] = '\0';
    } else if (!strcmp(what, "thread")) {
        pthread_create(&thread, NULL, work_apart, NULL);
        pthread_join(thread, NULL);
    } else if (!strcmp(what, "fork")) {
        fflush(stdout);
        if (fork()) {
            wait(NULL);
            exit(0);
        }
    } else {
        end(what);
    }
}

int main(int argc, char **argv)
{
    for (int i = 0; i < 64; i++)
        data[i] = i;
    for (int i = 1; i < argc; i++)
        step(argv[i]);
    return 0;
}
