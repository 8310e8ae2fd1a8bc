/* Frames whose registers hold what they like, and tables that say wrong things: no walk may end the program. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static unsigned data[256];
static volatile unsigned total;

__attribute__((noipa)) void helper(unsigned n)
{
    unsigned s = 0;
#pragma algoprof loop name(helper)
    for (unsigned i = 0; i < n; i++)
        s += data[i & 255] ^ i;
    total += s;
}

/* odd_N: calls helper (N) with %rbp as it likes, by tables that say that the caller's frame is by %rbp, at TABLE. */
#define ODD(n, bp, table)                                                                               \
    __asm__(".text\n\t.globl odd_" #n "\n\t.type odd_" #n ", @function\nodd_" #n ":\n\t.cfi_startproc\n\t"         \
            "pushq %rbp\n\t.cfi_adjust_cfa_offset 8\n\t" bp "\n\t" table "\n\tmovl $" #n ", %edi\n\tcall helper\n\t" \
            "popq %rbp\n\t.cfi_def_cfa %rsp, 8\n\tret\n\t.cfi_endproc\n\t.size odd_" #n ", . - odd_" #n);                  \
    void odd_##n(void);

ODD(401, "xorl %ebp, %ebp", ".cfi_def_cfa %rbp, 16")
ODD(402, "movq $-1, %rbp", ".cfi_def_cfa %rbp, 16")
ODD(403, "movq $0x414141414141, %rbp", ".cfi_def_cfa %rbp, 16")
ODD(404, "leaq -4096(%rsp), %rbp", ".cfi_def_cfa %rbp, 16")
ODD(405, "leaq 0x7ff000(%rsp), %rbp", ".cfi_def_cfa %rbp, 16")
ODD(406, "leaq 3(%rsp), %rbp", ".cfi_def_cfa %rbp, 16")
ODD(407, "movq %rsp, %rbp", ".cfi_def_cfa %rsp, 1048576")
ODD(408, "movq %rsp, %rbp", ".cfi_def_cfa %rsp, -64")
ODD(409, "movq %rsp, %rbp", ".cfi_undefined %rbp")
ODD(410, "movq %rsp, %rbp", ".cfi_def_cfa %r12, 8")
ODD(411, "movq %rsp, %rbp", ".cfi_offset %rip, -8000")
ODD(412, "movq %rsp, %rbp", ".cfi_escape 0x0f, 0x03, 0x76, 0x00, 0x06")
ODD(413, "xorl %ebp, %ebp", ".cfi_escape 0x0f, 0x03, 0x76, 0x08, 0x06")
ODD(414, "movq %rsp, %rbp", ".cfi_escape 0x0f, 0x05, 0x76, 0x00, 0x06, 0x23, 0x08")
ODD(415, "movq %rsp, %rbp", ".cfi_register %rbp, %r12")
ODD(416, "movq %rsp, %rbp", ".cfi_escape 0x0a, 0x0a, 0x0a, 0x0a, 0x0a, 0x0a")
ODD(417, "movq %rsp, %rbp", ".cfi_escape 0x0b")

static void *all(void *unused)
{
    void (*const odd[])(void) = { odd_401, odd_402, odd_403, odd_404, odd_405, odd_406, odd_407, odd_408, odd_409, odd_410,
                                  odd_411, odd_412, odd_413, odd_414, odd_415, odd_416, odd_417 };
    for (unsigned i = 0; i < sizeof odd / sizeof *odd; i++)
        odd[i]();
    return unused;
}

int main(void)
{
    pthread_t other;
    all(NULL);
    pthread_create(&other, NULL, all, NULL);
    pthread_join(other, NULL);
    printf("%u\n", total);
    return 0;
}
