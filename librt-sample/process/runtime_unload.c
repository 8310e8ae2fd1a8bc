/* SPDX-License-Identifier: MIT
 *
 * Is a library with the runtime inside being unloaded, or does the process end?  In the first case no thread is in its
 * code, and all memory can go; in the second other threads may go on, and nobody needs it.  At the process's end exit()
 * calls what was registered for it before any destructor of a library; at dlclose(3) destructors come first, the last of
 * which calls what was registered.  But what was there before the program began has registered before the loader did: exit()
 * comes to its destructors first, too.  That is never unloaded, but for what it has loaded itself.  So memory goes only if the
 * program had begun.  The shared runtime is never unloaded, and says so. */
#include "base/memory.h"
#include "core/thread.h"
#include "log/log.h"
#include "process/process.h"
#include <link.h>
#include <sys/auxv.h>

#define FIRST_WORDS 6u          /* below where the stack began: what the program's entry has there */
#define ENTRY_BYTES 64u

extern void *__dso_handle __attribute__((visibility("hidden")));
extern ElfW(Dyn) _DYNAMIC[] __attribute__((weak, visibility("hidden")));     /* NULL: linked statically */
extern uint64_t *__libc_stack_end __attribute__((weak));        /* where the first thread's stack began; glibc's */
int __cxa_atexit(void (*)(void *), void *, void *);

static bool watched, ending, unloaded;

static void at_end(void *unused)
{
    (void)unused;
    ending = true;
}

static bool stays(void)
{
    for (const ElfW(Dyn) *d = _DYNAMIC; d && d->d_tag != DT_NULL; d++)
        if (d->d_tag == DT_FLAGS_1)
            return d->d_un.d_val & DF_1_NODELETE;
    return false;
}

/* Did the program's entry call libc?  Its return address stays where the stack began.  Until then the loader has its own
 * there, and perhaps the entry itself.  Where the entry is another one, nobody knows. */
static bool begun(void)
{
    uint64_t entry = getauxval(AT_ENTRY);
    const uint64_t *end = &__libc_stack_end ? __libc_stack_end : NULL;
    for (unsigned i = 1; end && i <= FIRST_WORDS; i++)
        if (end[-(int)i] > entry && end[-(int)i] - entry < ENTRY_BYTES)
            return true;
    return false;
}

void rt_watch_end(void)
{
    watched = !stays() && begun() && !__cxa_atexit(at_end, NULL, &__dso_handle);
}

__attribute__((destructor)) static void before_registered(void)
{
    unloaded = watched && !ending;
}

void rt_free_unloaded(void)
{
    if (!unloaded)
        return;
    rt_threads = NULL;
    rt_tls.self = NULL;
    rt_tls.ended = true;
    rt_file_forget(&rt_log_file, false);
    rt_unmap_all();
}
