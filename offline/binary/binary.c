/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Nothing in the file is believed: every length and offset is checked.
 */
#include "binary/binary.h"

#include <elfutils/libdwelf.h>
#include <errno.h>
#include <fcntl.h>
#include <gelf.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "algoprof/log_format.h"

static char *site_text(const uint8_t *site, uint32_t len, uint32_t offset)
{
    if (offset >= len)
        return strdup("");
    return text_clean(site + offset, strnlen((const char *)site + offset, len - offset));
}

static int add_site(struct binary *b, const uint8_t *bytes, const struct algoprof_site *s)
{
    for (size_t i = 0; i < b->n_sites; i++)
        if (b->sites[i].key == s->key)
            return 0;
    if (array_grow(&b->sites, &b->cap_sites, b->n_sites + 1, sizeof *b->sites) != 0)
        return -1;
    struct binary_site *to = &b->sites[b->n_sites++];
    *to = (struct binary_site){ .key = s->key, .line = s->line, .column = s->column,
                                .kind = s->kind, .flags = s->flags,
                                .rate = s->clause_rate != ALOG_RATE_UNSET ? s->clause_rate
                                                                          : s->default_rate };
    to->name = site_text(bytes, s->len, s->name);
    to->function = site_text(bytes, s->len, s->function);
    to->file = site_text(bytes, s->len, s->file);
    return to->name && to->function && to->file ? 0 : -1;
}

static int read_sites(struct binary *b, const uint8_t *p, size_t size, struct err *err)
{
    while (size > 0) {
        struct algoprof_site site;
        if (size < sizeof site)
            return err_set(err, "its table of targets is damaged");
        memcpy(&site, p, sizeof site);
        if (site.abi != ALGOPROF_ABI)
            return err_set(err, "its targets are of ABI %u; this tool knows %u", site.abi,
                           ALGOPROF_ABI);
        if (site.len < sizeof site || site.len % 8 != 0 || site.len > size)
            return err_set(err, "its table of targets is damaged");
        if (add_site(b, p, &site) != 0)
            return err_memory(err);
        p += site.len;
        size -= site.len;
    }
    return 0;
}

/* The next field of a remark, ended by a tab or the remark's end. */
static char *next_field(char **rest)
{
    char *field = *rest, *tab = strchr(field, '\t');
    *rest = tab ? tab + 1 : field + strlen(field);
    if (tab)
        *tab = 0;
    return field;
}

static int add_refusal(struct binary *b, char *rest)
{
    const char *file = next_field(&rest);
    uint32_t line = (uint32_t)strtoul(next_field(&rest), NULL, 10);
    uint32_t column = (uint32_t)strtoul(next_field(&rest), NULL, 10);
    for (size_t i = 0; i < b->n_refused; i++)
        if (b->refused[i].line == line && b->refused[i].column == column &&
            strcmp(b->refused[i].file, file) == 0 && strcmp(b->refused[i].reason, rest) == 0)
            return 0;
    if (array_grow(&b->refused, &b->cap_refused, b->n_refused + 1, sizeof *b->refused) != 0)
        return -1;
    struct binary_refusal *to = &b->refused[b->n_refused++];
    *to = (struct binary_refusal){ text_clean(file, strlen(file)), text_clean(rest, strlen(rest)),
                                   line, column };
    return to->file && to->reason ? 0 : -1;
}

static struct binary_site *find_site(struct binary *b, const char *key)
{
    uint64_t number = strtoull(key, NULL, 16);
    for (size_t i = 0; i < b->n_sites; i++)
        if (b->sites[i].key == number)
            return &b->sites[i];
    return NULL;
}

static void add_coverage(struct binary *b, char *rest, bool counted)
{
    struct binary_site *site = find_site(b, next_field(&rest));
    if (!site)
        return;
    struct binary_coverage *c = &site->coverage;
    uint64_t *const numbers[] = { &c->accesses, &c->modelled, &c->callees,
                                  &c->looked_up, &c->opaque, &c->hidden };
    c->counted += counted;
    c->copies += !counted;
    for (size_t i = 0; !counted && i < sizeof numbers / sizeof *numbers; i++)
        *numbers[i] += strtoul(next_field(&rest), NULL, 10);
}

