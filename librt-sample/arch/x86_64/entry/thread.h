/* SPDX-License-Identifier: MIT
 *
 * Where the calling thread has a variable, for the entry points: its distance from %fs's base to %rax, or to another
 * register.  As a call of the loader's, which changes the flags: a library with the runtime inside may be loaded by a
 * running program, where the room that other ways need is small and not given back.  In an executable the linker
 * makes a constant and a no-operation of it. */
    .macro THREAD_OFFSET variable
    leaq \variable@tlsdesc(%rip), %rax
    call *\variable@tlscall(%rax)
    .endm

/* saved: a register for %rax meanwhile. */
    .macro THREAD_OFFSET_TO to, variable, saved
    movq %rax, %\saved
    THREAD_OFFSET \variable
    movq %rax, %\to
    movq %\saved, %rax
    .endm
