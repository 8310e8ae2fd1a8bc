/* Calls before a fork, in the child, and in the parent behind it; a child that becomes another program. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
static volatile int sink;
static void leaf(void) { sink++; }
static void work(int n) { for (int i = 0; i < n; i++) leaf(); }
int main(int argc, char **argv)
{
    if (argc > 1 && !strcmp(argv[1], "exec")) {
        work(30);
        execl("/bin/true", "true", (char *)NULL);
        return 1;
    }
    if (argc > 1 && !strcmp(argv[1], "_exit")) {
        work(20);
        _exit(0);
    }
    work(5);
    pid_t child = fork();
    if (child == 0) {
        work(7);
        exit(0);
    }
    int status;
    waitpid(child, &status, 0);
    work(11);
    return status != 0;
}
