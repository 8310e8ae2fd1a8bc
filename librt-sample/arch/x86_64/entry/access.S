/* SPDX-License-Identifier: MIT
 *
 * Entry points of accesses (rt_abi.h, arch/x86_64/entry/thunks.S). */
#include "arch/x86_64/entry/thread.h"
#include "arch/x86_64/entry/thunks.h"
#include "arch/x86_64/function.h"

    .text
    .globl __algoprof1_access, __algoprof1_reads
    .globl __algoprof1_replayed
    .globl rt_own_access
    .hidden rt_own_access
    .set rt_own_access, __algoprof1_access
    .hidden rt_replay_quick, rt_offset_key

/* Accesses: what is common, rt_access_quick does the rest: their bytes are in one line,
   which is in the lent table or finds a free slot there, and no range is pending.  A free
   slot has no bytes.  No branch on whether they were seen before: it is as good as random.
   All is done in the registers that they may change (rt_abi.h): a store and a load of each
   would be a third of the time.  Bytes are looked up: a shift by their place takes
   three operations of the processor, and a register that is not free. */

/* Begin: %r10 is the address, %r11 rt_tls, busy is set.  At labels: 6, it may be on the
   stack; 9, it is turned away. */
    .macro BEGIN_ACCESS
    THREAD_OFFSET_TO r11, rt_tls, r9
    cmpq $0, %fs:TLS_BUSY(%r11)
    jne 9f
    leaq 1(%rsp), %r8
    movq %r8, %fs:TLS_BUSY(%r11)
    cmpq %fs:TLS_FLOOR(%r11), %r10
    jae 6f
    .endm

/* The line's key to %r9; its slot, maybe, to %r8 (rt_line_slot). */
    .macro FIND_SLOT
    movq %r10, %r9
    orq $63, %r9
    movq %fs:TLS_FACTOR(%r11), %r8
    imulq %r9, %r8
    shrq $33, %r8
    andq %fs:TLS_PLACES(%r11), %r8
    leaq (%r8, %r8, 2), %r8
    addq %fs:TLS_FIRST(%r11), %r8
    cmpq %r9, (%r8)
    jne 4f
    .endm

/* %r9, bytes of the line, into its set at `own', but for those in `other'; %r10 is lost. */
    .macro SEE own, other
    movq \other(%r8), %r10
    notq %r10
    andq %r10, %r9
    orq %r9, \own(%r8)
    .endm

/* An access of %r8d bytes to a line that is in no slot, of a table that is lent without room: to 8 if the line is not
   thinned out, as far as is known; else SKIPPED, with its words in %r8. */
    .macro SKIP
    cmpq $0, %fs:TLS_SURVIVE(%r11)
    je 8f
    movl %r10d, %r9d
    andl $63, %r9d
    addl %r9d, %r8d
    cmpl $64, %r8d                      /* behind its last byte, in the line */
    ja 8f
    call is_thinned_out
    jb 8f
    .endm

    .macro SKIPPED
    incq %fs:TLS_SKIPPED(%r11)
    addq %r8, %fs:TLS_WORK(%r11)
    addq %r8, %fs:TLS_WHOLE_WORDS(%r11)
    movq $0, %fs:TLS_BUSY(%r11)
    ret
    .endm

/* What the labels do: look on, to 2; take a free slot, to 2; young stack is done, other
   stack to 1; 8 clears busy, 9 goes on behind; 14 is for a table without room. */
    .macro RARE
5:  addq $24, %r8
    cmpq %fs:TLS_END(%r11), %r8
    je 8f
    cmpq %r9, (%r8)
    je 2b
4:  cmpq $0, (%r8)
    jne 5b
    cmpq $0, %fs:TLS_LEFT(%r11)
    je 14b
    decq %fs:TLS_LEFT(%r11)             /* in this order: a jump out of a handler */
    cmpq $0, %fs:TLS_ORDER(%r11)
    jne 10f
7:  movq %r9, (%r8)
    jmp 2b
10: movq %fs:TLS_ORDER(%r11), %r9
    cmpq %fs:TLS_ORDER_END(%r11), %r9
    jae 11f
    movw %r8w, (%r9)
    addq $2, %fs:TLS_ORDER(%r11)
