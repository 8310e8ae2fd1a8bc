/* fork inside the recursion: the child comes up again and recurses further, and
   so does the parent, which waits for it. */
#include "twin.h"
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static pid_t child;
static int forks;

__attribute__((algoprof)) static int spawn(int n, int forking)
{
    RECURSION("spawn");
    if (n == 4 && forking && forks++ == 0) {
        fflush(stdout);
        child = fork();
    }
    return n < 2 ? n : spawn(n - 1, forking) + spawn(n - 2, forking);
}

int main(void)
{
    int status = 0;
    printf("%d\n", spawn(opaque(7), 0));
    printf("%d\n", spawn(opaque(9), 1));
    if (child == 0) {
        if (spawn(opaque(6), 0) != 8)
            abort();
        fflush(stdout);
        exit(3);
    }
    waitpid(child, &status, 0);
    printf("%d\n", spawn(opaque(8), 0));
    printf("%d\n", WEXITSTATUS(status));
    return 0;
}
