/* SPDX-License-Identifier: MIT
 *
 * enter and new (context_abi.h).  Called where a function begins: they preserve all registers but the flags and %r11, in
 * which the record is afterwards. */
    .text

/* %r10: the callable; the slot is the cursor. */
    .globl __algoprof1_context_enter, __algoprof1_context_new
    .type __algoprof1_context_enter, @function
    .p2align 4
__algoprof1_context_enter:
    .cfi_startproc
    movq %r10, %r11
    movq __algoprof1_context_cursor@gottpoff(%rip), %r10
    movq %fs:(%r10), %r10
    jmp __algoprof1_context_find
    .cfi_endproc
    .size __algoprof1_context_enter, . - __algoprof1_context_enter

/* %r10: the slot; %r11: the callable.  Mostly a pointer's call of the same function as before. */
    .type __algoprof1_context_new, @function
    .p2align 4
__algoprof1_context_new:
__algoprof1_context_find:
    .cfi_startproc
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
    .cfi_endproc
    .size __algoprof1_context_new, . - __algoprof1_context_new

    .section .note.GNU-stack, "", @progbits
