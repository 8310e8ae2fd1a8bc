/* SPDX-License-Identifier: MIT
 *
 * Clocks, by the function that the kernel maps into each process (vdso(7)): libc's
 * clock_gettime may be another library's, and may use registers that entry
 * points do not save. */
#include "base/clock.h"
#include "arch/machine.h"
#include <elf.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static int by_system_call(clockid_t clock, struct timespec *now)
{
    return (int)syscall(SYS_clock_gettime, clock, now);
}

static int (*function)(clockid_t, struct timespec *) = by_system_call;

/* What dynamic linking needs of it, as addresses. */
struct image {
    uint64_t moved;             /* from where it was linked */
    const Elf64_Sym *symbol;
    const char *text;
    uint64_t text_len;
};

static struct image read_dynamic(const Elf64_Dyn *d, uint64_t moved)
{
    struct image image = { .moved = moved };
    for (; d->d_tag != DT_NULL; d++)
        if (d->d_tag == DT_SYMTAB)
            image.symbol = (const Elf64_Sym *)(moved + d->d_un.d_ptr);
        else if (d->d_tag == DT_STRTAB)
            image.text = (const char *)(moved + d->d_un.d_ptr);
        else if (d->d_tag == DT_STRSZ)
            image.text_len = d->d_un.d_val;
    return image;
}

static struct image read_image(uint64_t base)
{
    const Elf64_Ehdr *e = (const Elf64_Ehdr *)base;
    const Elf64_Phdr *p = (const Elf64_Phdr *)(base + e->e_phoff), *load = NULL, *dynamic = NULL;
    for (unsigned i = 0; i < e->e_phnum; i++)
        if (p[i].p_type == PT_LOAD && !load)
            load = &p[i];
        else if (p[i].p_type == PT_DYNAMIC)
            dynamic = &p[i];
    if (!load || !dynamic)
        return (struct image){ .moved = 0 };
    return read_dynamic((const Elf64_Dyn *)(base + dynamic->p_offset), base + load->p_offset - load->p_vaddr);
}

/* Symbols end where their names begin; in an image of another order none is found. */
void rt_clock_find(void)
{
    static const char name[] = RT_VDSO_CLOCK;
    uint64_t base = getauxval(AT_SYSINFO_EHDR);
    struct image image = { .moved = 0 };
    if (base && !memcmp((const void *)base, ELFMAG, SELFMAG))
        image = read_image(base);
    for (const Elf64_Sym *s = image.symbol; s && (const char *)(s + 1) <= image.text; s++)
        if (s->st_value && s->st_name + sizeof name <= image.text_len
            && !memcmp(image.text + s->st_name, name, sizeof name))
            function = (int (*)(clockid_t, struct timespec *))(image.moved + s->st_value);
}

bool rt_clock(clockid_t clock, struct timespec *now)
{
    return !function(clock, now);
}

/* libc's, of which the program may have its own (base/system.c). */
__attribute__((visibility("hidden"))) time_t time(time_t *unused)
{
    struct timespec now = { 0, 0 };
    (void)unused;
    rt_clock(CLOCK_REALTIME, &now);
    return now.tv_sec;
}
