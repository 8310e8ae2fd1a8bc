/* SPDX-License-Identifier: MIT
 * Entry points preserve every register, on every path. */
#include "shim.h"
#include <setjmp.h>
#include <stdarg.h>
#include <cmocka.h>
#include <cpuid.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* Named by the asm below. */
struct registers {
    uint64_t general[15];       /* rax rbx rcx rdx rsi rdi rbp r8..r15 */
    uint64_t unused;
    uint8_t ymm[16][32];
    double x87;
    uint32_t mxcsr, pad;
};
static struct registers before __attribute__((aligned(64), used)), after __attribute__((aligned(64), used));
static void *target __attribute__((used));
static uint64_t pushed[4] __attribute__((used)), answer __attribute__((used));
static uint64_t saved_sp __attribute__((used));
static uint32_t default_mxcsr __attribute__((used)) = 0x1f80;
void run_target(void);

/* Load all registers from `before`, call with four words pushed, store the first of
   them and the registers. */
__asm__(
    ".text\n"
    "run_target:\n"
    "    pushq %rbx; pushq %rbp; pushq %r12; pushq %r13; pushq %r14; pushq %r15\n"
    "    .irp n, 0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15\n"
    "    vmovdqu 128+32*\\n+before(%rip), %ymm\\n\n"
    "    .endr\n"
    "    fldl 640+before(%rip)\n"
    "    ldmxcsr 648+before(%rip)\n"
    "    movq 0+before(%rip), %rax; movq 8+before(%rip), %rbx; movq 16+before(%rip), %rcx\n"
    "    movq 24+before(%rip), %rdx; movq 32+before(%rip), %rsi; movq 40+before(%rip), %rdi\n"
    "    movq 48+before(%rip), %rbp; movq 56+before(%rip), %r8; movq 64+before(%rip), %r9\n"
    "    movq 72+before(%rip), %r10; movq 80+before(%rip), %r11; movq 88+before(%rip), %r12\n"
    "    movq 96+before(%rip), %r13; movq 104+before(%rip), %r14; movq 112+before(%rip), %r15\n"
    "    movq %rsp, saved_sp(%rip)\n"
    "    leaq -128(%rsp), %rsp\n"
    "    pushq 24+pushed(%rip); pushq 16+pushed(%rip); pushq 8+pushed(%rip); pushq pushed(%rip)\n"
    "    call *target(%rip)\n"
    "    popq answer(%rip)\n"
    "    leaq 152(%rsp), %rsp\n"
    "    subq %rsp, saved_sp(%rip)\n"
    "    movq %rax, 0+after(%rip); movq %rbx, 8+after(%rip); movq %rcx, 16+after(%rip)\n"
    "    movq %rdx, 24+after(%rip); movq %rsi, 32+after(%rip); movq %rdi, 40+after(%rip)\n"
    "    movq %rbp, 48+after(%rip); movq %r8, 56+after(%rip); movq %r9, 64+after(%rip)\n"
    "    movq %r10, 72+after(%rip); movq %r11, 80+after(%rip); movq %r12, 88+after(%rip)\n"
    "    movq %r13, 96+after(%rip); movq %r14, 104+after(%rip); movq %r15, 112+after(%rip)\n"
    "    .irp n, 0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15\n"
    "    vmovdqu %ymm\\n, 128+32*\\n+after(%rip)\n"
    "    .endr\n"
    "    fstpl 640+after(%rip)\n"
    "    stmxcsr 648+after(%rip)\n"
    "    ldmxcsr default_mxcsr(%rip)\n"
    "    vzeroupper\n"
    "    popq %r15; popq %r14; popq %r13; popq %r12; popq %rbp; popq %rbx\n"
    "    ret\n");

