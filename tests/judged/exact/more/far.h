/* SPDX-License-Identifier: GPL-3.0-or-later
 * What stands in another unit, archive or library. */
extern int far_table[64];
int far_read(const int *a, int n);
int far_tail(const int *a, int n);
int far_compare(const void *a, const void *b);
int far_each(const int *a, int n, int (*visit)(const int *));
int far_sum(const int *a, int n, ...);
