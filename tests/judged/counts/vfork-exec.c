/* Children of vfork, which have their parent's memory until they execute another program: a marked loop
   of theirs counts in the parent, and the one around the call goes on as if nothing were. */
/* target outer: instances 12, iterations 36 */
/* target closing: instances 36, iterations 180 */
#include "opaque.h"
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

static int numbers[5] = { 100, 101, 102, 103, 104 };

__attribute__((noinline)) static void close_and_execute(void)
{
#pragma algoprof loop name(closing)
    for (int i = 0; i < opaque(5); i++)
        close(numbers[i]);
    execl("/bin/sh", "sh", "-c", "exit 3", (char *)0);
    _exit(9);
}

/* In a loop itself vfork, which returns twice, is a second entry. */
__attribute__((noinline)) static int spawn(void)
{
    int status;
    pid_t child = vfork();
    if (!child)
        close_and_execute();
    return child > 0 && waitpid(child, &status, 0) == child ? WEXITSTATUS(status) : 1000;
}

int main(void)
{
    int sum = 0;
    for (int k = 0; k < opaque(12); k++)
#pragma algoprof loop name(outer)
        for (int i = 0; i < opaque(3); i++)
            sum += spawn() + numbers[i];
    printf("%d\n", sum);
    return 0;
}
