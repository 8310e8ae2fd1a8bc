/* SPDX-License-Identifier: MIT
 *
 * What the runtime asks of the machine; each function is in arch/<machine>/.
 * Declared here, and defined for the machine that is compiled for.
 */
#ifndef RT_MACHINE_H
#define RT_MACHINE_H

#if defined __x86_64__
#include "arch/x86_64/machine.h"
#else
#error "algoprof's runtime has no layer for this machine (librt-sample/arch)"
#endif

#endif
