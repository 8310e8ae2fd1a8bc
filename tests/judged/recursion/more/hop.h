/* SPDX-License-Identifier: GPL-3.0-or-later
 * Recursions by way of a unit without a target. */
int walk(int n);
int hop(int n);
int each_of(int (*visit)(int), int n);
