/* SPDX-License-Identifier: GPL-3.0-or-later
 * How instructions are written, in the dialect that is compiled for (-masm). */
#ifndef ALGOPROF_X86_64_SYNTAX_H
#define ALGOPROF_X86_64_SYNTAX_H

#include "arch/machine.h"

/* Instructions with one operand and with two; mnemonics as AT&T's, with the letter for the size. */
std::string one (const std::string &mnemonic, const std::string &operand);
std::string two (const std::string &mnemonic, const std::string &source, const std::string &destination);

/* The lower half of a register or of word_operand (N). */
std::string half_of (const std::string &word);

/* What lies `offset' bytes behind the address in a register; size: Intel's name of it, "" as an address only. */
std::string memory (const std::string &base, HOST_WIDE_INT offset, const char *size = "QWORD PTR ");
/* What lies at the sum of a register and so many times another one. */
std::string indexed_memory (const std::string &base, const std::string &index, unsigned times, unsigned offset,
                            const char *size);
/* Likewise, off the thread's pointer. */
std::string thread_memory (const std::string &base, HOST_WIDE_INT offset, const char *size = "QWORD PTR ");
/* What lies at a symbol of this module. */
std::string symbol_memory (const std::string &symbol, const char *size = "QWORD PTR ");
/* A symbol's name as an operand: one that begins with $ would be a number. */
std::string quoted_symbol (const std::string &name);

/* A symbol of the runtime, that this unit's code refers to (write_weak_names). */
std::string note_runtime_name (const std::string &symbol);

#endif
