/* SPDX-License-Identifier: MIT
 *
 * Entry points (rt_abi.h).  They preserve all registers but the flags (and %rax,
 * those of recursions that have a result), so that GCC sees no call in the code
 * around them.  At the first instruction there lie, from %rsp on upwards, the return
 * address, the arguments that were pushed, and the caller's red zone.
 *
 * The offsets are those of struct rt_tls; rt_entry.c asserts them.
 */
#define TLS_CUR 0
#define TLS_LIMIT 8
#define TLS_SP 16
#define TLS_BUSY 24
#define TLS_SPAN 48
#define TLS_SLOTS 64
#define TLS_LEFT 80
#define TLS_LEAVING 88
#define TLS_WORK 96
#define TLS_FLOOR 112
#define TLS_FACTOR 120
#define TLS_PLACES 128
#define TLS_FIRST 136
#define TLS_END 144
#define TLS_NO_SPANS 152
#define TLS_ORDER 160
#define TLS_ORDER_END 168

    .text

    .macro ENTRY name
    .type \name, @function
    .p2align 4
\name:
    .cfi_startproc
    .endm

    .macro LEAVE name
    .cfi_endproc
    .size \name, . - \name
    .endm

/* Call the C function whose address is in %r11 (the caller's %r11 is on the
   stack): with the arguments as they came, and the lowest address that the caller's
   frame can use, red zone included, as fifth; result: 1 = %rax is one.  pushed: 1 =
   with the address of the words that the caller has pushed (rt_entry.h).
   The runtime's own code is of SSE (rt.mk), whose instructions leave the upper parts
   of vector registers as they are, and of nothing newer or older: these 16 are all
   that it can change.  Code that is not its own goes by rt_keep_all. */
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
    .else
    leaq 24(%rbp), %r8
    .endif
    cld
    ldmxcsr default_mxcsr(%rip)         /* the host may trap on inexact results */
    call *%r11
    .if \result
    movq %rax, -8(%rbp)
    .endif
    .irp n, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
    movaps 16*\n(%rsp), %xmm\n
    .endr
    ldmxcsr 256(%rsp)
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
    pushq %rbp
    .cfi_adjust_cfa_offset 8
    .cfi_rel_offset %rbp, 0
    movq %rsp, %rbp
    .cfi_def_cfa_register %rbp
    pushq %rdi                          /* -8(%rbp) */
    pushq %rsi
    cmpq $0, rt_save_size(%rip)         /* nobody has looked at the processor yet */
    jne 1f
    call rt_save_detect
1:  subq rt_save_size(%rip), %rsp
    andq $-64, %rsp
    movl rt_save_mask(%rip), %eax
    testl %eax, %eax
    jz 2f
    xorl %edx, %edx                     /* the area's header must be zero */
    movq %rdx, 512(%rsp)
    movq %rdx, 520(%rsp)
    movq %rdx, 528(%rsp)
    movq %rdx, 536(%rsp)
    movq %rdx, 544(%rsp)
    movq %rdx, 552(%rsp)
    movq %rdx, 560(%rsp)
    movq %rdx, 568(%rsp)
    cmpl $0, rt_save_compact(%rip)
    je 3f
    xsavec64 (%rsp)
    jmp 4f
3:  xsave64 (%rsp)
    jmp 4f
2:  fxsave64 (%rsp)
4:  movq -16(%rbp), %rdi
    call *-8(%rbp)
    movl rt_save_mask(%rip), %eax
    testl %eax, %eax
    jz 5f
    xorl %edx, %edx
    xrstor64 (%rsp)
    jmp 6f
5:  fxrstor64 (%rsp)
6:  movq %rbp, %rsp
    popq %rbp
    .cfi_def_cfa %rsp, 8
    .cfi_restore %rbp
    ret
LEAVE rt_keep_all

    /* enter, join, leave, tail and landed: rt_chain.c; range and stride:
       rt_access.c */
    .irp name, begin, end, skip, access, model, opaque, lookup, poll, sealing
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
    SLOW __algoprof1_skip, rt_skip, call_pushed
    SLOW __algoprof1_model, rt_model, call_pushed
    SLOW __algoprof1_opaque, rt_opaque, call_pushed
    SLOW __algoprof1_sealing, rt_seal, call_void
    .irp name, enter, join, leave, tail, landed, access, append, range, stride
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
    SLOW rt_range_thunk, rt_range, call_void
    SLOW rt_stride_thunk, rt_stride, call_void

/* end (token, …): 0 is none. */
ENTRY __algoprof1_end
    cmpl $0, 8(%rsp)
    jne end_slow
    ret
LEAVE __algoprof1_end

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
ENTRY __algoprof1_lookup
    pushq %rcx
    .cfi_adjust_cfa_offset 8
    movq rt_tls@gottpoff(%rip), %rcx
    cmpq $0, %fs:TLS_LIMIT(%rcx)
    popq %rcx
    .cfi_adjust_cfa_offset -8
    jne lookup_slow
    ret                                 /* no open instance: the function itself */
