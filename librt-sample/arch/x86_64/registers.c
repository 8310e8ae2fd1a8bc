/* SPDX-License-Identifier: MIT
 *
 * How rt_keep_all (arch/x86_64/save.S) saves the vector registers: x87, SSE, AVX and AVX-512,
 * which libc may use. */
#include "arch/machine.h"
#include <cpuid.h>
#if __has_include(<sys/platform/x86.h>)
#include <sys/platform/x86.h>
#endif
#ifdef CPU_FEATURE_ACTIVE       /* since glibc 2.34 */
#pragma weak __x86_get_cpuid_feature_leaf
#endif

#define GENERAL __attribute__((target("general-regs-only")))   /* nothing is saved yet */
#define COMPONENTS 0xe7u        /* of XCR0 */
#define HEADED 576u             /* bytes of x87's, SSE's and the area's header */

uint32_t rt_save_mask;          /* state components; 0: fxsave */
uint32_t rt_save_compact;       /* xsavec is there */
uint64_t rt_save_size;          /* bytes of the area; 0: not detected yet */

GENERAL static uint32_t enabled(void)
{
    uint32_t a, d;
    __asm__("xgetbv" : "=a"(a), "=d"(d) : "c"(0));
    return a & COMPONENTS;
}

/* Compacted, components lie one behind the other (Intel SDM 1, 13.4.3). */
GENERAL static void save_compact(void)
{
    static const uint16_t bytes[8] = { [2] = 256, [5] = 64, [6] = 512, [7] = 1024 };
    uint64_t size = HEADED;
    uint32_t mask = enabled();
    for (unsigned i = 2; i < 8; i++)
        size += mask >> i & 1 ? bytes[i] : 0;
    rt_save_mask = mask;
    rt_save_compact = 1;
    atomic_signal_fence(memory_order_seq_cst);
    rt_save_size = size + 64;
}

GENERAL static void save_standard(void)
{
    unsigned a, b, c, d;
    uint64_t size = HEADED;
    uint32_t mask = enabled();
    for (unsigned i = 2; i < 8; i++) {
        if (!(mask >> i & 1))
            continue;
        __cpuid_count(13, i, a, b, c, d);
        if (b + a > size)
            size = b + a;
    }
    rt_save_mask = mask;
    atomic_signal_fence(memory_order_seq_cst);
    rt_save_size = (size + 127) & ~(uint64_t)63;
}

/* Each question costs some microseconds in a virtual machine. */
GENERAL void rt_save_detect(void)
{
    unsigned a, b, c, d, most;
    __cpuid(0, most, b, c, d);
    __cpuid(1, a, b, c, d);
    if (most < 13 || !(c & bit_OSXSAVE)) {
        rt_save_size = HEADED + 64;
        return;
    }
    __cpuid_count(13, 1, a, b, c, d);
    if (a >> 1 & 1)
        save_compact();
    else
        save_standard();
}

void rt_save_ask(void)
{
#ifdef CPU_FEATURE_ACTIVE
    if (&__x86_get_cpuid_feature_leaf && CPU_FEATURE_PRESENT(OSXSAVE) && CPU_FEATURE_ACTIVE(XSAVEC))
        save_compact();
#endif
}
