/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Stands around a marked loop, its initialisation outside:
 *
 *     int i = 0;
 *     JUDGE_BEGIN("scan");
 *     #pragma algoprof loop name(scan)
 *     for (; i < n; i++) {
 *         JUDGE_STEP();
 *         ...
 *     }
 *     JUDGE_END();
 *
 * Built with JUDGE the calls reach judge.c; with LACKEY they are stores that
 * can be found in a trace of all memory accesses; else nothing is left but a
 * barrier, since a judge's call keeps memory from being cached in registers
 * across it.
 */
#ifndef TESTS_EXACT_JUDGE_H
#define TESTS_EXACT_JUDGE_H

#ifdef JUDGE
#ifdef __cplusplus
extern "C" {
#endif
void judge_begin(const char *name);
void judge_step(void);
void judge_end(void);
#ifdef __cplusplus
}
#endif
#define JUDGE_BEGIN(name) judge_begin(name)
#define JUDGE_STEP() judge_step()
#define JUDGE_END() judge_end()
#elif defined LACKEY
volatile char judge_mark_begin[10000], judge_mark_end[10000];   /* by lines */
#define JUDGE_BEGIN(name) \
    do { \
        __asm__ volatile("" ::: "memory"); \
        judge_mark_begin[__LINE__] = 1; \
    } while (0)
#define JUDGE_STEP() ((void)0)
#define JUDGE_END() \
    do { \
        judge_mark_end[__LINE__] = 1; \
        __asm__ volatile("" ::: "memory"); \
    } while (0)
#else
#define JUDGE_BEGIN(name) __asm__ volatile("" ::: "memory")
#define JUDGE_STEP() ((void)0)
#define JUDGE_END() __asm__ volatile("" ::: "memory")
#endif

static inline int opaque(int x)
{
    __asm__ volatile("" : "+r"(x));
    return x;
}

#endif
