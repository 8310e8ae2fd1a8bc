/* SPDX-License-Identifier: MIT
 *
 * What a module may record, by where the log of this process is.  What is shipped is for its own
 * application's spool, where the user's consent is. */
#include "core/modules.h"
#include "core/state.h"
#include "spool/spool.h"
#include <algoprof/rt_abi.h>
#include <link.h>
#include <string.h>

#define SONAME "librt-sample.so.1"

/* Is the spool of this process that of the application, in so many bytes?  "": the link was not told it. */
static bool is_own_spool(const char *app, size_t room)
{
    const char *place = rt_spool_app();
    return place && app && (!*app || !strncmp(app, place, room));
}

/* app: of what is shipped, or NULL where none is known. */
static bool is_of_place(bool shipped, const char *app, size_t room)
{
    if (shipped && !is_own_spool(app, room))
        return false;
    rt_asked = true;
    return true;
}

bool rt_site_is_of_place(const struct algoprof_site *site)
{
    bool shipped = site->name > sizeof *site && site->name <= site->len;
    return is_of_place(shipped, (const char *)(site + 1), shipped ? site->name - sizeof *site : 0);
}

bool rt_module_is_of_place(bool shipped, const void *address)
{
    uint32_t len = 0;
    const char *app = NULL;
    if (shipped && rt_spool_app())
        app = rt_module_note(address, ALGOPROF_NOTE, ALGOPROF_NOTE_SPOOL, &len);
    return is_of_place(shipped, app, len);
}

/* Runs and sizes are told often, from few places, and a module is long to find.  A word is an address, and in its
 * lowest bit the answer; whoever comes later takes the slot. */
#define PLACES 64u

bool rt_caller_is_of_place(const void *address)
{
    static _Atomic uint64_t known[PLACES] RT_LARGE;
    uint64_t at = (uint64_t)(uintptr_t)address << 1;
    _Atomic uint64_t *slot = &known[(at >> 1 ^ at >> 7 ^ at >> 13) % PLACES];
    uint64_t found = *slot;
    if ((found & ~(uint64_t)1) != at) {
        uint32_t len = 0;
        const char *app = rt_module_note(address, ALGOPROF_NOTE, ALGOPROF_NOTE_SPOOL, &len);
        found = at | (!app || is_own_spool(app, len));
        *slot = found;
    }
    return found & 1;
}

/* ---- modules that record for a desk */

struct search {
    bool alone, asked;          /* the runtime is a library by itself; what was looked for */
};

/* Is it the runtime, or linked with it? */
static bool names_runtime(const struct dl_phdr_info *info, ElfW(Sxword) tag)
{
    const ElfW(Dyn) *dynamic = NULL, *d;
    const char *text = NULL;
    for (unsigned i = 0; i < info->dlpi_phnum; i++)
        if (info->dlpi_phdr[i].p_type == PT_DYNAMIC)
            dynamic = (const ElfW(Dyn) *)(info->dlpi_addr + info->dlpi_phdr[i].p_vaddr);
    for (d = dynamic; d && d->d_tag != DT_NULL; d++)
        if (d->d_tag == DT_STRTAB)      /* glibc has made an address of it, others leave the distance */
            text = (const char *)(d->d_un.d_ptr + (d->d_un.d_ptr < info->dlpi_addr ? info->dlpi_addr : 0));
    for (d = text ? dynamic : NULL; d && d->d_tag != DT_NULL; d++)
        if (d->d_tag == tag && !strcmp(text + d->d_un.d_val, SONAME))
            return true;
    return false;
}

static int find_asking(struct dl_phdr_info *info, size_t size, void *data)
{
    struct search *s = data;
    uint32_t len;
    (void)size;
    if (rt_module_holds(info, &rt_desk_is_asked_for))
        s->alone = names_runtime(info, DT_SONAME);
    else if (names_runtime(info, DT_NEEDED) && !rt_notes_find(info, ALGOPROF_NOTE, ALGOPROF_NOTE_SPOOL, &len))
        s->asked = true;
    return 0;
}

bool rt_desk_is_asked_for(void)
{
    struct search s = { false, false };
    rt_modules_visit(find_asking, &s);
    return !s.alone || s.asked;
}
