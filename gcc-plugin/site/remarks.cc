/* SPDX-License-Identifier: GPL-3.0-or-later
 * The section is neither loaded nor looked at by the runtime. */
#include "site/remarks.h"
#include "site/site.h"
#include <algoprof/rt_abi.h>

static std::set<std::string> remarks;

void
remark_refused (location_t where, const char *reason)
{
  expanded_location e = expand_location (where);
  remarks.insert ("refused\t" + std::string (e.file ? remap_macro_filename (e.file) : "") + "\t"
                  + std::to_string (e.line) + "\t" + std::to_string (e.column) + "\t" + reason);
}

static std::string
key_of (const std::string &site_text)
{
  char key[32];
  sprintf (key, "%016llx", (unsigned long long) get_site_key (site_text));
  return key;
}

void
remark_covered (const std::string &site_text, const coverage &c)
{
  std::string text = "covered\t" + key_of (site_text);
  for (unsigned n : { c.accesses, c.modelled, c.callees, c.looked_up, c.opaque, c.hidden })
    text += "\t" + std::to_string (n);
  remarks.insert (text);
}

void
remark_counted (const std::string &site_text)
{
  remarks.insert ("counted\t" + key_of (site_text));
}

void
write_remarks (void)
{
  if (remarks.empty () || !asm_out_file || flag_syntax_only)
    return;
  fputs ("\t.section\t" ALGOPROF_REMARKS ",\"\",@progbits\n", asm_out_file);
  for (const std::string &text : remarks)
    {
      fputs ("\t.string\t\"", asm_out_file);
      for (unsigned char c : text)
        if (ISALNUM (c) || strchr (" ./_-,()", c))
          fputc (c, asm_out_file);
        else
          fprintf (asm_out_file, "\\%03o", c);
      fputs ("\"\n", asm_out_file);
    }
}
