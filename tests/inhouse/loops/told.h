// SPDX-License-Identifier: GPL-3.0-or-later
// OPEN stands on the line of a loop, before it, and CLOSE where it has been left, whichever way: oracle.cc has the loop's
// name and its accesses from there on.  BACK is for what exceptions and longjmp leave.
#ifndef LOOPS_TOLD_H
#define LOOPS_TOLD_H
#include <setjmp.h>
#include <stddef.h>
#include <stdio.h>
#define APART __attribute__((noinline, noclone))
#ifdef CELL
#ifdef __cplusplus
extern "C" {
#endif
#define TOLD __attribute__((nothrow))
size_t oracle_open(const char *, int) TOLD;
void oracle_close(size_t) TOLD;
size_t oracle_depth(void) TOLD;
void oracle_read(const void *, size_t) TOLD;
void oracle_write(const void *, size_t) TOLD;
#ifdef __cplusplus
}
#endif
#else
static inline size_t oracle_open(const char *function, int line) { (void)function; (void)line; return 0; }
static inline void oracle_close(size_t depth) { (void)depth; }
static inline size_t oracle_depth(void) { return 0; }
#define oracle_read(p, n) ((void)0)
#define oracle_write(p, n) ((void)0)
#endif
#ifdef FUNCTIONS                // only of these it is told
#define oracle_open(function, line) oracle_depth()
#define oracle_close(depth) ((void)(depth))
#define BACK(depth) (oracle_close)(depth);
#else
#define BACK(depth) oracle_close(depth);
#endif
#define OPEN(name) size_t name = oracle_open(__func__, __LINE__);
#define CLOSE(name) oracle_close(name);
#endif
