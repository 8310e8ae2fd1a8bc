/* SPDX-License-Identifier: MIT
 * What profiling cost until now (sample/spent_block.c). */
#ifndef RT_SPENT_BLOCK_H
#define RT_SPENT_BLOCK_H

#include <stdbool.h>

void rt_spent_start(void);              /* the work on a log begins */
bool rt_spent_begin(bool forked, bool is_shipped);      /* its first blocks; forked: of a child */
void rt_spent_write(bool whole);        /* until now, under rt_lock; whole: ask for all CPU time */
void rt_spent_write_beside(void);       /* likewise, side by side */
void rt_spent_repair(void);             /* its thread left that by a jump */

#endif
