/* SPDX-License-Identifier: MIT
 *
 * What context_abi.h names but `leaving'.  Called where functions begin, and on the way to others: but for `restore', they
 * preserve all registers but the flags, %r10 and %r11, in which the record is afterwards. */

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
.Lfind:
    pushq %rax
    .cfi_adjust_cfa_offset 8
    movq (%r10), %rax
    testq %rax, %rax
    je 1f
    cmpq %r11, -16(%rax)               /* ALGOPROF_RECORD_OF */
    jne 1f
    movq %rax, %r11
    popq %rax
    .cfi_adjust_cfa_offset -8
    ret
1:  .cfi_adjust_cfa_offset 8
    popq %rax
    .cfi_adjust_cfa_offset -8
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

    .section .note.GNU-stack, "", @progbits
