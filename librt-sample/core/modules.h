/* SPDX-License-Identifier: MIT
 * The modules that are loaded (core/modules.c). */
#ifndef RT_MODULES_H
#define RT_MODULES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <algoprof/rt_abi.h>

/* dl_iterate_phdr, from where registers are not saved. */
struct dl_phdr_info;
void rt_modules_visit(int (*each)(struct dl_phdr_info *, size_t, void *), void *data);
/* A note of the module that the address lies in; NULL: none. */
const void *rt_module_note(const void *address, const char *name, uint32_t type, uint32_t *len);
/* Likewise of the module that info is of. */
const void *rt_notes_find(const struct dl_phdr_info *info, const char *name, uint32_t type, uint32_t *len);
/* The targets that the loaded modules have, whether they were executed or not; one in several files counts in each. */
uint32_t rt_modules_targets(void);
/* The module that the address lies in, from the start of its first segment to the end of its last one, which no other module
 * lies between; nothing if no module has it. */
struct rt_extent {
    uintptr_t start, end;
} rt_module_extent(const void *address);
static inline bool rt_extent_has(struct rt_extent e, const void *address)
{
    return (uintptr_t)address - e.start < e.end - e.start;
}
/* Is the site in a module that is loaded? */
bool rt_module_has(const struct algoprof_site *, uint64_t key);
bool rt_modules_unloaded(void);         /* anything, ever */
/* Before a fork: no thread looks at the modules until rt_modules_let, or in the child rt_modules_forget.  false: one
 * still does. */
bool rt_modules_hold(void);
void rt_modules_let(void);
void rt_modules_forget(void);
bool rt_modules_unloaded_for_c(void);   /* likewise, where a C function of the program's has called */
bool rt_module_holds(const struct dl_phdr_info *, const void *address);
/* The build id of the module that the address lies in; its length, 0: none. */
uint32_t rt_module_build_id(const void *address, uint8_t id[64]);

#endif