/* Remarks of other kinds are of later versions. */
static int read_remarks(struct binary *b, const char *p, size_t size, struct err *err)
{
    while (size > 0) {
        size_t len = strnlen(p, size);
        char *text = strndup(p, len), *rest = text;
        if (!text)
            return err_memory(err);
        const char *what = next_field(&rest);
        int result = 0;
        if (strcmp(what, "refused") == 0)
            result = add_refusal(b, rest);
        else if (strcmp(what, "covered") == 0 || strcmp(what, "counted") == 0)
            add_coverage(b, rest, what[2] == 'u');
        free(text);
        if (result != 0)
            return err_memory(err);
        p += len;
        size -= len;
        for (; size > 0 && *p == 0; size--)
            p++;
    }
    return 0;
}

/* The contents of a section; NULL if there is none of that name. */
static Elf_Data *find_section(Elf *elf, const char *name)
{
    size_t names;
    Elf_Scn *section = NULL;
    if (elf_getshdrstrndx(elf, &names) != 0)
        return NULL;
    while ((section = elf_nextscn(elf, section))) {
        GElf_Shdr header;
        const char *found = gelf_getshdr(section, &header) ? elf_strptr(elf, names, header.sh_name)
                                                           : NULL;
        if (found && strcmp(found, name) == 0 && header.sh_type == SHT_PROGBITS) {
            Elf_Data *data = elf_rawdata(section, NULL);
            return data && data->d_buf && data->d_size > 0 ? data : NULL;
        }
    }
    return NULL;
}

static int by_place(const void *a, const void *b)
{
    const struct binary_site *x = a, *y = b;
    int c = strcmp(x->file, y->file);
    if (c == 0)
        c = (x->line > y->line) - (x->line < y->line);
    if (c == 0)
        c = (x->column > y->column) - (x->column < y->column);
    return c ? c : strcmp(x->name, y->name);
}

static int refused_by_place(const void *a, const void *b)
{
    const struct binary_refusal *x = a, *y = b;
    int c = strcmp(x->file, y->file);
    if (c == 0)
        c = (x->line > y->line) - (x->line < y->line);
    return c ? c : (x->column > y->column) - (x->column < y->column);
}

static int read_elf(Elf *elf, struct binary *b, struct err *err)
{
    GElf_Ehdr header;
    const void *id;
    if (elf_kind(elf) != ELF_K_ELF || !gelf_getehdr(elf, &header))
        return err_set(err, "is no ELF file: a program, a library or an object is expected");
    if (header.e_machine != EM_X86_64 || header.e_ident[EI_CLASS] != ELFCLASS64)
        return err_set(err, "is not for x86-64");
    Elf_Data *sites = find_section(elf, "algoprof_sites");
    Elf_Data *mirrors = find_section(elf, ALGOPROF_MIRRORS);
    Elf_Data *remarks = find_section(elf, ALGOPROF_REMARKS);
    if (!sites && !mirrors && !remarks)
        return err_set(err, "has no targets: was it compiled with -fplugin=algoprof, and "
                            "something marked?");
    ssize_t len = dwelf_elf_gnu_build_id(elf, &id);
    if (len > 0 && (size_t)len <= sizeof b->build_id / 2)
        text_hex(id, (size_t)len, b->build_id);
    b->traced_functions = mirrors ? mirrors->d_size / 8 : 0;
    if ((sites && read_sites(b, sites->d_buf, sites->d_size, err) != 0) ||
        (remarks && read_remarks(b, remarks->d_buf, remarks->d_size, err) != 0))
        return -1;
    if (b->n_sites > 0)
        qsort(b->sites, b->n_sites, sizeof *b->sites, by_place);
    if (b->n_refused > 0)
        qsort(b->refused, b->n_refused, sizeof *b->refused, refused_by_place);
    return 0;
}

int binary_read(const char *path, struct binary *out, struct err *err)
{
    *out = (struct binary){ 0 };
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY);
    if (fd < 0)
        return err_set(err, "cannot be opened: %s", strerror(errno));
    elf_version(EV_CURRENT);
    Elf *elf = elf_begin(fd, ELF_C_READ, NULL);
    int result = elf ? read_elf(elf, out, err) : err_set(err, "cannot be read: %s", elf_errmsg(-1));
    elf_end(elf);
    close(fd);
    return result;
}

void binary_free(struct binary *binary)
{
    for (size_t i = 0; i < binary->n_sites; i++) {
        free(binary->sites[i].name);
        free(binary->sites[i].function);
        free(binary->sites[i].file);
    }
    for (size_t i = 0; i < binary->n_refused; i++) {
        free(binary->refused[i].file);
        free(binary->refused[i].reason);
    }
    free(binary->sites);
    free(binary->refused);
    *binary = (struct binary){ 0 };
}
