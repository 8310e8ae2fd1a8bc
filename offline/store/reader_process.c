/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "store/reader_process.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

#include "store/reader_pool.h"

#define MOST_PATH 8192u
#define TAKEN_AHEAD (UINT64_C(2) << 20)     /* bytes */
#define LARGE_BLOCK (UINT64_C(16) << 20)    /* jemalloc has an arena for these, once there was one */
#define MOST_ANSWER (UINT64_C(1) << 30) /* bytes of records: more than memory allows a reader */

/* What comes before the records. */
struct answer {
    struct err why;
    int64_t size, changed, time;
    uint64_t log_size;
    uint64_t head, points, n_points;    /* bytes, bytes, ends */
    enum intake_state state;
    bool in_doubt;
    uint8_t hash[STORE_HASH];
};

/* 0; -1: the other end is closed. */
static int send_all(int fd, const void *bytes, size_t n)
{
    const uint8_t *p = bytes;
    while (n > 0) {
        ssize_t done = write(fd, p, n);
        if (done < 0 && errno == EINTR)
            continue;
        if (done <= 0)
            return -1;
        p += done;
        n -= (size_t)done;
    }
    return 0;
}

static int receive_all(int fd, void *bytes, size_t n)
{
    uint8_t *p = bytes;
    while (n > 0) {
        ssize_t done = read(fd, p, n);
        if (done < 0 && errno == EINTR)
            continue;
        if (done <= 0)
            return -1;
        p += done;
        n -= (size_t)done;
    }
    return 0;
}

int reader_ask(int fd, const char *path)
{
    uint32_t n = (uint32_t)strlen(path);
    return n > MOST_PATH || send_all(fd, &n, sizeof n) != 0 ? -1 : send_all(fd, path, n);
}

/* Pages that the process has now, in bytes. */
static uint64_t address_space(void)
{
    unsigned long long pages = 0;
    FILE *in = fopen("/proc/self/statm", "re");
    if (!in || fscanf(in, "%llu", &pages) != 1)
        pages = 0;
    if (in)
        fclose(in);
    return pages * (uint64_t)sysconf(_SC_PAGESIZE);
}

static uint64_t seconds_used(void)
{
    struct rusage now;
    getrusage(RUSAGE_SELF, &now);
    return (uint64_t)(now.ru_utime.tv_sec + now.ru_stime.tv_sec) + 2;   /* rounded up */
}

static void set_limit(int resource, uint64_t value)
{
    struct rlimit limit;
    getrlimit(resource, &limit);
    limit.rlim_cur = value < limit.rlim_max ? value : limit.rlim_max;
    setrlimit(resource, &limit);
}

/* The child's: from where its limits count. */
static uint64_t own_space, own_seconds, allowed;
static int own_gate;
static bool at_gate;

static void lock_gate(short type)
{
    struct flock lock = { .l_type = type, .l_whence = SEEK_SET, .l_len = 1 };
    while (fcntl(own_gate, F_SETLKW, &lock) != 0 && errno == EINTR)
        ;
    at_gate = type == F_WRLCK;
}

/* Before a log of so many bytes is brought into memory. */
static void limit_for(uint64_t bytes)
{
    if (bytes > READERS_LARGE && !at_gate)
        lock_gate(F_WRLCK);
    allowed = READERS_MEMORY + READERS_MEMORY_OF_BYTE * bytes;
    if (own_space > 0)
        set_limit(RLIMIT_AS, own_space + allowed);
    set_limit(RLIMIT_CPU, own_seconds + 1 + (bytes >> 20));
}

/* jemalloc takes address space ahead of what is asked for, the more the longer the process lives:
 * RLIMIT_AS is to count what a log needs.  (AddressSanitizer has an allocator of its own.) */
extern int mallctl(const char *name, void *old, size_t *old_size, void *value, size_t size) __attribute__((weak));

static void take_no_space_ahead(void)
{
    unsigned arenas = 0;
    size_t size = sizeof arenas, most = TAKEN_AHEAD;
    char name[64];
    if (!mallctl)
        return;
    free(malloc(LARGE_BLOCK));
    if (mallctl("arenas.narenas", &arenas, &size, NULL, 0) != 0)
        return;
    for (unsigned i = 0; i < arenas; i++) {
        snprintf(name, sizeof name, "arena.%u.retain_grow_limit", i);
        mallctl(name, NULL, NULL, &most, sizeof most);
    }
}

