/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "store/libpq.h"

#include <dlfcn.h>
#include <stddef.h>

struct libpq libpq;

/* The library's name carries the version of its interface: 5 since PostgreSQL 8. */
static const char file[] = "libpq.so.5";

int libpq_load(struct err *err)
{
#define LIBPQ_SYMBOL(function) { #function, offsetof(struct libpq, function) },
    static const struct {
        const char *name;
        size_t member;
    } symbols[] = { LIBPQ_FUNCTIONS(LIBPQ_SYMBOL) };
    static bool is_loaded;
    if (is_loaded)
        return 0;
    void *library = dlopen(file, RTLD_NOW | RTLD_LOCAL);
    if (!library)
        return err_set(err, "a PostgreSQL database needs libpq (Debian: libpq5): %s", dlerror());
    for (size_t i = 0; i < sizeof symbols / sizeof *symbols; i++) {
        void *address = dlsym(library, symbols[i].name);
        if (!address) {
            dlclose(library);
            return err_set(err, "%s has no %s: a newer one is needed", file, symbols[i].name);
        }
        *(void **)((char *)&libpq + symbols[i].member) = address;
    }
    is_loaded = true;
    return 0;
}
