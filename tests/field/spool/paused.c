/* A loop runs 1000 times before, in and after a pause; argument "never": it stays paused. */
#include <algoprof/algoprof.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>

static int data[64];

__attribute__((noipa)) static int sum(int n)
{
    int all = 0;
#pragma algoprof loop name(sum)
    for (int i = 0; i < n; i++)
        all += data[i];
    return all;
}

/* Loops of three sizes, so that a trace tells when it was made. */
static void part(int size)
{
    for (int i = 0; i < 1000; i++)
        sum(size);
}

int main(int argc, char **argv)
{
    int never = argc > 1 && !strcmp(argv[1], "never"), results[4];
    errno = 77;
    if (!never)
        part(10);
    results[0] = algoprof_pause();
    part(20);
    results[1] = never ? 0 : algoprof_resume();
    for (int i = 0; i < 100 && !never; i++)
        part(30);
    results[2] = algoprof_flush();
    printf("%d %d %d errno %d\n", results[0], results[1], results[2], errno);
    return 0;
}