/* After memory ended: whether the machine had as much as the log was allowed. */
static bool was_there(void)
{
    void *p = mmap(NULL, allowed, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (p == MAP_FAILED)
        return false;
    munmap(p, allowed);
    return true;
}

static void blame_memory(struct intake_file *f)
{
    set_limit(RLIMIT_AS, RLIM_INFINITY);
    f->in_doubt = true;
    f->state = was_there() ? INTAKE_BAD : INTAKE_UNREAD;
    err_set(&f->why, f->state == INTAKE_BAD ? "takes more memory to read than a log of its size may"
                                            : "no memory to read it");
}

static void read_it(const char *path, const struct store *store, struct intake_file *f)
{
    struct err err;
    set_limit(RLIMIT_AS, RLIM_INFINITY);
    own_space = address_space();
    own_seconds = seconds_used();
    f->path = strdup(path);
    bool failed = !f->path || intake_read(f, store, limit_for, &err) != 0;
    err_memory(&err);
    if (failed || (f->state == INTAKE_BAD && strcmp(f->why.text, err.text) == 0))
        blame_memory(f);
    if (at_gate)
        lock_gate(F_UNLCK);
}

static int answer(int fd, const struct intake_file *f)
{
    const struct reduced *r = &f->reduced;
    bool has_records = f->state == INTAKE_NEW;
    struct answer a = { .why = f->why, .size = f->size, .changed = f->changed, .log_size = r->size,
                        .time = has_records ? r->log->time : 0, .state = f->state, .in_doubt = f->in_doubt };
    memcpy(a.hash, r->hash, sizeof a.hash);
    if (has_records) {
        a.head = r->head.n;
        a.points = r->points.n;
        a.n_points = r->n_points;
    }
    if (send_all(fd, &a, sizeof a) != 0 || !has_records)
        return has_records ? -1 : 0;
    return send_all(fd, r->head.p, r->head.n) != 0 || send_all(fd, r->points.p, r->points.n) != 0 ||
           send_all(fd, r->end, r->n_points * sizeof *r->end) != 0 ? -1 : 0;
}

/* Other readers' ends and the database are the parent's. */
static void close_others(int a, int b)
{
    unsigned low = (unsigned)(a < b ? a : b), high = (unsigned)(a < b ? b : a);
    if (low > STDERR_FILENO + 1)
        close_range(STDERR_FILENO + 1, low - 1, 0);
    if (high > low + 1)
        close_range(low + 1, high - 1, 0);
    close_range(high + 1, ~0u, 0);
}

void reader_run(int fd, int gate, pid_t parent, const struct store *store)
{
    char path[MOST_PATH + 1];
    uint32_t n;
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent)
        return;
    set_limit(RLIMIT_CORE, 0);
    own_gate = gate;
    close_others(fd, gate);
    take_no_space_ahead();
    while (receive_all(fd, &n, sizeof n) == 0 && n <= MOST_PATH && receive_all(fd, path, n) == 0) {
        struct intake_file f = { .why = { "" } };
        path[n] = 0;
        read_it(path, store, &f);
        if (answer(fd, &f) != 0)
            return;
        intake_file_free(&f);
    }
}

static int receive_bytes(int fd, struct bytes *out, uint64_t n)
{
    out->p = malloc(n + 1);
    out->n = out->cap = n;
    return !out->p ? -1 : receive_all(fd, out->p, n) != 0 ? 1 : 0;
}

int reader_take(int fd, struct intake_file *f, struct err *err)
{
    struct answer a;
    struct reduced *r = &f->reduced;
    if (receive_all(fd, &a, sizeof a) != 0 || a.head > MOST_ANSWER || a.points > MOST_ANSWER ||
        a.n_points > MOST_ANSWER || a.state < INTAKE_NEW || a.state > INTAKE_GONE)
        return 1;
    f->why = a.why;
    f->why.text[sizeof f->why.text - 1] = 0;
    f->size = a.size;
    f->changed = a.changed;
    memcpy(r->hash, a.hash, sizeof r->hash);
    r->size = a.log_size;
    if (a.state == INTAKE_NEW) {
        int result = receive_bytes(fd, &r->head, a.head);
        result = result ? result : receive_bytes(fd, &r->points, a.points);
        r->end = result ? NULL : calloc(a.n_points + 1, sizeof *r->end);
        if (result == 0)
            result = !r->end ? -1 : receive_all(fd, r->end, a.n_points * sizeof *r->end) ? 1 : 0;
        if (result == 0) {
            r->n_points = a.n_points;
            result = reduced_open(r, f->clean, a.time, err);
        }
        if (result != 0) {
            reduced_free(r);
            return result < 0 ? err_memory(err) : 1;
        }
    }
    f->state = a.state;
    f->in_doubt = a.in_doubt;   /* last: a reader that is killed amid its answer leaves what was known of the file */
    return 0;
}
