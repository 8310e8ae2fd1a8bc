/* SPDX-License-Identifier: MIT
 * A thread's copies of the names of opaque functions. */
#include "trace/call_names.h"
#include "base/memory.h"
#include "log/log.h"
#include "log/two_copies.h"
#include <string.h>

#define NAME_MAX_LEN 2048u

static uint32_t slot_of(const struct rt_names *n, const char *name, size_t len)
{
    uint32_t i = (uint32_t)rt_hash(name, len, 0) & n->mask;
    while (n->slot[i] && (strncmp(n->slot[i], name, len) || n->slot[i][len]))
        i = (i + 1) & n->mask;
    return i;
}

static bool grow(struct rt_names *n, struct rt_pages *pages)
{
    unsigned class = n->slot ? n->class + 1u : 0;
    const char **old = n->slot, **new = rt_pages_get(pages, class);
    uint32_t slots = old ? n->mask + 1 : 0;
    if (!new)
        return false;
    n->slot = new;
    n->mask = (4096u << class) / (uint32_t)sizeof *new - 1;
    for (uint32_t i = 0; i < slots; i++)
        if (old[i])
            new[slot_of(n, old[i], strlen(old[i]))] = old[i];
    if (old)
        rt_pages_put(pages, old, n->class);
    n->class = (uint8_t)class;
    return true;
}

static char *copy(struct rt_names *n, struct rt_pages *pages, const char *name, size_t len)
{
    if (len >= n->left) {
        void **area = rt_pages_get(pages, 0);
        if (!area)
            return NULL;
        *area = n->areas;
        n->areas = area;
        n->text = (char *)(area + 1);
        n->left = 4096 - sizeof *area;
    }
    char *text = n->text;
    memcpy(text, name, len);
    text[len] = '\0';
    n->text += len + 1;
    n->left -= len + 1;
    return text;
}

const char *rt_names_copy(struct rt_names *n, struct rt_pages *pages, const char *name)
{
    size_t len = strnlen(name, NAME_MAX_LEN);
    if ((!n->slot || n->used >= n->mask / 2) && !grow(n, pages))
        return NULL;
    uint32_t i = slot_of(n, name, len);
    if (!n->slot[i]) {
        n->slot[i] = copy(n, pages, name, len);
        n->used += n->slot[i] != NULL;
    }
    return n->slot[i];
}

void rt_names_release(struct rt_names *n, struct rt_pages *pages)
{
    for (void *area = n->areas; area;) {
        void *next = *(void **)area;
        rt_pages_put(pages, area, 0);
        area = next;
    }
    if (n->slot)
        rt_pages_put(pages, n->slot, n->class);
    *n = (struct rt_names){ 0 };
}
