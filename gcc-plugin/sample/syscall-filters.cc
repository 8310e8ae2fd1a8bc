/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A seccomp filter may kill the program for a system call that only the runtime
 * makes.  It cannot be asked for without such a call, so it must be known before:
 *
 *     prctl (PR_SET_SECCOMP, …)    syscall (SYS_seccomp, …)    seccomp_load (…)
 */
#include "sample/syscall-filters.h"
#include "site/runtime-calls.h"
#include <algoprof/rt_abi.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

static bool
has_constant (gcall *call, unsigned n, long value)
{
  return gimple_call_num_args (call) > n && tree_fits_shwi_p (gimple_call_arg (call, n))
    && tree_to_shwi (gimple_call_arg (call, n)) == value;
}

static bool
loads_filter (gcall *call)
{
  tree fndecl = gimple_call_fndecl (call);
  if (!fndecl || !TREE_PUBLIC (fndecl) || !DECL_EXTERNAL (fndecl))
    return false;
  const char *name = IDENTIFIER_POINTER (DECL_ASSEMBLER_NAME (fndecl));
  if (!strcmp (name, "prctl"))
    return has_constant (call, 0, PR_SET_SECCOMP);
  if (!strcmp (name, "syscall"))
    return has_constant (call, 0, SYS_seccomp)
      || (has_constant (call, 0, SYS_prctl) && has_constant (call, 1, PR_SET_SECCOMP));
  return !strcmp (name, "seccomp_load");
}

/* A runtime that does not know the call is not asked. */
static void
report_before (gcall *call)
{
  gimple_seq seq = NULL;
  add_asm (&seq, if_present ("sealing", call_with_registers ("sealing")), NULL, NULL, false);
  insert_before_stmt (call, seq);
}

void
report_filters (function *fun)
{
  basic_block bb;
  FOR_EACH_BB_FN (bb, fun)
    for (gimple_stmt_iterator i = gsi_start_bb (bb); !gsi_end_p (i); gsi_next (&i))
      if (gcall *call = dyn_cast <gcall *> (gsi_stmt (i)))
        if (loads_filter (call))
          report_before (call);
}
