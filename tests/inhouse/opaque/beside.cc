// SPDX-License-Identifier: GPL-3.0-or-later
// Compiled in in-house mode.
int beside(int n) { return 2 * n; }