extern char entry_begin[] __asm__("__algoprof1_begin"), entry_end[] __asm__("__algoprof1_end"),
    entry_skip[] __asm__("__algoprof1_skip"), entry_access[] __asm__("__algoprof1_access"), entry_reads[] __asm__("__algoprof1_reads"),
    entry_range[] __asm__("__algoprof1_range"), entry_call[] __asm__("__algoprof1_call"),
    entry_returned[] __asm__("__algoprof1_returned"), entry_close[] __asm__("__algoprof1_close"), entry_cost[] __asm__("__algoprof1_cost"),
    entry_stride[] __asm__("__algoprof1_stride"), entry_opaque[] __asm__("__algoprof1_opaque"),
    entry_elements[] __asm__("__algoprof1_elements"), entry_lookup[] __asm__("__algoprof1_lookup"),
    entry_enter[] __asm__("__algoprof1_enter"), entry_join[] __asm__("__algoprof1_join"),
    entry_leave[] __asm__("__algoprof1_leave"), entry_tail[] __asm__("__algoprof1_tail"),
    entry_landed[] __asm__("__algoprof1_landed");

#define BY_SIZE(size) \
    extern char entry_read##size[] __asm__("__algoprof1_read" #size), \
        entry_write##size[] __asm__("__algoprof1_write" #size);
BY_SIZE(1) BY_SIZE(2) BY_SIZE(4) BY_SIZE(8) BY_SIZE(16)
static void *const by_size[] = { entry_read1, entry_read2, entry_read4, entry_read8, entry_read16,
                                 entry_write1, entry_write2, entry_write4, entry_write8, entry_write16 };

static const struct shim_site site = SHIM_SITE("thunk", 0x7a, 1), other = SHIM_SITE("skipped", 0x7b, 1);
static const struct shim_site tree = SHIM_SITE_OF(ALOG_RECURSION, "tree", 0x7d, 1);
static const struct shim_site list = SHIM_SITE_OF(ALOG_RECURSION, "list", 0x7e, 1);
static __thread struct algoprof_recursion rec_tree, rec_list, rec_none;
static const struct shim_site drawn = SHIM_SITE("drawn", 0x7c, 1000);
static __thread struct algoprof_hot hot, hot_skip, hot_drawn;
static char area[1 << 17];

/* Where they are in `general'. */
enum { RAX, RSI = 4, RDI, R8 = 7, R9, R10, R11 };

/* In turn: rounds upwards, inexact results trap; none had exceptions; an inexact result; all that
   there are, nothing traps; small numbers are zeros, rounds to zero. */
static uint32_t next_mxcsr(void)
{
    static const uint32_t values[] = { 0x4f80, 0x1f80, 0x1fa0, 0x1fbf, 0xffc0 };
    static unsigned calls;
    return values[calls++ % (sizeof values / sizeof *values)];
}

/* Call an entry point, with odd values in all registers; all but `lost', a bit
   each, must be as they were. */
static void call_odd(void *entry, bool result, unsigned lost)
{
    uint8_t *p = (uint8_t *)&before;
    for (size_t i = 0; i < offsetof(struct registers, x87); i++)
        p[i] = (uint8_t)(i * 37 + 11);
    before.x87 = 1.0 / 3;
    before.mxcsr = next_mxcsr();
    before.unused = 0;
    if (result) {               /* arguments of a recursion's */
        before.general[RDI] = pushed[0];
        before.general[RSI] = pushed[1];
    }
    if (lost) {
        before.general[R10] = pushed[0];
        before.general[RAX] = pushed[1];
    }
    memset(&after, 0, sizeof after);
    target = entry;
    run_target();
    if (result) {
        answer = after.general[0];
        after.general[0] = before.general[0];
    }
    for (unsigned i = 0; i < 15; i++)
        if (lost >> i & 1)
            after.general[i] = before.general[i];
    assert_memory_equal(&before, &after, sizeof before);
    assert_int_equal(saved_sp, 0);
}

/* Its arguments pushed; the word that it leaves in place of the first. */
static uint64_t call(void *entry, uint64_t a, uint64_t b, uint64_t c, uint64_t d)
{
    pushed[0] = a;
    pushed[1] = b;
    pushed[2] = c;
    pushed[3] = d;
    call_odd(entry, false, 0);
    return answer;
}

/* Of an access. */
static void tell(void *entry, uint64_t address, uint64_t second, unsigned more)
{
    pushed[0] = address;
    pushed[1] = second;
    call_odd(entry, false, 1u << R8 | 1u << R9 | 1u << R10 | 1u << R11 | more);
}

