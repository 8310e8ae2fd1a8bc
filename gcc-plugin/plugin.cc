/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * algoprof, a GCC plugin: entry point, callbacks and pass positions.
 *
 *   stage                      where                            file
 *   places of pragmas          unknown-pragma callback          mark/pragma.cc
 *   markers in the tree        PLUGIN_PRE_GENERICIZE            mark/choose-targets.cc
 *   markers in the flow graph  GIMPLE pass after "ssa"          mark/resolve-markers.cc
 *   versions of recursions     IPA pass before "tmipa"          recursion/split.cc
 *   which functions mirror     IPA pass after "simdclone"       mirrors/choose-mirrors.cc
 *   (nothing)                  in place of "comdats"
 *   samples, counts            GIMPLE pass after                sample/lower-markers.cc, count/count.cc
 *                              "adjust_alignment"               recursion/chain.cc
 *   counts before calls        GIMPLE pass before "tailc"       count/count-before-call.cc
 *   ends of samples there                                       count/tail-close.cc
 *   and before loops                                            count/count-before-loop.cc
 *   countdowns, branches       GIMPLE pass after "uncprop"      sample/join-countdowns.cc
 *   registers, loops, frames   RTL pass before                  insn/liveness.cc, copy/frame-word.cc,
 *                              "zero_call_used_regs"            replay/replayed-loops.cc
 *   mirrors                    RTL pass before "mach"           copy/mirror.cc, count/plain-steps.cc
 *   in-house mode              GIMPLE pass before "optimized"   inhouse/inhouse.cc
 *   contexts                   GIMPLE pass after "optimized"    context/contexts.cc
 *   their entries              RTL pass before "shorten"        context/entries.cc
 *   what unwinders see         RTL pass after "dwarf2"          arch/unwind.cc
 *
 * These positions exist under the same names in GCC 11 to 16 and run at every
 * optimisation level, those before "tailc" and after "uncprop" where GCC optimises.
 */
#include "compat/gcc-compat.h"
#include "mark/attribute.h"
#include "mirrors/choose-mirrors.h"
#include "count/count-before-loop.h"
#include "compat/roots.h"
#include "count/count-before-call.h"
#include "sample/join-countdowns.h"
#include "sample/syscall-filters.h"
#include "mark/choose-targets.h"
#include "mark/statement-of-mark.h"
#include "copy/mirror.h"
#include "arch/machine.h"
#include "copy/text-labels.h"
#include "inhouse/inhouse.h"
#include "inhouse/keep-apart.h"
#include "context/contexts.h"
#include "copy/hide-registers.h"
#include "options.h"
#include "mark/pragma.h"
#include "mark/recursions.h"
#include "mark/unmatched-marks.h"
#include "site/function-name.h"
#include "site/remarks.h"
#include "site/target-warnings.h"
#include "mark/resolve-markers.h"
#include "site/site.h"
#include "sample/lower-markers.h"
#include "count/plain-steps.h"
#include "count/tail-close.h"
#include "arch/unwind.h"

__attribute__ ((visibility ("default"))) int plugin_is_GPL_compatible;

static const pass_data resolve_data
  = { GIMPLE_PASS, "algoprof_resolve", OPTGROUP_NONE, TV_NONE, PROP_cfg | PROP_ssa, 0, 0, 0, 0 };
static const pass_data split_data
  = { SIMPLE_IPA_PASS, "algoprof_split", OPTGROUP_NONE, TV_NONE, PROP_cfg | PROP_ssa, 0, 0, 0, 0 };
static const pass_data callees_data
  = { SIMPLE_IPA_PASS, "algoprof_callees", OPTGROUP_NONE, TV_NONE, PROP_cfg | PROP_ssa, 0, 0, 0, 0 };
static const pass_data apart_data
  = { IPA_PASS, "algoprof_apart", OPTGROUP_NONE, TV_NONE, 0, 0, 0, 0, 0 };
static const pass_data switch_data
  = { GIMPLE_PASS, "algoprof_switch", OPTGROUP_NONE, TV_NONE, PROP_cfg | PROP_ssa, 0, 0, 0, 0 };
static const pass_data early_data
  = { GIMPLE_PASS, "algoprof_early", OPTGROUP_NONE, TV_NONE, PROP_cfg | PROP_ssa, 0, 0, 0, 0 };
static const pass_data liveness_data
  = { RTL_PASS, "algoprof_live", OPTGROUP_NONE, TV_NONE, 0, 0, 0, 0, 0 };
static const pass_data mirror_data
  = { RTL_PASS, "algoprof_mirror", OPTGROUP_NONE, TV_NONE, 0, 0, 0, 0, 0 };
static const pass_data unwind_data
  = { RTL_PASS, "algoprof_unwind", OPTGROUP_NONE, TV_NONE, 0, 0, 0, 0, 0 };
static const pass_data inhouse_data
  = { GIMPLE_PASS, "algoprof_inhouse", OPTGROUP_NONE, TV_NONE, PROP_cfg | PROP_ssa, 0, 0, 0, 0 };
