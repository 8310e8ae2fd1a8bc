/* SPDX-License-Identifier: MIT
 *
 * Entry points of in-house mode that functions call at each begin and end (inhouse_abi.h).
 *
 *     enter               %r10: the routine; %rax: the frame.  Changes %r10, %r11 and %xmm15.
 *     enter_general       likewise, but changes no vector register.
 *     leave               %rdi: the frame, %rsi: the cost.  Keeps %rax, %rdx and all vector registers.
 *     leave_shared        likewise, with trms.
 *     leave_leaf, leave_leaf_shared       likewise, of a function that calls nothing.
 *     brief, brief_shared                 %rdi: the routine, %rsi: the cost.  Keeps the same.
 *     tail                %rax: the frame.  Changes %r10, %r11. */
#include "arch/x86_64/entry/inhouse.h"
#include "arch/x86_64/function.h"

    .hidden rt_inhouse_quick, rt_inhouse_refused, rt_nobody, rt_in_at_limit, rt_in_enter, rt_in_leave, rt_in_left, rt_in_tail
    .hidden rt_frame_left, rt_save_result, rt_save_void
    .text
    .globl __algoprof1_inhouse_enter, __algoprof1_inhouse_enter_general, __algoprof1_inhouse_leave, __algoprof1_inhouse_leave_shared
    .globl __algoprof1_inhouse_leave_leaf, __algoprof1_inhouse_leave_leaf_shared
    .globl __algoprof1_inhouse_brief, __algoprof1_inhouse_brief_shared, __algoprof1_inhouse_tail

    .macro ENTER_ENTRY name, vectors
    .p2align 6
ENTRY \name
.Lenter_\vectors:
    movq rt_inhouse_quick@gottpoff(%rip), %r11
    movq %fs:(%r11), %r11
    movq T_TOP(%r11), %rax
    addq R_STEP(%r10), %rax             /* a long one if it has no profile */
    cmpq T_READY(%r11), %rax            /* its other fields stay as the first activation there has set them */
    ja enter_in_c
    movq %rax, T_TOP(%r11)
    movl R_PROFILE(%r10), %r10d
    addq T_QUICK(%r11), %r10
    movq %r10, F_PROFILE(%rax)
    .if \vectors
    xorps %xmm15, %xmm15
    movaps %xmm15, F_NEAR(%rax)         /* and `cost' */
    movaps %xmm15, F_SIZE(%rax)         /* and `below' */
    .else
    movq $0, F_NEAR(%rax)
    movq $0, F_COST(%rax)
    movq $0, F_SIZE(%rax)
    movq $0, F_BELOW(%rax)
    .endif
    incq T_COUNT(%r11)                  /* a handler that enters here has older ones */
    movq T_COUNT(%r11), %r10            /* less than 2^32 */
    movq %r10, F_STAMP(%rax)            /* and 0 to `tails' */
    cmpq T_LIMIT(%r11), %r10
    ja entered_at_limit
    ret
LEAVE \name
    .endm

    ENTER_ENTRY __algoprof1_inhouse_enter, 1
    ENTER_ENTRY __algoprof1_inhouse_enter_general, 0

ENTRY entered_at_limit
    pushq %r11
    .cfi_adjust_cfa_offset 8
    leaq rt_in_at_limit(%rip), %r11
    jmp rt_save_void
LEAVE entered_at_limit

/* As the entry point. */
ENTRY enter_in_c
    movq rt_inhouse_refused@gottpoff(%rip), %r11
    cmpb $0, %fs:(%r11)
    jne 7f
    pushq %rdi
    .cfi_adjust_cfa_offset 8
    movq %r10, %rdi
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

/* To %rcx: the thread.  To 9: the frame is not the running one, or nobody's, or, with trms, has read what others wrote. */
    .macro FIND_THREAD shared
    movq rt_inhouse_quick@gottpoff(%rip), %rcx
    movq %fs:(%rcx), %rcx
    cmpq %rdi, T_TOP(%rcx)
    jne 9f
    .if \shared
    cmpq T_INDUCED_END(%rcx), %rdi
    jb 9f
    .endif
    .endm

/* To %r8: the profile; %r9: the size but for `near'; %r10: the cost with callees; %r11: the size, and
   1. */
    .macro LOOK_AT_FRAME
    movq F_PROFILE(%rdi), %r8
    movq F_SIZE(%rdi), %r9
    movq F_BELOW(%rdi), %r10
    movq F_NEAR(%rdi), %r11
    addq %rsi, %r10
    leaq 1(%r9, %r11), %r11
    .endm

/* To `other': this usual kind, which lies `at' bytes behind the profile, has another size (and 1) or cost. */
    .macro IS_USUAL at, other, size=%r11, all=%r10
    cmpq \all, \at + U_ALL(%r8)        /* these differ most */
    jne \other\()f
    cmpq \size, \at + U_SIZE(%r8)
    jne \other\()f
    cmpq %rsi, \at + U_OWN(%r8)
    jne \other\()f
    incl \at + U_TIMES(%r8)
    .endm

    .macro IS_USUAL_LEAF at, other
    cmpq %rsi, \at + U_OWN(%r8)
    jne \other\()f
    cmpq %r11, \at + U_SIZE(%r8)
    jne \other\()f
    cmpq $0, F_BELOW(%rdi)              /* a handler was called */
    jne \other\()f
    incl \at + U_TIMES(%r8)
    .endm

