/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "report/caller_names.h"

#include <dirent.h>
#include <dwarf.h>
#include <elfutils/libdwelf.h>
#include <elfutils/libdwfl.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/text_table.h"
#include "base/util.h"

#define MOST_FILES 2000         /* of a folder that are looked at */

/* ---- which file it is */

static bool has_build(const char *path, const char *build)
{
    char hex[2 * 64 + 1] = "";
    const void *bits;
    struct stat st;
    if (stat(path, &st) != 0 || !S_ISREG(st.st_mode))
        return false;
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    Elf *elf = fd >= 0 && elf_version(EV_CURRENT) != EV_NONE ? elf_begin(fd, ELF_C_READ, NULL) : NULL;
    ssize_t n = elf && elf_kind(elf) == ELF_K_ELF ? dwelf_elf_gnu_build_id(elf, &bits) : 0;
    if (n > 0 && n <= 64)
        text_hex(bits, (size_t)n, hex);
    if (elf)
        elf_end(elf);
    if (fd >= 0)
        close(fd);
    return n > 0 && strcmp(hex, build) == 0;
}

/* A file of the folder itself, malloc'ed; NULL: none. */
static char *file_in(const char *folder, const char *build)
{
    DIR *dir = opendir(folder);
    char *path = NULL;
    const struct dirent *entry;
    for (int i = 0; dir && i < MOST_FILES && (entry = readdir(dir));) {
        if (entry->d_type != DT_REG && entry->d_type != DT_LNK && entry->d_type != DT_UNKNOWN)
            continue;
        i++;
        if (asprintf(&path, "%s/%s", folder, entry->d_name) < 0)
            path = NULL;
        if (path && has_build(path, build))
            break;
        free(path);
        path = NULL;
    }
    if (dir)
        closedir(dir);
    return path;
}

static char *file_below(const char *folder, const char *build)
{
    char *path = NULL;
    if (strlen(build) > 2 && asprintf(&path, "%s/.build-id/%.2s/%s.debug", folder, build, build + 2) > 0 &&
        has_build(path, build))
        return path;
    free(path);
    return NULL;
}

static char *file_of(const struct source_roots *roots, const char *build)
{
    char *path = NULL;
    for (size_t i = 0; !path && i < roots->places.n; i++) {
        const char *place = roots->places.path[i];
        if (has_build(place, build))
            return strdup(place);
        path = file_in(place, build);
        if (!path)
            path = file_below(place, build);
    }
    for (size_t i = 0; !path && i < roots->debug.n; i++)
        path = file_below(roots->debug.path[i], build);
    return !path && roots->server ? source_server_debug(roots->server, build) : path;
}

/* ---- what is there */

static int add(struct blame_names *names, const char *function, const char *file, int line)
{
    struct blame_name name = { strdup(function), NULL };
    if (!file || line <= 0)
        name.place = strdup("");
    else if (asprintf(&name.place, "%s:%d", path_name(file), line) < 0)
        name.place = NULL;
    if (name.function && name.place && array_grow(&names->list, &names->cap, names->n + 1, sizeof name) == 0) {
        names->list[names->n++] = name;
        return 0;
    }
    free(name.function);
    free(name.place);
    return -1;
}

static const char *name_of(Dwarf_Die *die)
{
    Dwarf_Attribute attribute;
    const char *linkage = dwarf_formstring(dwarf_attr_integrate(die, DW_AT_linkage_name, &attribute));
    const char *name = linkage ? linkage : dwarf_formstring(dwarf_attr_integrate(die, DW_AT_name, &attribute));
    return name ? name : "?";
}

static const char *call_file(Dwarf_Die *unit, Dwarf_Die *die)
{
    Dwarf_Attribute attribute;
    Dwarf_Word file;
    Dwarf_Files *files;
    size_t n;
    if (dwarf_formudata(dwarf_attr(die, DW_AT_call_file, &attribute), &file) != 0 ||
        dwarf_getsrcfiles(unit, &files, &n) != 0 || file >= n)
        return NULL;
    return dwarf_filesrc(files, file, NULL, NULL);
}

/* The functions around the place, the innermost first: inlined ones, and the one that is there. */
static int add_scopes(Dwarf_Die *unit, Dwarf_Die *scopes, int n, const char *file, int line, struct blame_names *names)
{
    int result = 0;
    for (int i = 0; result == 0 && i < n; i++) {
        Dwarf_Attribute attribute;
        Dwarf_Word word;
        int tag = dwarf_tag(&scopes[i]);
        if (tag != DW_TAG_inlined_subroutine && tag != DW_TAG_subprogram)
            continue;
        result = add(names, name_of(&scopes[i]), file, line);
        if (tag == DW_TAG_subprogram)
            break;
        file = call_file(unit, &scopes[i]);
        line = dwarf_formudata(dwarf_attr(&scopes[i], DW_AT_call_line, &attribute), &word) == 0 ? (int)word : 0;
    }
    return result;
}

static int add_by_dwarf(Dwfl_Module *module, GElf_Addr address, struct blame_names *names)
{
    Dwarf_Addr bias;
    Dwarf_Die *unit = dwfl_module_addrdie(module, address, &bias), *scopes = NULL, *all = NULL;
    Dwfl_Line *at = dwfl_module_getsrc(module, address);
    int line = 0, result = 0;
    const char *file = at ? dwfl_lineinfo(at, NULL, &line, NULL, NULL, NULL) : NULL;
    int n = unit ? dwarf_getscopes(unit, address - bias, &scopes) : 0;
    int inner = 0;
    while (inner < n && dwarf_tag(&scopes[inner]) != DW_TAG_inlined_subroutine &&
           dwarf_tag(&scopes[inner]) != DW_TAG_subprogram)
        inner++;
    int m = inner < n ? dwarf_getscopes_die(&scopes[inner], &all) : 0;
    if (m > 0)
        result = add_scopes(unit, all, m, file, line, names);
    free(scopes);
    free(all);
    return result;
}

/* Where the module's first byte in memory is; false: it has none. */
static bool first_byte(Dwfl_Module *module, GElf_Addr *address)
{
    GElf_Addr bias, lowest = UINT64_MAX;
    size_t n = 0;
    Elf *elf = dwfl_module_getelf(module, &bias);
    if (!elf || elf_getphdrnum(elf, &n) != 0)
        return false;
    for (size_t i = 0; i < n; i++) {
        GElf_Phdr header;
        if (gelf_getphdr(elf, (int)i, &header) && header.p_type == PT_LOAD && header.p_vaddr < lowest)
            lowest = header.p_vaddr;
    }
    *address = (lowest & ~(GElf_Addr)4095) + bias;
    return lowest != UINT64_MAX;
}

int frames_name(void *roots_of, const char *build, uint64_t offset, struct blame_names *names)
{
    struct source_roots *roots = roots_of;
    Dwfl_Module *module = elf_module_of_build(roots->elves, build);
    if (!module && !elf_is_missing(roots->elves, build)) {
        char *path = build[0] ? file_of(roots, build) : NULL;
        module = elf_module_open(roots->elves, build, path);
        free(path);
    }
    GElf_Addr address;
    if (!module || !first_byte(module, &address))
        return 0;
    address += offset - 1;      /* in the call, not behind it */
    if (add_by_dwarf(module, address, names) != 0)
        return -1;
    const char *symbol = names->n == 0 ? dwfl_module_addrname(module, address) : NULL;
    return symbol ? add(names, symbol, NULL, 0) : 0;
}
