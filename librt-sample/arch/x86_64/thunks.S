/* SPDX-License-Identifier: MIT
 *
 * Entry points (rt_abi.h).  They preserve all registers but the flags (and %rax,
 * those of recursions that have a result), so that GCC sees no call in the code
 * around them.  At the first instruction there lie, from %rsp on upwards, the return
 * address, the arguments that were pushed, and the caller's red zone.
 */
#include "arch/x86_64/thunks.h"

    .text

/* Call the C function whose address is in %r11 (the caller's %r11 is on the
   stack): with the arguments as they came, and the lowest address that the caller's
   frame can use, red zone included, as fifth; result: 1 = %rax is one.  pushed: 1 =
   with the address of the words that the caller has pushed (trace/entry.h), and of its
   registers, which may be changed (libc/steps.c).
   The runtime's own code is of SSE (rt.mk), whose instructions leave the upper parts
   of vector registers as they are, and of nothing newer or older: these 16 are all
   that it can change.  Code that is not its own goes by rt_keep_all.
   To load another value into mxcsr takes 30 to 50 ns (Intel Xeon, Sapphire Rapids), and most
   programs that calculate have had inexact results: what is as it should be stays. */
    .macro CALL_C result, pushed=0
    .cfi_adjust_cfa_offset 8
    pushq %rbp
    .cfi_adjust_cfa_offset 8
    .cfi_rel_offset %rbp, 0
    movq %rsp, %rbp
    .cfi_def_cfa_register %rbp
    pushq %rax                          /* -8(%rbp) */
    pushq %rcx
    pushq %rdx
    pushq %rsi
    pushq %rdi
    pushq %r8
    pushq %r9
    pushq %r10
    subq $272, %rsp
    andq $-16, %rsp
    .irp n, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
    movaps %xmm\n, 16*\n(%rsp)
    .endr
    stmxcsr 256(%rsp)
    .if \pushed
    leaq 24(%rbp), %rdi
    leaq -64(%rbp), %rsi
    .else
    leaq 24(%rbp), %r8
    .endif
    cld
    movl 256(%rsp), %eax
    andl $0xffc0, %eax
    cmpl $0x1f80, %eax
    jne 1f                              /* the host may trap on inexact results */
2:  call *%r11
    .if \result
    movq %rax, -8(%rbp)
    .endif
    stmxcsr 260(%rsp)
    movl 260(%rsp), %eax
    cmpl 256(%rsp), %eax
    jne 3f                              /* it may ask which exceptions it had */
4:  .irp n, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
    movaps 16*\n(%rsp), %xmm\n
    .endr
    .cfi_remember_state
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
    .cfi_def_cfa %rsp, 16
    .cfi_restore %rbp
    popq %r11
    .cfi_adjust_cfa_offset -8
    ret
    .cfi_restore_state
1:  ldmxcsr default_mxcsr(%rip)
    jmp 2b
3:  ldmxcsr 256(%rsp)
    jmp 4b
    .endm

    .type call_void, @function
    .p2align 4
call_void:
    .cfi_startproc
    CALL_C 0
    .cfi_endproc
    .size call_void, . - call_void

    .type call_result, @function
    .p2align 4
call_result:
    .cfi_startproc
    CALL_C 1
    .cfi_endproc
    .size call_result, . - call_result

    .type call_pushed, @function
    .p2align 4
