/* SPDX-License-Identifier: MIT
 *
 * The runtime's entry points as the plugin's code calls them: from inline asm
 * that clobbers nothing, with %rsp moved over the red zone. */
#ifndef SHIM_H
#define SHIM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <algoprof/log_format.h>
#include <algoprof/rt_abi.h>

/* Into their callers, whose %rsp begin must see. */
#define SHIM_INLINE static inline __attribute__((always_inline))

/* Through the GOT: a lazily bound @PLT call would go through the loader, which
 * clobbers %r10 and %r11. */
#define SHIM_DOWN "lea -128(%%rsp), %%rsp\n\t"
#define SHIM_ENTRY(name) "call *__algoprof1_" name "@GOTPCREL(%%rip)\n\t"
#define SHIM_UP(bytes) "lea " #bytes "(%%rsp), %%rsp"
#define SHIM_CALL(name) SHIM_DOWN SHIM_ENTRY(name) SHIM_UP(128)
/* With arguments on the stack. */
#define SHIM_CALL_1(name) SHIM_DOWN "push %0\n\t" SHIM_ENTRY(name) SHIM_UP(136)
#define SHIM_CALL_2(name) SHIM_DOWN "push %1\n\tpush %0\n\t" SHIM_ENTRY(name) SHIM_UP(144)
#define SHIM_CALL_3(name) SHIM_DOWN "push %2\n\tpush %1\n\tpush %0\n\t" SHIM_ENTRY(name) SHIM_UP(152)
#define SHIM_CALL_4(name) SHIM_DOWN "push %3\n\tpush %2\n\tpush %1\n\tpush %0\n\t" SHIM_ENTRY(name) SHIM_UP(160)

SHIM_INLINE uint32_t shim_begin(const struct algoprof_site *site, struct algoprof_hot *hot, unsigned flags)
{
    uint64_t token;
    __asm__ volatile(SHIM_DOWN "push $0\n\tpush %3\n\tpush %2\n\tpush %1\n\t" SHIM_ENTRY("begin") "pop %0\n\t" SHIM_UP(152)
                     : "=r"(token) : "r"(site), "r"(hot), "r"((uint64_t)flags) : "memory", "cc");
    return (uint32_t)token;
}

SHIM_INLINE void shim_end(uint32_t token, uint64_t cost)
{
    __asm__ volatile(SHIM_CALL_2("end") : : "r"((uint64_t)token), "r"(cost) : "memory", "cc");
}

SHIM_INLINE uint32_t shim_poll(void)
{
    uint64_t leave;
    __asm__ volatile(SHIM_DOWN "push $0\n\t" SHIM_ENTRY("poll") "pop %0\n\t" SHIM_UP(128) : "=r"(leave) : : "memory", "cc");
    return (uint32_t)leave;
}

/* The mirror of FUNCTION, or that itself, and then a call of it counts as opaque. */
SHIM_INLINE const void *shim_lookup(const void *function, const char *name)
{
    const void *found;
    __asm__ volatile(SHIM_DOWN "push %2\n\tpush %1\n\t" SHIM_ENTRY("lookup") "pop %0\n\t" SHIM_UP(136)
                     : "=r"(found) : "r"(function), "r"(name) : "memory", "cc");
    return found;
}

SHIM_INLINE void shim_skip(const struct algoprof_site *site, struct algoprof_hot *hot)
{
    __asm__ volatile(SHIM_CALL_2("skip") : : "r"(site), "r"(hot) : "memory", "cc");
}

/* With the address in %r10, a second argument in %rax; that and four registers may be lost. */
#define SHIM_ACCESS(name, p)                                                            \
    __asm__ volatile(SHIM_DOWN "mov %0, %%r10\n\t" SHIM_ENTRY(name) SHIM_UP(128)        \
                     : : "r"(p) : "r8", "r9", "r10", "r11", "memory", "cc")
#define SHIM_ACCESS_2(name, p, word)                                                    \
    do {                                                                                \
        uint64_t lost = (word);                                                         \
        __asm__ volatile(SHIM_DOWN "mov %1, %%r10\n\t" SHIM_ENTRY(name) SHIM_UP(128)    \
                         : "+a"(lost) : "r"(p) : "r8", "r9", "r10", "r11", "memory", "cc");  \
    } while (0)

SHIM_INLINE void shim_access(const void *p, uint64_t meta)
{
    SHIM_ACCESS_2("access", p, meta);
}