static const pass_data contexts_data
  = { GIMPLE_PASS, "algoprof_contexts", OPTGROUP_NONE, TV_NONE, PROP_cfg | PROP_ssa, 0, 0, 0, 0 };
static const pass_data entries_data
  = { RTL_PASS, "algoprof_entries", OPTGROUP_NONE, TV_NONE, 0, 0, 0, 0, 0 };
static const pass_data countdown_data
  = { GIMPLE_PASS, "algoprof_countdown", OPTGROUP_NONE, TV_NONE, PROP_cfg | PROP_ssa, 0, 0, 0, 0 };

class resolve_pass : public gimple_opt_pass
{
public:
  resolve_pass (gcc::context *c) : gimple_opt_pass (resolve_data, c) {}
  unsigned int execute (function *fun) final override
  {
    if (options.inhouse)
      keep_apart (fun);
    resolve_markers (fun);
    return 0;
  }
};

class split_pass : public simple_ipa_opt_pass
{
public:
  split_pass (gcc::context *c) : simple_ipa_opt_pass (split_data, c) {}
  unsigned int execute (function *) final override
  {
    split_recursions ();
    note_targets ();
    return 0;
  }
};

class callees_pass : public simple_ipa_opt_pass
{
public:
  callees_pass (gcc::context *c) : simple_ipa_opt_pass (callees_data, c) {}
  unsigned int execute (function *) final override
  {
    emit_defaults ();
    choose_mirrors ();
    return 0;
  }
};

/* GCC's pass here moves a static function that only one inline function uses
   into that one's section group, which the linker may discard for another
   file's: a mirror, which stays, could not call it.  A unit without mirrors
   is compiled as without the plugin. */
class apart_pass : public ipa_opt_pass_d
{
public:
  apart_pass (gcc::context *c)
    : ipa_opt_pass_d (apart_data, c, NULL, NULL, NULL, NULL, NULL, NULL, 0, NULL, NULL),
      own (make_pass_ipa_comdats (c)) {}
  bool gate (function *fun) final override { return !may_have_mirrors () && own->gate (fun); }
  unsigned int execute (function *fun) final override { return own->execute (fun); }

private:
  opt_pass *own;                /* GCC's */
};

class switch_pass : public gimple_opt_pass
{
public:
  switch_pass (gcc::context *c) : gimple_opt_pass (switch_data, c) {}
  unsigned int execute (function *fun) final override
  {
    report_filters (fun);
    return switch_marked_loops (fun);
  }
};

class early_pass : public gimple_opt_pass
{
public:
  early_pass (gcc::context *c) : gimple_opt_pass (early_data, c) {}
  unsigned int execute (function *fun) final override
  {
    unsigned todo = count_before_calls (fun);
    todo |= drop_last_closes (fun);
    return todo | count_ahead (fun);
  }
};

class countdown_pass : public gimple_opt_pass
{
public:
  countdown_pass (gcc::context *c) : gimple_opt_pass (countdown_data, c) {}
  unsigned int execute (function *fun) final override
  {
    if (!join_countdowns (fun))
      return 0;
    mark_virtual_operands_for_renaming (fun);
    return TODO_update_ssa;
  }
};

class inhouse_pass : public gimple_opt_pass
{
public:
  inhouse_pass (gcc::context *c) : gimple_opt_pass (inhouse_data, c) {}
  bool gate (function *) final override { return options.inhouse; }
  unsigned int execute (function *fun) final override { return profile_function (fun); }
};

class contexts_pass : public gimple_opt_pass
{
public:
  contexts_pass (gcc::context *c) : gimple_opt_pass (contexts_data, c) {}
  bool gate (function *) final override { return options.contexts; }
  unsigned int execute (function *fun) final override { return give_contexts (fun); }
};

class entries_pass : public rtl_opt_pass
{
public:
  entries_pass (gcc::context *c) : rtl_opt_pass (entries_data, c) {}
  bool gate (function *) final override { return options.contexts; }
  unsigned int execute (function *fun) final override
  {
    put_context_entries (fun);
    return 0;
  }
};

class liveness_pass : public rtl_opt_pass
{
public:
  liveness_pass (gcc::context *c) : rtl_opt_pass (liveness_data, c) {}
  unsigned int execute (function *fun) final override
  {
    note_liveness (fun);
    return 0;
  }
};

class mirror_pass : public rtl_opt_pass
{
public:
  mirror_pass (gcc::context *c) : rtl_opt_pass (mirror_data, c) {}
  unsigned int execute (function *fun) final override
  {
    make_mirror (fun);
    show_hidden_steps (fun);
    return 0;
  }
};

class unwind_pass : public rtl_opt_pass
{
public:
  unwind_pass (gcc::context *c) : rtl_opt_pass (unwind_data, c) {}
  unsigned int execute (function *fun) final override
  {
    describe_moved_stack (fun);
    return 0;
  }
};

static void
add_pass (const char *plugin, opt_pass *pass, const char *reference,
          pass_positioning_ops where = PASS_POS_INSERT_AFTER)
{
  struct register_pass_info info = { pass, reference, 1, where };
  register_callback (plugin, PLUGIN_PASS_MANAGER_SETUP, NULL, &info);
}

