/* SPDX-License-Identifier: MIT
 *
 * Entry points of in-house mode that functions call at each begin, end and first read (inhouse_abi.h).
 *
 *     enter               %rax: the routine; result: the frame.  Changes %r10 and %r11.
 *     leave               %rdi: the frame, %rsi: the cost.  Keeps %rax, %rdx and all vector registers.
 *     firstN_REGISTER     the register: the first of N cells.  Changes nothing but the flags.
 *     takeN_REGISTER      likewise.
 *     lost_REGISTER       likewise; the register's lower half: a stamp. */
#include "arch/x86_64/entry/inhouse.h"
#include "arch/x86_64/function.h"

    .hidden rt_inhouse, rt_inhouse_refused, rt_nobody, rt_in_enter, rt_in_leave, rt_in_left
    .hidden rt_frame_left, rt_frame_first, rt_frame_taken, rt_frame_take, rt_save_result, rt_save_void
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
    movq T_ACTIVATIONS(%rcx), %r11
    addq $1, %r11
    cmpq T_QUICK(%rcx), %r11
    jae 9f
    movq %r11, T_ACTIVATIONS(%rcx)
    incq L_AGAIN(%r8)
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

    .macro PUSH registers:vararg
    .irp r, \registers
    pushq %\r
    .cfi_adjust_cfa_offset 8
    .endr
    .endm

    .macro POP registers:vararg
    .irp r, \registers
    popq %\r
    .cfi_adjust_cfa_offset -8
    .endr
    .endm

/* Calls a C function with what the caller has pushed last, which is taken from the stack; and with n. */
    .macro WITH_PUSHED name, function
    .type \name, @function
\name:
    .cfi_startproc
    PUSH rdi, rsi, rax, rcx, rdx, r8, r9, r10, r11
    movq 80(%rsp), %rdi
    movq 88(%rsp), %rsi
    call \function
    POP r11, r10, r9, r8, rdx, rcx, rax, rsi, rdi
    ret $16
    .cfi_endproc
    .size \name, . - \name
    .endm

    WITH_PUSHED taken_in_c, rt_frame_taken
    WITH_PUSHED take_in_c, rt_frame_take

#define LOST_NEAR 4                     /* frames below the top one that `lost' looks at */
#define NEAR 16                         /* and those below them that are looked at here */

/* Of what `lost' below has not found, whose stamp was pushed last: the deepest activation with no larger one, which is looked
   at first the next time. */
    .type taken_far, @function
taken_far:
    .cfi_startproc
    PUSH rdx, rcx, rax
    .cfi_remember_state
    movq rt_inhouse@gottpoff(%rip), %rdx
    movq %fs:(%rdx), %rdx
    movq T_TOP(%rdx), %rcx
    movl 32(%rsp), %eax
    subq $LOST_NEAR*F_BYTES, %rcx
    .rept NEAR
    subq $F_BYTES, %rcx
    cmpl %eax, F_STAMP(%rcx)
    jbe 3f
    .endr
    POP rax, rcx, rdx
    jmp taken_in_c
    .cfi_restore_state
3:  movq %rcx, T_HOLDER(%rdx)
    decq F_SIZE(%rcx)
    POP rax, rcx, rdx
    ret $16
    .cfi_endproc
    .size taken_far, . - taken_far

/* With trms: first reads of n cells, which lie on the stack above the return address with the first of them; whoever called
   has both taken from there.  What no other thread, nor the kernel, has written since has two stamps that are alike. */
    .type first_shared, @function
first_shared:
    .cfi_startproc
    PUSH rdi, rsi, rax, rcx, rdx, r8, r9, r10, r11
5:  movq rt_inhouse@gottpoff(%rip), %rdx
    movq %fs:(%rdx), %rdx
    movq T_TOP(%rdx), %rcx
    movq F_STAMPS(%rcx), %rsi
    movl F_STAMP(%rcx), %eax
    movq 80(%rsp), %rdi
    movq 88(%rsp), %r8
1:  movq (%rsi, %rdi, 8), %r9
    cmpl %eax, %r9d
    jae 3f
    movq %r9, %r10
    shrq $32, %r10
    cmpl %r10d, %r9d
    jne 7f
    testl %r9d, %r9d
    jz 7f
    leaq -F_BYTES(%rcx), %r10
    cmpl %r9d, F_STAMP(%r10)
    jbe 2f
    subq $F_BYTES, %r10
    cmpl %r9d, F_STAMP(%r10)
    jbe 2f
    movq T_HOLDER(%rdx), %r10
    cmpq %rcx, %r10
    jae 7f
    cmpl %r9d, F_STAMP(%r10)
    ja 7f
    cmpl %r9d, F_STAMP + F_BYTES(%r10)
    jbe 7f
2:  movl %eax, (%rsi, %rdi, 8)
    movl %eax, 4(%rsi, %rdi, 8)
    decq F_SIZE(%r10)
    subq T_BOTTOM(%rdx), %r10
    shrq $I_BYTES_LESS, %r10
    addq T_INDUCED(%rdx), %r10
    decq (%r10)
    incq F_SIZE(%rcx)
    movq %rcx, %r10
    subq T_BOTTOM(%rdx), %r10
    shrq $I_BYTES_LESS, %r10
    addq T_INDUCED(%rdx), %r10
    incq (%r10)