11: movq %r10, %r9
    orq $63, %r9
    jmp 7b
6:  cmpq $0, %fs:TLS_FLOOR(%r11)        /* nothing is lent */
    je 8f
    leaq 8(%rsp), %r8                   /* caller's %rsp - 128 */
    cmpq %r8, %r10
    jb 1b
    cmpq %fs:TLS_SP(%r11), %r10
    jae 1b
    subq %fs:TLS_SP(%r11), %r8
    negq %r8
    cmpq %fs:TLS_SPAN(%r11), %r8
    jae 1b                              /* not one stack */
    movq $0, %fs:TLS_BUSY(%r11)
    ret
8:  THREAD_OFFSET_TO r11, rt_tls, r9
    movq $0, %fs:TLS_BUSY(%r11)
9:
    .endm

/* The rest, in C: its arguments are pushed. */
    .macro REST second, function
    pushq \second
    .cfi_adjust_cfa_offset 8
    pushq %r10
    .cfi_adjust_cfa_offset 8
    call \function
    leaq 16(%rsp), %rsp
    .cfi_adjust_cfa_offset -16
    ret
    .endm

/* Is %r10's line thinned out (rt_map_line, alog_line_hash)?  Below, in flags: not, or it lies in a region that is not
   known.  %r8 and %r9 are lost. */
    .type is_thinned_out, @function
is_thinned_out:
    .cfi_startproc
    movq %r10, %r8
    shrq $6, %r8
    addq rt_offset_key(%rip), %r8
    shlq $22, %r8
    shrq $22, %r8
    movq %r8, %r9
    shrq $26, %r9
    cmpq %fs:TLS_REGION(%r11), %r9
    jne 1f
    andl $0x3ffffff, %r8d
    orq %fs:TLS_BASE(%r11), %r8
    movabsq $0x9e3779b97f4a7c15, %r9
    addq %r9, %r8
    .macro MIX shift, factor
    movq %r8, %r9
    shrq $\shift, %r9
    xorq %r9, %r8
    .ifnb \factor
    movabsq $\factor, %r9
    imulq %r9, %r8
    .endif
    .endm
    MIX 30, 0xbf58476d1ce4e5b9
    MIX 27, 0x94d049bb133111eb
    MIX 31
    cmpq %fs:TLS_SURVIVE(%r11), %r8
    ret
1:  stc
    ret
    .cfi_endproc
    .size is_thinned_out, . - is_thinned_out

/* readN (address), writeN (address).  own, other: of the line's two sets of bytes. */
    .macro ACCESS name, size, flag, own, other
ENTRY __algoprof1_\name\size
    BEGIN_ACCESS
1:  FIND_SLOT
2:  andl $63, %r10d
    leaq bytes_\size(%rip), %r9
    movq (%r9, %r10, 8), %r9
    .if \size > 1
    testq %r9, %r9
    jz 12f
    .endif
    SEE \own, \other
    addq $(\size + 7) / 8, %fs:TLS_WORK(%r11)
    movq $0, %fs:TLS_BUSY(%r11)
    ret
    .if \size > 1
12: addq (%r8), %r10                    /* it ends in another line; this one's key is that of its last byte */
    subq $63, %r10
    jmp 8f
    .endif
14: movl $\size, %r8d
    SKIP
    movl $(\size + 7) / 8, %r8d
    SKIPPED
    RARE
    REST $\size+\flag, rt_access_quick
LEAVE __algoprof1_\name\size
    .endm

    .irp size, 1, 2, 4, 8, 16
    .globl __algoprof1_read\size, __algoprof1_write\size
    ACCESS read, \size, 0, 8, 16
    ACCESS write, \size, 0x8000, 16, 8
    .endr

/* access (address, meta): of any size. */
ENTRY __algoprof1_access
    BEGIN_ACCESS
1:  FIND_SLOT
2:  movl %eax, %r9d
    andl $0x3fff, %r9d                  /* size */
    movl %r10d, %r11d
    andl $63, %r11d
    addl %r9d, %r11d
    cmpl $64, %r11d                     /* behind its last byte, in the line */
    ja 8f
    leaq bytes_of_size(%rip), %r11
    movq (%r11, %r9, 8), %r9
    movq %rcx, %r11
    movl %r10d, %ecx
    shlq %cl, %r9                       /* its bytes */
    movq %r11, %rcx
    testw %ax, %ax
    js 12f
    SEE 8, 16
    jmp 13f
