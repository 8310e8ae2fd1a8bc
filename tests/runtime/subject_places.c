/* SPDX-License-Identifier: MIT
 * Programs that shut themselves in while they are profiled. */
#include "subject.h"
#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

static void close_all(void)
{
    close_range(0, ~0u, 0);
}

static void lock_up(void)
{
    if (chroot("/usr") || chdir("/"))
        exit(77);
}

static void drop_rights(void)
{
    if (setgid(65534) || setuid(65534))
        exit(77);
}

static void load_filter(struct sock_filter *code, unsigned short len)
{
    struct sock_fprog filter = { len, code };
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) || prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter))
        exit(77);
}

/* No file can be opened any more. */
static void filter_calls(void)
{
    struct sock_filter code[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_open, 2, 0),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_openat, 1, 0),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
    };
    load_filter(code, sizeof code / sizeof *code);
}

/* Any call but those that the program makes itself is its death. */
static void seal(void)
{
    struct sock_filter code[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_futex, 3, 0),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_write, 2, 0),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_exit_group, 1, 0),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    shim_sealing();
    load_filter(code, sizeof code / sizeof *code);
}

/* The daemon is a child: it has a log of its own. */
static void become_daemon(void)
{
    if (daemon(0, 0))
        exit(77);
}

static void run_large(long n)
{
    for (long i = 0; i < n; i++) {
        uint32_t t = shim_enter(&alpha.d, &hot_alpha);
        for (int k = 0; t && k < 500; k++)
            shim_access(area + k * 64 + (k * 7 % 13) * 4, 3);
        shim_leave(&hot_alpha, t, 500);
    }
}

/* argument: how.  What follows needs more of the log than is there before. */
void mode_shut_in(long how)
{
    static void (*const ways[])(void) = { close_all, lock_up, drop_rights, filter_calls, become_daemon, seal };
    run_large(10);
    ways[how]();
    run_large(1000);
}
