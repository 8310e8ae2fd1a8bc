/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Every GCC header that the plugin needs, in an order that compiles, and every
 * difference between GCC versions.  No other file includes a GCC header or asks
 * for a version.
 */
#ifndef ALGOPROF_GCC_COMPAT_H
#define ALGOPROF_GCC_COMPAT_H

#include <algorithm>
#include <functional>
#include <string>
#include <vector>
#include <map>
#include <set>
#include <string_view>
#include <unordered_map>

#include "gcc-plugin.h"
#include "plugin-version.h"
#include "config.h"
#include "system.h"
#include "coretypes.h"
#include "backend.h"
#include "tree.h"
#include "gimple.h"
#include "tree-pass.h"
#include "ssa.h"
#include "cgraph.h"
#include "alloc-pool.h"
#include "symbol-summary.h"
#include "symtab-thunks.h"
#include "c-family/c-common.h"
#include "c-family/c-pragma.h"
#include "cpplib.h"
#include "diagnostic-core.h"
#include "fold-const.h"
#include "gimple-iterator.h"
#include "gimple-fold.h"
#include "gimplify.h"
#include "gimplify-me.h"
#include "gimple-walk.h"
#include "tree-cfg.h"
#include "tree-cfgcleanup.h"
#include "tree-into-ssa.h"
#include "tree-ssa-loop.h"
#include "tree-ssa-loop-manip.h"
#include "cfgloop.h"
#include "tree-chrec.h"
#include "tree-scalar-evolution.h"
#include "tree-ssa-loop-niter.h"
#include "tree-data-ref.h"
#include "tree-affine.h"
#include "cfganal.h"
#include "cfgexpand.h"
#include "tree-ssa.h"
#include "tree-dfa.h"
#include "tree-eh.h"
#include "except.h"
#include "tree-iterator.h"
#include "tree-inline.h"
#include "tree-nested.h"
#include "stringpool.h"
#include "attribs.h"
#include "langhooks.h"
#include "context.h"
#include "varasm.h"
#include "output.h"
#include "target.h"
#include "toplev.h"
#include "predict.h"
#include "builtins.h"
#include "calls.h"
#include "internal-fn.h"
#include "opts.h"
#include "dominance.h"
#include "options.h"
#include "cfghooks.h"
#include "stor-layout.h"
#include "intl.h"
#include "spellcheck.h"
#include "file-prefix-map.h"
#include "tree-ssa-loop-ivopts.h"
#include "ipa-utils.h"
#include "memmodel.h"
#include "rtl.h"
#include "df.h"
#include "regs.h"
#include "emit-rtl.h"
#include "insn-config.h"
#include "recog.h"
#include "insn-attr.h"
#include "rtl-iter.h"
#include "tm_p.h"
#include "asan.h"
#include "reload.h"
#include "function-abi.h"
#include "dwarf2out.h"
#include "debug.h"

#if GCCPLUGIN_VERSION_MAJOR < 11 || GCCPLUGIN_VERSION_MAJOR > 16
#error "algoprof's plugin supports GCC 11 to 16"
#endif

/* GCC 11 has no FOR_EACH loop over a function other than cfun by class
   loops_list; numbers work in both.  Numbers may be unused: get_loop is NULL
   then.  Loop 0 is the function's body. */
#define FOR_EACH_LOOP_NUMBER(fun, n) \
  for (unsigned n = 1; n < number_of_loops (fun); n++)

/* GCC 12 renamed it. */
#if GCCPLUGIN_VERSION_MAJOR < 12
#define gimple_duplicate_loop_body_to_header_edge gimple_duplicate_loop_to_header_edge
#endif

/* GCC 14 took these away or renamed them, and tells more. */
#if GCCPLUGIN_VERSION_MAJOR >= 14
#define make_eh_edges make_eh_edge

static inline gimple *
last_stmt (basic_block bb)
{
  gimple_stmt_iterator i = gsi_last_nondebug_bb (bb);
  return gsi_end_p (i) ? NULL : gsi_stmt (i);
}

static inline bool
expression_expensive_p (tree expression)
{
  bool overflow_matters;
  return expression_expensive_p (expression, &overflow_matters);
}

#define saves_all_registers(fun) \
  ((fun)->machine->call_saved_registers == TYPE_NO_CALLER_SAVED_REGISTERS)
#else
#define saves_all_registers(fun) ((fun)->machine->no_caller_saved_registers)
#endif

/* optabs.h, which declares it, includes a header that Debian's packages leave out. */
extern rtx_insn *gen_add2_insn (rtx, rtx);

/* The C family's front ends, absent in lto1, which loads the same file. */
extern cpp_reader *parse_in __attribute__ ((weak));
extern cpp_callbacks *cpp_get_callbacks (cpp_reader *) __attribute__ ((weak));
extern cpp_options *cpp_get_options (cpp_reader *) __attribute__ ((weak));
extern void cpp_define (cpp_reader *, const char *) __attribute__ ((weak));
extern const cpp_token *cpp_get_token_with_location (cpp_reader *, location_t *)
  __attribute__ ((weak));

#endif