3:  incq %rdi
    decq %r8
    jnz 1b
4:  POP r11, r10, r9, r8, rdx, rcx, rax, rsi, rdi
    .cfi_remember_state
    ret $16
    .cfi_restore_state
    .cfi_adjust_cfa_offset 72
7:  leaq 1(%rdi), %r9                   /* this one in C */
    movq %r9, 80(%rsp)
    movq %r8, 88(%rsp)
    movl $1, %esi
    call rt_frame_first
    decq 88(%rsp)
    jnz 5b
    jmp 4b
    .cfi_endproc
    .size first_shared, . - first_shared

/* The cell that is `ahead' stamps behind: f is the running activation's frame, s where its stamps begin; o and g are
   changed.  The deepest of the pending activations that has accessed the cell, if one has, loses it. */
    .macro ONE cell, f, s, o64, o, g, ahead
    movl 4*\ahead(%\s, %\cell, 4), %\o
    movl F_STAMP(%\f), %\g
    cmpl %\g, %\o
    jae 5f
    movl %\g, 4*\ahead(%\s, %\cell, 4)
    incq F_SIZE(%\f)
    testl %\o, %\o
    jz 5f
    cmpl %\o, F_STAMP - F_BYTES(%\f)
    ja 4f
    decq F_SIZE - F_BYTES(%\f)
    jmp 5f
4:  call lost_\o64
5:
    .endm

/* First reads of n cells, which lie on the stack above the return address with the first of them; whoever called has both
   taken from there. */
    .type first_many, @function
first_many:
    .cfi_startproc
    PUSH rdi, rsi, rax, rcx, rdx, r8, r9, r10, r11
    movq rt_inhouse@gottpoff(%rip), %rdx
    movq %fs:(%rdx), %rdx
    cmpl $0, T_BIT(%rdx)
    jne 7f
    movq T_TOP(%rdx), %rdx
    movq F_STAMPS(%rdx), %rcx
    movl F_STAMP(%rdx), %esi
    movl F_STAMP - F_BYTES(%rdx), %r11d
    movq 80(%rsp), %rdi
    movq 88(%rsp), %r8
    xorl %r9d, %r9d                     /* cells read first */
    xorl %r10d, %r10d                   /* of these: the caller's before */
1:  movl (%rcx, %rdi, 4), %eax
    cmpl %esi, %eax
    jae 3f
    movl %esi, (%rcx, %rdi, 4)
    incq %r9
    testl %eax, %eax
    jz 3f
    cmpl %eax, %r11d
    ja 2f
    incq %r10
3:  incq %rdi
    decq %r8
    jnz 1b
    addq %r9, F_SIZE(%rdx)
    subq %r10, F_SIZE - F_BYTES(%rdx)
4:  POP r11, r10, r9, r8, rdx, rcx, rax, rsi, rdi
    .cfi_remember_state
    ret $16
    .cfi_restore_state
    .cfi_adjust_cfa_offset 72
2:  call lost_rax
    jmp 3b
7:  POP r11, r10, r9, r8, rdx, rcx, rax, rsi, rdi
    jmp first_shared
    .cfi_endproc
    .size first_many, . - first_many

    .macro NAME n, cell
    .globl "__algoprof1_inhouse_first\n\()_%\cell", __algoprof1_inhouse_first\n\()_\cell
    .type "__algoprof1_inhouse_first\n\()_%\cell", @function
    .type __algoprof1_inhouse_first\n\()_\cell, @function
    .p2align 4
"__algoprof1_inhouse_first\n\()_%\cell":
__algoprof1_inhouse_first\n\()_\cell:
    .endm

/* f, s, o, g: registers that are none of the cell's; o and g by their lower halves, too. */
    .macro FIRST_TWO cell, f, s, o, o32, g, g32
    NAME 2, \cell
    .cfi_startproc
    PUSH \f, \s, \o, \g
    .cfi_remember_state
    movq rt_inhouse@gottpoff(%rip), %\f
    movq %fs:(%\f), %\f
    cmpl $0, T_BIT(%\f)
    jne 7f
    movq T_TOP(%\f), %\f
    movq F_STAMPS(%\f), %\s
    ONE \cell, \f, \s, \o, \o32, \g32, 0
    ONE \cell, \f, \s, \o, \o32, \g32, 1
    POP \g, \o, \s, \f
    ret
    .cfi_restore_state
