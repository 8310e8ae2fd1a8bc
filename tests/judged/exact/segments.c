/* By formula: memory that is named by a segment.  Where %fs begins is known; where %gs does, only the kernel knows,
   and such an access is opaque. */
/* options: -fstack-protector-all */
/* exact by_fs: instances 8, size 200, union 200 */
/* exact written_by_fs: instances 8, size 196, union 196 */
/* exact by_gs: instances 8, size 0, union 0, opaque (an access that cannot be recorded) */
/* exact of_thread: instances 8, size 400, union 400 */
/* exact guarded: instances 8, size 40, union 40 */
#include "judge.h"
#include <asm/prctl.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

static int numbers[100];
static __thread int own[101] = { 1, 2, 3 };

/* Its frame is protected. */
static __attribute__((noinline)) int copied(const int *p)
{
    char text[16];
    memset(text, *p & 15, sizeof text);
    __asm__ volatile("" : : "r"(text) : "memory");
    return text[3];
}

int main(void)
{
    long thread, s = 0;
    __asm__("movq %%fs:0, %0" : "=r"(thread));
    syscall(SYS_arch_prctl, ARCH_SET_GS, numbers);
    for (int k = 0; k < 8; k++) {
        unsigned long by_fs = (unsigned long)numbers - (unsigned long)thread, by_gs = 0;
        int n = opaque(50), i = 0;
        __asm__("" : "+r"(by_fs), "+r"(by_gs));
#pragma algoprof loop name(by_fs)
        for (i = 0; i < n; i++)
            s += *(int __seg_fs *)(by_fs + 4 * (unsigned long)i);
        /* Each but the first one is read before it is written. */
#pragma algoprof loop name(written_by_fs)
        for (i = 1; i < n; i++) {
            *(int __seg_fs *)(by_fs + 4 * (unsigned long)(i - 1)) = i;
            __asm__ volatile("" : : : "memory");
            s += *(int __seg_fs *)(by_fs + 4 * (unsigned long)i);
        }
#pragma algoprof loop name(by_gs)
        for (i = 0; i < n; i++)
            s += *(int __seg_gs *)(by_gs + 4 * (unsigned long)i);
#pragma algoprof loop name(of_thread)
        for (i = 0; i < 2 * n; i++)
            s += own[i]++;
#pragma algoprof loop name(guarded)
        for (i = 0; i < 10; i++)
            s += copied(&numbers[opaque(i)]);
    }
    printf("%ld\n", s);
    return 0;
}
