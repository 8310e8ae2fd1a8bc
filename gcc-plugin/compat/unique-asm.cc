/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * An asm statement may name a place ("table: .long 7"), and then the assembler refuses a second
 * one; as it does of some directives.  GCC copies such a statement only where it inlines or unrolls,
 * which those who write it see to (noinline); so it is not copied for profiling either.  Numbers ("1:") and names with %= may come
 * again, and so may what the assembler is asked to leave out where it is there (.ifndef). */
#include "compat/unique-asm.h"

/* Directives that the assembler refuses a second time; macros if they are not taken back. */
static const char *const once[] = { ".equiv", ".eqv", ".lcomm", ".local", ".weakref" };

static bool
is_name_letter (char c)
{
  return ISALNUM (c) || c == '_' || c == '.' || c == '$';
}

/* Behind a name, in which there may be operands (%c0) or a macro's parameters (\x).  unique: another one
   in each copy (%=). */
static const char *
skip_name (const char *p, bool *unique)
{
  *unique = false;
  if (*p == '"')
    {
      const char *end = strchr (p + 1, '"');
      return end ? end + 1 : p;
    }
  for (;; p++)
    if (!strncmp (p, "%=", 2))
      {
        *unique = true;
        p++;
      }
    else if (!is_name_letter (*p) && *p != '\\' && !(*p == '%' && ISALNUM (p[1])))
      return p;
}

/* Behind blanks and comments. */
static const char *
skip_blanks (const char *p, const char *blanks)
{
  for (;;)
    {
      p += strspn (p, blanks);
      const char *end = !strncmp (p, "/*", 2) ? strstr (p + 2, "*/") : NULL;
      if (!end)
        return p;
      p = end + 2;
    }
}

static bool
begins_with (const std::string &word, const char *begin)
{
  return word.compare (0, strlen (begin), begin) == 0;
}

static bool
comes_once (const std::string &directive, const char *text)
{
  if (directive == ".macro")
    return !strstr (text, ".purgem");
  /* A weak symbol that is used has one value, even if the second is the same. */
  if (directive == ".weak")
    return strstr (text, ".set") || strstr (text, ".equ") || strchr (text, '=');
  return std::find (std::begin (once), std::end (once), directive) != std::end (once);
}

bool
text_names_place (const char *text)
{
  int conditions = 0;
  for (const char *p = text; *p; p += *p != '\0')
    {
      bool unique;
      const char *begin = skip_blanks (p, " \t\n;{|}");
      p = skip_name (begin, &unique);
      std::string word (begin, p);
      if (begins_with (word, ".if"))
        conditions++;
      else if (begins_with (word, ".endif"))
        conditions--;
      p = skip_blanks (p, " \t");
      bool names = *p == ':' ? !unique && !word.empty () && !ISDIGIT (word[0])
                             : !strncmp (p, "==", 2) || comes_once (word, text);
      if (names && conditions <= 0)
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
