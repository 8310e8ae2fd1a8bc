#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# fit_recover at full size, where its bounds hold without allowance, with a seed
# that no constant of the method was chosen with.
exec "${O:-build}/tests/tool/statistics/fit_recover" 10000 201
