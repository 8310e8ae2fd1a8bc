/* SPDX-License-Identifier: MIT
 *
 * Calls that change no register: of the runtime's own C code (rt_save_*, rt_call_*), and of code that is not
 * its own (rt_keep_all). */
#include "arch/x86_64/function.h"
#include "arch/x86_64/save.h"

/* Where entry points go on, with %r11 on the stack and the function in it. */
    .globl rt_save_void
    .hidden rt_save_void
    .type rt_save_void, @function
    .p2align 4
rt_save_void:
    .cfi_startproc
    CALL_C 0
    .cfi_endproc
    .size rt_save_void, . - rt_save_void

    .globl rt_save_result
    .hidden rt_save_result
    .type rt_save_result, @function
    .p2align 4
rt_save_result:
    .cfi_startproc
    CALL_C 1
    .cfi_endproc
    .size rt_save_result, . - rt_save_result

    .globl rt_save_pushed
    .hidden rt_save_pushed
    .type rt_save_pushed, @function
    .p2align 4
rt_save_pushed:
    .cfi_startproc
    CALL_C 0, 1
    .cfi_endproc
    .size rt_save_pushed, . - rt_save_pushed

/* rt_call_saving, rt_call_with_result (arch/x86_64/machine.h): from C, the function in %r8. */
    .macro FROM_C name, how
    .globl \name
    .hidden \name
    ENTRY \name
    pushq %r11
    .cfi_adjust_cfa_offset 8
    movq %r8, %r11
    jmp \how
    LEAVE \name
    .endm

    FROM_C rt_call_saving, rt_save_void
    FROM_C rt_call_with_result, rt_save_result

/* void rt_keep_all (void (*f) (void *), void *argument), as C calls it: call f, after
   which all state of x87, vector and mask registers is as before. */
    .globl rt_keep_all
    .hidden rt_keep_all
ENTRY rt_keep_all
    xorl %edx, %edx
    jmp rt_keep_all_in
LEAVE rt_keep_all

/* The same, with a third argument: rt_save_size bytes to keep it in; NULL: on the stack. */
    .globl rt_keep_all_in
    .hidden rt_keep_all_in
ENTRY rt_keep_all_in
    pushq %rbp
    .cfi_adjust_cfa_offset 8
    .cfi_rel_offset %rbp, 0
    movq %rsp, %rbp
    .cfi_def_cfa_register %rbp
    pushq %rdi                          /* -8(%rbp) */
    pushq %rsi
    pushq %rbx                          /* -24(%rbp) */
    .cfi_offset %rbx, -40
    subq $8, %rsp
    movq %rdx, %rbx
    testq %rbx, %rbx
    jnz 7f
    cmpq $0, rt_save_size(%rip)         /* nobody has looked at the processor yet */
    jne 1f
    call rt_save_detect
1:  subq rt_save_size(%rip), %rsp
    andq $-64, %rsp
    movq %rsp, %rbx
7:  addq $63, %rbx
    andq $-64, %rbx
    movl rt_save_mask(%rip), %eax
    testl %eax, %eax
    jz 2f
    xorl %edx, %edx                     /* the area's header must be zero */
    movq %rdx, 512(%rbx)
    movq %rdx, 520(%rbx)
    movq %rdx, 528(%rbx)
    movq %rdx, 536(%rbx)
    movq %rdx, 544(%rbx)
    movq %rdx, 552(%rbx)
    movq %rdx, 560(%rbx)
    movq %rdx, 568(%rbx)
    cmpl $0, rt_save_compact(%rip)
    je 3f
    xsavec64 (%rbx)
    jmp 4f
3:  xsave64 (%rbx)
    jmp 4f
2:  fxsave64 (%rbx)
4:  movq -16(%rbp), %rdi
    call *-8(%rbp)
    movl rt_save_mask(%rip), %eax
    testl %eax, %eax
    jz 5f
    xorl %edx, %edx
    xrstor64 (%rbx)
    jmp 6f
5:  fxrstor64 (%rbx)
6:  movq -24(%rbp), %rbx
    movq %rbp, %rsp
    popq %rbp
    .cfi_def_cfa %rsp, 8
    .cfi_restore %rbx
    .cfi_restore %rbp
    ret
LEAVE rt_keep_all_in

    .section .note.GNU-stack, "", @progbits