/* Its arguments in registers; its %rax. */
static uint64_t call_chain(void *entry, const void *record, uint64_t base)
{
    pushed[0] = (uintptr_t)record;
    pushed[1] = base;
    call_odd(entry, true, 0);
    return answer;
}

/* Of one that has no result: %rax, too, is as before. */
static void tell_chain(void *entry, const void *record, uint64_t base)
{
    assert_int_equal(call_chain(entry, record, base), before.general[0]);
}

static void registers_survive(void **state)
{
    (void)state;
    for (int round = 0; round < 4; round++) {
        hot.countdown = -1;
        uint64_t token = call(entry_begin, (uintptr_t)&site, (uintptr_t)&hot, 0, 77);
        assert_true(token && token == (uint32_t)token);
        for (int i = 0; i < 5000; i++)          /* fills the buffer */
            tell(entry_access, (uintptr_t)area + (uint64_t)i * 8, 8, 1u << RAX);
        for (int i = 0; i < 5000; i++)
            tell(by_size[i % 10], (uintptr_t)area + (uint64_t)i * 13, 2, 0);
        for (int i = 0; i < 5000; i++)
            tell(entry_reads, (uintptr_t)area + (uint64_t)i * 13, i % 3 ? 0xf00f : UINT64_MAX, 1u << RAX);
        call(entry_range, (uintptr_t)area, 100, 0, 4);
        call(entry_range, (uintptr_t)area, sizeof area, ALGOPROF_WRITE, 4);
        call(entry_range, (uintptr_t)area, 0, 0, 4);
        call(entry_stride, (uintptr_t)area, 100, 24, 8);
        call(entry_stride, (uintptr_t)area + 64000, 600, (uint64_t)-100, 8 | ALGOPROF_WRITE);
        call(entry_stride, (uintptr_t)area, 100, 8, 8);
        call(entry_elements, (uintptr_t)area, 0x2215, ALGOPROF_E_WHAT(0, 16, 4, 1), 4);
        call(entry_elements, (uintptr_t)area + 60, UINT64_MAX, ALGOPROF_E_WHAT(ALGOPROF_E_WRITE | ALGOPROF_E_PACKED, 64, 1, 1), 4);
        call(entry_elements, (uintptr_t)area, 0, ALGOPROF_E_WHAT(ALGOPROF_E_INDEXED, 16, 4, 1), 4);
        call(entry_elements, (uintptr_t)area, 1, ALGOPROF_E_WHAT(ALGOPROF_E_INDEXED | ALGOPROF_E_WIDE, 8, 8, 8), 4);
        call(entry_call, (uintptr_t)"W0p:=8 AW1p:rq", (uintptr_t)area, 3, 4);
        call(entry_returned, (uintptr_t)"W0p:=8 AW1p:rq", 2, 3, 4);
        call(entry_opaque, (uintptr_t)"puts", 2, 3, 4);
        assert_int_equal(call(entry_lookup, (uintptr_t)area, (uintptr_t)"area", 3, 4), (uintptr_t)area);
        hot_skip.countdown = -1;
        call(entry_skip, (uintptr_t)&other, (uintptr_t)&hot_skip, 3, 4);
        call(entry_cost, (uintptr_t)&site, 17, 77, 4);
        call(entry_cost, (uintptr_t)&site, 17, 78, 4);          /* of another execution: ignored */
        assert_int_equal(call(entry_close, (uintptr_t)&site, 78, 3, 4), 0);
        assert_int_equal(call(entry_close, (uintptr_t)&other, 77, 3, 4), 0);
        if (round % 2)
            assert_int_equal(call(entry_close, (uintptr_t)&site, 77, 3, 4), 1);
        call(entry_end, token, 17, 3, 4);
        call(entry_end, token, 17, 3, 4);        /* stale: ignored */
        tell(entry_access, (uintptr_t)area, 8, 1u << RAX);      /* no instance */
    }
}

static uint64_t enter(struct algoprof_recursion *r, uint64_t base)
{
    return call_chain(entry_enter, r, base);
}

static void leave(struct algoprof_recursion *r, uint64_t base)
{
    tell_chain(entry_leave, r, base);
}

