/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "arch/x86_64/syntax.h"

static bool
is_intel (void)
{
  return ix86_asm_dialect == ASM_INTEL;
}

static std::string
name_of (const std::string &mnemonic)
{
  return is_intel () ? mnemonic.substr (0, mnemonic.size () - 1) : mnemonic;
}

std::string
one (const std::string &mnemonic, const std::string &operand)
{
  return name_of (mnemonic) + "\t" + operand;
}

std::string
two (const std::string &mnemonic, const std::string &source, const std::string &destination)
{
  return name_of (mnemonic) + "\t" + (is_intel () ? destination + ", " + source : source + ", " + destination);
}

static std::string
segmented (const char *segment, const std::string &base, HOST_WIDE_INT offset, const char *size)
{
  std::string by = offset ? std::to_string (offset) : "";
  if (!is_intel ())
    return std::string (*segment ? "%%" : "") + segment + by + "(" + base + ")";
  return std::string (size) + segment + "[" + base + (offset > 0 ? "+" : "") + by + "]";
}

std::string
memory (const std::string &base, HOST_WIDE_INT offset, const char *size)
{
  return segmented ("", base, offset, size);
}

std::string
indexed_memory (const std::string &base, const std::string &index, unsigned times, unsigned offset, const char *size)
{
  std::string n = std::to_string (times), ahead = std::to_string (offset);
  return is_intel () ? size + ("[" + base + "+" + index + "*" + n + "+" + ahead + "]")
                     : (offset ? ahead : "") + "(" + base + "," + index + "," + n + ")";
}

std::string
thread_memory (const std::string &base, HOST_WIDE_INT offset, const char *size)
{
  return segmented ("fs:", base, offset, size);
}

std::string
symbol_memory (const std::string &symbol, const char *size)
{
  return is_intel () ? size + symbol + "[rip]" : symbol + "(%%rip)";
}

std::string
quoted_symbol (const std::string &name)
{
  return name[0] == '$' ? "\"" + name + "\"" : name;
}

std::string
register_name (unsigned regno)
{
  static const std::map<unsigned, const char *> names
    = { { AX_REG, "rax" }, { DX_REG, "rdx" }, { CX_REG, "rcx" }, { SI_REG, "rsi" }, { DI_REG, "rdi" },
        { BX_REG, "rbx" }, { BP_REG, "rbp" }, { SP_REG, "rsp" }, { R8_REG, "r8" }, { R9_REG, "r9" },
        { R10_REG, "r10" }, { R11_REG, "r11" }, { R12_REG, "r12" }, { R13_REG, "r13" }, { R14_REG, "r14" },
        { R15_REG, "r15" } };
  return std::string (is_intel () ? "" : "%%") + names.at (regno);
}

std::string
half_of (const std::string &word)
{
  std::string half = word;
  size_t letter = word.find_first_not_of ('%');
  if (word[letter] == 'q')
    half[letter] = 'k';                 /* %q0: %k0 */
  else if (ISDIGIT (word[letter + 1]))
    half += 'd';                        /* r8: r8d */
  else
    half[letter] = 'e';                 /* rax: eax */
  return half;
}

std::string
word_operand (unsigned n)
{
  return "%q" + std::to_string (n);
}

std::string
address_operand (unsigned n)
{
  return "%a" + std::to_string (n);
}

std::string
number_operand (HOST_WIDE_INT n)
{
  return (is_intel () ? "" : "$") + std::to_string (n);
}

std::string
label_address (const std::string &label)
{
  return symbol_memory (label, "");
}
