/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * An asm statement may name a place ("table: .long 7"), and then the assembler refuses a second
 * one.  GCC copies such a statement only where it inlines or unrolls, which those who write it see
 * to (noinline); so it is not copied for profiling either.  Numbers ("1:") and names with %= may come
 * again, and so may what the assembler is asked to leave out where it is there (.ifndef). */
#include "places.h"

static bool
is_name_letter (char c)
{
  return ISALNUM (c) || c == '_' || c == '.' || c == '$';
}

static bool
is_directive (const char *word, size_t length, const char *begin)
{
  return length >= strlen (begin) && !strncmp (word, begin, strlen (begin));
}

static bool
text_names_place (const char *text)
{
  int conditions = 0;
  for (const char *p = text; *p; p += *p != '\0')
    {
      p += strspn (p, " \t\n;{|}");
      const char *word = p;
      while (is_name_letter (*p))
        p++;
      size_t length = p - word;
      if (is_directive (word, length, ".if"))
        conditions++;
      else if (is_directive (word, length, ".endif"))
        conditions--;
      p += strspn (p, " \t");
      if (*p == ':' && length && !ISDIGIT (*word) && conditions <= 0)
        return true;
      if (*p != ':')
        p += strcspn (p, "\n;");
    }
  return false;
}

static bool
names_place (basic_block bb)
{
  for (gimple_stmt_iterator g = gsi_start_bb (bb); !gsi_end_p (g); gsi_next (&g))
    if (gasm *statement = dyn_cast<gasm *> (gsi_stmt (g)))
      if (text_names_place (gimple_asm_string (statement)))
        return true;
  return false;
}

bool
names_place (function *fun)
{
  basic_block bb;
  FOR_EACH_BB_FN (bb, fun)
    if (names_place (bb))
      return true;
  return false;
}
