/* SPDX-License-Identifier: MIT
 *
 * Entry points of accesses (rt_abi.h, rt_thunks.S). */
#include "rt_thunks.h"

    .text
    .globl __algoprof1_access, __algoprof1_reads
    .globl rt_append_thunk
    .hidden rt_append_thunk

/* Accesses: what is common, rt_access_quick does the rest: their bytes are in one line,
   which is in the lent table or finds a free slot there, and no range is pending.  A free
   slot has no bytes.  No branch on whether they were seen before: it is as good as random.
   Registers are few, because each is a store and a load. */
#define LOW(kept) (16 + (kept))         /* from %rsp: caller's %rsp - 128, or a word below */
    .macro KEEP register
    pushq %\register
    .cfi_adjust_cfa_offset 8
    .endm

    .macro RESTORE register
    popq %\register
    .cfi_adjust_cfa_offset -8
    .endm

/* Begin: %rax, %rcx, %rdx are kept, %rcx is the address, %rdx rt_tls, busy is set.
   away: labels for accesses that are turned away, or on the stack. */
    .macro BEGIN_ACCESS kept
    movq rt_tls@gottpoff(%rip), %rdx
    movq 8+\kept(%rsp), %rcx
    cmpq $0, %fs:TLS_BUSY(%rdx)
    jne 9f
    leaq 1(%rsp), %rax
    movq %rax, %fs:TLS_BUSY(%rdx)
    cmpq %fs:TLS_FLOOR(%rdx), %rcx
    jae 6f
    .endm

/* %rcx becomes the line's key; its slot, maybe, to %rax (rt_line_slot). */
    .macro FIND_SLOT
    orq $63, %rcx
    movq %fs:TLS_FACTOR(%rdx), %rax
    imulq %rcx, %rax
    shrq $33, %rax
    andq %fs:TLS_PLACES(%rdx), %rax
    leaq (%rax, %rax, 2), %rax
    addq %fs:TLS_FIRST(%rdx), %rax
    cmpq %rcx, (%rax)
    jne 4f
    .endm

/* What the labels do: look on, to 2; take a free slot, to 2; young stack is done, other
   stack to 1; 8 clears busy, 9 goes on behind. */
    .macro RARE kept
5:  addq $24, %rax
    cmpq %fs:TLS_END(%rdx), %rax
    je 8f
    cmpq %rcx, (%rax)
    je 2b
4:  cmpq $0, (%rax)
    jne 5b
    cmpq $0, %fs:TLS_LEFT(%rdx)
    je 8f
    decq %fs:TLS_LEFT(%rdx)             /* in this order: a jump out of a handler */
    cmpq $0, %fs:TLS_ORDER(%rdx)
    jne 10f
7:  movq %rcx, (%rax)
    jmp 2b
10: movq %fs:TLS_ORDER(%rdx), %rcx
    cmpq %fs:TLS_ORDER_END(%rdx), %rcx
    jae 11f
    movq %rax, (%rcx)
    addq $8, %fs:TLS_ORDER(%rdx)
11: movq 8+\kept(%rsp), %rcx
    orq $63, %rcx
    jmp 7b
6:  cmpq $0, %fs:TLS_FLOOR(%rdx)        /* nothing is lent */
    je 8f
    leaq LOW(\kept)(%rsp), %rax
    cmpq %rax, %rcx
    jb 1b
    cmpq %fs:TLS_SP(%rdx), %rcx
    jae 1b
    subq %fs:TLS_SP(%rdx), %rax
    negq %rax
    cmpq %fs:TLS_SPAN(%rdx), %rax
    jae 1b                              /* not one stack */
    movq $0, %fs:TLS_BUSY(%rdx)
    jmp 3b
8:  movq rt_tls@gottpoff(%rip), %rdx
    movq $0, %fs:TLS_BUSY(%rdx)
9:
    .endm

/* readN (address), writeN (address).  own, other: of the line's two sets of bytes. */
    .macro ACCESS name, size, flag, own, other
ENTRY __algoprof1_\name\size
    KEEP rax
    KEEP rcx
    KEEP rdx
    BEGIN_ACCESS 24
1:  FIND_SLOT
2:  movl 32(%rsp), %ecx
    .if \size > 1
    testb $\size - 1, %cl
    jnz 13f
    .endif
12: movl $(1 << \size) - 1, %edx
    shlq %cl, %rdx
    movq \other(%rax), %rcx
    notq %rcx
    andq %rcx, %rdx
    orq %rdx, \own(%rax)
    movq rt_tls@gottpoff(%rip), %rdx
    addq $(\size + 7) / 8, %fs:TLS_WORK(%rdx)
    movq $0, %fs:TLS_BUSY(%rdx)
    .cfi_remember_state
3:  RESTORE rdx
    RESTORE rcx
    RESTORE rax
    ret
    .cfi_restore_state
    .if \size > 1
13: movl %ecx, %edx                     /* not aligned: does it end in another line? */
    andl $63, %edx
    cmpl $64 - \size, %edx
    jbe 12b
    jmp 8f
    .endif
    RARE 24
    RESTORE rdx
    RESTORE rcx
    RESTORE rax
    pushq $\size + \flag
    .cfi_adjust_cfa_offset 8
    pushq 16(%rsp)
    .cfi_adjust_cfa_offset 8
    call rt_access_quick
    leaq 16(%rsp), %rsp
    .cfi_adjust_cfa_offset -16
    ret
LEAVE __algoprof1_\name\size
    .endm

    .irp size, 1, 2, 4, 8, 16
    .globl __algoprof1_read\size, __algoprof1_write\size
    ACCESS read, \size, 0, 8, 16
    ACCESS write, \size, 0x8000, 16, 8
    .endr

