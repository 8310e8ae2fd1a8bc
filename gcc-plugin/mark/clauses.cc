/* SPDX-License-Identifier: GPL-3.0-or-later
 * What the clauses of marks take: the parsers of rate and limit. */
#include "mark/clauses.h"
#include <algoprof/log_format.h>
#include <algoprof/rt_abi.h>

bool
parse_rate (const char *text, unsigned *rate)
{
  if (!strcmp (text, "auto"))
    {
      *rate = ALOG_RATE_AUTO;
      return true;
    }
  if (!ISDIGIT (text[0]))
    return false;
  char *end;
  errno = 0;
  unsigned long n = strtoul (text, &end, 10);
  if (errno || *end || n < 1 || n >= ALOG_RATE_AUTO)
    return false;
  *rate = n;
  return true;
}

/* The classes that a limit may name, and their numbers. */
static const struct
{
  unsigned number;
  const char *name;
} limits[] = {
#define COST_CLASS(id, number, name, term, power, logs) { number, name },
#define COST_EXPONENTIAL(id, number, name) { number, name },
#include "algoprof/cost_classes.def"
};

std::string
limit_names ()
{
  std::string list;
  for (const auto &limit : limits)
    list += (list.empty () ? "" : ", ") + std::string (limit.name);
  return list;
}

static std::string
without_blanks (const std::string &text)
{
  std::string out;
  for (char c : text)
    if (!ISSPACE (c))
      out += c;
  return out;
}

bool
parse_limit (const std::string &text, unsigned *flags)
{
  for (const auto &limit : limits)
    if (without_blanks (limit.name) == without_blanks (text))
      {
        *flags = limit.number << 4;
        return true;
      }
  return false;
}
