/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "report/source_elf.h"

#include <dwarf.h>
#include <elfutils/libdw.h>
#include <elfutils/libdwfl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/util.h"

#define MOST_MISSING 128u       /* programs that were searched for in vain: each search opens many files */
#define MAX_BUILD 64            /* bytes of a build-id */

/* Does the path end in `file`, at a component's beginning?  "./" is skipped. */
static int names(const char *path, const char *file)
{
    while (strncmp(file, "./", 2) == 0)
        file += 2;
    size_t all = strlen(path), len = strlen(file);
    return len > 0 && len <= all && strcmp(path + all - len, file) == 0 &&
           (len == all || path[all - len - 1] == '/' || file[0] == '/');
}

/* A path that DWARF tells relative to where the unit was compiled. */
static char *full_path(Dwarf_Die *unit, const char *path)
{
    Dwarf_Attribute attribute;
    const char *folder = dwarf_formstring(dwarf_attr(unit, DW_AT_comp_dir, &attribute));
    char *full = NULL;
    if (path[0] == '/' || !folder)
        return strdup(path);
    return asprintf(&full, "%s/%s", folder, path) < 0 ? NULL : full;
}

static char *find_in_unit(Dwarf_Die *unit, const char *file, bool (*wanted)(const char *))
{
    Dwarf_Files *files;
    size_t n;
    if (dwarf_getsrcfiles(unit, &files, &n) != 0)
        return NULL;
    for (size_t i = 0; i < n; i++) {
        const char *path = dwarf_filesrc(files, i, NULL, NULL);
        char *full = path && names(path, file) ? full_path(unit, path) : NULL;
        if (full && wanted(full))
            return full;
        free(full);
    }
    return NULL;
}

/* An opened program; module is NULL if it is none. */
struct elf {
    char *path, build[2 * MAX_BUILD + 1];
    Dwfl *dwfl;
    Dwfl_Module *module;
};

struct elf_set {
    struct source_server *server;
    struct elf *list;
    char **missing;             /* build-ids that were looked for in vain */
    size_t n, cap, n_missing, cap_missing;
};

static void open_elf(struct elf *elf)
{
    static char *debug_path;
    static const Dwfl_Callbacks callbacks = {
        .find_elf = dwfl_build_id_find_elf, .find_debuginfo = dwfl_standard_find_debuginfo,
        .debuginfo_path = &debug_path, .section_address = dwfl_offline_section_address
    };
    const unsigned char *bits;
    GElf_Addr address;
    elf->dwfl = dwfl_begin(&callbacks);
    if (!elf->dwfl)
        return;
    elf->module = dwfl_report_offline(elf->dwfl, "", elf->path, -1);
    dwfl_report_end(elf->dwfl, NULL, NULL);
    int n = elf->module ? dwfl_module_build_id(elf->module, &bits, &address) : 0;
    if (n > 0 && n <= MAX_BUILD)
        text_hex(bits, (size_t)n, elf->build);
}

/* NULL: no memory. */
static struct elf *elf_of(struct elf_set *set, const char *path)
{
    for (size_t i = 0; i < set->n; i++)
        if (strcmp(set->list[i].path, path) == 0)
            return &set->list[i];
    struct elf elf = { .path = strdup(path) };
    if (!elf.path || array_grow(&set->list, &set->cap, set->n + 1, sizeof elf) != 0) {
        free(elf.path);
        return NULL;
    }
    open_elf(&elf);
    set->list[set->n] = elf;
    return &set->list[set->n++];
}

struct elf_set *elf_set_new(struct source_server *server)
{
    struct elf_set *set = calloc(1, sizeof *set);
    if (set)
        set->server = server;
    return set;
}

void elf_set_free(struct elf_set *set)
{
    for (size_t i = 0; set && i < set->n; i++) {
        if (set->list[i].dwfl)
            dwfl_end(set->list[i].dwfl);
        free(set->list[i].path);
    }
    for (size_t i = 0; set && i < set->n_missing; i++)
        free(set->missing[i]);
    if (set) {
        free(set->list);
        free(set->missing);
    }
    free(set);
}

/* A server may be asked for it. */
static bool has_dwarf(struct elf_set *set, const struct elf *elf, Dwarf_Addr *bias)
{
    source_server_watch(set->server, dwfl_get_debuginfod_client(elf->dwfl));
    bool found = dwfl_module_getdwarf(elf->module, bias);
    source_server_answered(set->server, found);
    return found;
}

char *source_by_dwarf(struct elf_set *set, const char *path, const char *build, const char *file,
                      bool (*wanted)(const char *))
{
    const struct elf *elf = elf_of(set, path);
    Dwarf_Addr bias;
    Dwarf_Die *unit = NULL;
    char *found = NULL;
    if (!elf || !elf->module || (build[0] && strcmp(elf->build, build) != 0))
        return NULL;
    if (!has_dwarf(set, elf, &bias))
        return NULL;
    while (!found && (unit = dwfl_module_nextcu(elf->module, unit, &bias)))
        found = find_in_unit(unit, file, wanted);
    return found;
}

Dwfl_Module *elf_module_of_build(struct elf_set *set, const char *build)
{
    for (size_t i = 0; build[0] && i < set->n; i++)
        if (set->list[i].module && strcmp(set->list[i].build, build) == 0)
            return set->list[i].module;
    return NULL;
}

bool elf_is_missing(const struct elf_set *set, const char *build)
{
    if (set->n_missing >= MOST_MISSING)
        return true;
    for (size_t i = 0; i < set->n_missing; i++)
        if (strcmp(set->missing[i], build) == 0)
            return true;
    return false;
}

Dwfl_Module *elf_module_open(struct elf_set *set, const char *build, const char *path)
{
    const struct elf *elf = path ? elf_of(set, path) : NULL;
    if (elf && elf->module && strcmp(elf->build, build) == 0) {
        Dwarf_Addr bias;
        has_dwarf(set, elf, &bias);
        return elf->module;
    }
    char *copy = strdup(build);
    if (copy && array_grow(&set->missing, &set->cap_missing, set->n_missing + 1, sizeof *set->missing) == 0)
        set->missing[set->n_missing++] = copy;
    else
        free(copy);
    return NULL;
}
