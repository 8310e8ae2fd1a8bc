/* SPDX-License-Identifier: MIT
 * In which module a place of code is (callers/module_of_code.c). */
#ifndef RT_MODULE_OF_CODE_H
#define RT_MODULE_OF_CODE_H

#include <stdbool.h>
#include <stdint.h>
#include "callers/cfi.h"

/* Numbers of modules, beside those that the log has. */
#define RT_OWN_MODULE 0x8000u   /* the program: it may have no number yet */
#define RT_CALLABLE 0x8001u     /* none: frames of functions with contexts */
#define RT_OUTSIDE 0xffffu      /* nothing of it is told */

extern struct rt_image rt_own_image;    /* the program's; without a build id its start and end are 0 */
extern uint8_t rt_own_build_id[64];
extern uint32_t rt_own_build_id_len;

void rt_images_begin(void);     /* at start */
struct rt_found_image {
    struct rt_image image;
    uint32_t module;            /* its number, or RT_OUTSIDE */
    const void *build_id;
    uint32_t build_id_len;      /* 0: none */
};
/* That of a module which is loaded; false: it cannot be had.  Calls libc, without a lock. */
bool rt_image_find(uint64_t pc, struct rt_found_image *);

static inline bool rt_image_holds(const struct rt_image *m, uint64_t pc)
{
    return pc - m->start < m->end - m->start;
}

#endif
