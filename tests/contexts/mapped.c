/* What the runtime maps, linked by --wrap=mmap,--wrap=munmap: at the end one line, "mapped THREADS MOST": the most bytes at
 * once of threads' memory for contexts, which alone is not reserved, and of all other memory without a file. */
#include <stdatomic.h>
#include <stdio.h>
#include <sys/mman.h>

void *__real_mmap(void *, size_t, int, int, int, off_t);
int __real_munmap(void *, size_t);

static _Atomic long now[2], most[2];

static void note(int which, long bytes)
{
    long all = now[which] += bytes, before = most[which];
    while (all > before && !atomic_compare_exchange_weak(&most[which], &before, all))
        ;
}

void *__wrap_mmap(void *at, size_t bytes, int protection, int flags, int fd, off_t offset)
{
    void *p = __real_mmap(at, bytes, protection, flags, fd, offset);
    if (p != MAP_FAILED && flags & MAP_ANONYMOUS)
        note(!(flags & MAP_NORESERVE), (long)((bytes + 4095) & ~(size_t)4095));
    return p;
}

int __wrap_munmap(void *p, size_t bytes)
{
    note(1, -(long)((bytes + 4095) & ~(size_t)4095));
    return __real_munmap(p, bytes);
}

__attribute__((destructor)) static void tell(void)
{
    fprintf(stderr, "mapped %ld %ld\n", most[0], most[1]);
}
