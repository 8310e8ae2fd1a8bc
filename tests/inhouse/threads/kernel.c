// SPDX-License-Identifier: GPL-3.0-or-later
// Input from the kernel, and what it has taken back: 64 bytes that a call has loaded, of which 8 cells are read, or one.
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

#define APART __attribute__((noipa))
#define BYTES 64
#define AREA (8L << 20)

static long memory[BYTES / 8] __attribute__((aligned(64)));

static inline __attribute__((always_inline)) long sum_of(const volatile long *p, int n)
{
    long sum = 0;
    for (int i = 0; i < n; i++)
        sum += p[i] & 1;
    return sum;
}

#define LOADED(name, call, cells) \
    APART static long name(int fd, long *p) \
    { \
        call; \
        return sum_of(p, cells); \
    }

LOADED(by_read, if (read(fd, p, BYTES) != BYTES) return -1, 8)
LOADED(by_pread, if (pread(fd, p, BYTES, 64) != BYTES) return -1, 8)
LOADED(by_readv, if (readv(fd, &(struct iovec){ p, BYTES }, 1) != BYTES) return -1, 8)
LOADED(by_preadv, if (preadv(fd, &(struct iovec){ p, BYTES }, 1, 0) != BYTES) return -1, 8)
LOADED(by_recv, if (recv(fd, p, BYTES, 0) != BYTES) return -1, 8)
LOADED(by_recvfrom, if (recvfrom(fd, p, BYTES, 0, NULL, NULL) != BYTES) return -1, 8)
LOADED(by_recvmsg, if (recvmsg(fd, &(struct msghdr){ .msg_iov = &(struct iovec){ p, BYTES }, .msg_iovlen = 1 }, 0) != BYTES)
       return -1, 8)
LOADED(by_getrandom, if (getrandom(p, BYTES, 0) != BYTES) return -1, 8)
LOADED(little, if (read(fd, p, BYTES) != BYTES) return -1, 1)
LOADED(nothing, (void)fd, 8)

APART static long by_fread(FILE *f, long *p)
{
    return fread(p, 1, BYTES, f) == BYTES ? sum_of(p, 8) : -1;
}

APART static long by_mmap(int fd)
{
    long *p = mmap(NULL, 4096, PROT_READ, MAP_PRIVATE, fd, 0);
    long sum = p == MAP_FAILED ? -1 : sum_of(p, 8);
    if (p != MAP_FAILED)
        munmap(p, 4096);
    return sum;
}

/* In one activation, the same addresses, a large area mapped anew each time: nobody has accessed that. */
APART static long mapped_anew(void)
{
    char *at = NULL;
    long sum = 0;
    for (int i = 0; i < 3; i++) {
        char *p = mmap(at, AREA, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | (at ? MAP_FIXED : 0), -1, 0);
        if (p == MAP_FAILED)
            return -1;
        for (long k = 0; k < AREA; k += 4096)
            sum += *(volatile long *)(p + k);
        munmap(p, AREA);
        at = p;
    }
    return sum;
}

/* In one activation, twice into the same place. */
APART static long two_reads(int fd, long *p)
{
    long sum = 0;
    for (int i = 0; i < 2; i++) {
        if (pread(fd, p, BYTES, 0) != BYTES)
            return -1;
        sum += sum_of(p, 8);
    }
    return sum;
}

int main(int argc, char **argv)
{
    int pair[2], fd = open(argv[0], O_RDONLY);
    char sent[BYTES] = "sent";
    FILE *f = fopen(argv[0], "r");
    if (argc != 1 || fd < 0 || !f || socketpair(AF_UNIX, SOCK_STREAM, 0, pair))
        return 1;
    for (int i = 0; i < 3; i++)
        if (write(pair[0], sent, BYTES) != BYTES)
            return 1;
    printf("%d\n", by_read(fd, memory) >= 0 && by_pread(fd, memory) >= 0 && by_readv(fd, memory) >= 0
           && by_preadv(fd, memory) >= 0 && by_recv(pair[1], memory) >= 0 && by_recvfrom(pair[1], memory) >= 0
           && by_recvmsg(pair[1], memory) >= 0 && by_getrandom(fd, memory) >= 0 && by_fread(f, memory) >= 0
           && by_mmap(fd) >= 0 && mapped_anew() >= 0 && two_reads(fd, memory) >= 0 && nothing(fd, memory) >= 0 && little(fd, memory) >= 0);
}
