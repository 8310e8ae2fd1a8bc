/* SPDX-License-Identifier: MIT
 *
 * Entry points of in-house mode that functions call at each begin and end (inhouse_abi.h).
 *
 *     enter               %rax: the routine; result: the frame.  Changes %r10, %r11 and %xmm15.
 *     enter_general       likewise, but changes no vector register.
 *     leave               %rdi: the frame, %rsi: the cost.  Keeps %rax, %rdx and all vector registers.
 *     leave_shared        likewise, with trms. */
#include "arch/x86_64/entry/inhouse.h"
#include "arch/x86_64/function.h"

    .hidden rt_inhouse, rt_inhouse_refused, rt_nobody, rt_in_enter, rt_in_leave, rt_in_left
    .hidden rt_frame_left, rt_save_result, rt_save_void
    .text
    .globl __algoprof1_inhouse_enter, __algoprof1_inhouse_enter_general, __algoprof1_inhouse_leave, __algoprof1_inhouse_leave_shared

    .macro ENTER_ENTRY name, vectors
ENTRY \name
    movq rt_inhouse@gottpoff(%rip), %r11
    movq %fs:(%r11), %r11
    testq %r11, %r11
    jz enter_in_c
    cmpl $0, R_NUMBER(%rax)
    jle enter_in_c                      /* it has no number, or none can be had (all ones) */
    movq T_COUNT(%r11), %r10
    cmpq T_LIMIT(%r11), %r10
    jae enter_in_c
    movq T_TOP(%r11), %r10
    addq $F_BYTES, %r10
    cmpq T_READY(%r11), %r10            /* its other fields stay as the first activation there has set them */
    ja enter_in_c
    movq %r10, T_TOP(%r11)
    movq %rax, F_ROUTINE(%r10)
    incq T_COUNT(%r11)                  /* a handler that enters here has older ones */
    movl T_COUNT(%r11), %eax
    movq %rax, F_STAMP(%r10)            /* and 0 to `tails' */
    .if \vectors
    xorps %xmm15, %xmm15
    movaps %xmm15, F_NEAR(%r10)         /* and `cost' */
    movaps %xmm15, F_SIZE(%r10)         /* and `below' */
    .else
    movq $0, F_NEAR(%r10)
    movq $0, F_COST(%r10)
    movq $0, F_SIZE(%r10)
    movq $0, F_BELOW(%r10)
    .endif
    movq %r10, %rax
    ret
LEAVE \name
    .endm

    ENTER_ENTRY __algoprof1_inhouse_enter, 1
    ENTER_ENTRY __algoprof1_inhouse_enter_general, 0

ENTRY enter_in_c
    movq rt_inhouse_refused@gottpoff(%rip), %r10
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
LEAVE enter_in_c

    .macro LEAVE_ENTRY name, shared
ENTRY \name
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
    leal (%r9, %r10), %r11d             /* rt_last_place, in bytes / 8 */
    imull $L_FACTOR, %r11d, %r11d
    shrl $L_PLACE_SHIFT - 2, %r11d
    andl $-4, %r11d
    cmpq %r9, L_SIZE(%r8, %r11, 8)
    jne 9f
    cmpq %r10, L_COST(%r8, %r11, 8)
    jne 9f
    cmpq %rsi, L_OWN(%r8, %r11, 8)
    jne 9f
    cmpl $0, F_TAILS - F_BYTES(%rdi)
    jne 9f
    .if \shared
    cmpq T_INDUCED_END(%rcx), %rdi
    jb 9f
    .endif
    incq T_ENDED(%rcx)
    jns 6f
    incq L_AGAIN(%r8, %r11, 8)
    movq F_SIZE(%rdi), %r9
    addq %r9, F_SIZE - F_BYTES(%rdi)
    addq %r10, F_BELOW - F_BYTES(%rdi)
    subq $F_BYTES, %rdi
    movq %rdi, T_TOP(%rcx)
8:  ret
6:  decq T_ENDED(%rcx)
9:  jmp leave_in_c
LEAVE \name
    .endm

    LEAVE_ENTRY __algoprof1_inhouse_leave, 0
    LEAVE_ENTRY __algoprof1_inhouse_leave_shared, 1

/* All registers but the two of the result may be changed as the entry point may. */
ENTRY leave_in_c
    leaq rt_nobody(%rip), %r11
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
LEAVE leave_in_c

    .section .note.GNU-stack, "", @progbits
