/* SPDX-License-Identifier: GPL-3.0-or-later
 * The table of plugin arguments and their parsers. */
#include "options.h"
#include "mark/clauses.h"
#include <algoprof/rt_abi.h>
#include <algoprof/spool_layout.h>

plugin_options options;

const char plugin_help[] =
  "-fplugin-arg-algoprof-target=FILE:LINE | FUNCTION[:loops|:recursion] | * | @FILE\n"
  "    profile these as well as what the source marks; may be repeated\n"
  "-fplugin-arg-algoprof-rate=N|auto\n"
  "    sampling rate where neither the environment nor a clause says one\n"
  "-fplugin-arg-algoprof-log=PATTERN\n"
  "    name of the log where ALGOPROF_LOG is not set\n"
  "-fplugin-arg-algoprof-spool=APP\n"
  "    for programs that are shipped: logs go to the user's spool of APP, and only with\n"
  "    consent; files are told without their folders\n"
  "-fplugin-arg-algoprof-callees=all|auto|unit\n"
  "    all (default): traces can follow calls into this unit from others, and calls through\n"
  "    pointers; unit: only direct calls from its own targets; auto: all in a unit with a\n"
  "    target, and in link-time optimisation; elsewhere unit\n"
  "-fplugin-arg-algoprof-no-ranges\n"
  "    record each access where it is made (slower; the sizes are the same)\n"
  "-fplugin-arg-algoprof-no-accesses\n"
  "    of recursions trace the calls only (cheaper; their RMS is unknown then)\n"
  "-fplugin-arg-algoprof-inhouse[=rms|trms]\n"
  "    in-house mode: profile every activation of every function of this file, exactly\n"
  "-fplugin-arg-algoprof-inhouse-loops\n"
  "    profile every execution of every loop, too, not only of those that are marked\n"
  "-fplugin-arg-algoprof-cell=1|2|4|8\n"
  "    bytes of a cell of in-house mode; sizes are multiples of it (default 8)\n"
  "-fplugin-arg-algoprof-contexts[=folded|full]\n"
  "    count every call in its context; folded (default): all levels of a recursion are one\n"
  "-fplugin-arg-algoprof-verbose\n"
  "    a note for each target: what its trace covers and misses\n";

/* SPEC without the @FILE form. */
static bool
parse_spec (const std::string &text, target_spec *spec)
{
  spec->text = text;
  if (text.empty ())
    return false;
  size_t colon = text.rfind (':');
  if (colon != std::string::npos && colon + 1 < text.size ()
      && (colon == 0 || text[colon - 1] != ':'))
    {
      std::string tail = text.substr (colon + 1), head = text.substr (0, colon);
      if (ISDIGIT (tail[0]))
        {
          char *end;
          unsigned long n = strtoul (tail.c_str (), &end, 10);
          if (*end || n == 0 || n > INT_MAX || head.empty ())
            return false;
          spec->file = head;
          spec->line = n;
          return true;
        }
      if (head.empty ())
        return false;
      if (tail == "loops")
        spec->what = WHAT_LOOPS;
      else if (tail == "recursion")
        spec->what = WHAT_RECURSION;
      else
        return false;
      spec->function = head;
      return true;
    }
  if (text.back () == ':')
    return false;
  spec->function = text;
  return true;
}

static bool
add_spec (const std::string &text, const char *where, unsigned line)
{
  target_spec spec;
  if (parse_spec (text, &spec))
    {
      /* A list is for all files of a program: `algoprof list --targets' names what is in none. */
      spec.matched = where != NULL;
      options.targets.push_back (spec);
      return true;
    }
  const char *forms = "FILE:LINE, FUNCTION, FUNCTION:loops, FUNCTION:recursion, * or @FILE";
  if (where)
    error ("algoprof: %s:%u: %qs is not a target; expected %s", where, line, text.c_str (), forms);
  else
    error ("algoprof: %<-fplugin-arg-algoprof-target=%s%> is not a target; expected %s",
           text.c_str (), forms);
  return false;
}

