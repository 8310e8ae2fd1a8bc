/* SPDX-License-Identifier: MIT
 * Modules by build id, with their numbers in the log; all without one count as one. */
#include "log/log.h"
#include "log/two_copies.h"
#include <stdatomic.h>
#include <string.h>

#define MOST_MODULES 256u
static struct {
    _Atomic uint32_t count;
    uint64_t hash[MOST_MODULES];
} modules;

static uint64_t hash_of(const void *build_id, uint32_t len)
{
    return rt_hash(build_id, len, len);
}

static uint32_t find(uint64_t hash)
{
    uint32_t n = atomic_load_explicit(&modules.count, memory_order_acquire);
    for (uint32_t i = 0; i < n; i++)
        if (modules.hash[i] == hash)
            return i;
    return ALOG_NONE;
}

uint32_t rt_log_module_known(const void *build_id, uint32_t len)
{
    return find(hash_of(build_id, len));
}

uint32_t rt_log_module(const void *build_id, uint32_t len)
{
    uint64_t hash = hash_of(build_id, len), offset;
    uint32_t number = find(hash);
    if (number != ALOG_NONE)
        return number;
    if (modules.count == MOST_MODULES)
        return 0;
    struct alog_module *m = rt_log_reserve(sizeof *m + len, rt_log_max, &offset);
    if (!m)
        return ALOG_NONE;
    number = modules.count;
    m->module = number;
    m->build_id_len = len;
    memcpy(m + 1, build_id, len);
    rt_log_commit(offset, rt_run, ALOG_MODULE, sizeof *m + len, 0);
    modules.hash[number] = hash;
    atomic_store_explicit(&modules.count, number + 1, memory_order_release);
    return number;
}

void rt_log_modules_forget(void)
{
    modules.count = 0;
}