/* Thousands of calls: rows and levels grow, sums are made of the rows. */
static void descend(struct algoprof_recursion *r, uint64_t n)
{
    for (uint64_t i = 0; i < n; i++) {
        assert_int_equal(enter(r, ALGOPROF_NO_BASE), i);
        if (i % 3 == 0)
            leave(r, enter(r, ALGOPROF_NO_BASE));
        if (i % 7 == 0)
            assert_int_equal(call_chain(entry_join, r, 2), i + 1);
    }
    while (n-- > 0)
        leave(r, n);
}

/* Of a recursion, with another one's open around it. */
static void registers_survive_recursions(void **state)
{
    (void)state;
    rec_list.hot.countdown = rec_tree.hot.countdown = -1;
    uint64_t outer = call(entry_begin, (uintptr_t)&list, (uintptr_t)&rec_list, 0, 0);
    assert_int_equal(enter(&rec_list, ALGOPROF_NO_BASE), 0);
    uint64_t token = call(entry_begin, (uintptr_t)&tree, (uintptr_t)&rec_tree, 0, 0);
    assert_true(outer && token && rec_list.chain && rec_tree.chain);
    descend(&rec_tree, 3000);
    assert_int_equal(enter(&rec_list, ALGOPROF_NO_BASE), 1);    /* not the innermost chain's */
    assert_int_equal(enter(&rec_list, 1), 1);
    tell_chain(entry_tail, &rec_list, 1);
    assert_int_equal(enter(&rec_list, ALGOPROF_NO_BASE), 1);
    tell_chain(entry_landed, NULL, 2);
    tell_chain(entry_tail, &rec_list, 1);     /* nobody takes it */
    leave(&rec_list, 1);
    assert_int_equal(enter(&rec_list, ALGOPROF_NO_BASE), 1);
    for (uint64_t i = 0; i < 200; i++)          /* a run, ended at once */
        assert_int_equal(enter(&rec_tree, 0), 0);
    leave(&rec_tree, 0);
    leave(&rec_tree, ALGOPROF_NO_BASE);
    rec_none.chain = 1;                         /* nothing is open */
    assert_int_equal(enter(&rec_none, 7), ALGOPROF_NO_BASE);
    assert_int_equal(rec_none.chain, 0);
    assert_int_equal(call_chain(entry_join, &rec_none, 2), ALGOPROF_NO_BASE);
    leave(&rec_none, 0);
    tell_chain(entry_tail, &rec_none, 1);
    call(entry_end, token, 0, 3, 4);
    call(entry_end, outer, 0, 3, 4);
    assert_int_equal(rec_list.chain | rec_tree.chain, 0);
    tell_chain(entry_landed, NULL, 2);
}

/* The draw of a gap computes: the host's exceptions must not see it. */
static void draws_do_not_trap(void **state)
{
    (void)state;
    for (int i = 0; i < 20; i++) {
        hot_drawn.countdown = -1;
        uint64_t token = call(entry_begin, (uintptr_t)&drawn, (uintptr_t)&hot_drawn, 0, 0);
        if (token)
            call(entry_end, token, 17, 3, 4);
    }
}

int main(void)
{
    unsigned a, b, c, d;
    const struct CMUnitTest tests[] = { cmocka_unit_test(registers_survive),
                                        cmocka_unit_test(registers_survive_recursions),
                                        cmocka_unit_test(draws_do_not_trap) };
    if (!__get_cpuid_count(7, 0, &a, &b, &c, &d) || !(b & bit_AVX2))
        return 0;
    if (!getenv("ALGOPROF_LOG")) {      /* read when the program starts */
        setenv("ALGOPROF_LOG", "/tmp/algoprof-thunks.%p.aplog", 1);
        setenv("ALGOPROF_BUDGET", "0", 1);
        execl("/proc/self/exe", "test_thunks", (char *)NULL);
        return 1;
    }
    char path[64];
    snprintf(path, sizeof path, "/tmp/algoprof-thunks.%d.aplog", (int)getpid());
    int failed = access(path, F_OK) || cmocka_run_group_tests(tests, NULL, NULL);
    unlink(path);
    return failed;
}
