/* SPDX-License-Identifier: GPL-3.0-or-later
 * What library functions access that an instrumented function calls. */
#ifndef ALGOPROF_INHOUSE_LIBRARY_H
#define ALGOPROF_INHOUSE_LIBRARY_H

#include "libc/library-calls.h"
#include "inhouse/runtime.h"

/* Tells it around the call.  words: of the function's memory for arguments (words_of). */
void tell_library_call (const activation &, gcall *, const library_call &, tree words);

/* Behind calls of mmap and munmap; false: it is none. */
bool tell_mapping (const activation &, gcall *);

/* Before calls after which no destructor runs. */
void tell_leaving (const activation &, gcall *);

/* Words that the arguments of such a call take up at most. */
unsigned count_words (gcall *);

/* A variable of so many. */
tree make_words (unsigned n);

#endif