/* One SPEC a line; blanks around it and # comments do not count. */
static bool
add_spec_file (const char *name)
{
  FILE *f = fopen (name, "r");
  if (!f)
    {
      error ("algoprof: %<-fplugin-arg-algoprof-target=@%s%>: %m", name);
      return false;
    }
  char *buffer = NULL;
  size_t room = 0;
  ssize_t len;
  bool ok = true;
  for (unsigned line = 1; (len = getline (&buffer, &room, f)) >= 0; line++)
    {
      std::string s (buffer, len);
      s = s.substr (0, s.find ('#'));
      size_t from = s.find_first_not_of (" \t\r\n");
      if (from == std::string::npos)
        continue;
      s = s.substr (from, s.find_last_not_of (" \t\r\n") - from + 1);
      ok &= add_spec (s, name, line);
    }
  if (ferror (f))
    {
      error ("algoprof: %s cannot be read: %m", name);
      ok = false;
    }
  free (buffer);
  fclose (f);
  return ok;
}

static bool
take_target (const char *value)
{
  return value[0] == '@' ? add_spec_file (value + 1) : add_spec (value, NULL, 0);
}

/* As for GCC's own options, the last one holds; but it is said. */
static void
warn_conflict (const char *key, const char *value)
{
  warning (OPT_Wpragmas, "algoprof: %<-fplugin-arg-algoprof-%s%> is given twice; %qs holds", key,
           value);
}

static bool
take_rate (const char *value)
{
  unsigned before = options.rate;
  if (parse_rate (value, &options.rate))
    {
      if (before != ALOG_RATE_UNSET && before != options.rate)
        warn_conflict ("rate", value);
      return true;
    }
  error ("algoprof: %<-fplugin-arg-algoprof-rate=%s%>: expected %<auto%> or a number from 1 up",
         value);
  return false;
}

static bool
take_log (const char *value)
{
  if (!*value)
    {
      error ("algoprof: %<-fplugin-arg-algoprof-log=%>: the pattern is empty");
      return false;
    }
  for (const char *p = value; (p = strchr (p, '%')); p += 2)
    if (!p[1] || !strchr (ALGOPROF_PATTERN, p[1]))
      {
        error ("algoprof: %<-fplugin-arg-algoprof-log=%s%>: behind %<%%%> is one of %<p%> (process id), "
               "%<e%> (program), %<h%> (host), %<t%> (start time), %<u%> (random id) and %<%%%>", value);
        return false;
      }
  if (!options.log.empty () && options.log != value)
    warn_conflict ("log", value);
  options.log = value;
  return true;
}

static bool
take_spool (const char *value)
{
  size_t len = strlen (value);
  if (!len || len > ASPOOL_APP_MAX || *value == '.' || strspn (value, ASPOOL_APP_CHARS) != len)
    {
      error ("algoprof: %<-fplugin-arg-algoprof-spool=%s%>: expected a name of 1 to %d letters, "
             "digits, %<.%>, %<_%> and %<-%>, with no dot at its start", value, ASPOOL_APP_MAX);
      return false;
    }
  if (!options.spool.empty () && options.spool != value)
    warn_conflict ("spool", value);
  options.spool = value;
  return true;
}

static bool
take_callees (const char *value)
{
  static const struct { const char *word; callees_choice choice; } words[]
    = { { "all", CALLEES_ALL }, { "auto", CALLEES_AUTO }, { "unit", CALLEES_UNIT } };
  for (const auto &w : words)
    if (!strcmp (value, w.word))
      {
        options.callees = w.choice;
        options.callees_given = true;
        return true;
      }
  error ("algoprof: %<-fplugin-arg-algoprof-callees=%s%>: expected %<all%>, %<auto%> or %<unit%>",
         value);
  return false;
}

static bool
take_no_ranges (const char *)
{
  options.ranges = false;
  return true;
}

static bool
take_no_accesses (const char *)
{
  options.accesses = false;
  return true;
}

static bool
take_inhouse (const char *value)
{
  if (value && strcmp (value, "rms") && strcmp (value, "trms"))
    {
      error ("algoprof: %<-fplugin-arg-algoprof-inhouse=%s%>: expected %<rms%> or %<trms%>", value);
      return false;
    }
  options.inhouse = true;
  options.trms = value && !strcmp (value, "trms");
  return true;
}

