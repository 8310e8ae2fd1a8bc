/* SPDX-License-Identifier: MIT
 *
 * Entry points (rt_abi.h).  They preserve all registers but the flags (and %rax,
 * those of recursions that have a result), so that GCC sees no call in the code
 * around them.  At the first instruction there lie, from %rsp on upwards, the return
 * address, the arguments that were pushed, and the caller's red zone.
 */
#include "arch/x86_64/entry/thread.h"
#include "arch/x86_64/entry/thunks.h"
#include "arch/x86_64/function.h"
#include "arch/x86_64/save.h"

    .text

    /* enter, join, leave, tail and landed: entry/recursion.c; range and stride:
       entry/access.c; replay: arch/x86_64/entry/access.S */
    .irp name, begin, end, close, cost, skip, opaque, lookup, call, returned, poll, sealing
    .globl __algoprof1_\name
    .endr

/* As rt_save_pushed, with the addresses of lookup as third argument, which is what a module's mirrors call, if they
   are this runtime's (trace/mirrors.c), and of access as fourth. */
    .type save_with_own, @function
    .p2align 4
save_with_own:
    .cfi_startproc
    CALL_C 0, 1, rt_own_lookup, rt_own_access
    .cfi_endproc
    .size save_with_own, . - save_with_own

    .macro SLOW name, function, how
    ENTRY \name
    pushq %r11
    .cfi_adjust_cfa_offset 8
    leaq \function(%rip), %r11
    jmp \how
    LEAVE \name
    .endm

    SLOW __algoprof1_begin, rt_begin, rt_save_pushed
    SLOW close_slow, rt_close, rt_save_pushed
    SLOW __algoprof1_skip, rt_skip, rt_save_pushed
    SLOW __algoprof1_opaque, rt_opaque, rt_save_pushed
    SLOW __algoprof1_sealing, rt_sealing, rt_save_void
    SLOW end_slow, rt_end, rt_save_pushed
    SLOW poll_slow, rt_poll, rt_save_pushed
    SLOW lookup_slow, rt_lookup, save_with_own
    SLOW call_slow, rt_call, save_with_own
    SLOW returned_slow, rt_returned, rt_save_pushed

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
    THREAD_OFFSET rt_tls
    movq %rax, %rcx
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
    THREAD_OFFSET rt_tls
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
    pushq %rax
    .cfi_adjust_cfa_offset 8
    THREAD_OFFSET rt_tls
    cmpq $0, %fs:TLS_LIMIT(%rax)
    popq %rax
    .cfi_adjust_cfa_offset -8
    jne \slow
    ret
LEAVE \name
    .endm

    IF_OPEN __algoprof1_lookup, lookup_slow         /* the function itself */
    IF_OPEN __algoprof1_call, call_slow
    IF_OPEN __algoprof1_returned, returned_slow

    .section .note.GNU-stack, "", @progbits
