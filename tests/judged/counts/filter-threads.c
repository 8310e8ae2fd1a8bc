/* As filter.c, with a thread in the middle of an instance: the filter is its too. */
/* target steps: instances 501, iterations 5010 */
/* target main: instances 20, iterations 200 */
/* options: -pthread */
/* untraced: nothing can be kept any more */
#include "opaque.h"
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <pthread.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

static struct sock_filter code[] = {
    BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_futex, 2, 0),
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_exit_group, 1, 0),
    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
};
static struct sock_fprog filter = { sizeof code / sizeof *code, code };
static pthread_barrier_t inside, sealed, done;
static int data[100000];

static void *work(void *unused)
{
    for (int k = 0; k < opaque(501); k++)
#pragma algoprof loop name(steps)
        for (int i = 0; i < opaque(10); i++) {
            if (k == 0 && i == 3) {
                pthread_barrier_wait(&inside);
                pthread_barrier_wait(&sealed);
            }
            for (int j = i; j < 100000; j += 640)
                data[j]++;
        }
    pthread_barrier_wait(&done);
    for (;;)
        pthread_barrier_wait(&inside);
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_barrier_init(&inside, NULL, 2);
    pthread_barrier_init(&sealed, NULL, 2);
    pthread_barrier_init(&done, NULL, 2);
    pthread_create(&thread, NULL, work, NULL);
    for (int k = 0; k < opaque(20); k++)
#pragma algoprof loop name(main)
        for (int i = 0; i < opaque(10); i++)
            data[opaque(99999)]++;
    pthread_barrier_wait(&inside);
    prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
    syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &filter);
    pthread_barrier_wait(&sealed);
    pthread_barrier_wait(&done);
    return data[0] != 501;
}