call_pushed:
    .cfi_startproc
    CALL_C 0, 1
    .cfi_endproc
    .size call_pushed, . - call_pushed

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

    /* enter, join, leave, tail and landed: recursion/chain.c; range and stride:
       trace/access.c; replay: arch/x86_64/thunks_access.S */
    .irp name, begin, end, close, cost, skip, opaque, lookup, call, returned, poll, sealing
    .globl __algoprof1_\name
    .endr

    .macro SLOW name, function, how
    ENTRY \name
    pushq %r11
    .cfi_adjust_cfa_offset 8
    leaq \function(%rip), %r11
    jmp \how
    LEAVE \name
    .endm

    SLOW __algoprof1_begin, rt_begin, call_pushed
    SLOW close_slow, rt_close, call_pushed
    SLOW __algoprof1_skip, rt_skip, call_pushed
    SLOW __algoprof1_opaque, rt_opaque, call_pushed
    SLOW __algoprof1_sealing, rt_seal, call_void
    .irp name, enter, join, leave, tail, landed, access, range, stride, replay
    .globl rt_\name\()_thunk
    .hidden rt_\name\()_thunk
    .endr
    SLOW rt_enter_thunk, rt_slow_enter, call_result
    SLOW rt_join_thunk, rt_slow_join, call_result
    SLOW rt_leave_thunk, rt_slow_leave, call_void
    SLOW rt_tail_thunk, rt_slow_tail, call_void
    SLOW rt_landed_thunk, rt_slow_landed, call_void
    SLOW rt_access_thunk, rt_access, call_void
    SLOW end_slow, rt_end, call_pushed
    SLOW poll_slow, rt_poll, call_pushed
    SLOW lookup_slow, rt_lookup, call_pushed
    SLOW call_slow, rt_call, call_pushed
    SLOW returned_slow, rt_returned, call_pushed
    SLOW rt_range_thunk, rt_range, call_void
    SLOW rt_stride_thunk, rt_stride, call_void
    SLOW rt_replay_thunk, rt_replay_steps, call_void

/* end (token, …): 0 is none. */
ENTRY __algoprof1_end
    cmpl $0, 8(%rsp)
    jne end_slow
    ret
LEAVE __algoprof1_end

/* What is of another instance than the innermost one, or of none: to 1. */
    .macro IF_OWN site, frame
    pushq %rax
    .cfi_adjust_cfa_offset 8
    pushq %rcx
    .cfi_adjust_cfa_offset 8
    movq rt_tls@gottpoff(%rip), %rcx
    movq \site(%rsp), %rax
    cmpq %rax, %fs:TLS_OWN_SITE(%rcx)
    jne 1f
    movq \frame(%rsp), %rax
    cmpq %rax, %fs:TLS_OWN_FRAME(%rcx)
    jne 1f
    .endm

    .macro END_OWN
    popq %rcx
    .cfi_adjust_cfa_offset -8
    popq %rax
    .cfi_adjust_cfa_offset -8
    .endm

/* close (site, frame): 1 if nothing is traced any more. */
ENTRY __algoprof1_close
    IF_OWN 24, 32
    .cfi_remember_state
    END_OWN
    jmp close_slow
    .cfi_restore_state
1:  xorl %eax, %eax
    cmpq $0, %fs:TLS_LIMIT(%rcx)
    sete %al
    movq %rax, 24(%rsp)
    END_OWN
    ret
LEAVE __algoprof1_close

/* cost (site, n, frame). */
ENTRY __algoprof1_cost
    IF_OWN 24, 40
    movq 32(%rsp), %rax
    addq %rax, %fs:TLS_OWN_COST(%rcx)
1:  END_OWN
    ret
LEAVE __algoprof1_cost

ENTRY __algoprof1_poll
    pushq %rax
    .cfi_adjust_cfa_offset 8
    movq rt_tls@gottpoff(%rip), %rax
    movq %fs:TLS_LEAVING(%rax), %rax
    movq %rax, 16(%rsp)
    testq %rax, %rax
    popq %rax
    .cfi_adjust_cfa_offset -8
    jz poll_slow
    ret
LEAVE __algoprof1_poll

    .globl rt_own_lookup
    .hidden rt_own_lookup
    .set rt_own_lookup, __algoprof1_lookup
/* Nothing is to be done unless an instance is open. */
    .macro IF_OPEN name, slow
ENTRY \name
    pushq %rcx
    .cfi_adjust_cfa_offset 8
    movq rt_tls@gottpoff(%rip), %rcx
    cmpq $0, %fs:TLS_LIMIT(%rcx)
    popq %rcx
    .cfi_adjust_cfa_offset -8
    jne \slow
    ret
LEAVE \name
    .endm

    IF_OPEN __algoprof1_lookup, lookup_slow         /* the function itself */
    IF_OPEN __algoprof1_call, call_slow
    IF_OPEN __algoprof1_returned, returned_slow

    .section .rodata
    .p2align 2
default_mxcsr:
    .long 0x1f80

    .section .note.GNU-stack, "", @progbits
