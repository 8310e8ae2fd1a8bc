/* SPDX-License-Identifier: MIT
 *
 * In which module a place of code is.  The program itself is looked at when the process starts.  Of other modules glibc
 * 2.35 and later says it without a lock; a module that a frame returns to stays loaded meanwhile. */
#include "callers/module_of_code.h"
#include "core/modules.h"
#include "log/log.h"
#include <dlfcn.h>
#include <elf.h>
#include <link.h>
#include <string.h>

struct rt_image rt_own_image;
uint8_t rt_own_build_id[64];
uint32_t rt_own_build_id_len;

static void read_segments(const struct dl_phdr_info *info, struct rt_image *m)
{
    *m = (struct rt_image){ .start = UINT64_MAX };
    for (unsigned i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *h = &info->dlpi_phdr[i];
        uint64_t from = info->dlpi_addr + h->p_vaddr;
        if (h->p_type == PT_LOAD) {
            m->start = from < m->start ? from & ~(uint64_t)4095 : m->start;
            m->end = from + h->p_memsz > m->end ? from + h->p_memsz : m->end;
        } else if (h->p_type == PT_GNU_EH_FRAME) {
            m->table = from;
        }
    }
}

static int read_own(struct dl_phdr_info *info, size_t size, void *unused)
{
    uint32_t len;
    struct rt_image m;
    const void *id = rt_notes_find(info, "GNU", NT_GNU_BUILD_ID, &len);
    (void)size;
    (void)unused;
    read_segments(info, &m);
    if (!id || !len || len > sizeof rt_own_build_id || m.start >= m.end)
        return 1;
    memcpy(rt_own_build_id, id, len);
    rt_own_build_id_len = len;
    rt_own_image = m;
    return 1;                   /* the first one is the program */
}

void rt_images_begin(void)
{
    if (!rt_own_build_id_len)
        rt_modules_visit(read_own, NULL);
}

#if __GLIBC_PREREQ(2, 35)
#pragma weak _dl_find_object            /* a static program may have none */

bool rt_image_find(uint64_t pc, struct rt_found_image *m)
{
    struct dl_find_object found;
    if (!_dl_find_object || _dl_find_object((void *)(uintptr_t)pc, &found) || !found.dlfo_link_map)
        return false;
    *m = (struct rt_found_image){ .image = { (uintptr_t)found.dlfo_map_start, (uintptr_t)found.dlfo_map_end,
                                             (uintptr_t)found.dlfo_eh_frame }, .module = RT_OUTSIDE };
    const ElfW(Ehdr) *head = found.dlfo_map_start;
    if (memcmp(head->e_ident, ELFMAG, SELFMAG) || head->e_phoff > 4096 || head->e_phnum > 64)
        return true;
    struct dl_phdr_info info = { .dlpi_addr = found.dlfo_link_map->l_addr, .dlpi_phnum = head->e_phnum,
                                 .dlpi_phdr = (const void *)((const char *)head + head->e_phoff) };
    m->build_id = rt_notes_find(&info, "GNU", NT_GNU_BUILD_ID, &m->build_id_len);
    uint32_t number = m->build_id && m->build_id_len ? rt_log_module_known(m->build_id, m->build_id_len) : ALOG_NONE;
    m->module = number == ALOG_NONE ? RT_OUTSIDE : number;
    return true;
}
#else
bool rt_image_find(uint64_t pc, struct rt_found_image *m)
{
    (void)pc, (void)m;
    return false;
}
#endif
