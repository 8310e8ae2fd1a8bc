// SPDX-License-Identifier: GPL-3.0-or-later
// Runs a program; prints its CPU time in microseconds and its peak memory in kilobytes as the last line on its own
// error output.  (A child of a large process has that one's peak.)
#include <stdio.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

int main(int argc, char **argv)
{
    struct rusage u;
    int status;
    pid_t child = fork();
    if (child == 0) {
        execv(argv[1], argv + 1);
        _exit(127);
    }
    if (argc < 2 || child < 0 || wait4(child, &status, 0, &u) != child)
        return 126;
    long us = (u.ru_utime.tv_sec + u.ru_stime.tv_sec) * 1000000L + u.ru_utime.tv_usec + u.ru_stime.tv_usec;
    fprintf(stderr, "%ld %ld\n", us, u.ru_maxrss);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}
