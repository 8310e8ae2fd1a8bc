/* Children that end by return from main, by _exit and by becoming another program; none makes a call that makes a record. */
#include <sys/wait.h>
#include <unistd.h>

__attribute__((noinline)) static int leaf(volatile int *at) { return ++*at; }
int main(int argc, char **argv)
{
    volatile int sum = argc;
    for (int i = 0; i < 3; i++) {
        pid_t child = fork();
        if (child == 0) {
            for (int k = 0; k < 10 + i; k++)
                leaf(&sum);
            if (i == 0)
                return 0;
            if (i == 1)
                _exit(0);
            execl("/bin/true", "true", (char *)NULL);
        }
        waitpid(child, NULL, 0);
    }
    return argv == NULL;
}
