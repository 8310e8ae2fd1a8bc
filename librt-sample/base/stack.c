/* SPDX-License-Identifier: MIT
 *
 * How much of the running stack is left.  pthread_getattr_np would ask malloc,
 * so the bounds come from the resource limit for the first thread, and from
 * the kernel's list of mappings for others, whose thread pointer lies at the
 * stack's top. */
#include "base/stack.h"
#include <fcntl.h>
#include <stdatomic.h>
#include <signal.h>
#include <sys/auxv.h>
#include <sys/resource.h>
#include <unistd.h>

struct reader {
    int fd;
    size_t at, len;
    char text[512];
};

static int next(struct reader *r)
{
    if (r->at == r->len) {
        ssize_t n = read(r->fd, r->text, sizeof r->text);
        r->at = 0;
        r->len = n > 0 ? (size_t)n : 0;
        if (!r->len)
            return -1;
    }
    return (unsigned char)r->text[r->at++];
}

/* A hexadecimal number and the character behind it, which is returned. */
static int read_hex(struct reader *r, uint64_t *value)
{
    int c;
    *value = 0;
    while ((c = next(r)) >= 0) {
        int digit = c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
        if (digit < 0)
            break;
        *value = *value << 4 | (uint64_t)digit;
    }
    return c;
}

bool rt_stack_mapping(uint64_t address, uint64_t *from, uint64_t *to)
{
    struct reader r = { .fd = open("/proc/self/maps", O_RDONLY | O_CLOEXEC | O_NOCTTY) };
    bool found = false;
    int c = r.fd < 0 ? -1 : 0;
    while (c >= 0 && !found) {
        c = read_hex(&r, from);
        if (c == '-')
            c = read_hex(&r, to);
        found = c == ' ' && address >= *from && address < *to;
        while (c >= 0 && c != '\n')
            c = next(&r);
    }
    if (r.fd >= 0)
        close(r.fd);
    return found;
}

/* By the random bytes that the kernel puts there, above all frames, for whichever libc. */
uint64_t rt_stack_end(void)
{
    static _Atomic uint64_t known;
    uint64_t end = atomic_load_explicit(&known, memory_order_relaxed);
    if (!end) {
        end = getauxval(AT_RANDOM);
        atomic_store_explicit(&known, end, memory_order_relaxed);
    }
    return end;
}

uint64_t rt_stack_floor(uint64_t sp, uint64_t used_to)
{
    uint64_t end = rt_stack_end(), from, to;
    uint64_t own = (uint64_t)(uintptr_t)__builtin_thread_pointer();
    struct rlimit limit;
    bool known = !getrlimit(RLIMIT_STACK, &limit) && limit.rlim_cur < end;
    if (sp < end && end - sp < (known ? limit.rlim_cur : RT_STACK_SPAN))
        return known ? end - limit.rlim_cur + limit.rlim_cur / 4 : 0;
    if (!rt_stack_mapping(sp, &from, &to))
        return 0;
    /* Other memory may follow the stack without a gap. */
    uint64_t top = own > sp && own < to ? own : used_to;
    return top > sp && top <= to ? from + (top - from) / 4 : 0;
}

bool rt_on_signal_stack(void)
{
    stack_t now;
    return sigaltstack(NULL, &now) || (now.ss_flags & SS_ONSTACK);
}
