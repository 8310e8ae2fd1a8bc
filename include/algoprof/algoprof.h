/* SPDX-License-Identifier: MIT
 *
 * What a program may tell its profiler.  C and C++.
 *
 * The functions are inline and do nothing where the GCC plugin is absent (it
 * defines __ALGOPROF__): the same source builds with every compiler and then
 * needs no library.  With the plugin they ask the runtime, if the program has it.
 *
 * All may be called from any thread, but not from a signal's handler.  None
 * prints, allocates memory or changes errno.  Result: 0 done; -1 not done, since
 * nothing is profiled here (no plugin, no runtime, switched off, no consent), or
 * for the reason that is told at each.  A program can go on in the same way.
 */
#ifndef ALGOPROF_ALGOPROF_H
#define ALGOPROF_ALGOPROF_H

#ifdef __cplusplus
extern "C" {
#endif

/* The runtime's side.  Names carry the version of the ABI; what a runtime does
 * not have is NULL. */
#ifdef __ALGOPROF__
#define ALGOPROF_IN_RUNTIME(name) __asm__("__algoprof1_" name) __attribute__((__weak__))
extern int algoprof_rt_pause(void) ALGOPROF_IN_RUNTIME("pause");
extern int algoprof_rt_resume(void) ALGOPROF_IN_RUNTIME("resume");
extern int algoprof_rt_flush(void) ALGOPROF_IN_RUNTIME("flush");
extern int algoprof_rt_label(const char *key, const char *text) ALGOPROF_IN_RUNTIME("label");
extern int algoprof_rt_consent_give(void) ALGOPROF_IN_RUNTIME("consent_give");
extern int algoprof_rt_consent_withdraw(void) ALGOPROF_IN_RUNTIME("consent_withdraw");
extern int algoprof_rt_run_begin(const char *) ALGOPROF_IN_RUNTIME("run_begin");
extern int algoprof_rt_run_end(void) ALGOPROF_IN_RUNTIME("run_end");
extern unsigned long algoprof_rt_run_open(const char *) ALGOPROF_IN_RUNTIME("run_open");
extern int algoprof_rt_run_attach(unsigned long) ALGOPROF_IN_RUNTIME("run_attach");
extern int algoprof_rt_run_close(unsigned long) ALGOPROF_IN_RUNTIME("run_close");
extern int algoprof_rt_size(unsigned long) ALGOPROF_IN_RUNTIME("size");
#undef ALGOPROF_IN_RUNTIME
#define ALGOPROF_ASK_FOR(name, arguments, none) (algoprof_rt_##name ? algoprof_rt_##name arguments : (none))
/* The call returns to here and not to this function's caller: the runtime sees whose it is. */
#define ALGOPROF_RETURN(result) do { __asm__ __volatile__("" : "+r"(result)); return result; } while (0)
#else
#define ALGOPROF_ASK_FOR(name, arguments, none) (none)
#define ALGOPROF_RETURN(result) return result
#endif
#define ALGOPROF_ASK(name, arguments) ALGOPROF_ASK_FOR(name, arguments, -1)

/* A run that belongs to a thread.  0: none. */
typedef unsigned long algoprof_run;

#if defined __STDC_VERSION__ && __STDC_VERSION__ >= 199901L || defined __cplusplus
#define ALGOPROF_INLINE static inline
#else
#define ALGOPROF_INLINE static __inline__
#endif

/* From here on no instance is traced that begins, in the whole process, until
 * algoprof_resume.  Counts of instances and cost go on; the log says when it was
 * so.  Instances that are open are traced to their end; of a pair whose second
 * instance would begin now only the first is kept.  Calls do not nest. */
ALGOPROF_INLINE int algoprof_pause(void)
{
    return ALGOPROF_ASK(pause, ());
}

ALGOPROF_INLINE int algoprof_resume(void)
{
    return ALGOPROF_ASK(resume, ());
}

/* Bring the log up to date: the counts of this thread (others' are those of
 * their last visit to the runtime) are in it then, and on the disk.  -1: the disk
 * did not take it.  May wait for the disk. */
ALGOPROF_INLINE int algoprof_flush(void)
{
    return ALGOPROF_ASK(flush, ());
}

/* A word about this process for its log: a version, a configuration.  Whoever reads
 * the log reads it: nothing of the user's.  key: up to 32 letters, digits, ".", "_", "-",
 * or NULL; text: up to 200 bytes, NULL or empty removes the label.  A new text takes the place of
 * the one with the same key, 32 keys at most.  May be called before consent is given;
 * the log of a forked child has its parent's labels.  -1: one of these limits, or the log is full.
 *
 * Labels, runs and sizes of a module that is shipped (below) are for its own application's
 * spool: where the process's log is another, the call does nothing and is -1. */
ALGOPROF_INLINE int algoprof_label(const char *key, const char *text)
{
    int algoprof_result = ALGOPROF_ASK(label, (key, text));
    (void)key, (void)text;
    ALGOPROF_RETURN(algoprof_result);
}

/* For programs that are shipped (-fplugin-arg-algoprof-spool=APP); in others both are -1.
 *
 * The user agreed.  That is stored in the user's spool, for all runs to come, and this
 * process begins its log now, if it has none: what ran before is not counted.
 * After a withdrawal in the same process it does not write again.  -1: it could not be stored. */
ALGOPROF_INLINE int algoprof_consent_give(void)
{
    return ALGOPROF_ASK(consent_give, ());
}

/* The user takes it back.  All that was not sent is removed, the logs of this process and of
 * others that run too, and the uploader will ask the receiver to delete what was sent.
 * -1: not all could be removed. */
ALGOPROF_INLINE int algoprof_consent_withdraw(void)
{
    return ALGOPROF_ASK(consent_withdraw, ());
}

/* A run begins that belongs to the calling thread: each run is a point of its own in the reports, as if it were a
 * process.  What the thread does from here on is the run's, what other threads do is not, so requests that are
 * answered side by side are runs of their own.  The label (NULL: none) is kept up to 255 bytes.  Result: a handle,
 * which is not 0; or 0: no more runs are begun, since the log has no room for one, 1,024 are open, or the log has
 * had 65,536.  A run that the thread has already stays open and is nobody's until a thread attaches itself to it:
 * runs do not nest.
 *
 * An instance that is open when its thread's run changes belongs to the run in which it began; its iterations are
 * counted where it ends, and its trace is not kept. */
ALGOPROF_INLINE algoprof_run algoprof_run_begin(const char *algoprof_label)
{
    algoprof_run algoprof_result = ALGOPROF_ASK_FOR(run_open, (algoprof_label), 0);
    (void)algoprof_label;
    ALGOPROF_RETURN(algoprof_result);
}

/* The run goes on in the calling thread.  The thread that had it is in the process's run from here on.
 * -1: there is no such run, or it has ended. */
ALGOPROF_INLINE int algoprof_run_attach(algoprof_run algoprof_handle)
{
    int algoprof_result = ALGOPROF_ASK(run_attach, (algoprof_handle));
    (void)algoprof_handle;
    ALGOPROF_RETURN(algoprof_result);
}

/* The run is over, whichever thread has it.  That thread is in the process's run again.  -1: as above. */
ALGOPROF_INLINE int algoprof_run_end(algoprof_run algoprof_handle)
{
    int algoprof_result = ALGOPROF_ASK(run_close, (algoprof_handle));
    (void)algoprof_handle;
    ALGOPROF_RETURN(algoprof_result);
}

/* The process closes its run here and begins the next in the same log.  These runs are of the whole process, of
 * all threads that have none of their own, and follow one another.  -1: no more runs are begun, as above.
 *
 * After algoprof_process_run_end what comes is a run without a label, until the next begins; without anything
 * profiled in it, it is none. */
ALGOPROF_INLINE int algoprof_process_run_begin(const char *algoprof_label)
{
    int algoprof_result = ALGOPROF_ASK(run_begin, (algoprof_label));
    (void)algoprof_label;
    ALGOPROF_RETURN(algoprof_result);
}

ALGOPROF_INLINE int algoprof_process_run_end(void)
{
    int algoprof_result = ALGOPROF_ASK(run_end, ());
    ALGOPROF_RETURN(algoprof_result);
}

/* The n that the program itself works with: reports then also fit cost against it.
 * It is told of the thread's run, or of the process's if it has none (its last value, by any thread), and of the
 * traced instances that begin from here on (the thread's own last value in the run; if it gave none,
 * any thread's).  A new run begins without one.  Takes some nanoseconds. */
ALGOPROF_INLINE int algoprof_size(unsigned long algoprof_n)
{
    int algoprof_result = ALGOPROF_ASK(size, (algoprof_n));
    (void)algoprof_n;
    ALGOPROF_RETURN(algoprof_result);
}

#undef ALGOPROF_ASK
#undef ALGOPROF_ASK_FOR
#undef ALGOPROF_RETURN
#undef ALGOPROF_INLINE

#ifdef __cplusplus
}
#endif

#endif