/* access (address, meta): of any size. */
#define META 48(%rsp)
ENTRY __algoprof1_access
    KEEP r8
    KEEP rax
    KEEP rcx
    KEEP rdx
    BEGIN_ACCESS 32
1:  FIND_SLOT
2:  movq 40(%rsp), %rcx
    movl META, %edx
    andl $0x3fff, %edx                  /* size */
    movl %ecx, %r8d
    andl $63, %r8d
    addl %edx, %r8d
    cmpl $64, %r8d                      /* behind its last byte, in the line */
    ja 8f
    leaq bytes_of_size(%rip), %r8
    movq (%r8, %rdx, 8), %r8
    shlq %cl, %r8                       /* its bytes */
    cmpw $0, META
    js 0f
    movq 16(%rax), %rcx
    notq %rcx
    andq %rcx, %r8
    orq %r8, 8(%rax)
    jmp 7f
0:  movq 8(%rax), %rcx
    notq %rcx
    andq %rcx, %r8
    orq %r8, 16(%rax)
7:  movq rt_tls@gottpoff(%rip), %rcx
    addl $7, %edx
    shrl $3, %edx
    addq %rdx, %fs:TLS_WORK(%rcx)
    movq $0, %fs:TLS_BUSY(%rcx)
    .cfi_remember_state
3:  RESTORE rdx
    RESTORE rcx
    RESTORE rax
    RESTORE r8
    ret
    .cfi_restore_state
    RARE 32
    RESTORE rdx
    RESTORE rcx
    RESTORE rax
    RESTORE r8
    jmp rt_access_quick
LEAVE __algoprof1_access

/* reads (address, mask of bytes from there on). */
ENTRY __algoprof1_reads
    KEEP r8
    KEEP rax
    KEEP rcx
    KEEP rdx
    BEGIN_ACCESS 32
1:  FIND_SLOT
2:  movl 40(%rsp), %ecx
    movq 48(%rsp), %rdx
    movq %rdx, %r8
    shlq %cl, %r8                       /* its bytes of the line */
    movq %r8, %rdx
    shrq %cl, %rdx
    cmpq 48(%rsp), %rdx
    jne 12f
    movq 16(%rax), %rcx
    notq %rcx
    andq %rcx, %r8
    orq %r8, 8(%rax)
    cmpq $0x100, %rdx
    movq rt_tls@gottpoff(%rip), %rcx
    sbbq $-2, %fs:TLS_WORK(%rcx)        /* one word more, or two */
    movq $0, %fs:TLS_BUSY(%rcx)
    .cfi_remember_state
3:  RESTORE rdx
    RESTORE rcx
    RESTORE rax
    RESTORE r8
    ret
    .cfi_restore_state
12: movq 16(%rax), %rdx                 /* some are in the next line: what is left is told there */
    notq %rdx
    andq %rdx, %r8
    orq %r8, 8(%rax)
    negl %ecx
    andl $63, %ecx
    shrq %cl, 48(%rsp)
    addq %rcx, 40(%rsp)
    movq rt_tls@gottpoff(%rip), %rdx
    incq %fs:TLS_WORK(%rdx)
    movq 40(%rsp), %rcx
    jmp 1b
    RARE 32
    RESTORE rdx
    RESTORE rcx
    RESTORE rax
    RESTORE r8
    jmp rt_reads_quick
LEAVE __algoprof1_reads

/* access (%rdi, %rsi meta), into the buffer.  Young stack is left out: addresses in
   [caller's %rsp - 128, sp of the instance), if that is one stack.  The word
   is reserved by one instruction, so that a signal handler's accesses come
   before or after it. */
ENTRY rt_append_thunk
    pushq %rax
    .cfi_adjust_cfa_offset 8
    pushq %rcx
    .cfi_adjust_cfa_offset 8
    pushq %rdx
    .cfi_adjust_cfa_offset 8
    movq rt_tls@gottpoff(%rip), %rcx
    leaq 32(%rsp), %rdx                 /* caller's %rsp - 128 */
    movq %fs:TLS_SP(%rcx), %rax
    subq %rdx, %rax
    cmpq %fs:TLS_SPAN(%rcx), %rax
    jae 1f
    negq %rdx
    addq %rdi, %rdx
    cmpq %rax, %rdx
    jb 2f
1:  movq $0, %fs:TLS_SLOTS(%rcx)        /* none may overtake it */
    movq $0, %fs:TLS_FLOOR(%rcx)
    movl $8, %eax
    xaddq %rax, %fs:TLS_CUR(%rcx)
    cmpq %fs:TLS_LIMIT(%rcx), %rax
    jae 3f
    movq %rdi, %rdx
    shlq $16, %rdx
    movzwl %si, %ecx
    orq %rcx, %rdx
    rorq $16, %rdx
    movq %rdx, (%rax)
2:  popq %rdx
    .cfi_adjust_cfa_offset -8
    popq %rcx
    .cfi_adjust_cfa_offset -8
    popq %rax
    .cfi_adjust_cfa_offset -8
    ret
3:  .cfi_adjust_cfa_offset 24
    cmpq $0, %fs:TLS_LIMIT(%rcx)
    je 2b
    popq %rdx
    .cfi_adjust_cfa_offset -8
    popq %rcx
    .cfi_adjust_cfa_offset -8
    popq %rax
    .cfi_adjust_cfa_offset -8
    jmp rt_access_thunk
LEAVE rt_append_thunk

    .section .rodata
    .p2align 3
bytes_of_size:                          /* the lowest ones of a line */
    .quad 0
    .set size, 1
    .rept 64
    .quad -1 >> (64 - size)
    .set size, size + 1
    .endr

    .section .note.GNU-stack, "", @progbits
