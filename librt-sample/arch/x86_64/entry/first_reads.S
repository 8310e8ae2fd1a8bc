/* SPDX-License-Identifier: MIT
 *
 * Entry points of in-house mode that functions call where cells are read first, or written (inhouse_abi.h).
 *
 *     firstN_REGISTER     the register: the first of N cells.  Changes nothing but the flags.
 *     first_at_REGISTER   the register: where the stamp of a cell is.  Likewise.
 *     takeN_REGISTER      likewise.
 *     lost_REGISTER_REGISTER      likewise; the first one's lower half: a stamp; the second: the running frame. */
#include "arch/x86_64/entry/inhouse.h"

    .hidden rt_inhouse_quick, rt_frame_first, rt_frame_first_at, rt_frame_taken, rt_frame_take
    .text

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

    WITH_PUSHED first_at_in_c, rt_frame_first_at
    WITH_PUSHED taken_in_c, rt_frame_taken
    WITH_PUSHED take_in_c, rt_frame_take

#define LOST_NEAR 4                     /* frames from the caller's caller on that `lost' looks at */
#define NEAR 16                         /* and those below them that are looked at here */

/* Of what `lost' below has not found, whose frame and stamp were pushed: the deepest activation with no larger one, which is looked
   at first the next time. */
    .type taken_far, @function
taken_far:
    .cfi_startproc
    PUSH rdx, rcx, rax
    .cfi_remember_state
    movq 40(%rsp), %rdx
    movl 32(%rsp), %eax
    leaq -(LOST_NEAR + 1)*F_BYTES(%rdx), %rcx
    .rept NEAR
    subq $F_BYTES, %rcx
    cmpl %eax, F_STAMP(%rcx)
    jbe 3f
    .endr
    POP rax, rcx, rdx
    jmp taken_in_c
    .cfi_restore_state
3:  movq %rcx, F_HOLDER(%rdx)
    decq F_SIZE(%rcx)
    POP rax, rcx, rdx
    ret $16
    .cfi_endproc
    .size taken_far, . - taken_far

/* The cell that is `ahead' stamps behind: f is the running activation's frame, s where its stamps begin; o and g are
   changed.  threads: with trms, to 7 if others have written it, or it was never accessed. */
    .macro ONE threads, cell, f, s, o64, o, g, ahead
    movl 4*\ahead(%\s, %\cell, 4), %\o
    movl F_STAMP(%\f), %\g
    cmpl %\g, %\o
    jae 5f
    .if \threads
    testl %\o, %\o
    jns 7f
    .endif
    movl %\g, 4*\ahead(%\s, %\cell, 4)
    incq F_NEAR(%\f)
    cmpl F_STAMP - F_BYTES(%\f), %\o
    jae 5f
    call lost_\o64\()_\f
5:
    .endm

/* First reads of n cells: both lie on the stack above the return address and the nine registers that were pushed.  threads: as
   above; %rdx: the thread's. */
    .macro MANY_CELLS threads
    movq T_TOP(%rdx), %rdx
    movq F_STAMPS(%rdx), %rcx
    movl F_STAMP(%rdx), %esi
    movl F_STAMP - F_BYTES(%rdx), %r11d
    movq 80(%rsp), %rdi
    movq 88(%rsp), %r8
    xorl %r10d, %r10d                   /* cells read first */
1:  movl (%rcx, %rdi, 4), %eax
    cmpl %esi, %eax
    jae 3f
    .if \threads
    testl %eax, %eax
    jns 7f
    .endif
    movl %esi, (%rcx, %rdi, 4)
    incq %r10
    cmpl %eax, %r11d
    ja 2f
3:  incq %rdi
    decq %r8
    jnz 1b
    addq %r10, F_NEAR(%rdx)
4:  POP r11, r10, r9, r8, rdx, rcx, rax, rsi, rdi
    .cfi_remember_state
    ret $16
    .cfi_restore_state
    .cfi_adjust_cfa_offset 72
2:  call lost_rax_rdx
    jmp 3b
    .endm

/* With trms: first reads of n cells, which lie on the stack above the return address with the first of them; whoever called
   has both taken from there. */
    .type first_shared, @function
first_shared:
    .cfi_startproc
    PUSH rdi, rsi, rax, rcx, rdx, r8, r9, r10, r11
5:  movq rt_inhouse_quick@gottpoff(%rip), %rdx
    movq %fs:(%rdx), %rdx
