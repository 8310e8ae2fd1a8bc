/* SPDX-License-Identifier: MIT
 *
 * What context_abi.h names but `leaving'.  Called where functions begin, and on the way to others: but for `restore', they
 * preserve all registers but the flags, %r10 and %r11, in which the record is afterwards. */

#include "arch/x86_64/entry/thread.h"

/* struct rt_contexts (context/context.h; offsets.c); of an empty slot a link has 0. */
#define BASE 0
#define WORDS 8
#define LINKS 56
#define MASK 64
#define BUSY 80
#define RECORD_OF (-16)                 /* ALGOPROF_RECORD_OF */
#define RECORD_HEAD 32

    .text

    .macro function name
    .globl __algoprof1_context_\name
    .type __algoprof1_context_\name, @function
    .p2align 4
__algoprof1_context_\name:
    .cfi_startproc
    .endm

    .macro ends name
    .cfi_endproc
    .size __algoprof1_context_\name, . - __algoprof1_context_\name
    .endm

    .macro pop_scratch                  /* %rdx, %rcx, %rax */
    .irp register, rdx, rcx, rax
    popq %\register
    .cfi_adjust_cfa_offset -8
    .endr
    .endm

/* %r11 becomes the callable that is told `behind' bytes behind where the function returns to. */
    .macro load_told behind
    pushq %rax
    .cfi_adjust_cfa_offset 8
    movq 8(%rsp), %rax
    movslq \behind(%rax), %r11
    leaq \behind(%rax,%r11), %r11
    popq %rax
    .cfi_adjust_cfa_offset -8
    .endm

/* %r10: the callable; the slot is the cursor. */
    function enter
    movq %r10, %r11
    movq __algoprof1_context_cursor@gottpoff(%rip), %r10
    movq %fs:(%r10), %r10
    jmp .Lfind
    ends enter

/* %r10: the slot. */
    function first
    load_told 2                         /* jmp */
    jmp .Lfind
    ends first

/* %r10: the slot.  The cursor is set, for what is jumped to next. */
    function through
    movq (%r10), %r11
    testq %r11, %r11
    je 1f
2:  incq -8(%r11)                       /* ALGOPROF_RECORD_COUNT */
    movq __algoprof1_context_cursor@gottpoff(%rip), %r10
    movq %r11, %fs:(%r10)
    ret
1:  load_told 5                         /* jmp */
    call .Lfind
    jmp 2b
    ends through

/* The same for what is called next; the word above the return address becomes what the cursor was. */
    function outside
    movq (%r10), %r11
    testq %r11, %r11
    je 1f
2:  incq -8(%r11)
    movq __algoprof1_context_cursor@gottpoff(%rip), %r10
    pushq %fs:(%r10)
    .cfi_adjust_cfa_offset 8
    popq 8(%rsp)
    .cfi_adjust_cfa_offset -8
    movq %r11, %fs:(%r10)
    ret
1:  load_told 13                        /* call, popq, jmp */
    call .Lfind
    jmp 2b
    ends outside

/* %r11: what the cursor was.  Preserves what functions return. */
    function restore
    movq __algoprof1_context_cursor@gottpoff(%rip), %r10
    movq %r11, %fs:(%r10)
    ret
    ends restore

/* %r10: the slot; %r11: the callable. */
    function new
    jmp .Lfind
    ends new

/* %r11: the callable; the slot is %r10 or, where the carry is set, the cursor.  Mostly a pointer's call of the same function
 * as before. */
    function record
    jnc .Lfind
    movq __algoprof1_context_cursor@gottpoff(%rip), %r10
    movq %fs:(%r10), %r10
    movq (%r10), %r10
    testq %r10, %r10                    /* of traced code's calls */
    je 1f
    cmpq %r11, RECORD_OF(%r10)
    jne 1f
    movq %r10, %r11
    ret
1:  movq __algoprof1_context_cursor@gottpoff(%rip), %r10
    movq %fs:(%r10), %r10
    jmp .Llinked
.Lfind:
    pushq %rax
    .cfi_adjust_cfa_offset 8
    movq (%r10), %rax
    testq %rax, %rax
    je 1f
    cmpq %r11, RECORD_OF(%rax)
    jne 1f
    movq %rax, %r11
    popq %rax
    .cfi_adjust_cfa_offset -8
    ret
1:  .cfi_adjust_cfa_offset 8
    popq %rax
    .cfi_adjust_cfa_offset -8

/* Another callee of the same slot, where rt_context_linked looks first.  A handler comes here, too, but what it interrupts is
 * not changing links then. */
.Llinked:
    pushq %rax
    .cfi_adjust_cfa_offset 8
    pushq %rcx
    .cfi_adjust_cfa_offset 8
    pushq %rdx
    .cfi_adjust_cfa_offset 8
    THREAD_OFFSET rt_contexts
    movq %fs:(%rax), %rax
    testq %rax, %rax
    je 1f
    cmpq $0, BUSY(%rax)
    jne 1f
    movq %r10, %rdx
    subq BASE(%rax), %rdx
    shrq $3, %rdx
    cmpq WORDS(%rax), %rdx
    jae 1f
    movq %rdx, %rcx                     /* the hash (context/tree.c) */
    shlq $35, %rcx
    xorq %r11, %rcx
    imulq .Lfactor(%rip), %rcx
    shrq $32, %rcx
    andl MASK(%rax), %ecx
    shlq $3, %rcx
    addq LINKS(%rax), %rcx
    movq (%rcx), %rcx
    cmpl %ecx, %edx                     /* the link's slot */
    jne 1f
    shrq $32, %rcx                      /* its record */
    movq BASE(%rax), %rax
    leaq RECORD_HEAD(%rax,%rcx,8), %rax
    cmpq %r11, RECORD_OF(%rax)
    jne 1f
    movq %rax, (%r10)
    movq %rax, %r11
    pop_scratch
    ret
1:  .cfi_adjust_cfa_offset 24
    pop_scratch

    pushq %rbp
    .cfi_def_cfa_offset 16
    .cfi_offset %rbp, -16
    movq %rsp, %rbp
    .cfi_def_cfa_register %rbp
    pushq %rax
    pushq %rcx
    pushq %rdx
    pushq %rsi
    pushq %rdi
    pushq %r8
    pushq %r9
    pushq %r10
    andq $-16, %rsp
    movq %r10, %rdi
    movq %r11, %rsi
    call rt_context_find
    movq %rax, %r11
    leaq -64(%rbp), %rsp
    popq %r10
    popq %r9
    popq %r8
    popq %rdi
    popq %rsi
    popq %rdx
    popq %rcx
    popq %rax
    popq %rbp
    .cfi_def_cfa %rsp, 8
    ret
    ends record

    .section .rodata.cst8, "aM", @progbits, 8
    .p2align 3
.Lfactor:
    .quad 0x9e3779b97f4a7c15            /* RT_LINKS_FACTOR */

    .section .note.GNU-stack, "", @progbits