LEAVE __algoprof1_lookup

/* Accesses: what is common, rt_access_quick does the rest: their bytes are in one line,
   which is in the lent table or finds a free slot there, and no range is pending.  No
   branch on whether they were seen before: it is as good as random.  Registers are few,
   because each is a store and a load. */
#define LOW(kept) (16 + (kept))         /* from %rsp: caller's %rsp - 128, or a word below */
    .macro KEEP register
    pushq %\register
    .cfi_adjust_cfa_offset 8
    .endm

    .macro RESTORE register
    popq %\register
    .cfi_adjust_cfa_offset -8
    .endm

/* Begin: %rax, %rcx, %rdx are kept, %rcx is the address, %rdx rt_tls, busy is set.
   away: labels for accesses that are turned away, or on the stack. */
    .macro BEGIN_ACCESS kept
    movq rt_tls@gottpoff(%rip), %rdx
    movq 8+\kept(%rsp), %rcx
    cmpq $0, %fs:TLS_BUSY(%rdx)
    jne 9f
    leaq 1(%rsp), %rax
    movq %rax, %fs:TLS_BUSY(%rdx)
    cmpq %fs:TLS_FLOOR(%rdx), %rcx
    jae 6f
    .endm

/* %rcx becomes the line's key; its slot, maybe, to %rax (rt_line_slot). */
    .macro FIND_SLOT
    orq $63, %rcx
    movq %fs:TLS_FACTOR(%rdx), %rax
    imulq %rcx, %rax
    shrq $33, %rax
    andq %fs:TLS_PLACES(%rdx), %rax
    leaq (%rax, %rax, 2), %rax
    addq %fs:TLS_FIRST(%rdx), %rax
    cmpq %rcx, (%rax)
    jne 4f
    .endm

/* What the labels do: look on, to 2; take a free slot, to 2; young stack is done, other
   stack to 1; 8 clears busy, 9 goes on behind. */
    .macro RARE kept
5:  addq $24, %rax
    cmpq %fs:TLS_END(%rdx), %rax
    je 8f
    cmpq %rcx, (%rax)
    je 2b
4:  cmpq $0, (%rax)
    jne 5b
    cmpq $0, %fs:TLS_LEFT(%rdx)
    je 8f
    cmpq $0, %fs:TLS_NO_SPANS(%rdx)
    je 8f
    decq %fs:TLS_LEFT(%rdx)             /* in this order: a jump out of a handler */
    movq %fs:TLS_ORDER(%rdx), %rcx
    cmpq %fs:TLS_ORDER_END(%rdx), %rcx
    jae 7f
    movq %rax, (%rcx)
    addq $8, %fs:TLS_ORDER(%rdx)
7:  movq $0, 8(%rax)                    /* one may have left some */
    movq $0, 16(%rax)
    movq 8+\kept(%rsp), %rcx
    orq $63, %rcx
    movq %rcx, (%rax)
    jmp 2b
6:  cmpq $0, %fs:TLS_FLOOR(%rdx)        /* nothing is lent */
    je 8f
    leaq LOW(\kept)(%rsp), %rax
    cmpq %rax, %rcx
    jb 1b
    cmpq %fs:TLS_SP(%rdx), %rcx
    jae 1b
    subq %fs:TLS_SP(%rdx), %rax
    negq %rax
    cmpq %fs:TLS_SPAN(%rdx), %rax
    jae 1b                              /* not one stack */
    movq $0, %fs:TLS_BUSY(%rdx)
    jmp 3b
8:  movq rt_tls@gottpoff(%rip), %rdx
    movq $0, %fs:TLS_BUSY(%rdx)
9:
    .endm

/* readN (address), writeN (address).  own, other: of the line's two sets of bytes. */
    .macro ACCESS name, size, flag, own, other
ENTRY __algoprof1_\name\size
    KEEP rax
    KEEP rcx
    KEEP rdx
    BEGIN_ACCESS 24
1:  FIND_SLOT
2:  movl 32(%rsp), %ecx
    .if \size > 1
    movl %ecx, %edx
    andl $63, %edx
    cmpl $64 - \size, %edx
    ja 8f                               /* it ends in another line */
    .endif
    movl $(1 << \size) - 1, %edx
    shlq %cl, %rdx
    movq \other(%rax), %rcx
    notq %rcx
    andq %rcx, %rdx
    orq %rdx, \own(%rax)
    movq rt_tls@gottpoff(%rip), %rdx
    addq $(\size + 7) / 8, %fs:TLS_WORK(%rdx)
    movq $0, %fs:TLS_BUSY(%rdx)
    .cfi_remember_state
