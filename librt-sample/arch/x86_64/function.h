/* SPDX-License-Identifier: MIT
 * Where a function in assembly begins and ends. */
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
