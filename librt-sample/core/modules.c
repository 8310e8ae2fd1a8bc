/* SPDX-License-Identifier: MIT
 * Which loaded module an address lies in, and what its ELF notes say. */
#include "core/modules.h"
#include "arch/machine.h"
#include "core/lock.h"
#include <algoprof/rt_abi.h>
#include <elf.h>
#include <link.h>
#include <string.h>

struct search {
    const void *address;
    const char *name;
    uint32_t type;
    const void *found;
    uint32_t len;
    bool is_count;              /* all of them are looked for: each has a number, */
    uint32_t sum;               /* these together */
};

/* The note is what is looked for: is it all? */
static bool take_note(struct search *s, const void *desc, uint32_t len)
{
    uint32_t count = 0;
    if (!s->is_count) {
        s->found = desc;
        s->len = len;
        return true;
    }
    if (len >= sizeof count)
        memcpy(&count, desc, sizeof count);
    s->sum = s->sum + count < s->sum ? UINT32_MAX : s->sum + count;
    return false;
}

static void read_notes(struct search *s, const uint8_t *p, size_t size)
{
    while (size >= sizeof(ElfW(Nhdr))) {
        ElfW(Nhdr) note;
        memcpy(&note, p, sizeof note);
        size_t name = (note.n_namesz + (size_t)3) & ~(size_t)3, desc = (note.n_descsz + (size_t)3) & ~(size_t)3;
        if (name > size - sizeof note || desc > size - sizeof note - name)
            return;
        const uint8_t *body = p + sizeof note;
        if (note.n_type == s->type && note.n_namesz == strlen(s->name) + 1 && !memcmp(body, s->name, note.n_namesz)
            && take_note(s, body + name, note.n_descsz))
            return;
        p += sizeof note + name + desc;
        size -= sizeof note + name + desc;
    }
}

/* In the child of a fork no other thread goes on, and one that was in the loader's list would keep
 * it locked for ever.  So none of ours is there while the process forks. */
static _Atomic unsigned visitors, forking;

static void come_in(void)
{
    for (unsigned turn = 0;; turn = rt_wait_turn(turn)) {
        visitors++;
        if (!forking || turn >= RT_WAIT_LONG)
            return;
        visitors--;
    }
}

bool rt_modules_hold(void)
{
    unsigned turn = 0;
    forking++;
    while (visitors && turn < RT_WAIT_LONG)
        turn = rt_wait_turn(turn);
    return !visitors;
}

void rt_modules_let(void)
{
    forking--;
}

void rt_modules_forget(void)
{
    visitors = forking = 0;
}

struct visit {
    int (*each)(struct dl_phdr_info *, size_t, void *);
    void *data;
};

static void visit_all(void *p)
{
    const struct visit *v = p;
    dl_iterate_phdr(v->each, v->data);
}

void rt_modules_visit(int (*each)(struct dl_phdr_info *, size_t, void *), void *data)
{
    struct visit v = { each, data };
    struct rt_held held;
    rt_hold_signals(&held);     /* a jump out of a handler would leave the loader locked */
    come_in();
    rt_keep_all(visit_all, &v);
    visitors--;
    rt_let_signals(&held);
}

bool rt_module_holds(const struct dl_phdr_info *info, const void *address)
{
    for (unsigned i = 0; i < info->dlpi_phnum; i++)
        if (info->dlpi_phdr[i].p_type == PT_LOAD &&
            (uintptr_t)address - info->dlpi_addr - info->dlpi_phdr[i].p_vaddr < info->dlpi_phdr[i].p_memsz)
            return true;
    return false;
}

static void search_notes(struct search *s, const struct dl_phdr_info *info)
{
    for (unsigned i = 0; !s->found && i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *h = &info->dlpi_phdr[i];
        if (h->p_type == PT_NOTE)
            read_notes(s, (const uint8_t *)(info->dlpi_addr + h->p_vaddr), h->p_memsz);
    }
}

const void *rt_notes_find(const struct dl_phdr_info *info, const char *name, uint32_t type, uint32_t *len)
{
    struct search s = { .name = name, .type = type };
    search_notes(&s, info);
    *len = s.len;
    return s.found;
}

static int visit(struct dl_phdr_info *info, size_t size, void *data)
{
    struct search *s = data;
    bool inside = rt_module_holds(info, s->address);
    (void)size;
    if (inside)
        search_notes(s, info);
    return inside;
}

const void *rt_module_note(const void *address, const char *name, uint32_t type, uint32_t *len)
{
    struct search s = { .address = address, .name = name, .type = type };
    rt_modules_visit(visit, &s);
    *len = s.len;
    return s.found;
}

static int visit_targets(struct dl_phdr_info *info, size_t size, void *data)
{
    (void)size;
    search_notes(data, info);
    return 0;
}

uint32_t rt_modules_targets(void)
{
    struct search s = { .name = ALGOPROF_NOTE, .type = ALGOPROF_NOTE_TARGETS, .is_count = true };
    rt_modules_visit(visit_targets, &s);
    return s.sum;
}

static int count_unloaded(struct dl_phdr_info *info, size_t size, void *data)
{
    (void)size;
    *(unsigned long long *)data = info->dlpi_subs;
    return 1;
}

bool rt_modules_unloaded(void)
{
    unsigned long long subs = 0;
    rt_modules_visit(count_unloaded, &subs);
    return subs != 0;
}

bool rt_modules_unloaded_for_c(void)
{
    unsigned long long subs = 0;
    struct rt_held held;
    rt_hold_signals(&held);
    come_in();
    dl_iterate_phdr(count_unloaded, &subs);
    visitors--;
    rt_let_signals(&held);
    return subs != 0;
}

struct extent_search {
    const void *address;
    struct rt_extent found;
};

static int find_extent(struct dl_phdr_info *info, size_t size, void *data)
{
    struct extent_search *s = data;
    (void)size;
    if (!rt_module_holds(info, s->address))
        return 0;
    s->found.start = UINTPTR_MAX;
    for (unsigned i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *h = &info->dlpi_phdr[i];
        uintptr_t start = info->dlpi_addr + h->p_vaddr;
        if (h->p_type != PT_LOAD)
            continue;
        if (start < s->found.start)
            s->found.start = start;
        if (start + h->p_memsz > s->found.end)
            s->found.end = start + h->p_memsz;
    }
    return 1;
}

struct rt_extent rt_module_extent(const void *address)
{
    struct extent_search s = { .address = address };
    rt_modules_visit(find_extent, &s);
    return s.found;
}

struct site_search {
    const struct algoprof_site *site;
    uint64_t key;
    bool found;
};

static int find_site(struct dl_phdr_info *info, size_t size, void *data)
{
    struct site_search *s = data;
    (void)size;
    for (unsigned i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *h = &info->dlpi_phdr[i];
        if (h->p_type != PT_LOAD || h->p_memsz < sizeof *s->site)
            continue;
        if ((uintptr_t)s->site - info->dlpi_addr - h->p_vaddr <= h->p_memsz - sizeof *s->site) {
            s->found = s->site->key == s->key;
            return 1;
        }
    }
    return 0;
}

bool rt_module_has(const struct algoprof_site *site, uint64_t key)
{
    struct site_search s = { site, key, false };
    rt_modules_visit(find_site, &s);
    return s.found;
}

uint32_t rt_module_build_id(const void *address, uint8_t id[64])
{
    uint32_t len;
    const void *note = rt_module_note(address, "GNU", NT_GNU_BUILD_ID, &len);
    if (!note || len > 64)
        return 0;
    memcpy(id, note, len);
    return len;
}