/* Ends an activation of a usual kind.  To 9: it may become one. */
    .macro END_USUAL
    IS_USUAL 0, 16
15: addq %r10, F_BELOW - F_BYTES(%rdi)
    addq %r9, F_SIZE - F_BYTES(%rdi)
    POP_FRAME
16: IS_USUAL U_BYTES, 17
    jmp 15b
17: subl $1, U_MISSES(%r8)
    jbe 9f
    .endm

/* To %r11: the row for that size.  Changes %r8, %r9.  To 9: C is to do it. */
    .macro FIND_ROW
    leaq -1(%r11), %r9
    movl P_MASK(%r8), %r11d             /* before the places: a handler may make more of them */
    cmpq $ROW_LARGE_SIZE - 1, %r9
    ja 9f
    movq P_ROWS(%r8), %r8
    testq %r8, %r8
    jz 9f
    andl %r9d, %r11d
    incl %r9d
    leaq (%r8, %r11, 8), %r8
    movq (%r8), %r11
    cmpl %r9d, ROW_SIZE(%r11)
    jne 5f
4:
    .endm

/* The same: the place, which is %r8, has another size.  The row has one behind, or there is none, or not here. */
    .macro FIND_NEXT_ROW
5:  cmpl $0, ROW_SIZE(%r11)
    je 9f
    movq F_PROFILE(%rdi), %r11
    addq $8, %r8
    subq P_ROWS(%r11), %r8
    shrq $3, %r8
    andl P_MASK(%r11), %r8d
    shlq $3, %r8
    addq P_ROWS(%r11), %r8
    movq (%r8), %r11
    cmpl %r9d, ROW_SIZE(%r11)
    jne 5b
    jmp 4b
    .endm

/* To `new', which leads back to `known': it is the least or the most in a block of the row %r11.  short: it is known to have no
   more than 32 bits.  Changes %r8. */
    .macro COMPARE_COST cost, cost32, block, new, known, short=0
    .if \short
    cmpl %\cost32, \block + C_MOST(%r11)
    jb \new\()f
    .else
    movl \block + C_MOST(%r11), %r8d
    cmpq %r8, %\cost
    ja \new\()f
    .endif
    cmpl %\cost32, \block + C_LEAST(%r11)
    ja \new\()f
\known:
    .endm

/* The cost goes there; the register has its square then.  To `carry', which leads back to `added': it fills 64 bits. */
    .macro ADD_COST cost, block, carry, added
    addq %\cost, \block + C_SUM(%r11)
    imulq %\cost, %\cost
    addq %\cost, \block + C_SQUARE(%r11)
    jc \carry\()f
\added:
    .endm

    .macro CARRY high, carry, added
\carry:
    incw \high(%r11)
    jmp \added\()b
    .endm

/* To 9: it is too large for the row. */
    .macro NEW_COST cost, cost32, block, new, known
\new:
    movq %\cost, %r8
    shrq $ROW_LONG_SHIFT, %r8
    jnz 9f
    cmpl %\cost32, \block + C_LEAST(%r11)
    jbe 6f
    movl %\cost32, \block + C_LEAST(%r11)
6:  cmpl %\cost32, \block + C_MOST(%r11)
    jae \known\()b
    movl %\cost32, \block + C_MOST(%r11)
    jmp \known\()b
    .endm

/* The same of a function that calls nothing, whose costs are one; but %r10 is not set.  Changes %r10 if it goes to 9. */
    .macro END_USUAL_LEAF
    movq F_PROFILE(%rdi), %r8
    movq F_SIZE(%rdi), %r9
    movq F_NEAR(%rdi), %r11
    leaq 1(%r9, %r11), %r11
    IS_USUAL_LEAF 0, 16
15: addq %rsi, F_BELOW - F_BYTES(%rdi)
    addq %r9, F_SIZE - F_BYTES(%rdi)
    POP_FRAME
16: IS_USUAL_LEAF U_BYTES, 17
    jmp 15b
17: movq F_BELOW(%rdi), %r10
    addq %rsi, %r10
    subl $1, U_MISSES(%r8)
    jbe 9f
    .endm

/* Its size and the cost go to its caller.  Changes %r9. */
    .macro TELL_CALLER cost
    movq F_SIZE(%rdi), %r9
    addq %\cost, F_BELOW - F_BYTES(%rdi)
    addq %r9, F_SIZE - F_BYTES(%rdi)
    .endm

/* To 7: the caller ends, too, with what it called last. */
    .macro POP_FRAME
    subq $F_BYTES, %rdi
    movq %rdi, T_TOP(%rcx)
    cmpl $0, F_TAILS(%rdi)
    jne 7f
    ret
    .endm

    .macro CALLER_ENDS shared