/* By the entry point for accesses of that size, where there is one. */
SHIM_INLINE void shim_access_by_size(const void *p, uint64_t meta)
{
#define SHIM_OF(name, write, size)                                                      \
    case (write) | size:                                                                \
        SHIM_ACCESS(name #size, p);                                                     \
        return;
#define SHIM_OF_ALL(name, write)                                                        \
    SHIM_OF(name, write, 1) SHIM_OF(name, write, 2) SHIM_OF(name, write, 4) SHIM_OF(name, write, 8)  \
    SHIM_OF(name, write, 16)
    switch (meta) {
    SHIM_OF_ALL("read", 0)
    SHIM_OF_ALL("write", ALGOPROF_WRITE)
    default:
        shim_access(p, meta);
    }
}

SHIM_INLINE void shim_reads(const void *p, uint64_t mask)
{
    SHIM_ACCESS_2("reads", p, mask);
}

SHIM_INLINE void shim_range(const void *p, uint64_t size, unsigned flags)
{
    __asm__ volatile(SHIM_CALL_3("range") : : "r"(p), "r"(size), "r"((uint64_t)flags) : "memory", "cc");
}

SHIM_INLINE void shim_stride(const void *p, uint64_t count, int64_t step, uint64_t meta)
{
    __asm__ volatile(SHIM_CALL_4("stride") : : "r"(p), "r"(count), "r"(step), "r"(meta) : "memory", "cc");
}

/* A function with these arguments is about to be called; steps as in rt_abi.h. */
SHIM_INLINE void shim_call(const char *steps, uint64_t a, uint64_t b, uint64_t c)
{
    __asm__ volatile(SHIM_DOWN "push %4\n\tpush %3\n\t" SHIM_ENTRY("call") SHIM_UP(144)
                     : "+D"(a), "+S"(b), "+d"(c) : "r"(steps), "r"((uint64_t)0) : "memory", "cc");
}

/* op: enum algoprof_model, a number of at most four digits. */
SHIM_INLINE void shim_model(unsigned op, uint64_t a, uint64_t b, uint64_t c)
{
    const char steps[] = { 'M', (char)('0' + op / 1000 % 10), (char)('0' + op / 100 % 10), (char)('0' + op / 10 % 10),
                           (char)('0' + op % 10), ':', '0', 'p', ',', '1', 'q', ',', '2', 'q', '\0' };
    shim_call(steps, a, b, c);
}

SHIM_INLINE void shim_opaque(const char *name)
{
    __asm__ volatile(SHIM_CALL_1("opaque") : : "r"(name) : "memory", "cc");
}

/* Whatever the record says of a chain. */
SHIM_INLINE uint64_t shim_chain_enter_always(struct algoprof_recursion *r, uint64_t base)
{
    uint64_t result;
    __asm__ volatile(SHIM_CALL("enter") : "=a"(result) : "D"(r), "S"(base) : "memory", "cc");
    return result;
}

SHIM_INLINE uint64_t shim_chain_enter(struct algoprof_recursion *r, uint64_t base)
{
    return r->chain ? shim_chain_enter_always(r, base) : ALGOPROF_NO_BASE;
}

SHIM_INLINE uint64_t shim_chain_join(struct algoprof_recursion *r)
{
    uint64_t result = ALGOPROF_NO_BASE;
    if (r->chain)
        __asm__ volatile(SHIM_CALL("join") : "=a"(result) : "D"(r) : "memory", "cc");
    return result;
}

SHIM_INLINE void shim_chain_leave(struct algoprof_recursion *r, uint64_t base)
{
    if (r->chain)
        __asm__ volatile(SHIM_CALL("leave") : : "D"(r), "S"(base) : "memory", "cc");
}

SHIM_INLINE void shim_chain_tail(struct algoprof_recursion *r, uint64_t base)
{
    if (r->chain)
        __asm__ volatile(SHIM_CALL("tail") : : "D"(r), "S"(base) : "memory", "cc");
}

SHIM_INLINE void shim_landed(void)
{
    __asm__ volatile(SHIM_CALL("landed") : : : "memory", "cc");
}

SHIM_INLINE void shim_sealing(void)
{
    __asm__ volatile(SHIM_CALL("sealing") : : : "memory", "cc");
}

/* --hot->countdown < 0.  One instruction, so that handlers' counts come before
 * or after it. */
SHIM_INLINE bool shim_due(struct algoprof_hot *hot)
{
    bool due;
    __asm__ volatile("subq $1, %0" : "+m"(hot->countdown), "=@ccs"(due));
    return due;
}

/* The decision before a loop: a token if the instance is traced, else 0. */
SHIM_INLINE uint32_t shim_enter(const struct algoprof_site *site, struct algoprof_hot *hot)
{
    return shim_due(hot) ? shim_begin(site, hot, 0) : 0;
}

/* The loop's exit after n iterations. */
SHIM_INLINE void shim_leave(struct algoprof_hot *hot, uint32_t token, uint64_t n)
{
    __asm__ volatile("addq %1, %0" : "+m"(hot->cost) : "r"(n) : "cc");
    if (token)
        shim_end(token, n);
}

SHIM_INLINE void shim_read(uint32_t token, const void *p, uint64_t size)
{
    if (token)
        shim_access(p, size);
}

SHIM_INLINE void shim_write(uint32_t token, const void *p, uint64_t size)
{
    if (token)
        shim_access(p, size | ALGOPROF_WRITE);
}

/* A site: descriptor with strings of at most 31 bytes. */
struct shim_site {
    struct algoprof_site d;
    char name[32], function[32], file[32];
};

#define SHIM_SITE(the_name, the_key, the_rate) SHIM_SITE_OF(ALOG_LOOP, the_name, the_key, the_rate)
#define SHIM_SITE_OF(the_kind, the_name, the_key, the_rate)                         \
    { { sizeof(struct shim_site), ALGOPROF_ABI, the_kind, ALGOPROF_S_COMMAND, the_key, 10, 5, 8, \
        the_rate, ALOG_RATE_UNSET, offsetof(struct shim_site, name),                \
        offsetof(struct shim_site, function), offsetof(struct shim_site, file) },   \
      the_name, "function", "file.c" }

#endif
