/* SPDX-License-Identifier: MIT
 * Names of what programs call by algoprof.h. */
#ifndef RT_API_H
#define RT_API_H

#include <algoprof/rt_abi.h>

#define RT_PUBLIC(name) __asm__(ALGOPROF_RT(name)) __attribute__((visibility("default")))

#endif