7:  POP \g, \o, \s, \f                  /* trms */
    pushq $2
    .cfi_adjust_cfa_offset 8
    pushq %\cell
    .cfi_adjust_cfa_offset 8
    call first_shared
    .cfi_adjust_cfa_offset -16
    ret
    .cfi_endproc
    .size __algoprof1_inhouse_first2_\cell, . - __algoprof1_inhouse_first2_\cell
    .endm

    .irp cell, rbx, rbp, rsi, r8, r9, r10, r11, r12, r13, r14, r15
    FIRST_TWO \cell, rdx, rcx, rax, eax, rdi, edi
    .endr
    FIRST_TWO rdi, rdx, rcx, rax, eax, rsi, esi
    FIRST_TWO rax, rdx, rcx, rsi, esi, rdi, edi
    FIRST_TWO rcx, rdx, rax, rsi, esi, rdi, edi
    FIRST_TWO rdx, rcx, rax, rsi, esi, rdi, edi

    .macro IF_BELOW n, half, f
    cmpl %\half, F_STAMP - \n*F_BYTES(%\f)
    jbe \n\()f
    .endm

    .macro LOSES n, f
\n: decq F_SIZE - \n*F_BYTES(%\f)
    jmp 8b
    .endm

/* A cell that the running activation has read first had this stamp: the deepest pending one below its caller that has
   accessed it loses it.  t, f: registers that are not the stamp's. */
    .macro LOST stamp, half, t, f
    .globl "__algoprof1_inhouse_lost_%\stamp", __algoprof1_inhouse_lost_\stamp
    .type "__algoprof1_inhouse_lost_%\stamp", @function
    .type __algoprof1_inhouse_lost_\stamp, @function
    .p2align 4
"__algoprof1_inhouse_lost_%\stamp":
__algoprof1_inhouse_lost_\stamp:
lost_\stamp:                           /* for calls from here */
    .cfi_startproc
    PUSH \t, \f
    .cfi_remember_state
    movq rt_inhouse@gottpoff(%rip), %\t
    movq %fs:(%\t), %\t
    testq %\t, %\t
    jz 8f
    movq T_TOP(%\t), %\f
    .irp n, 2, 3, 4
    IF_BELOW \n, \half, \f
    .endr
    movq T_HOLDER(%\t), %\t            /* who lost a cell last */
    cmpq %\f, %\t
    jae 9f
    cmpl %\half, F_STAMP(%\t)
    ja 9f
    cmpl %\half, F_STAMP + F_BYTES(%\t)
    jbe 9f
    decq F_SIZE(%\t)
8:  POP \f, \t
    ret
    .cfi_restore_state
    .irp n, 2, 3, 4
    LOSES \n, \f
    .endr
9:  POP \f, \t
    pushq $0
    .cfi_adjust_cfa_offset 8
    pushq %\stamp
    .cfi_adjust_cfa_offset 8
    call taken_far
    .cfi_adjust_cfa_offset -16
    ret
    .cfi_endproc
    .size __algoprof1_inhouse_lost_\stamp, . - __algoprof1_inhouse_lost_\stamp
    .endm

    LOST rax, eax, rdx, rcx
    LOST rcx, ecx, rdx, rax
    LOST rdx, edx, rcx, rax
    LOST rbx, ebx, rdx, rax
    LOST rsi, esi, rdx, rax
    LOST rdi, edi, rdx, rax
    LOST rbp, ebp, rdx, rax
    .irp r, r8, r9, r10, r11, r12, r13, r14, r15
    LOST \r, \r\()d, rdx, rax
    .endr

    .macro MANY n, cell
    NAME \n, \cell
    .cfi_startproc
    pushq $\n
    .cfi_adjust_cfa_offset 8
    pushq %\cell
    .cfi_adjust_cfa_offset 8
    .if \n == 1                         /* without trms it is told in line */
    call first_shared
    .else
    call first_many
    .endif
    .cfi_adjust_cfa_offset -16
    ret
    .cfi_endproc
    .size __algoprof1_inhouse_first\n\()_\cell, . - __algoprof1_inhouse_first\n\()_\cell
    .endm

    .irp n, 1, 3, 4, 5, 6, 7, 8
    .irp cell, rax, rcx, rdx, rdi, rsi, rbx, rbp, r8, r9, r10, r11, r12, r13, r14, r15
    MANY \n, \cell
    .endr
    .endr

/* Cells that it writes, and that others may have. */
    .macro TAKE n, cell
    .globl "__algoprof1_inhouse_take\n\()_%\cell", __algoprof1_inhouse_take\n\()_\cell
    .type "__algoprof1_inhouse_take\n\()_%\cell", @function
    .type __algoprof1_inhouse_take\n\()_\cell, @function
"__algoprof1_inhouse_take\n\()_%\cell":
__algoprof1_inhouse_take\n\()_\cell:
    .cfi_startproc
    pushq $\n
    .cfi_adjust_cfa_offset 8
    pushq %\cell
    .cfi_adjust_cfa_offset 8
    call take_in_c
    .cfi_adjust_cfa_offset -16
    ret
    .cfi_endproc
    .size __algoprof1_inhouse_take\n\()_\cell, . - __algoprof1_inhouse_take\n\()_\cell
    .endm

    .irp n, 1, 2
    .irp cell, rax, rcx, rdx, rdi, rsi, rbx, rbp, r8, r9, r10, r11, r12, r13, r14, r15
    TAKE \n, \cell
    .endr
    .endr

    .section .note.GNU-stack, "", @progbits
