/* SPDX-License-Identifier: MIT
 *
 * The ABI between programs and the runtime (algoprof/rt_abi.h): what of it is x86-64's.
 *
 * Entry points preserve ALL registers but for what is said below: general, vector and x87 (but not the
 * flags).  Arguments are pushed, the last one first, each a word of 64 bits; a result takes the place of the
 * first.  So nothing has to be in a certain register, and the original loop has the registers that it would
 * have without the plugin.  A caller may use its red zone, so it moves %rsp over that before:
 *     lea -128(%rsp), %rsp ; push B ; push A
 *     call *SYMBOL@GOTPCREL(%rip) ; lea 144(%rsp), %rsp
 * (not through the PLT, whose lazy binding does not preserve %r11).
 *
 * Those of recursions, whose traced versions are functions of their own, have their arguments in %rdi and
 * %rsi, and a result in %rax.
 *
 * Those that each access calls (read1 to write16, access, reads) have the address in %r10, a second argument
 * in %rax, and may change %r8 to %r11, and %rax if they have it: to keep them would be a third of their
 * time, and the program knows which of them it needs.
 *
 * call and returned: a C function's first arguments are in %rdi, %rsi, %rdx, %rcx, %r8 and %r9, its
 * result in %rax.
 *
 * replayed: registers have DWARF's numbers, %rax, %rdx, %rcx, %rbx, %rsi, %rdi, %rbp, %rsp, %r8 to %r15.
 */
#ifndef ALGOPROF_ARCH_X86_64_H
#define ALGOPROF_ARCH_X86_64_H

#define ALGOPROF_RED_ZONE 128u  /* bytes below the stack pointer that a function's locals may lie in */
#define ALGOPROF_REGISTERS 16u  /* general ones, which replayed knows */
#define ALGOPROF_STACK_POINTER 7u       /* its number */
#define ALGOPROF_ARGUMENTS 6u   /* of a C function, in registers */

#endif
