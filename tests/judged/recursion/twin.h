/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The account that a recursion's test program keeps of itself when it is built
 * with TWIN, without the plugin, at -O0: RECURSION ("NAME") stands first in
 * the body of the marked function, and twin.c is told of each call and return.
 * LANDED () stands behind a setjmp that may be returned to: calls whose frames
 * are gone have ended.  In a profiled build nothing is left of either.
 */
#ifndef TESTS_RECURSION_TWIN_H
#define TESTS_RECURSION_TWIN_H

#include "../counts/opaque.h"

#ifdef TWIN
#ifdef __cplusplus
extern "C" {
#endif
struct twin_call {
    const char *name;
    int number;         /* of the target in the account */
};
void twin_enter(struct twin_call *call);
void twin_leave(struct twin_call *call);
void twin_landed(const void *sp);
#ifdef __cplusplus
}
#endif
#define RECURSION(target)                                                       \
    __attribute__((cleanup(twin_leave))) struct twin_call twin_call = { target, 0 }; \
    twin_enter(&twin_call)
#define LANDED()                                                                \
    do {                                                                        \
        void *twin_sp;                                                          \
        __asm__ volatile("mov %%rsp, %0" : "=r"(twin_sp));                      \
        twin_landed(twin_sp);                                                   \
    } while (0)
#else
#define RECURSION(target) ((void)0)
#define LANDED() ((void)0)
#endif

#endif
