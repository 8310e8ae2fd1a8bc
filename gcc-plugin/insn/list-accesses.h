/* SPDX-License-Identifier: GPL-3.0-or-later
 * Which accesses a mirror's instructions make of the program's memory. */
#ifndef ALGOPROF_LIST_ACCESSES_H
#define ALGOPROF_LIST_ACCESSES_H

#include "compat/gcc-compat.h"

struct memory_access
{
  rtx mem;
  bool write;
  bool partial;         /* a mask says which parts of it, or a segment's register where it is */
};

/* What an instruction reads and writes of the program's memory, reads first. */
std::vector<memory_access> list_accesses (rtx_insn *);

/* The same of a part of it. */
bool is_traced_memory (const_rtx mem);

/* Is a variable memory: all but hard registers and scalar locals whose address is never taken? */
bool is_memory (tree base);

/* Is it not off a register that only the kernel may know the value of? */
bool is_address_known (const_rtx mem);

/* Off the thread's pointer: a thread-local variable, not what the program names so by a type. */
bool is_thread_local (const_rtx mem);

#endif
