/* SPDX-License-Identifier: MIT
 *
 * Of the shared runtime only, which is never unloaded (-z nodelete): a variable that is asked for once in this way, by the
 * offset that the loader has put into the table, is asked for by all code so; the linker changes it. */
    .section .text.unlikely, "ax", @progbits
    .type initial, @function
initial:
    .irp variable, rt_tls, rt_inhouse, rt_inhouse_refused, rt_walks_inhouse, rt_charged, rt_contexts
    .hidden \variable
    movq \variable@gottpoff(%rip), %rax
    .endr
    .irp variable, __algoprof1_fuel, __algoprof1_loop, __algoprof1_context_cursor
    movq \variable@gottpoff(%rip), %rax
    .endr
    ret
    .size initial, . - initial

    .section .note.GNU-stack, "", @progbits
