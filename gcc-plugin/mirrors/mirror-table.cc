/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A row is two distances from themselves, so that neither the static nor the
 * dynamic linker has anything to relocate at load time:
 *
 *     .long original - . ; .long mirror - .
 *
 * The original is named by a local symbol: its address here, whichever definition
 * the dynamic linker takes.  Of a function that other units may have, too (choose-mirrors.cc), where the
 * dynamic linker takes none (in programs, and if it is hidden), the row names the one that the linker
 * took: that may be of a unit without mirrors.  Rows of a function in a section group lie in it, where its
 * mirror is, too.
 *
 * A note (rt_abi.h) says where the module's rows are, and where an address is that
 * says which runtime the module's mirrors call: the one thing that is relocated. */
#include "mirrors/mirror-table.h"
#include "mirrors/section-groups.h"
#include "mirrors/mirror-list.h"
#include "site/site.h"
#include <algoprof/rt_abi.h>

#define KEPT_ROWS ".Lalgoprof_rows"

/* Does the row name the definition that the linker takes, whichever unit's that is? */
static bool
names_what_is_linked (const mirror_row &r)
{
  return (is_out_of_group (r.original) || (needs_no_mirror (r.traced) && DECL_COMDAT_GROUP (r.original)))
         && targetm.binds_local_p (r.original);
}

/* The group of the function, if it has one: the row goes with the copy of it. */
static tree
group_of (const mirror_row &r)
{
  return needs_no_mirror (r.traced) && names_what_is_linked (r) ? NULL_TREE : DECL_COMDAT_GROUP (r.traced);
}

static void
begin_section (const mirror_row &r, const char *name, const char *flags)
{
  tree group = group_of (r);
  fprintf (asm_out_file, "\t.section\t%s,\"%s%s\",@progbits", name, flags, group ? "G" : "");
  if (group)
    {
      fputs (",", asm_out_file);
      assemble_name (asm_out_file, IDENTIFIER_POINTER (group));
      fputs (",comdat", asm_out_file);
    }
  fputs ("\n", asm_out_file);
}

static void
write_traced (const mirror_row &r)
{
  if (has_mirror (r.traced))
    fputs (mirror_name (r.traced).c_str (), asm_out_file);
  else
    assemble_name (asm_out_file, IDENTIFIER_POINTER (DECL_ASSEMBLER_NAME (r.traced)));
}

/* What a thunk does, and then to its function's mirror. */
static void
write_thunk (const mirror_row &r, unsigned number)
{
  std::string label = ".Lalgoprof_t" + std::to_string (number);
  begin_section (r, ".text.unlikely", "ax");
  write_thunk_code (label.c_str (), r.shape, [&] { write_traced (r); });
}

static void
write_original (const mirror_row &r, unsigned number)
{
  const char *name = IDENTIFIER_POINTER (DECL_ASSEMBLER_NAME (r.original));
  if (names_what_is_linked (r))
    {
      write_distance_of_call (name);
      return;
    }
  fprintf (asm_out_file, "\t.set\t.Lalgoprof_o%u, ", number);
  assemble_name (asm_out_file, name);
  fprintf (asm_out_file, "\n\t.long\t.Lalgoprof_o%u - .\n", number);
}

/* Of a function that needs no mirror, itself, again. */
static void
write_itself (const mirror_row &r, unsigned number)
{
  if (names_what_is_linked (r))
    write_distance_of_call (IDENTIFIER_POINTER (DECL_ASSEMBLER_NAME (r.original)));
  else
    fprintf (asm_out_file, "\t.long\t.Lalgoprof_o%u - .\n", number);
}

static void
write_row (const mirror_row &r, unsigned number)
{
  if (r.thunk && !needs_no_mirror (r.traced))
    write_thunk (r, number);
  begin_section (r, ALGOPROF_MIRRORS, "a");
  fputs ("\t.balign\t4\n", asm_out_file);
  write_original (r, number);
  if (needs_no_mirror (r.traced))
    {
      write_itself (r, number);
      return;
    }
  fputs ("\t.long\t", asm_out_file);
  if (r.thunk)
    fprintf (asm_out_file, ".Lalgoprof_t%u", number);
  else
    write_traced (r);
  fputs (" - .\n", asm_out_file);
}

/* What the note names, so that no linker drops these rows; those in groups stay with their
   functions.  With an empty row, of no function, where all others are in groups: where the linker
   drops them, the section's start and end must still be there. */
static void
write_kept_rows (bool all_in_groups)
{
  fprintf (asm_out_file, "\t.section\t" ALGOPROF_MIRRORS ",\"a\",@progbits\n" KEPT_ROWS ":\n%s",
           all_in_groups ? "\t.balign\t4\n\t.long\t0, 0\n" : "");
}

void
write_mirror_table (const std::vector<mirror_row> &rows)
{
  if (rows.empty ())
    return;
  unsigned number = 0;
  bool all_in_groups = true;
  for (const mirror_row &row : rows)
    {
      all_in_groups &= group_of (row) != NULL_TREE;
      write_row (row, number++);
    }
  write_kept_rows (all_in_groups);
  fputs ("\t.section\t.data.rel.ro,\"aw\",@progbits\n\t.balign\t8\n"
         "\t.weak\t" ALGOPROF_CALLED "\n.Lalgoprof_called:\n\t.quad\t" ALGOPROF_CALLED "\n", asm_out_file);
  fputs ("\t.hidden\t__start_" ALGOPROF_MIRRORS "\n"
         "\t.hidden\t__stop_" ALGOPROF_MIRRORS "\n", asm_out_file);
  write_note_head (ALGOPROF_NOTE_MIRRORS, 12);
  /* As calls: GNU ld exports from a library of one object a hidden symbol that it defines
     itself, unless that is called. */
  write_distance_of_call ("__start_" ALGOPROF_MIRRORS);
  write_distance_of_call ("__stop_" ALGOPROF_MIRRORS);
  fputs ("\t.long\t.Lalgoprof_called - .\n", asm_out_file);
  write_bare_reference (KEPT_ROWS);
}
