/* SPDX-License-Identifier: MIT
 * Which process is which, by /proc. */
#ifndef RT_PROCESS_H
#define RT_PROCESS_H

#include <stdint.h>
#include <sys/types.h>

/* When the process was started: field 22 of /proc/PID/stat, clock ticks since the
 * system's start.  0: there is no such process, or no way to know.  errno is ENOENT
 * then if there is none. */
uint64_t rt_process_start(pid_t);

#endif
