/* SPDX-License-Identifier: MIT
 * Runs the subject in a new folder and finds its logs. */
#ifndef RUN_H
#define RUN_H

#include "walk.h"

#include <setjmp.h>
#include <stdarg.h>
#include <cmocka.h>
#include <sys/types.h>

#define RUN_LOGS 64

struct run {
    char folder[64];
    int status;                 /* as waitpid's */
    char out[1 << 16], err[4096];
    unsigned logs;
    char log[RUN_LOGS][384];    /* paths, sorted by name */
};

/* args: "MODE NUMBER...", env: "NAME=VALUE NAME=VALUE" or "" (ALGOPROF_LOG is
 * LOG if it names none; ALGOPROF_BUDGET is 0). */
void run_subject(struct run *, const char *args, const char *env);
/* Kill it with SIGKILL after so many microseconds. */
void run_and_kill(struct run *, const char *args, const char *env, unsigned usec);
void run_clean(struct run *);   /* remove the folder */
void run_list(struct run *);
void run_open(struct run *, unsigned log, struct walk *);      /* fails the test if it is bad */
/* Run, demand status 0 and one good log. */
void run_one(struct run *, struct walk *, const char *args, const char *env);
/* Called in the child before exec; NULL: nothing. */
extern void (*run_before_exec)(void);
/* Called in the test while the subject runs; NULL: nothing. */
extern void (*run_meanwhile)(pid_t);
extern const char *run_program; /* in the tests' folder: "subject", or another */
extern bool run_shared;         /* the subject that is linked with the shared library */
extern const char *run_prefix;  /* of the log's path: NULL for the folder */

#endif
