/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "arch/asm-code.h"

asm_code::asm_code (const std::string &text, HOST_WIDE_INT pushed)
{
  if (!text.empty ())
    list.push_back ({ text, pushed });
}

asm_code &
asm_code::operator+= (const asm_code &other)
{
  list.insert (list.end (), other.list.begin (), other.list.end ());
  return *this;
}

asm_code &
asm_code::operator+= (asm_code &&other)
{
  list.insert (list.end (), std::make_move_iterator (other.list.begin ()), std::make_move_iterator (other.list.end ()));
  return *this;
}

asm_code
operator+ (asm_code a, const asm_code &b)
{
  a += b;
  return a;
}

asm_code
operator+ (asm_code a, asm_code &&b)
{
  a += std::move (b);
  return a;
}

HOST_WIDE_INT
asm_code::depth () const
{
  HOST_WIDE_INT sum = 0;
  for (const instruction &i : list)
    sum += i.pushed;
  return sum;
}

bool
asm_code::moves_stack () const
{
  return std::any_of (list.begin (), list.end (), [] (const instruction &i) { return i.pushed != 0; });
}

static void
add_line (std::string *text, const std::string &line)
{
  if (!text->empty ())
    *text += "\n\t";
  *text += line;
}

std::string
asm_code::text () const
{
  std::string text;
  for (const instruction &i : list)
    add_line (&text, i.text);
  return text;
}

std::string
asm_code::described_text () const
{
  std::string text;
  for (const instruction &i : list)
    {
      add_line (&text, i.text);
      if (i.pushed)
        add_line (&text, ".cfi_adjust_cfa_offset " + std::to_string (i.pushed));
    }
  return text;
}

static std::map<std::string, asm_code> codes_by_text;

const char *
make_template (const asm_code &code)
{
  std::string text = code.text ();
  if (code.moves_stack ())
    codes_by_text.insert ({ text, code });
  return ggc_strdup (text.c_str ());
}

const asm_code *
find_code (const char *text)
{
  auto found = codes_by_text.find (text);
  return found == codes_by_text.end () ? NULL : &found->second;
}
