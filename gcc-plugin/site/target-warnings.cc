/* SPDX-License-Identifier: GPL-3.0-or-later
 * Message texts of the passes. */
#include "site/target-warnings.h"
#include "site/remarks.h"
#include "options.h"
#include "site/site.h"

static bool
is_of_all (const std::string &text)
{
  site s;
  return site_from_text (text, &s) && (s.flags & SITE_OF_ALL);
}

void
report_refused (location_t where, const char *reason, const std::string &text)
{
  static std::set<std::pair<location_t, const char *>> said;
  if (!said.insert ({ where, reason }).second)
    return;
  remark_refused (where, reason);
  if (!is_of_all (text))
    warning_at (where, OPT_Wpragmas, "algoprof: %s; it is not profiled", reason);
  else if (options.verbose)
    inform (where, "algoprof: %s; it is not profiled", reason);
}

/* "2 calls": nothing of what is not there.  The first of a text stands without BETWEEN. */
static void
append_number (std::string *text, unsigned n, const char *one, const char *more, const char *between = ", ")
{
  if (n)
    *text += (text->empty () ? "" : between) + std::to_string (n) + " " + (n == 1 ? one : more);
}

void
report_switched (location_t where, const char *function, const std::string &text,
                 const coverage &c)
{
  remark_covered (text, c);
  if (!options.verbose)
    return;
  std::string covered, missed;
  append_number (&covered, c.accesses, "access", "accesses");
  append_number (&covered, c.modelled, "modelled call", "modelled calls");
  append_number (&covered, c.callees, "call of a traced function", "calls of traced functions");
  append_number (&covered, c.looked_up, "call that is looked up when it runs", "calls that are looked up when they run");
  append_number (&missed, c.opaque, "call", "calls", " and ");
  append_number (&missed, c.hidden, "access", "accesses", " and ");
  if (covered.empty ())
    covered = missed.empty () ? "nothing: no access in it" : "nothing";
  inform (where, "algoprof: loop in %qs profiled; its trace covers %s%s%s", function, covered.c_str (),
          missed.empty () ? "" : "; it misses ", missed.c_str ());
}

void
report_loop_with_accesses (location_t where)
{
  static bool said;
  if (!said)
    inform (where, "algoprof: %<-fplugin-arg-algoprof-no-accesses%> is for recursions: accesses of "
            "loops are traced all the same, since their size is what they read");
  said = true;
}

void
report_split (location_t where, const std::string &text, bool open, unsigned others)
{
  site s;
  if (options.verbose && site_from_text (text, &s))
    inform (where, "algoprof: recursion %qs profiled; %u other function%s of it ha%s versions%s",
            s.function.c_str (), others, others == 1 ? "" : "s", others == 1 ? "s" : "ve",
            open ? ", and calls may come back in ways that are not seen here" : "");
}

static std::map<std::string, location_t> gone;
static std::set<std::string> kept;

void
report_gone (location_t where, const std::string &text)
{
  gone.insert ({ text, where });
  remark_counted (text);
}

void
report_kept (const std::string &text)
{
  kept.insert (text);
}

void
report_removed_targets (void)
{
  for (const auto &g : gone)
    if (kept.count (g.first))
      ;
    else if (!is_of_all (g.first))
      warning_at (g.second, OPT_Wpragmas, "algoprof: the marked loop was optimised away; its "
                  "executions are counted, not traced");
    else if (options.verbose)
      inform (g.second, "algoprof: this loop was optimised away; its executions are counted, not traced");
}
