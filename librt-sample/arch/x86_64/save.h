/* SPDX-License-Identifier: MIT
 *
 * How entry points save the registers that the runtime's C code may change. */
    .section .rodata
    .p2align 2
default_mxcsr:
    .long 0x1f80

    .text

/* Call the C function whose address is in %r11 (the caller's %r11 is on the
   stack): with the arguments as they came, and the lowest address that the caller's
   frame can use, red zone included, as fifth; result: 1 = %rax is one.  pushed: 1 =
   with the address of the words that the caller has pushed (entry/guard.h), and of its
   registers, which may be changed (libc/steps.c); third, fourth: addresses for these arguments.
   The runtime's own code is of SSE (rt.mk), whose instructions leave the upper parts
   of vector registers as they are, and of nothing newer or older: these 16 are all
   that it can change.  Code that is not its own goes by rt_keep_all.
   To load another value into mxcsr takes 30 to 50 ns (Intel Xeon, Sapphire Rapids), and most
   programs that calculate have had inexact results: what is as it should be stays. */
    .macro CALL_C result, pushed=0, third, fourth
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
    .ifnb \third
    leaq \third(%rip), %rdx
    leaq \fourth(%rip), %rcx
    .endif
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
