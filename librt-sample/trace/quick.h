/* SPDX-License-Identifier: MIT
 *
 * How entry points that are C functions themselves are declared: they use general
 * registers only, and the compiler saves those that they use. */
#ifndef RT_QUICK_H
#define RT_QUICK_H

#define RT_QUICK static inline __attribute__((always_inline))

/* The entry points, what they leave to arch/x86_64/thunks.S, and their rarer part: no register
 * changes but a result's and the flags. */
#define RT_ENTRY __attribute__((no_caller_saved_registers, visibility("default")))
#define RT_THUNK __attribute__((no_caller_saved_registers, visibility("hidden")))
#define RT_MORE static __attribute__((no_caller_saved_registers, noinline))

#endif
