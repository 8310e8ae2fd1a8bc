/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The pragma is not registered with the front end: a registered one is a
 * statement to the parser, which GCC 11 takes for the whole body of an
 * unbraced `if'.  So it stays an unknown pragma, and the callback for those
 * notes its place; statement-of-mark.cc finds the loop at that place.  The parse cannot
 * change.
 */
#include "mark/pragma.h"
#include "mark/clauses.h"
#include "options.h"

std::vector<loop_pragma> loop_pragmas;

static void (*other_pragma) (cpp_reader *, location_t);

static const char *
word_of (const cpp_token *t)
{
  return t->type == CPP_NAME ? (const char *) NODE_NAME (t->val.node.node) : NULL;
}

static bool
ends_pragma (const cpp_token *t)
{
  return t->type == CPP_EOF || t->type == CPP_PRAGMA_EOL;
}

static const char *
text_of (cpp_reader *reader, const cpp_token *t)
{
  /* Of a name GCC makes ASCII with escapes. */
  if (const char *word = word_of (t))
    return word;
  return ends_pragma (t) ? "" : (const char *) cpp_token_as_text (reader, t);
}

/* The text of a clause's argument, up to ')'; false if there is none. */
static bool
read_argument (cpp_reader *reader, std::string *text)
{
  location_t loc;
  if (cpp_get_token_with_location (reader, &loc)->type != CPP_OPEN_PAREN)
    return false;
  text->clear ();
  for (;;)
    {
      const cpp_token *t = cpp_get_token_with_location (reader, &loc);
      if (t->type == CPP_CLOSE_PAREN)
        return true;
      if (ends_pragma (t))
        return false;
      *text += text_of (reader, t);
    }
}

/* What belongs to an unknown clause; false at the end of the pragma. */
static bool
skip_argument (cpp_reader *reader)
{
  std::string text;
  if (cpp_peek_token (reader, 0)->type == CPP_OPEN_PAREN)
    return read_argument (reader, &text);
  return true;
}

/* One clause; false at the end of the pragma. */
static bool
read_clause (cpp_reader *reader, loop_pragma *p)
{
  location_t loc;
  const cpp_token *t = cpp_get_token_with_location (reader, &loc);
  if (ends_pragma (t))
    return false;
  if (t->type == CPP_COMMA)
    return true;
  const char *word = word_of (t);
  bool is_name = word && !strcmp (word, "name"), is_rate = word && !strcmp (word, "rate");
  bool is_limit = word && !strcmp (word, "limit");
  if (!is_name && !is_rate && !is_limit)
    {
      warning_at (loc, OPT_Wpragmas, "unknown clause %qs in %<#pragma algoprof loop%> is "
                  "ignored; known are %<name(word)%>, %<rate(N)%> and %<limit(CLASS)%>",
                  text_of (reader, t));
      return skip_argument (reader);
    }
  std::string text;
  bool closed = read_argument (reader, &text);
  if (is_name && closed && !text.empty ())
    {
      bool ok = true;
      for (char c : text)
        ok &= ISALNUM (c) || (c & 0x80) || strchr ("_.:#-", c) != NULL;
      if (ok)
        {
          p->name = text;
          return true;
        }
    }
  if (is_rate && closed && parse_rate (text.c_str (), &p->asked.rate))
    return true;
  if (is_limit)
    {
      if (!closed || !parse_limit (text, &p->limit))
        warning_at (loc, OPT_Wpragmas, "%<limit%> in %<#pragma algoprof loop%> needs a class of "
                    "cost functions: %s; ignored", limit_names ().c_str ());
      return closed;
    }
  warning_at (loc, OPT_Wpragmas,
              is_name ? G_("%<name%> in %<#pragma algoprof loop%> needs one word; ignored")
              : G_("%<rate%> in %<#pragma algoprof loop%> needs a number from 1 up or "
                   "%<auto%>; ignored"));
  return closed;
}

location_t
text_point (location_t where)
{
  return get_pure_location (linemap_resolve_location (line_table, where,
                                                      LRK_MACRO_EXPANSION_POINT, NULL));
}

static void
on_pragma (cpp_reader *reader, location_t line)
{
  const char *space = word_of (cpp_peek_token (reader, 0));
  if (!space || strcmp (space, "algoprof"))
    {
      if (other_pragma)
        other_pragma (reader, line);
      return;
    }
  loop_pragma p;
  location_t loc, lexed = line_table->highest_location;
  cpp_get_token_with_location (reader, &p.where);
  const cpp_token *t = cpp_get_token_with_location (reader, &loc);
  const char *word = word_of (t);
  if (!word || strcmp (word, "loop"))
    {
      warning_at (p.where, OPT_Wpragmas, "%<#pragma algoprof%> knows %<loop%> only; this one "
                  "is ignored");
      return;
    }
  p.place = expand_location (p.where);
  /* The operator's text is lexed as a line of its own: its tokens start at
     column 1, where no directive's second word can be.  The place is the last
     that was lexed before: the operator's or the macro's end.  Near the line's
     start those tokens hide it. */
  p.is_operator = p.place.column == 1;
  p.point = text_point (p.is_operator ? lexed : p.where);
  p.near_start = p.is_operator
                 && expand_location (p.point).column <= (int) strlen ("algoprof");
  while (read_clause (reader, &p))
    ;
  loop_pragmas.push_back (p);
}

void
watch_pragmas (void *, void *)
{
  if (!cpp_get_callbacks || !parse_in)
    return;
  cpp_callbacks *cb = cpp_get_callbacks (parse_in);
  if (!cpp_get_options (parse_in)->preprocessed)
    {
      /* At -g3 each definition is told to the debugging information by its
         line, and there are no lines before the first file.  */
      auto told = cb->define;
      cb->define = NULL;
      cpp_define (parse_in, "__ALGOPROF__=1");    /* for algoprof.h */
      cb->define = told;
    }
  if (flag_preprocess_only)
    return;
  other_pragma = cb->def_pragma;
  cb->def_pragma = on_pragma;
}