/* The unit has been parsed: what has no match now never will. */
static void
finish_parsing (void *, void *)
{
  if (in_lto_p || flag_preprocess_only)
    return;
  report_unmatched_pragmas ();
  report_unmatched_targets ();
  if (options.inhouse || options.contexts)
    keep_function_names ();
}

static void
finish_compiling (void *, void *)
{
  report_functions_without_loop ();
  if (!seen_error ())
    {
      emit_mirror_table ();
      write_strings ();
      write_remarks ();
      write_contexts ();
      write_runtime_reference ();
    }
  report_removed_targets ();
}

/* GCC cuts a character from a value's end for each `=' in it (parse_plugin_arg_opt):
   operator== becomes operator, and operator+= operator+.  The values as they were given. */
static void
restore_values (struct plugin_name_args *info)
{
  std::string begin = std::string (info->base_name) + "-";
  int n = 0;
  for (unsigned i = 0; i < save_decoded_options_count && n < info->argc; i++)
    {
      const cl_decoded_option &o = save_decoded_options[i];
      if (o.opt_index != OPT_fplugin_arg_ || strncmp (o.arg, begin.c_str (), begin.size ()))
        continue;
      plugin_argument *a = &info->argv[n++];
      const char *value = strchr (o.arg, '=');
      if (value && a->value && !strncmp (a->value, value + 1, strlen (a->value)))
        a->value = xstrdup (value + 1);
    }
}

/* GCC's interface is that of one build: other options of its configure change its structures. */
static void
report_other_build (const plugin_gcc_version *version)
{
  if (strcmp (version->basever, gcc_version.basever) || strcmp (version->datestamp, gcc_version.datestamp))
    error ("algoprof: the plugin was built for GCC %s (%s), this is %s (%s): build algoprof again with CC=gcc-%d",
           gcc_version.basever, gcc_version.datestamp, version->basever, version->datestamp, atoi (version->basever));
  else
    error ("algoprof: the plugin was built for a GCC %s of another configuration: build algoprof again with CC=gcc-%d",
           version->basever, atoi (version->basever));
}

/* All that the plugin inserts is inline asm, which transactions may not have. */
static bool
is_left_alone (void)
{
  if (flag_tm)
    warning (OPT_Wpragmas, "algoprof: nothing is profiled in this file: it is compiled with %<-fgnu-tm%>");
  return flag_tm;
}

__attribute__ ((visibility ("default"))) int
plugin_init (struct plugin_name_args *info, struct plugin_gcc_version *version)
{
  if (!plugin_default_version_check (version, &gcc_version))
    {
      report_other_build (version);
      return 1;
    }
  if (const char *why = why_not_supported ())
    {
      error ("algoprof: %s", why);
      return 1;
    }
  restore_values (info);
  if (!parse_options (info->argc, info->argv))
    return 1;
  if (is_left_alone ())
    return 0;
  static struct plugin_info about = { "1", plugin_help };
  const char *name = info->base_name;
  register_callback (name, PLUGIN_INFO, NULL, &about);
  register_callback (name, PLUGIN_PRAGMAS, watch_pragmas, NULL);
  register_callback (name, PLUGIN_ATTRIBUTES, register_algoprof_attribute, NULL);
  register_callback (name, PLUGIN_PRE_GENERICIZE, mark_function, NULL);
  register_callback (name, PLUGIN_FINISH_PARSE_FUNCTION, note_parsed_function, NULL);
  register_callback (name, PLUGIN_FINISH_UNIT, finish_compiling, NULL);
  register_callback (name, PLUGIN_ALL_IPA_PASSES_START, finish_parsing, NULL);
  register_callback (name, PLUGIN_ALL_PASSES_END, finish_hiding, NULL);
  register_callback (name, PLUGIN_ALL_PASSES_END, finish_function, NULL);
  register_roots (name);
  add_pass (name, new resolve_pass (g), "ssa");
  add_pass (name, new split_pass (g), "tmipa", PASS_POS_INSERT_BEFORE);
  add_pass (name, new apart_pass (g), "comdats", PASS_POS_REPLACE);
  add_pass (name, new callees_pass (g), "simdclone");
  add_pass (name, new switch_pass (g), "adjust_alignment");
  add_pass (name, new early_pass (g), "tailc", PASS_POS_INSERT_BEFORE);
  add_pass (name, new countdown_pass (g), "uncprop");
  add_pass (name, new inhouse_pass (g), "optimized", PASS_POS_INSERT_BEFORE);
  add_pass (name, new contexts_pass (g), "optimized");
  add_pass (name, new entries_pass (g), "shorten", PASS_POS_INSERT_BEFORE);
  add_pass (name, new liveness_pass (g), "zero_call_used_regs", PASS_POS_INSERT_BEFORE);
  add_pass (name, new mirror_pass (g), "mach", PASS_POS_INSERT_BEFORE);
  add_pass (name, new unwind_pass (g), "dwarf2");
  return 0;
}
