/* SPDX-License-Identifier: MIT
 *
 * Entry points of in-house mode that functions call at each begin and end (inhouse_abi.h).
 *
 *     enter               %rax: the routine; result: the frame.  Changes %r10 and %r11.
 *     leave               %rdi: the frame, %rsi: the cost.  Keeps %rax, %rdx and all vector registers. */
#include "arch/x86_64/entry/inhouse.h"
#include "arch/x86_64/function.h"

    .hidden rt_inhouse, rt_inhouse_refused, rt_nobody, rt_in_enter, rt_in_leave, rt_in_left
    .hidden rt_frame_left, rt_save_result, rt_save_void
    .text
    .globl __algoprof1_inhouse_enter, __algoprof1_inhouse_leave

ENTRY __algoprof1_inhouse_enter
    movq rt_inhouse@gottpoff(%rip), %r11
    movq %fs:(%r11), %r11
    testq %r11, %r11
    jz 8f
    cmpl $0, R_NUMBER(%rax)
    jle 8f                              /* it has no number, or none can be had (all ones) */
    movq T_COUNT(%r11), %r10
    cmpq T_LIMIT(%r11), %r10
    jae 8f
    movq T_TOP(%r11), %r10
    addq $F_BYTES, %r10
    cmpq T_READY(%r11), %r10            /* its other fields stay as the first activation there has set them */
    ja 8f
    movq %r10, T_TOP(%r11)
    movq %rax, F_ROUTINE(%r10)
    movl $1, %eax
    xaddq %rax, T_COUNT(%r11)           /* as one instruction: a handler may enter, too */
    incl %eax
    movq %rax, F_STAMP(%r10)            /* and 0 to `tails' */
    movq $0, F_COST(%r10)
    movq $0, F_SIZE(%r10)
    movq $0, F_NEAR(%r10)
    movq $0, F_BELOW(%r10)
    movq %r10, %rax
    ret
8:  movq rt_inhouse_refused@gottpoff(%rip), %r10
    cmpb $0, %fs:(%r10)
    jne 7f
    pushq %rdi
    .cfi_adjust_cfa_offset 8
    movq %rax, %rdi
    call 9f
    popq %rdi
    .cfi_adjust_cfa_offset -8
    ret
7:  leaq rt_nobody(%rip), %rax
    ret
9:  .cfi_adjust_cfa_offset 8
    pushq %r11
    .cfi_adjust_cfa_offset 8
    leaq rt_in_enter(%rip), %r11
    jmp rt_save_result
LEAVE __algoprof1_inhouse_enter

ENTRY __algoprof1_inhouse_leave
    movq rt_inhouse@gottpoff(%rip), %rcx
    movq %fs:(%rcx), %rcx
    testq %rcx, %rcx
    jz 8f
    cmpq %rdi, T_TOP(%rcx)
    jne 9f
    movq F_ROUTINE(%rdi), %r8
    movl R_NUMBER(%r8), %r8d
    shlq $P_SHIFT, %r8
    addq T_PROFILE(%rcx), %r8
    movq F_SIZE(%rdi), %r9
    addq F_NEAR(%rdi), %r9
    movq F_BELOW(%rdi), %r10
    addq %rsi, %r10
    leal (%r9, %r10), %r11d             /* rt_last_place */
    imull $L_FACTOR, %r11d, %r11d
    shrl $L_PLACE_SHIFT, %r11d
    shll $L_SHIFT, %r11d
    addq %r11, %r8
    leaq 1(%r10), %r11
    cmpq %r9, L_SIZE(%r8)
    jne 9f
    cmpq %r11, L_COST_1(%r8)
    jne 9f
    cmpq %rsi, L_OWN(%r8)
    jne 9f
    cmpl $0, F_TAILS - F_BYTES(%rdi)
    jne 9f
    cmpq T_INDUCED_END(%rcx), %rdi
    jb 9f
    movq T_ACTIVATIONS(%rcx), %r11
    addq $1, %r11
    cmpq T_QUICK(%rcx), %r11
    jae 9f
    movq %r11, T_ACTIVATIONS(%rcx)
    incq L_AGAIN(%r8)
    movq F_SIZE(%rdi), %r9
    addq %r9, F_SIZE - F_BYTES(%rdi)
    addq %r10, F_BELOW - F_BYTES(%rdi)
    subq $F_BYTES, %rdi
    movq %rdi, T_TOP(%rcx)
    ret
9:  leaq rt_nobody(%rip), %r11
    cmpq %r11, %rdi
    je 7f
    pushq %rax
    .cfi_adjust_cfa_offset 8
    pushq %rdx
    .cfi_adjust_cfa_offset 8
    pushq %rdi
    .cfi_adjust_cfa_offset 8
    pushq %rsi
    .cfi_adjust_cfa_offset 8
    call rt_frame_left
    popq %rsi
    .cfi_adjust_cfa_offset -8
    popq %rdi
    .cfi_adjust_cfa_offset -8
    cmpb $1, %al
    popq %rdx
    .cfi_adjust_cfa_offset -8
    popq %rax
    .cfi_adjust_cfa_offset -8
    jb 8f
    ja 6f
7:  ret
8:  pushq %r11
    .cfi_adjust_cfa_offset 8
    leaq rt_in_leave(%rip), %r11
    jmp rt_save_void
    .cfi_adjust_cfa_offset -8
6:  pushq %r11
    .cfi_adjust_cfa_offset 8
    leaq rt_in_left(%rip), %r11
    jmp rt_save_void
LEAVE __algoprof1_inhouse_leave

    .section .note.GNU-stack, "", @progbits
