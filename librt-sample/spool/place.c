/* SPDX-License-Identifier: MIT
 *
 * What a module may record, by where the log of this process is.  What is shipped is for its own
 * application's spool, where the user's consent is. */
#include "core/modules.h"
#include "spool/spool.h"
#include <algoprof/rt_abi.h>
#include <link.h>
#include <string.h>

#define SONAME "librt-sample.so.1"

bool rt_site_is_of_place(const struct algoprof_site *site)
{
    const char *app = (const char *)(site + 1), *place = rt_spool_app();
    if (site->name <= sizeof *site || site->name > site->len)
        return true;            /* a developer's */
    size_t room = site->name - sizeof *site;
    return place && (!*app || !strncmp(app, place, room));
}

bool rt_shipped_is_of_place(const void *address)
{
    uint32_t len;
    const char *place = rt_spool_app();
    const char *app = place ? rt_module_note(address, ALGOPROF_NOTE, ALGOPROF_NOTE_SPOOL, &len) : NULL;
    return app && (!*app || !strncmp(app, place, len));
}

/* ---- modules that record for a desk */

struct search {
    const void *own;            /* in the runtime */
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

static int find_own(struct dl_phdr_info *info, size_t size, void *data)
{
    struct search *s = data;
    (void)size;
    if (!rt_module_holds(info, s->own))
        return 0;
    s->alone = names_runtime(info, DT_SONAME);
    return 1;
}

static int find_asking(struct dl_phdr_info *info, size_t size, void *data)
{
    struct search *s = data;
    uint32_t len;
    (void)size;
    s->asked = names_runtime(info, DT_NEEDED) && !rt_notes_find(info, ALGOPROF_NOTE, ALGOPROF_NOTE_SPOOL, &len);
    return s->asked;
}

bool rt_desk_is_asked_for(void)
{
    struct search s = { .own = &rt_desk_is_asked_for };
    rt_modules_visit(find_own, &s);
    if (s.alone)
        rt_modules_visit(find_asking, &s);
    return !s.alone || s.asked;
}
