/* SPDX-License-Identifier: MIT
 * x86-64, for arch/machine.h. */
#ifndef RT_X86_64_MACHINE_H
#define RT_X86_64_MACHINE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#define RT_RED_ZONE 128u        /* bytes below the stack pointer that a function's locals may lie in */

/* How entry points that are C functions themselves are declared: they use general
 * registers only, and the compiler saves those that they use. */
#define RT_QUICK static inline __attribute__((always_inline))
/* The entry points, what arch/x86_64/entry leaves to them, and their rarer part: no register changes
 * but a result's and the flags. */
#define RT_ENTRY __attribute__((no_caller_saved_registers, visibility("default")))
#define RT_THUNK __attribute__((no_caller_saved_registers, visibility("hidden")))
#define RT_MORE static __attribute__((no_caller_saved_registers, noinline))

/* In a C function that is an entry point: the words that its caller has pushed; and the lowest address that the
 * frame of one that pushed n can use. */
#define RT_WORDS() ((const uint64_t *)__builtin_frame_address(0) + 2)
#define RT_LOW(n) ((uint64_t)(uintptr_t)(RT_WORDS() + (n)))

/* ---- arch/x86_64/save.S ---- */

/* Call a C function of the runtime, whose address is the fifth argument, with the first four and, in that
 * one's place, the lowest address that the caller's frame may use.  No register changes but a result's. */
RT_THUNK void rt_call_saving(uint64_t, uint64_t, uint64_t, uint64_t, uintptr_t function);
RT_THUNK uint64_t rt_call_with_result(uint64_t, uint64_t, uint64_t, uint64_t, uintptr_t function);

/* Call f, which may use any register: for what calls libc. */
void rt_keep_all(void (*f)(void *), void *argument);
/* The same; they are kept in the area of rt_save_size bytes, if there is one. */
void rt_keep_all_in(void (*f)(void *), void *argument, void *area);

/* ---- arch/x86_64/registers.c ---- */

extern uint64_t rt_save_size;           /* bytes that rt_keep_all takes on the stack; 0: not known yet */
void rt_save_detect(void);              /* sees to rt_save_*; general registers only */
void rt_save_ask(void);                 /* the same, by what libc knows already, if it does */

/* Registers as the entry points have saved them; they may be changed. */
struct rt_registers {
    uint64_t r10, r9, r8, rdi, rsi, rdx, rcx, rax;
};
#define RT_ARGUMENTS 6u         /* of a C function, in general registers */
static inline uint64_t *rt_argument(struct rt_registers *r, unsigned n)
{
    uint64_t *const place[RT_ARGUMENTS] = { &r->rdi, &r->rsi, &r->rdx, &r->rcx, &r->r8, &r->r9 };
    return place[n];
}

static inline uint64_t *rt_result(struct rt_registers *r)
{
    return &r->rax;
}

/* ---- one instruction ---- */

/* Add to what a thread and its signal handlers change, and other threads only read.  What it was before. */
RT_QUICK uint64_t rt_own_add(_Atomic uint64_t *own, uint64_t more)
{
    __asm__ volatile("xaddq %0, %1" : "+r"(more), "+m"(*(uint64_t *)(uintptr_t)own) : : "memory", "cc");
    return more;
}

/* The entry point `access', which may change these registers. */
RT_QUICK void rt_call_access(const void *access, uint64_t address, uint64_t meta)
{
    register uint64_t r10 __asm__("r10") = address;
    __asm__ volatile("call *%2" : "+r"(r10), "+a"(meta) : "r"(access) : "r8", "r9", "r11", "cc", "memory");
}

#endif
