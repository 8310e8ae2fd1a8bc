/* More levels than have room, then a child, which makes CHILD levels. */
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static int level(int n) { return n ? 1 + level(n - 1) : 0; }
int main(int argc, char **argv)
{
    volatile int sum = level(3000);
    pid_t child = fork();
    if (child == 0) {
        sum += level(argc > 1 ? atoi(argv[1]) : 10);
        exit(0);
    }
    waitpid(child, NULL, 0);
    return 0;
}
