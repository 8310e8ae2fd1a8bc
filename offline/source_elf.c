/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "source_elf.h"

#include <dwarf.h>
#include <elfutils/libdw.h>
#include <elfutils/libdwfl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "util.h"

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

static char *find_in_unit(Dwarf_Die *unit, const char *file)
{
    Dwarf_Files *files;
    size_t n;
    if (dwarf_getsrcfiles(unit, &files, &n) != 0)
        return NULL;
    for (size_t i = 0; i < n; i++) {
        const char *path = dwarf_filesrc(files, i, NULL, NULL);
        char *full = path && names(path, file) ? full_path(unit, path) : NULL;
        if (full && access(full, R_OK) == 0)
            return full;
        free(full);
    }
    return NULL;
}

static char *find_in_module(Dwfl_Module *module, const char *build, const char *file)
{
    const unsigned char *bits;
    GElf_Addr address;
    Dwarf_Addr bias;
    Dwarf_Die *unit = NULL;
    char hex[2 * 64 + 1] = "", *path = NULL;
    int n = dwfl_module_build_id(module, &bits, &address);
    if (n > 0 && n <= 64)
        text_hex(bits, (size_t)n, hex);
    if (build[0] && strcmp(hex, build) != 0)
        return NULL;
    if (!dwfl_module_getdwarf(module, &bias))
        return NULL;
    while (!path && (unit = dwfl_module_nextcu(module, unit, &bias)))
        path = find_in_unit(unit, file);
    return path;
}

char *source_by_dwarf(const char *elf, const char *build, const char *file)
{
    static char *debug_path;
    static const Dwfl_Callbacks callbacks = {
        .find_elf = dwfl_build_id_find_elf, .find_debuginfo = dwfl_standard_find_debuginfo,
        .debuginfo_path = &debug_path, .section_address = dwfl_offline_section_address
    };
    Dwfl *dwfl = dwfl_begin(&callbacks);
    if (!dwfl)
        return NULL;
    Dwfl_Module *module = dwfl_report_offline(dwfl, "", elf, -1);
    dwfl_report_end(dwfl, NULL, NULL);
    char *path = module ? find_in_module(module, build, file) : NULL;
    dwfl_end(dwfl);
    return path;
}
