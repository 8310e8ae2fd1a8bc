/* SPDX-License-Identifier: MIT
 * x86-64, for arch/machine.h. */
#ifndef RT_X86_64_MACHINE_H
#define RT_X86_64_MACHINE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <algoprof/arch/x86_64.h>

#define RT_RED_ZONE ALGOPROF_RED_ZONE

/* Where the calling thread has a variable that is thread-local and hidden.  GCC asks for it anew where it is needed
 * anew, in an executable, too, where the linker makes a constant of the asking; what is asked here stays in a register.
 * The loader's function keeps all other registers if the thread has accessed the variable before. */
#define RT_THREAD_ADDRESS(variable) __extension__ ({ \
    __typeof__(&(variable)) rt_address; \
    __asm__("leaq " #variable "@tlsdesc(%%rip), %%rax\n\tcall *" #variable "@tlscall(%%rax)\n\t" \
            "addq %%fs:0, %%rax" : "=a"(rt_address) : : "cc"); \
    rt_address; })

/* Another name, for programs, of what lies `offset' bytes, a literal number, behind where the variable begins: of one
 * word.  It needs only one definition of the variable. */
#define RT_TEXT(x) #x
#define RT_THREAD_ALIAS_AT(name, variable, offset) \
    __asm__(".globl " name "\n\t.type " name ", @tls_object\n\t.size " name ", 8\n\t.set " name ", " #variable "+" RT_TEXT(offset))
#define RT_THREAD_ALIAS(name, variable, offset) RT_THREAD_ALIAS_AT(name, variable, offset)

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

/* In one that gets the words that its caller has pushed (entry/guard.h): where it returns to, and the caller's %rbp
 * (arch/x86_64/save.h, pushed). */
#define RT_RETURN_ABOVE(words) ((words)[-1])
#define RT_FRAME_ABOVE(words) ((words)[-3])

/* Registers as DWARF numbers them (System V ABI, figure 3.36): the frame's, the stack's, and what stands for the return
 * address; and the operation that begins with the frame's.  Where %r11 is told to be lost, which compilers do not tell, the
 * code is the plugin's (gcc-plugin/arch/x86_64/context-entries.cc). */
enum { RT_DWARF_FRAME = 6, RT_DWARF_STACK = 7, RT_DWARF_BETWEEN = 11, RT_DWARF_RETURN = 16, RT_DWARF_BY_FRAME = 0x76 };

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
#define RT_ARGUMENTS ALGOPROF_ARGUMENTS
static inline uint64_t *rt_argument(struct rt_registers *r, unsigned n)
{
    uint64_t *const place[RT_ARGUMENTS] = { &r->rdi, &r->rsi, &r->rdx, &r->rcx, &r->r8, &r->r9 };
    return place[n];
}

static inline uint64_t *rt_result(struct rt_registers *r)
{
    return &r->rax;
}

/* ---- one instruction each, not locked: what a thread and its signal handlers change, and other threads only
 * read; or anything, in a process of one thread ---- */

/* Add; result: the value before. */
RT_QUICK uint64_t rt_own_add(_Atomic uint64_t *own, uint64_t more)
{
    __asm__ volatile("xaddq %0, %1" : "+r"(more), "+m"(*(uint64_t *)(uintptr_t)own) : : "memory", "cc");
    return more;
}

/* Compare and exchange; false: *old is what was there. */
RT_QUICK bool rt_own_exchange(_Atomic uint64_t *own, uint64_t *old, uint64_t new)
{
    bool done;
    __asm__ volatile("cmpxchgq %3, %1" : "=@ccz"(done), "+m"(*(uint64_t *)(uintptr_t)own), "+a"(*old) : "r"(new) : "memory");
    return done;
}

RT_QUICK bool rt_own_exchange_byte(_Atomic uint8_t *own, uint8_t old, uint8_t new)
{
    bool done;
    __asm__ volatile("cmpxchgb %3, %1" : "=@ccz"(done), "+m"(*(uint8_t *)(uintptr_t)own), "+a"(old) : "q"(new) : "memory");
    return done;
}

/* ---- memory: faster than a loop from RT_MANY_BYTES on ---- */

#define RT_MANY_BYTES 512u      /* these instructions take some 30 cycles to start */

RT_QUICK void rt_copy_many(void *to, const void *from, uint64_t n)
{
    __asm__ volatile("rep movsb" : "+D"(to), "+S"(from), "+c"(n) : : "memory");
}

/* A large structure of whole words, where vector registers are not saved: its assignment may become a call of memcpy,
   which uses them (base/string.c). */
RT_QUICK void rt_copy_words(void *to, const void *from, uint64_t bytes)
{
    uint64_t words = bytes / 8;
    __asm__ volatile("rep movsq" : "+D"(to), "+S"(from), "+c"(words) : : "memory");
}

RT_QUICK void rt_fill_many(void *to, int c, uint64_t n)
{
    __asm__ volatile("rep stosb" : "+D"(to), "+c"(n) : "a"(c) : "memory");
}

/* ---- the system ---- */

/* The kernel's result: -4095 to -1 are errors. */
RT_QUICK long rt_system_call(long number, long a, long b, long c, long d, long e, long f)
{
    register long r10 __asm__("r10") = d;
    register long r8 __asm__("r8") = e;
    register long r9 __asm__("r9") = f;
    long result;
    __asm__ volatile("syscall" : "=a"(result) : "0"(number), "D"(a), "S"(b), "d"(c), "r"(r10), "r"(r8), "r"(r9)
                     : "rcx", "r11", "memory");
    return result;
}

#define RT_VDSO_CLOCK "__vdso_clock_gettime"    /* in the image that the kernel maps into each process */

/* ---- a va_list (System V ABI, 3.5.7) ---- */

struct rt_list {
    uint32_t general, vector;   /* offsets in the saved registers */
    uint64_t overflow, saved;   /* addresses */
};

/* Of a call whose general registers and stack are known, from argument `first' on; none of it is a floating-point
 * number. */
RT_QUICK struct rt_list rt_list_of(const uint64_t *general, uint64_t stack, unsigned first)
{
    return (struct rt_list){ 8 * first, 48, stack, (uintptr_t)general };
}

/* The next argument that is a word. */
static inline uint64_t rt_list_next(struct rt_list *l)
{
    uint64_t word;
    if (l->general < 8 * RT_ARGUMENTS) {
        __builtin_memcpy(&word, (const void *)(l->saved + l->general), sizeof word);
        l->general += 8;
    } else {
        __builtin_memcpy(&word, (const void *)l->overflow, sizeof word);
        l->overflow += 8;
    }
    return word;
}

/* The next one is a floating-point number: behind it. */
static inline void rt_list_skip_double(struct rt_list *l, bool is_long)
{
    if (is_long)
        l->overflow = ((l->overflow + 15) & ~(uint64_t)15) + 16;
    else if (l->vector < 8 * RT_ARGUMENTS + 8 * 16)
        l->vector += 16;
    else
        l->overflow += 8;
}

/* ---- calls of entry points ---- */

/* The entry point `access', which may change these registers. */
RT_QUICK void rt_call_access(const void *access, uint64_t address, uint64_t meta)
{
    register uint64_t r10 __asm__("r10") = address;
    __asm__ volatile("call *%2" : "+r"(r10), "+a"(meta) : "r"(access) : "r8", "r9", "r11", "cc", "memory");
}

#endif
