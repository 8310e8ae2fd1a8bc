/* SPDX-License-Identifier: MIT
 * What /proc tells of processes. */
#ifndef RT_PROC_FILES_H
#define RT_PROC_FILES_H

#include <stdint.h>
#include <sys/types.h>

/* When the process was started: field 22 of /proc/PID/stat, clock ticks since the
 * system's start.  0: there is no such process, or no way to know.  errno is ENOENT
 * then if there is none. */
uint64_t rt_process_start(pid_t);

/* Bytes that this process has read by read() and its like so far, cached ones too: rchar of /proc/self/io.  0: no way to know.
 * Adds to *own what it reads itself, which counts the next time. */
uint64_t rt_process_input(uint64_t *own);

#endif