3:  RESTORE rdx
    RESTORE rcx
    RESTORE rax
    ret
    .cfi_restore_state
    RARE 24
    RESTORE rdx
    RESTORE rcx
    RESTORE rax
    pushq $\size + \flag
    .cfi_adjust_cfa_offset 8
    pushq 16(%rsp)
    .cfi_adjust_cfa_offset 8
    call rt_access_quick
    leaq 16(%rsp), %rsp
    .cfi_adjust_cfa_offset -16
    ret
LEAVE __algoprof1_\name\size
    .endm

    .irp size, 1, 2, 4, 8, 16
    .globl __algoprof1_read\size, __algoprof1_write\size
    ACCESS read, \size, 0, 8, 16
    ACCESS write, \size, 0x8000, 16, 8
    .endr

/* access (address, meta): of any size. */
#define META 48(%rsp)
ENTRY __algoprof1_access
    KEEP r8
    KEEP rax
    KEEP rcx
    KEEP rdx
    BEGIN_ACCESS 32
1:  FIND_SLOT
2:  movq 40(%rsp), %rcx
    movl META, %edx
    andl $0x3fff, %edx                  /* size */
    movl %ecx, %r8d
    andl $63, %r8d
    addl %edx, %r8d
    cmpl $64, %r8d                      /* behind its last byte, in the line */
    ja 8f
    leaq bytes_of_size(%rip), %r8
    movq (%r8, %rdx, 8), %r8
    shlq %cl, %r8                       /* its bytes */
    cmpw $0, META
    js 0f
    movq 16(%rax), %rcx
    notq %rcx
    andq %rcx, %r8
    orq %r8, 8(%rax)
    jmp 7f
0:  movq 8(%rax), %rcx
    notq %rcx
    andq %rcx, %r8
    orq %r8, 16(%rax)
7:  movq rt_tls@gottpoff(%rip), %rcx
    addl $7, %edx
    shrl $3, %edx
    addq %rdx, %fs:TLS_WORK(%rcx)
    movq $0, %fs:TLS_BUSY(%rcx)
    .cfi_remember_state
3:  RESTORE rdx
    RESTORE rcx
    RESTORE rax
    RESTORE r8
    ret
    .cfi_restore_state
    RARE 32
    RESTORE rdx
    RESTORE rcx
    RESTORE rax
    RESTORE r8
    jmp rt_access_quick
LEAVE __algoprof1_access

/* access (%rdi, %rsi meta), into the buffer.  Young stack is left out: addresses in
   [caller's %rsp - 128, sp of the instance), if that is one stack.  The word
   is reserved by one instruction, so that a signal handler's accesses come
   before or after it. */
ENTRY rt_append_thunk
    pushq %rax
    .cfi_adjust_cfa_offset 8
    pushq %rcx
    .cfi_adjust_cfa_offset 8
    pushq %rdx
    .cfi_adjust_cfa_offset 8
    movq rt_tls@gottpoff(%rip), %rcx
    leaq 32(%rsp), %rdx                 /* caller's %rsp - 128 */
    movq %fs:TLS_SP(%rcx), %rax
    subq %rdx, %rax
    cmpq %fs:TLS_SPAN(%rcx), %rax
    jae 1f
    negq %rdx
    addq %rdi, %rdx
    cmpq %rax, %rdx
    jb 2f
1:  movq $0, %fs:TLS_SLOTS(%rcx)        /* none may overtake it */
    movq $0, %fs:TLS_FLOOR(%rcx)
    movl $8, %eax
    xaddq %rax, %fs:TLS_CUR(%rcx)
    cmpq %fs:TLS_LIMIT(%rcx), %rax
    jae 3f
    movq %rdi, %rdx
    shlq $16, %rdx
    movzwl %si, %ecx
    orq %rcx, %rdx
    rorq $16, %rdx
    movq %rdx, (%rax)
2:  popq %rdx
    .cfi_adjust_cfa_offset -8
    popq %rcx
    .cfi_adjust_cfa_offset -8
    popq %rax
    .cfi_adjust_cfa_offset -8
    ret
3:  .cfi_adjust_cfa_offset 24
    cmpq $0, %fs:TLS_LIMIT(%rcx)
    je 2b
    popq %rdx
    .cfi_adjust_cfa_offset -8
    popq %rcx
    .cfi_adjust_cfa_offset -8
    popq %rax
    .cfi_adjust_cfa_offset -8
    jmp rt_access_thunk
LEAVE rt_append_thunk

    .section .rodata
    .p2align 2
default_mxcsr:
    .long 0x1f80
    .p2align 3
bytes_of_size:                          /* the lowest ones of a line */
    .quad 0
    .set size, 1
    .rept 64
    .quad -1 >> (64 - size)
    .set size, size + 1
    .endr

    .section .note.GNU-stack, "", @progbits