static bool
take_inhouse_loops (const char *)
{
  options.inhouse_loops = true;
  return true;
}

static bool
take_cell (const char *value)
{
  if (strlen (value) != 1 || !strchr ("1248", *value))
    {
      error ("algoprof: %<-fplugin-arg-algoprof-cell=%s%>: expected 1, 2, 4 or 8", value);
      return false;
    }
  options.cell = *value - '0';
  return true;
}

static bool
take_contexts (const char *value)
{
  if (value && strcmp (value, "folded") && strcmp (value, "full"))
    {
      error ("algoprof: %<-fplugin-arg-algoprof-contexts=%s%>: expected %<folded%> or %<full%>", value);
      return false;
    }
  options.contexts = value && !strcmp (value, "full") ? CONTEXTS_FULL : CONTEXTS_FOLDED;
  return true;
}

static bool
take_verbose (const char *)
{
  options.verbose = true;
  return true;
}

enum takes_value { TAKES_NONE, TAKES_ONE, MAY_TAKE };

static const struct
{
  const char *key;
  takes_value value;
  bool (*take) (const char *);
} arguments[] = {
  { "target", TAKES_ONE, take_target },
  { "rate", TAKES_ONE, take_rate },
  { "log", TAKES_ONE, take_log },
  { "spool", TAKES_ONE, take_spool },
  { "callees", TAKES_ONE, take_callees },
  { "no-ranges", TAKES_NONE, take_no_ranges },
  { "no-accesses", TAKES_NONE, take_no_accesses },
  { "inhouse", MAY_TAKE, take_inhouse },
  { "inhouse-loops", TAKES_NONE, take_inhouse_loops },
  { "cell", TAKES_ONE, take_cell },
  { "contexts", MAY_TAKE, take_contexts },
  { "verbose", TAKES_NONE, take_verbose },
};

/* All that there are, or the one that was meant, if one is near. */
static void
refuse_unknown (const char *key)
{
  auto_vec<const char *> known;
  for (const auto &a : arguments)
    known.safe_push (a.key);
  if (const char *meant = find_closest_string (key, &known))
    error ("algoprof: unknown argument %<-fplugin-arg-algoprof-%s%>; did you mean %<-fplugin-arg-algoprof-%s%>?", key, meant);
  else
    error ("algoprof: unknown argument %<-fplugin-arg-algoprof-%s%>; known are "
           "%<target%>, %<rate%>, %<log%>, %<spool%>, %<callees%>, %<no-ranges%>, %<no-accesses%>, "
           "%<inhouse%>, %<inhouse-loops%>, %<cell%>, %<contexts%> and %<verbose%>", key);
}

bool
parse_options (int argc, plugin_argument *argv)
{
  bool ok = true;
  for (int i = 0; i < argc; i++)
    {
      bool known = false;
      for (const auto &a : arguments)
        if (!strcmp (argv[i].key, a.key))
          {
            known = true;
            if (a.value != MAY_TAKE && (a.value == TAKES_ONE) != (argv[i].value != NULL))
              {
                error (a.value == TAKES_ONE ? G_("algoprof: %<-fplugin-arg-algoprof-%s%> needs a value")
                       : G_("algoprof: %<-fplugin-arg-algoprof-%s%> takes no value"), a.key);
                ok = false;
              }
            else
              ok &= a.take (argv[i].value);
          }
      if (!known)
        {
          refuse_unknown (argv[i].key);
          ok = false;
        }
    }
  if (options.inhouse_loops && !options.inhouse)
    {
      error ("algoprof: %<-fplugin-arg-algoprof-inhouse-loops%> is for in-house mode: give "
             "%<-fplugin-arg-algoprof-inhouse%> too");
      ok = false;
    }
  /* Mirrors are for targets: where nobody asked for them, the other modes do without. */
  if (!options.callees_given && (options.inhouse || (options.contexts && options.targets.empty ())))
    options.callees = CALLEES_AUTO;
  if (!options.spool.empty () && !options.log.empty ())
    warning (OPT_Wpragmas, "algoprof: %<-fplugin-arg-algoprof-log%> has no effect beside "
             "%<-fplugin-arg-algoprof-spool%>");
  return ok;
}
