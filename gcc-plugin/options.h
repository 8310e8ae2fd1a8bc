/* SPDX-License-Identifier: GPL-3.0-or-later
 * -fplugin-arg-algoprof-*: what the command line asks for. */
#ifndef ALGOPROF_OPTIONS_H
#define ALGOPROF_OPTIONS_H

#include "compat/gcc-compat.h"
#include <algoprof/log_format.h>

/* What a SPEC or an attribute wants of a function. */
enum profile_what { WHAT_DEFAULT, WHAT_LOOPS, WHAT_RECURSION };

/* One -fplugin-arg-algoprof-target=SPEC, or a line of @FILE. */
struct target_spec
{
  std::string text;             /* as written, for messages */
  std::string file;             /* FILE:LINE: trailing path components */
  unsigned line = 0;            /* 0: not this form */
  std::string function;         /* FUNCTION forms; "*" is everything */
  profile_what what = WHAT_DEFAULT;
  bool matched = false;
};

/* Which functions have traced copies, besides what marked loops and recursions reach by
   direct calls: all that code elsewhere can call, none, or all where the unit has a target. */
enum callees_choice { CALLEES_ALL, CALLEES_AUTO, CALLEES_UNIT };

/* Each level of a recursion has its own, or all have one. */
enum contexts_choice { CONTEXTS_NONE, CONTEXTS_FOLDED, CONTEXTS_FULL };

struct plugin_options
{
  std::vector<target_spec> targets;
  unsigned rate = ALOG_RATE_UNSET;      /* N or ALOG_RATE_AUTO */
  std::string log;                      /* default pattern; empty: none */
  std::string spool;                    /* name of the shipped application; empty: none */
  callees_choice callees = CALLEES_ALL;
  bool callees_given = false;
  bool ranges = true;                   /* accesses of a loop may be recorded together */
  bool accesses = true;                 /* recursions' accesses are recorded, not only their calls */
  bool inhouse = false;                 /* every function is profiled, each activation of it */
  bool inhouse_loops = false;           /* and of every loop */
  unsigned cell = 8;                    /* bytes that in-house mode takes for one */
  contexts_choice contexts = CONTEXTS_NONE;
  bool verbose = false;
  bool trms = false;                    /* in-house mode sees threads' and the kernel's writes */
};

extern plugin_options options;

/* Read the arguments into `options'.  False after an error was given: an
   unknown argument, a missing or malformed value, an unreadable @FILE. */
bool parse_options (int argc, plugin_argument *argv);

extern const char plugin_help[];

#endif
