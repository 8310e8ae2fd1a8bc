/* A fork in an instance: the parent's is complete, the child leaves without a log
   of its own. */
/* target outer: instances 12, iterations 120 */
/* target inner: instances 120, iterations 600 */
#include "opaque.h"
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

static int data[64];

int main(void)
{
    int sum = 0;
    for (int k = 0; k < opaque(12); k++)
#pragma algoprof loop name(outer)
        for (int i = 0; i < opaque(10); i++) {
            sum += data[i]++;
            if (i == 4) {
                pid_t child = fork();
                if (!child)
                    _exit(data[i + 1] == k ? 0 : 1);
                int status;
                if (child < 0 || waitpid(child, &status, 0) != child)
                    return 1;
                sum += status;
            }
#pragma algoprof loop name(inner)
            for (int j = 0; j < opaque(5); j++)
                sum += data[j];
        }
    printf("%d\n", sum);
    return 0;
}
