/* Children that end by exit, _exit, _Exit, quick_exit, abort, as another program, and after they could not become one.  Each
 * has executed sum for a size that says which it is.  A child of vfork, in the first process and in a child, changes nothing. */
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static volatile int data[1000], sink;

__attribute__((noinline)) static void sum(int n)
{
    int all = 0;
    for (int i = 0; i < n; i++)
        all += data[i];
    sink = all;
}

static int wait_for(pid_t child)
{
    int status;
    waitpid(child, &status, 0);
    return status;
}

static void fail_in_vfork(void)
{
    pid_t child = vfork();
    if (child == 0) {
        execl("/nowhere/nothing", "nothing", (char *)NULL);
        _exit(7);
    }
    wait_for(child);
}

__attribute__((noinline)) static void leave(int how)
{
    sum(10 * (how + 1));
    switch (how) {
    case 0:
        exit(0);
    case 1:
        _exit(0);
    case 2:
        _Exit(0);
    case 3:
        quick_exit(0);
    case 4:
        abort();
    case 5:
        execl("/bin/true", "true", (char *)NULL);
    case 6:
        execl("/nowhere/nothing", "nothing", (char *)NULL);
        sum(200);
        _exit(0);
    case 7:
        fail_in_vfork();
        sum(300);
        exit(0);
    }
}

int main(void)
{
    setvbuf(stdout, NULL, _IONBF, 0);
    for (int how = 0; how < 8; how++) {
        pid_t child = fork();
        if (child == 0)
            leave(how);
        printf("%d\n", wait_for(child));
    }
    fail_in_vfork();
    sum(500);
    return 0;
}
