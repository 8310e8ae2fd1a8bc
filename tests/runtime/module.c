/* SPDX-License-Identifier: MIT
 * A library with a target, loaded by loader.c.  MODULE: its letter; COST: of an
 * instance; MORE: bytes of thread-local memory besides. */
#include "shim.h"

#ifndef COST
#define COST 3
#endif
#ifndef MORE
#define MORE 1000
#endif

#define TEXT(x) #x
#define NAME(letter) TEXT(letter)

static const struct shim_site site = SHIM_SITE(NAME(MODULE), NAME(MODULE)[0], 0);
static __thread struct algoprof_hot hot;
static __thread char more[MORE];

__attribute__((visibility("default"))) void run(long n);

void run(long n)
{
    char called[] = "called_by_" NAME(MODULE);
    static char kept[sizeof called];
    for (size_t i = 0; i < sizeof called; i++)
        kept[i] = called[i];
    for (long i = 0; i < n; i++) {
        uint32_t token = shim_enter(&site.d, &hot);
        if (token)
            shim_opaque(kept);
        shim_leave(&hot, token, COST);
        __asm__ volatile("" : : "r"(more));
    }
}
