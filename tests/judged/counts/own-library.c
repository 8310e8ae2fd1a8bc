/* Functions of the C library that the program has its own of: the runtime must
   not call these. */
/* target own: instances 40, iterations 400 */
/* unsanitised: sanitisers call the program's functions */
#include "opaque.h"
int printf(const char *, ...);

/* Called by nobody: the program's code below needs none of them. */
#define TRAP(name)                    \
    long name(void);                  \
    long name(void)                   \
    {                                 \
        static volatile long *nowhere; \
        return *nowhere;              \
    }

#pragma GCC diagnostic ignored "-Wbuiltin-declaration-mismatch"
TRAP(memcpy) TRAP(memmove) TRAP(memset) TRAP(memcmp) TRAP(strlen) TRAP(strnlen) TRAP(strchr) TRAP(strcmp)
TRAP(strncmp) TRAP(snprintf) TRAP(getenv)
TRAP(openat) TRAP(open64) TRAP(open) TRAP(close) TRAP(fstat) TRAP(fchmod) TRAP(ftruncate) TRAP(fallocate) TRAP(pwrite)
TRAP(read) TRAP(write) TRAP(linkat) TRAP(unlink) TRAP(getcwd) TRAP(getpid) TRAP(getrlimit) TRAP(getrandom)
TRAP(mmap) TRAP(munmap) TRAP(madvise) TRAP(nanosleep) TRAP(sched_yield) TRAP(sigaltstack) TRAP(syscall) TRAP(time)
TRAP(uname) TRAP(sigprocmask) TRAP(pthread_sigmask) TRAP(prctl)

int main(void)
{
    static int a[8192];
    long sum = 0;
    for (int k = 0; k < opaque(40); k++)
#pragma algoprof loop name(own)
        for (int i = 0; i < 10; i++)
            sum += a[(i * 811 + k * 97) % 8192]++;
    printf("%ld\n", sum);
    return 0;
}
