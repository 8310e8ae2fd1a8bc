/* SPDX-License-Identifier: MIT
 *
 * The full forms of enter, join, leave, tail and landed (rt_abi.h).  low: the lowest address that the frame
 * of the program's function may use. */
#ifndef RT_RECURSION_H
#define RT_RECURSION_H

#include <algoprof/rt_abi.h>

uint64_t rt_slow_enter(struct algoprof_recursion *, uint64_t base, uint64_t low);
uint64_t rt_slow_join(struct algoprof_recursion *, uint64_t base, uint64_t low);
void rt_slow_leave(struct algoprof_recursion *, uint64_t base, uint64_t low);
void rt_slow_tail(struct algoprof_recursion *, uint64_t base, uint64_t low);
void rt_slow_landed(uint64_t low);

#endif