7:  movq F_COST(%rdi), %rsi
    .if \shared
    cmpq T_INDUCED_END(%rcx), %rdi
    jb 9f
    .endif
    jmp .Lleave_\shared
    .endm

    .macro LEAVE_ENTRY name, shared
    .p2align 6
ENTRY \name
    FIND_THREAD \shared
.Lleave_\shared:
    LOOK_AT_FRAME
    END_USUAL
    FIND_ROW
.Lfound_\shared:
    COMPARE_COST r10, r10d, ROW_ALL, 1, 2
    COMPARE_COST rsi, esi, ROW_OWN, 3, 8, 1
    TELL_CALLER r10
    incl ROW_COUNT(%r11)
    ADD_COST r10, ROW_ALL, 10, 11
    ADD_COST rsi, ROW_OWN, 12, 13
    POP_FRAME
    CALLER_ENDS \shared
    NEW_COST r10, r10d, ROW_ALL, 1, 2
    NEW_COST rsi, esi, ROW_OWN, 3, 8
    CARRY ROW_ALL_HIGH, 10, 11
    CARRY ROW_OWN_HIGH, 12, 13
    FIND_NEXT_ROW
9:  jmp leave_in_c
LEAVE \name
    .endm

    .macro LEAVE_LEAF_ENTRY name, shared
    .p2align 6
ENTRY \name
    FIND_THREAD \shared
    END_USUAL_LEAF
.Lrow_of_leaf_\shared:
    FIND_ROW
    cmpl $0, ROW_SPLIT(%r11)
    jne .Lfound_\shared
    cmpq %r10, %rsi                     /* a handler was called */
    jne 9f
    COMPARE_COST rsi, esi, ROW_ALL, 1, 2
    TELL_CALLER rsi
    incl ROW_COUNT(%r11)
    ADD_COST rsi, ROW_ALL, 10, 11
    POP_FRAME
.Lleave_brief_\shared:                 /* the routine may have calls elsewhere */
    FIND_THREAD \shared
    LOOK_AT_FRAME
    END_USUAL
    jmp .Lrow_of_leaf_\shared
    CALLER_ENDS \shared
    NEW_COST rsi, esi, ROW_ALL, 1, 2
    CARRY ROW_ALL_HIGH, 10, 11
    FIND_NEXT_ROW
9:  btsq $63, %rsi                      /* RT_LEAF */
    jmp leave_in_c
LEAVE \name
    .endm

    LEAVE_ENTRY __algoprof1_inhouse_leave, 0
    LEAVE_ENTRY __algoprof1_inhouse_leave_shared, 1
    LEAVE_LEAF_ENTRY __algoprof1_inhouse_leave_leaf, 0
    LEAVE_LEAF_ENTRY __algoprof1_inhouse_leave_leaf_shared, 1

/* An activation that reads nothing and has called nothing has no frame if it is of a usual kind, and its caller does not end with
   it. */
    .macro BRIEF_ENTRY name, shared
    .p2align 6
ENTRY \name
    movq rt_inhouse_quick@gottpoff(%rip), %rcx
    movq %fs:(%rcx), %rcx
    movl R_PROFILE(%rdi), %r8d
    testl %r8d, %r8d
    jz 9f
    movq T_COUNT(%rcx), %r9
    cmpq T_LIMIT(%rcx), %r9
    jae 9f
    movq T_TOP(%rcx), %r9
    cmpl $0, F_TAILS(%r9)
    jne 9f
    addq T_QUICK(%rcx), %r8
    IS_USUAL 0, 1, $1, %rsi
2:  incq T_COUNT(%rcx)
    movl $1, F_STAMP + F_BYTES(%r9)     /* one has begun */
    addq %rsi, F_BELOW(%r9)
    ret
1:  IS_USUAL U_BYTES, 9, $1, %rsi
    jmp 2b
9:  pushq %rax
    .cfi_adjust_cfa_offset 8
    movq %rdi, %r10
    call .Lenter_0
    movq %rax, %rdi
    popq %rax
    .cfi_adjust_cfa_offset -8
    jmp .Lleave_brief_\shared
LEAVE \name
    .endm

    BRIEF_ENTRY __algoprof1_inhouse_brief, 0
    BRIEF_ENTRY __algoprof1_inhouse_brief_shared, 1

    .p2align 4
ENTRY __algoprof1_inhouse_tail
    movq rt_inhouse_quick@gottpoff(%rip), %r11
    movq %fs:(%r11), %r11
    cmpq %rax, T_TOP(%r11)
    jne 8f
    movl F_TAILS - F_BYTES(%rax), %r10d
    incl %r10d
    cmpl $MOST_TAILS, %r10d
    jae 8f
    movl %r10d, F_TAILS(%rax)
    ret
8:  pushq %rdi
    .cfi_adjust_cfa_offset 8
    movq %rax, %rdi
    call 9f
    popq %rdi
    .cfi_adjust_cfa_offset -8
    ret
9:  .cfi_adjust_cfa_offset 8
    pushq %r11
    .cfi_adjust_cfa_offset 8
    leaq rt_in_tail(%rip), %r11
    jmp rt_save_void
LEAVE __algoprof1_inhouse_tail

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
