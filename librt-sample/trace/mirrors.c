/* SPDX-License-Identifier: MIT
 *
 * The mirror of a function that traced code calls by its address: from the
 * table of the module that the function lies in (rt_abi.h).
 *
 * A thread remembers what it found.  A module may be unloaded, and another one
 * take its place, with other functions at the same addresses: so what is
 * remembered holds only as long as the dynamic linker has loaded and unloaded
 * nothing.  To ask it takes 300 ns; but the program itself is never unloaded. */
#include "trace/mirrors.h"
#include "base/memory.h"
#include "core/modules.h"
#include "core/thread.h"
#include <algoprof/rt_abi.h>
#include <link.h>
#include <string.h>

#define FOUND_CLASS 2u          /* of its area, rt_pages_get */
#define WAYS 4u
#define SETS ((4096u << FOUND_CLASS) / (WAYS * (unsigned)sizeof(struct rt_found)))

struct rt_modules {
    unsigned long long loaded, unloaded;
};

#define FOREVER UINT64_MAX

struct rt_found {
    const void *function;
    void *mirror;               /* NULL: it has none */
    struct rt_modules when;     /* loaded: FOREVER if it does not matter */
};

/* The first module is the program, but where the runtime was loaded into a namespace of its own. */
static int count_modules(struct dl_phdr_info *info, size_t size, void *data)
{
    struct rt_found *now = data;
    bool kept = !*info->dlpi_name && rt_module_holds(info, now->function);
    (void)size;
    now->when = (struct rt_modules){ kept ? FOREVER : info->dlpi_adds, info->dlpi_subs };
    return 1;
}

static const void *apply(const int32_t *distance)
{
    return (const char *)distance + *distance;
}

static void *search(const void *function, const void *own)
{
    uint32_t len;
    const int32_t *note = rt_module_note(function, ALGOPROF_NOTE, ALGOPROF_NOTE_MIRRORS, &len);
    if (!note || len < 2 * sizeof *note)
        return NULL;
    if (len >= 3 * sizeof *note && *(const void *const *)apply(&note[2]) != own)
        return NULL;            /* they would call another runtime */
    const int32_t *row = apply(&note[0]), *end = apply(&note[1]);
    for (; row + 2 <= end; row += 2)
        if (apply(&row[0]) == function)
            return (void *)(uintptr_t)apply(&row[1]);
    return NULL;
}

/* The place for what is known of the function: the first of its set, those behind it are of functions that were called
   before.  With one place for each a few hundred functions got into each other's way, and a search
   takes microseconds in a large program. */
static struct rt_found *bring_forward(struct rt_found *set, const void *function)
{
    unsigned n = 0;
    while (n < WAYS - 1 && set[n].function != function)
        n++;
    struct rt_found found = set[n];
    for (; n; n--)
        set[n] = set[n - 1];
    set[0] = found;
    return set;
}

static struct rt_found *set_of(const struct rt_thread *t, const void *function)
{
    return &t->found[((uintptr_t)function * 0x9e3779b97f4a7c15u >> 40) % SETS * WAYS];
}

/* Not the function that was looked up last in its set, or one whose module may have gone. */
static __attribute__((noinline)) void *find(struct rt_thread *t, const void *function, const void *own)
{
    if (!t->found)
        t->found = rt_pages_get(&t->pages, FOUND_CLASS);
    if (!t->found)
        return NULL;
    struct rt_found *f = set_of(t, function);
    if (f->function != function)
        f = bring_forward(f, function);
    if (f->function == function && f->when.loaded == FOREVER)
        return f->mirror;
    struct rt_found now = { .function = function };
    rt_modules_visit(count_modules, &now);
    if (f->function != function || f->when.loaded != now.when.loaded || f->when.unloaded != now.when.unloaded) {
        now.mirror = search(function, own);
        *f = now;
    }
    return f->mirror;
}

void *rt_find_mirror(struct rt_thread *t, const void *function, const void *own)
{
    const struct rt_found *f = t->found ? set_of(t, function) : NULL;
    return f && f->function == function && f->when.loaded == FOREVER ? f->mirror : find(t, function, own);
}

void rt_found_release(struct rt_thread *t)
{
    if (t->found)
        rt_unmap(t->found, (size_t)4096 << FOUND_CLASS);
}
