/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef OFFLINE_TARGET_SIZE_SPREAD_H
#define OFFLINE_TARGET_SIZE_SPREAD_H

#include <stdbool.h>

struct target;

/* May all runs that t is fitted over have one size, as far as their sizes' intervals tell?  Then cost grows with something
 * else, whatever the fit says.  A chi-squared test of homogeneity at 5 % (Cochran: The combination of estimates from
 * different experiments, Biometrics 10, 1954) of ln size.  False for fewer than two sizes.  Safe for several threads. */
bool sizes_may_be_one(const struct target *t);

#endif