.Lshared:
    MANY_CELLS 1
7:  addq %r10, F_NEAR(%rdx)             /* this one in C */
    leaq 1(%rdi), %r9
    movq %r9, 80(%rsp)
    movq %r8, 88(%rsp)
    movl $1, %esi
    call rt_frame_first
    decq 88(%rsp)
    jnz 5b
    jmp 4b
    .cfi_endproc
    .size first_shared, . - first_shared

/* The same with trms or without. */
    .type first_many, @function
first_many:
    .cfi_startproc
    PUSH rdi, rsi, rax, rcx, rdx, r8, r9, r10, r11
    movq rt_inhouse_quick@gottpoff(%rip), %rdx
    movq %fs:(%rdx), %rdx
    cmpl $0, T_BIT(%rdx)
    jne .Lshared
    MANY_CELLS 0
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
    movq rt_inhouse_quick@gottpoff(%rip), %\f
    movq %fs:(%\f), %\f
    cmpl $0, T_BIT(%\f)
    movq T_TOP(%\f), %\f
    movq F_STAMPS(%\f), %\s
    jne 6f
    ONE 0, \cell, \f, \s, \o, \o32, \g32, 0
    ONE 0, \cell, \f, \s, \o, \o32, \g32, 1
    POP \g, \o, \s, \f
    ret
    .cfi_restore_state
    .cfi_remember_state
6:  ONE 1, \cell, \f, \s, \o, \o32, \g32, 0
    ONE 1, \cell, \f, \s, \o, \o32, \g32, 1
    POP \g, \o, \s, \f
    ret
    .cfi_restore_state
7:  POP \g, \o, \s, \f                  /* what is done is not done again */
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
    ret
    .endm

/* Of what LOST below has not found: the deepest activation that has accessed the cell loses it.  t: a register that is neither the
   stamp's nor the frame's. */
    .macro LOST_FAR stamp, half, f, t
    .cfi_remember_state
    PUSH \t
    movq F_HOLDER(%\f), %\t            /* who lost a cell last */
    cmpl %\half, F_STAMP(%\t)
    ja 9f
    cmpl %\half, F_STAMP + F_BYTES(%\t)
    jbe 9f
    decq F_SIZE(%\t)
    POP \t
    ret
    .cfi_adjust_cfa_offset 8
9:  POP \t
    testl %\half, %\half
    jz 8f
    pushq %\f
    .cfi_adjust_cfa_offset 8
    pushq %\stamp
    .cfi_adjust_cfa_offset 8
    call taken_far
    .cfi_adjust_cfa_offset -16
8:  ret
    .cfi_restore_state
    .endm

/* The running activation, whose frame is f, has read a cell first that had this stamp, which is not 0 with trms, and its caller
   had not accessed it: so that has read it first, too, and the deepest activation below that has loses it, if there is one. */
    .macro LOST stamp, half, f, t
    .globl "__algoprof1_inhouse_lost_%\stamp\()_%\f", __algoprof1_inhouse_lost_\stamp\()_\f
    .type "__algoprof1_inhouse_lost_%\stamp\()_%\f", @function
    .type __algoprof1_inhouse_lost_\stamp\()_\f, @function
    .p2align 4
