/* SPDX-License-Identifier: MIT
 * A thread's copies of the names of opaque functions (trace/call_names.c). */
#ifndef RT_CALL_NAMES_H
#define RT_CALL_NAMES_H

#include <stddef.h>
#include <stdint.h>

struct rt_pages;

/* Texts that stay when the modules go that they were in: one copy of each. */
struct rt_names {
    const char **slot;          /* open addressing; NULL: none yet */
    uint32_t mask, used;
    uint8_t class;
    char *text;
    size_t left;                /* of the newest area of texts */
    void *areas;                /* chain through their first word */
};
/* NULL: no memory. */
const char *rt_names_copy(struct rt_names *, struct rt_pages *, const char *name);
void rt_names_release(struct rt_names *, struct rt_pages *);

#endif
