/* A filter that kills for any system call which the program does not make itself:
   the runtime makes none, and counts go on. */
/* target before: instances 40, iterations 400 */
/* target after: instances 2000, iterations 20000 */
/* untraced: nothing can be kept any more */
#include "opaque.h"
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#ifndef LOAD_FILTER
#define LOAD_FILTER(filter) prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, filter)
#endif

static struct sock_filter code[] = {
    BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_write, 3, 0),
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_exit_group, 2, 0),
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_newfstatat, 1, 0),
    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
};
static struct sock_fprog filter = { sizeof code / sizeof *code, code };

static long work(int instances, int *a)
{
    long sum = 0;
    for (int k = 0; k < instances; k++)
#pragma algoprof loop name(after)
        for (int i = 0; i < 10; i++)
            sum += a[opaque(i)]++;
    return sum;
}

int main(void)
{
    static int a[4096];
    long sum = work(opaque(20), a);
    for (int k = 0; k < opaque(40); k++)
#pragma algoprof loop name(before)
        for (int i = 0; i < 10; i++)
            sum += a[opaque(i)]++;
    prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
    LOAD_FILTER(&filter);
    sum += work(opaque(1980), a);
    char text[32];
    int n = snprintf(text, sizeof text, "%ld\n", sum);
    return write(1, text, (size_t)n) != n;
}
