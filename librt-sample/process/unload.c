/* SPDX-License-Identifier: MIT
 *
 * Is a library with the runtime inside being unloaded, or does the process end?  In the first case no thread is in its
 * code, and all memory can go; in the second other threads may go on, and nobody needs it.  At the process's end exit()
 * calls what was registered for it before any destructor of a library; at dlclose(3) destructors come first, the last of
 * which calls what was registered.  But what was there before the program began, as a shared runtime is, has registered
 * before the loader did: exit() comes to its destructors first, too.  The shared runtime is never unloaded, and says so. */
#include "base/memory.h"
#include "core/thread.h"
#include "log/log.h"
#include "process/process.h"
#include <link.h>

extern void *__dso_handle __attribute__((visibility("hidden")));
extern ElfW(Dyn) _DYNAMIC[] __attribute__((weak, visibility("hidden")));     /* NULL: linked statically */
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

void rt_watch_end(void)
{
    watched = !stays() && !__cxa_atexit(at_end, NULL, &__dso_handle);
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
