/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "store/reader_pool.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "store/reader_process.h"

#define IDLE SIZE_MAX

struct process {
    pid_t pid;                  /* 0: none */
    int fd;
    size_t file;                /* that it reads; or IDLE */
};

struct readers {
    struct process *list;
    struct pollfd *poll;
    size_t n;
    int gate;                   /* who has its lock may read a large log */
    const struct store *store;
};

int readers_start(size_t n, const struct store *store, struct readers **out, struct err *err)
{
    struct readers *r = calloc(1, sizeof *r);
    if (!r)
        return err_memory(err);
    *r = (struct readers){ .n = n, .gate = memfd_create("gate", MFD_CLOEXEC), .store = store };
    r->list = calloc(n, sizeof *r->list);
    r->poll = calloc(n, sizeof *r->poll);
    if (!r->list || !r->poll || r->gate < 0) {
        readers_end(r);
        return err_set(err, "no reader can be made: %s", strerror(errno));
    }
    signal(SIGPIPE, SIG_IGN);
    *out = r;
    return 0;
}

static int end_process(struct process *p)
{
    int status = 0;
    close(p->fd);
    while (waitpid(p->pid, &status, 0) < 0 && errno == EINTR)
        ;
    *p = (struct process){ 0 };
    return status;
}

void readers_end(struct readers *r)
{
    if (!r)
        return;
    for (size_t i = 0; r->list && i < r->n; i++)
        if (r->list[i].pid > 0)
            end_process(&r->list[i]);
    if (r->gate >= 0)
        close(r->gate);
    free(r->list);
    free(r->poll);
    free(r);
}

static int make_process(struct readers *r, struct process *p, struct err *err)
{
    int fds[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, fds) != 0)
        return err_set(err, "no reader can be made: %s", strerror(errno));
    pid_t parent = getpid(), pid = fork();
    if (pid == 0) {
        reader_run(fds[1], r->gate, parent, r->store);
        _exit(0);
    }
    close(fds[1]);
    if (pid < 0) {
        close(fds[0]);
        return err_set(err, "no reader can be made: %s", strerror(errno));
    }
    *p = (struct process){ pid, fds[0], IDLE };
    return 0;
}

/* Hands a file to an idle process.  One that is gone is made again. */
static int assign(struct readers *r, struct process *p, const struct intake_file *files, size_t i,
                  struct err *err)
{
    for (int attempt = 0; attempt < 2; attempt++) {
        if (p->pid == 0 && make_process(r, p, err) != 0)
            return -1;
        if (reader_ask(p->fd, files[i].path) == 0) {
            p->file = i;
            return 0;
        }
        end_process(p);
    }
    return err_set(err, "readers end before they read");
}

/* Why a reader that had a file is gone. */
static void blame(struct intake_file *f, int status)
{
    bool again = f->in_doubt;
    f->state = INTAKE_BAD;
    f->in_doubt = true;
    f->killed = WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL;
    if (f->killed && again)
        f->state = INTAKE_UNREAD;
    if (WIFSIGNALED(status) && WTERMSIG(status) == SIGXCPU)
        err_set(&f->why, "takes more CPU time to read than a log of its size may");
    else if (WIFSIGNALED(status))
        err_set(&f->why, "ended its reader: signal %d%s", WTERMSIG(status),
                WTERMSIG(status) == SIGKILL ? " (out of memory?)" : "");
    else
        err_set(&f->why, "ended its reader");
}

/* An answer, or the end of the process instead. */
static int take_answer(struct process *p, struct intake_file *files, uint64_t *held,
                       struct err *err)
{
    struct intake_file *f = &files[p->file];
    int result = reader_take(p->fd, f, err);
    p->file = IDLE;
    if (result < 0)
        return -1;
    if (result > 0)
        blame(f, end_process(p));
    *held += f->reduced.head.n + f->reduced.points.n;
    return 0;
}

/* Waits for one answer or more. */
static int take_answers(struct readers *r, struct intake_file *files, uint64_t *held,
                        struct err *err)
{
    for (size_t i = 0; i < r->n; i++)
        r->poll[i] = (struct pollfd){ .fd = r->list[i].pid > 0 && r->list[i].file != IDLE
                                                ? r->list[i].fd : -1, .events = POLLIN };
    if (poll(r->poll, r->n, -1) < 0 && errno != EINTR)
        return err_set(err, "readers cannot be waited for: %s", strerror(errno));
    for (size_t i = 0; i < r->n; i++)
        if (r->poll[i].fd >= 0 && r->poll[i].revents &&
            take_answer(&r->list[i], files, held, err) != 0)
            return -1;
    return 0;
}

static size_t busy_of(const struct readers *r)
{
    size_t busy = 0;
    for (size_t i = 0; i < r->n; i++)
        busy += r->list[i].pid > 0 && r->list[i].file != IDLE;
    return busy;
}

/* What memory, time or a signal ended, with no other reader at work and in a new process: a busy
 * machine, and one that is short of memory, are no fault of the file's. */
static int read_again(struct readers *r, struct intake_file *f, uint64_t *held, struct err *err)
{
    for (size_t i = 0; i < r->n; i++)
        if (r->list[i].pid > 0)
            end_process(&r->list[i]);
    reduced_free(&f->reduced);
    int result = assign(r, &r->list[0], f, 0, err);
    while (result == 0 && busy_of(r) > 0)
        result = take_answers(r, f, held, err);
    return result;
}

int readers_read(struct readers *r, struct intake_file *files, size_t n, size_t *done,
                 struct err *err)
{
    uint64_t held = 0;
    size_t next = 0;
    int result = 0;
    for (size_t i = 0; i < r->n; i++)
        r->list[i].file = IDLE;
    do {
        for (size_t i = 0; result == 0 && i < r->n && held < READERS_HOLD; i++) {
            while (next < n && files[next].state != INTAKE_UNSEEN)
                next++;
            if (next < n && (r->list[i].pid == 0 || r->list[i].file == IDLE))
                result = assign(r, &r->list[i], files, next++, err);
        }
        if (result == 0 && busy_of(r) > 0)
            result = take_answers(r, files, &held, err);
    } while (result == 0 && (busy_of(r) > 0 || (next < n && held < READERS_HOLD)));
    for (size_t i = 0; result == 0 && i < next; i++)
        if (files[i].in_doubt)
            result = read_again(r, &files[i], &held, err);
    while (next < n && files[next].state != INTAKE_UNSEEN)
        next++;
    *done = next;
    return result;
}
