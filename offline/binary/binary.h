/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The targets of a program or library, as the plugin described them in it (rt_abi.h).
 */
#ifndef OFFLINE_BINARY_H
#define OFFLINE_BINARY_H

#include <stdbool.h>

#include "algoprof/rt_abi.h"
#include "base/util.h"

/* What traces cover, summed over the copies of a target. */
struct binary_coverage {
    unsigned copies;            /* traced ones; 0: unknown */
    unsigned counted;           /* copies that are counted only */
    uint64_t accesses, modelled, callees, looked_up, opaque, hidden;
};

struct binary_site {
    uint64_t key;
    uint32_t line, column;
    uint32_t rate;              /* ALOG_RATE_* or N, as compiled in */
    unsigned kind, flags;       /* enum alog_kind, enum algoprof_site_flag */
    char *name, *function, *file;
    struct binary_coverage coverage;
};

struct binary_refusal {
    char *file, *reason;
    uint32_t line, column;
};

struct binary {
    char build_id[129];         /* hexadecimal; "" if there is none */
    size_t traced_functions;    /* whose traced copies are found when the program runs */
    struct binary_site *sites;  /* by file, line, column; each key once */
    struct binary_refusal *refused; /* likewise */
    size_t n_sites, cap_sites, n_refused, cap_refused;
};

/* Reads an ELF file of x86-64.  0, or -1 with the reason: also that nothing in it is
 * from the plugin.  Free with binary_free, always. */
int binary_read(const char *path, struct binary *out, struct err *err);
void binary_free(struct binary *binary);

#endif