"__algoprof1_inhouse_lost_%\stamp\()_%\f":
__algoprof1_inhouse_lost_\stamp\()_\f:
lost_\stamp\()_\f:                    /* for calls from here */
    .cfi_startproc
    incq F_SIZE - F_BYTES(%\f)
    .irp n, 2, 3, 4, 5
    IF_BELOW \n, \half, \f
    .endr
    LOST_FAR \stamp, \half, \f, \t
    .irp n, 2, 3, 4, 5
    LOSES \n, \f
    .endr
    .cfi_endproc
    .size __algoprof1_inhouse_lost_\stamp\()_\f, . - __algoprof1_inhouse_lost_\stamp\()_\f
    .endm

    .macro LOST_ANY stamp, half
    .irp frame, rax, rcx, rdx, rbx, rsi, rdi, rbp, r8, r9, r10, r11, r12, r13, r14, r15
    .ifnc \stamp, \frame
    .ifc \stamp\frame, raxrdx
    LOST \stamp, \half, \frame, rcx
    .else
    .ifc \stamp\frame, rdxrax
    LOST \stamp, \half, \frame, rcx
    .else
    .ifc \frame, rdx
    LOST \stamp, \half, \frame, rax
    .else
    .ifc \stamp, rdx
    LOST \stamp, \half, \frame, rax
    .else
    LOST \stamp, \half, \frame, rdx
    .endif
    .endif
    .endif
    .endif
    .endif
    .endr
    .endm

    LOST_ANY rax, eax
    LOST_ANY rcx, ecx
    LOST_ANY rdx, edx
    LOST_ANY rbx, ebx
    LOST_ANY rsi, esi
    LOST_ANY rdi, edi
    LOST_ANY rbp, ebp
    .irp r, r8, r9, r10, r11, r12, r13, r14, r15
    LOST_ANY \r, \r\()d
    .endr

    .macro MANY n, cell
    NAME \n, \cell
    .cfi_startproc
    pushq $\n
    .cfi_adjust_cfa_offset 8
    pushq %\cell
    .cfi_adjust_cfa_offset 8
    call first_many
    .cfi_adjust_cfa_offset -16
    ret
    .cfi_endproc
    .size __algoprof1_inhouse_first\n\()_\cell, . - __algoprof1_inhouse_first\n\()_\cell
    .endm

    .irp n, 3, 4, 5, 6, 7, 8
    .irp cell, rax, rcx, rdx, rdi, rsi, rbx, rbp, r8, r9, r10, r11, r12, r13, r14, r15
    MANY \n, \cell
    .endr
    .endr

/* name: of its cells, or the place of a stamp, in a register, and of n cells C is to be told. */
    .macro IN_C name, function, n, cell
    .globl "__algoprof1_inhouse_\name\()_%\cell", __algoprof1_inhouse_\name\()_\cell
    .type "__algoprof1_inhouse_\name\()_%\cell", @function
    .type __algoprof1_inhouse_\name\()_\cell, @function
"__algoprof1_inhouse_\name\()_%\cell":
__algoprof1_inhouse_\name\()_\cell:
    .cfi_startproc
    pushq $\n
    .cfi_adjust_cfa_offset 8
    pushq %\cell
    .cfi_adjust_cfa_offset 8
    call \function
    .cfi_adjust_cfa_offset -16
    ret
    .cfi_endproc
    .size __algoprof1_inhouse_\name\()_\cell, . - __algoprof1_inhouse_\name\()_\cell
    .endm

/* Of a cell whose stamp is its writer's own: in the directory it is that thread's alone.  In C if others have it, or the
   thread has no bit of its own. */
    .macro TAKE_ONE cell
    .globl "__algoprof1_inhouse_take1_%\cell", __algoprof1_inhouse_take1_\cell
    .type "__algoprof1_inhouse_take1_%\cell", @function
    .type __algoprof1_inhouse_take1_\cell, @function
    .p2align 4
"__algoprof1_inhouse_take1_%\cell":
__algoprof1_inhouse_take1_\cell:
    .cfi_startproc
    PUSH rax, rcx, rdx
    .ifnc \cell, rcx
    movq %\cell, %rcx
    .endif
    movq rt_inhouse_quick@gottpoff(%rip), %rdx
    movq %fs:(%rdx), %rdx
    movq T_DIRECTORY(%rdx), %rax
    leaq (%rax, %rcx, 4), %rcx
    movl T_MINE(%rdx), %edx
    testl %edx, %edx
    jz 9f
    movl (%rcx), %eax
    orl $D_FILLED, %edx
    notl %edx                           /* all others */
    testl %eax, %edx
    jnz 9f
    notl %edx
    btrl $D_FILLED_BIT, %edx
    lock cmpxchgl %edx, (%rcx)
    jne 9f
    .cfi_remember_state
    POP rdx, rcx, rax
    ret
    .cfi_restore_state
9:  POP rdx, rcx, rax
    pushq $1
    .cfi_adjust_cfa_offset 8
    pushq %\cell
    .cfi_adjust_cfa_offset 8
    call take_in_c
    .cfi_adjust_cfa_offset -16
    ret
    .cfi_endproc
    .size __algoprof1_inhouse_take1_\cell, . - __algoprof1_inhouse_take1_\cell
    .endm

    .irp cell, rax, rcx, rdx, rdi, rsi, rbx, rbp, r8, r9, r10, r11, r12, r13, r14, r15
    IN_C first_at, first_at_in_c, 1, \cell
    IN_C take2, take_in_c, 2, \cell                   /* cells that it writes, and that others may have */
    TAKE_ONE \cell
    .endr

    .section .note.GNU-stack, "", @progbits
