/* SPDX-License-Identifier: MIT
 *
 * Included first by files whose functions run before vector registers are saved: the compiler uses general
 * registers only. */
#if defined __x86_64__
#pragma GCC target("general-regs-only")
#endif
