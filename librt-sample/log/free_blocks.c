/* SPDX-License-Identifier: MIT
 *
 * The free blocks of a log, by offset. */
#include "log/free_blocks.h"
#include "base/memory.h"
#include "log/log.h"
#include <string.h>

#define FIRST_ROOM 64u

static struct rt_free_block first[FIRST_ROOM];
static struct {
    struct rt_free_block *block;
    size_t n, room;
} all;

size_t rt_free_blocks(void)
{
    return all.n;
}

const struct rt_free_block *rt_free_block(size_t i)
{
    return &all.block[i];
}

uint64_t rt_log_free(void)
{
    uint64_t sum = 0;
    for (size_t i = 0; i < all.n; i++)
        sum += all.block[i].len;
    return sum;
}

size_t rt_free_blocks_find(uint64_t len)
{
    for (size_t i = 0; i < all.n; i++)
        if (rt_log_fits(all.block[i].len, len))
            return i + 1;
    return 0;
}

static void take_out(size_t i)
{
    all.n--;
    memmove(all.block + i, all.block + i + 1, (all.n - i) * sizeof *all.block);
}

void rt_free_block_fill(size_t i, uint64_t len)
{
    struct rt_free_block *b = &all.block[i];
    if (b->len <= len) {
        take_out(i);
        return;
    }
    b->offset += len;
    b->len -= len;
    rt_log_store_free(b->offset, b->len);
}

static bool has_room(void)
{
    if (all.n < all.room)
        return true;
    size_t room = all.room ? all.room * 4 : FIRST_ROOM;
    struct rt_free_block *new = all.room ? rt_map(room * sizeof *new) : first;
    if (!new)
        return false;
    if (all.room)
        memcpy(new, all.block, all.n * sizeof *new);
    if (all.room > FIRST_ROOM)
        rt_unmap(all.block, all.room * sizeof *new);
    all.block = new;
    all.room = room;
    return true;
}

/* Neighbours become one: the lower one's header then covers both.  They stay below the 32 bits of a length. */
static void join(size_t i)
{
    struct rt_free_block *b = &all.block[i];
    if (i + 1 < all.n && b->offset + b->len == b[1].offset && b->len + b[1].len <= UINT32_MAX / 2) {
        b->len += b[1].len;
        take_out(i + 1);
        rt_log_store_free(b->offset, b->len);
    }
}

/* The first one behind the offset. */
static size_t place_of(uint64_t offset)
{
    size_t i = 0, n = all.n;
    while (i < n) {
        size_t mid = i + (n - i) / 2;
        if (all.block[mid].offset < offset)
            i = mid + 1;
        else
            n = mid;
    }
    return i;
}

void rt_free_blocks_add(uint64_t offset, uint64_t len)
{
    if (!has_room())
        return;
    size_t i = place_of(offset);
    memmove(all.block + i + 1, all.block + i, (all.n - i) * sizeof *all.block);
    all.block[i] = (struct rt_free_block){ offset, len };
    all.n++;
    join(i);
    if (i)
        join(i - 1);
}

void rt_free_blocks_forget(void)
{
    all.n = 0;
}
