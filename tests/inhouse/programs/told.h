// SPDX-License-Identifier: GPL-3.0-or-later
// What oracle.cc cannot see is told to it: what library functions access.
#ifndef TOLD_H
#define TOLD_H
#include <stdlib.h>
#include <string.h>
#define APART __attribute__((noinline, noclone))
#ifdef CELL
void oracle_read(const void *, size_t);
void oracle_write(const void *, size_t);
#else
#define oracle_read(p, n) ((void)0)
#define oracle_write(p, n) ((void)0)
#endif
#endif
