/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "copy/text-labels.h"

static std::map<std::string, unsigned> strings;

static std::string
label_of (unsigned number)
{
  return ".Lalgoprof_s" + std::to_string (number);
}

std::string
string_label (const std::string &s)
{
  return label_of (strings.insert ({ s, strings.size () }).first->second);
}

void
write_strings (void)
{
  if (strings.empty ())
    return;
  fputs ("\t.section\t.rodata.str1.1,\"aMS\",@progbits,1\n", asm_out_file);
  for (const auto &s : strings)
    {
      fprintf (asm_out_file, "%s:\n", label_of (s.second).c_str ());
      ASM_OUTPUT_ASCII (asm_out_file, s.first.c_str (), s.first.size () + 1);
    }
}
