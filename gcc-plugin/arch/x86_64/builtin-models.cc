/* SPDX-License-Identifier: GPL-3.0-or-later
 * What GCC's built-in functions for single instructions access, where they are calls in GIMPLE.  In the traced copy
 * they are instructions: accessed-operands.cc.  Masks and vectors of indices are not followed: such calls are
 * opaque. */
#include "arch/machine.h"

const char *const machine_models[][2] = {
  { "ia32_loadhpd ia32_loadlpd ia32_loadhps ia32_loadlps", "R1:=8" },
  { "ia32_storehps ia32_storelps ia32_movnti64 ia32_movntq", "W0:=8" },
  { "ia32_movnti", "W0:=4" },
  { "ia32_movntdq ia32_movntpd ia32_movntps", "W0:=16" },
  { "ia32_movntdq256 ia32_movntpd256 ia32_movntps256", "W0:=32" },
  { "ia32_movntdq512 ia32_movntpd512 ia32_movntps512", "W0:=64" },
  { "ia32_lddqu ia32_movntdqa ia32_vbroadcastf128_pd256 ia32_vbroadcastf128_ps256", "R0:=16" },
  { "ia32_lddqu256 ia32_movntdqa256", "R0:=32" },
  { "ia32_movntdqa512", "R0:=64" },
  { "ia32_vbroadcastss ia32_vbroadcastss256", "R0:=4" },
  { "ia32_vbroadcastsd256", "R0:=8" },
  { "ia32_addcarryx_u32 ia32_sbb_u32", "W3:=4" },
  { "ia32_addcarryx_u64 ia32_sbb_u64", "W3:=8" },
  { "ia32_rdtscp", "W0:=4" },
  { "ia32_rdrand16_step ia32_rdseed_hi_step", "W0:=2" },
  { "ia32_rdrand32_step ia32_rdseed_si_step", "W0:=4" },
  { "ia32_rdrand64_step ia32_rdseed_di_step", "W0:=8" },
  { "ia32_clflush ia32_clflushopt ia32_clwb ia32_clzero ia32_monitor", "-" },
  { "ia32_fxsave ia32_fxsave64", "W0:=512" },
  { "ia32_fxrstor ia32_fxrstor64", "R0:=512" },
  { NULL, NULL }
};
