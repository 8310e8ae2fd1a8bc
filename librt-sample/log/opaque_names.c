/* SPDX-License-Identifier: MIT
 * Names of opaque functions, with their numbers in the log (ALOG_NAME). */
#include "base/memory.h"
#include "log/log.h"
#include "log/two_copies.h"
#include <algoprof/log_format.h>
#include <string.h>

struct name {
    uint64_t hash;
    uint32_t len, number;
    const char *text;           /* a copy: the module may go */
};

static struct {
    struct name *slot;
    uint32_t mask, used;
    char *text;
    size_t text_left;
} names;

#define NAME_TEXT 65536u
#define NAME_MAX_LEN 4096u

static bool grow_names(void)
{
    uint32_t slots = names.slot ? (names.mask + 1) * 2 : 128;
    struct name *new = rt_map(slots * sizeof *new);
    if (!new)
        return false;
    for (uint32_t i = 0; names.slot && i <= names.mask; i++)
        if (names.slot[i].text) {
            uint32_t j = (uint32_t)names.slot[i].hash & (slots - 1);
            while (new[j].text)
                j = (j + 1) & (slots - 1);
            new[j] = names.slot[i];
        }
    if (names.slot)
        rt_unmap(names.slot, (names.mask + 1) * sizeof *new);
    names.slot = new;
    names.mask = slots - 1;
    return true;
}

static const char *copy_text(const char *s, size_t len)
{
    if (len > names.text_left) {
        names.text = rt_map(NAME_TEXT);
        names.text_left = names.text ? NAME_TEXT : 0;
        if (!names.text)
            return NULL;
    }
    char *copy = names.text;
    memcpy(copy, s, len);
    names.text += len;
    names.text_left -= len;
    return copy;
}

/* Its slot, or the free one that it would get. */
static struct name *find_name(const char *s, size_t len, uint64_t hash)
{
    struct name *n = &names.slot[hash & names.mask];
    while (n->text && (n->hash != hash || n->len != len || memcmp(n->text, s, len) != 0))
        n = &names.slot[(uint32_t)(n - names.slot + 1) & names.mask];
    return n;
}

uint32_t rt_name_known(const char *s)
{
    size_t len = strnlen(s, NAME_MAX_LEN);
    const struct name *n = names.slot ? find_name(s, len, rt_hash(s, len, 0)) : NULL;
    return n && n->text ? n->number : ALOG_NONE;
}

uint32_t rt_name_number(const char *s)
{
    size_t len = strnlen(s, NAME_MAX_LEN);
    uint64_t hash = rt_hash(s, len, 0);
    if ((!names.slot || names.used >= names.mask / 2) && !grow_names())
        return ALOG_NONE;
    struct name *n = find_name(s, len, hash);
    if (n->text)
        return n->number;
    uint64_t offset;
    struct alog_name *block = rt_log_reserve(sizeof *block + len, rt_log_max, &offset);
    const char *copy = block ? copy_text(s, len ? len : 1) : NULL;
    if (!copy)
        return ALOG_NONE;
    block->name = names.used;
    block->len = (uint32_t)len;
    memcpy(block + 1, s, len);
    rt_log_commit(offset, rt_run, ALOG_NAME, sizeof *block + len, 0);
    *n = (struct name){ hash, (uint32_t)len, names.used++, copy };
    return n->number;
}

void rt_names_forget(void)
{
    if (names.slot)
        rt_unmap(names.slot, (names.mask + 1) * sizeof *names.slot);
    memset(&names, 0, sizeof names);
}