12: SEE 16, 8
13: THREAD_OFFSET_TO r11, rt_tls, r9
    andl $0x3fff, %eax
    addl $7, %eax
    shrl $3, %eax
    addq %rax, %fs:TLS_WORK(%r11)
    movq $0, %fs:TLS_BUSY(%r11)
    ret
14: movl %eax, %r8d
    andl $0x3fff, %r8d
    SKIP
    movl %eax, %r8d
    andl $0x3fff, %r8d
    addl $7, %r8d
    shrl $3, %r8d
    SKIPPED
    RARE
    REST %rax, rt_access_quick
LEAVE __algoprof1_access

/* reads (address, mask of bytes from there on). */
ENTRY __algoprof1_reads
    BEGIN_ACCESS
1:  FIND_SLOT
2:  cmpq $0x100, %rax
    sbbq $-2, %fs:TLS_WORK(%r11)        /* one word more, or two */
    movq %rcx, %r11
    movl %r10d, %ecx
    movq %rax, %r9
    rolq %cl, %r9
    shlq %cl, %rax
    movq %r11, %rcx
    cmpq %rax, %r9                      /* its bytes of the line */
    jne 12f
    SEE 8, 16
    THREAD_OFFSET rt_tls
    movq $0, %fs:TLS_BUSY(%rax)
    ret
12: movq 16(%r8), %r11                  /* some are in the next line: the rest is recorded there */
    notq %r11
    andq %rax, %r11
    orq %r11, 8(%r8)
    movq %rcx, %r11
    movl %r10d, %ecx
    rorq %cl, %r9                       /* all of them */
    negl %ecx
    andl $63, %ecx
    movq %r9, %rax
    shrq %cl, %rax
    addq %rcx, %r10
    movq %r11, %rcx
    THREAD_OFFSET_TO r11, rt_tls, r8
    cmpq $0x100, %r9
    adcq $-1, %fs:TLS_WORK(%r11)        /* of the first line one */
    jmp 1b
14: bsrq %rax, %r8
    incl %r8d
    SKIP
    movl $2, %r8d
    cmpq $0x100, %rax
    sbbl $0, %r8d
    SKIPPED
    RARE
    REST %rax, rt_reads_quick
LEAVE __algoprof1_reads

/* replayed (description): rt_replay_quick gets the general registers in the order of their
   numbers, the stack pointer's unset, with the return address and the argument behind. */
ENTRY __algoprof1_replayed
    .irp r, r15, r14, r13, r12, r11, r10, r9, r8, rsp, rbp, rdi, rsi, rbx, rcx, rdx, rax
    pushq %\r
    .cfi_adjust_cfa_offset 8
    .endr
    movq %rsp, %rdi
    leaq rt_own_access(%rip), %rsi
    call rt_replay_quick
    .irp r, rax, rdx, rcx, rbx, rsi, rdi, rbp
    popq %\r
    .cfi_adjust_cfa_offset -8
    .endr
    leaq 8(%rsp), %rsp
    .cfi_adjust_cfa_offset -8
    .irp r, r8, r9, r10, r11, r12, r13, r14, r15
    popq %\r
    .cfi_adjust_cfa_offset -8
    .endr
    ret
LEAVE __algoprof1_replayed

    .section .rodata
    .p2align 3
bytes_of_size:                          /* the lowest ones of a line */
    .quad 0
    .set size, 1
    .rept 64
    .quad -1 >> (64 - size)
    .set size, size + 1
    .endr

    .macro BYTES size                   /* by their first one's place; 0: they end in another line */
bytes_\size:
    .set place, 0
    .rept 64
    .if place + \size > 64
    .quad 0
    .else
    .quad ((1 << \size) - 1) << place
    .endif
    .set place, place + 1
    .endr
    .endm
    .irp size, 1, 2, 4, 8, 16
    BYTES \size
    .endr

    .section .note.GNU-stack, "", @progbits
