// SPDX-License-Identifier: GPL-3.0-or-later
// The latest-access algorithm behind the call-outs of -fsanitize=thread, with stamps of 8-byte cells where LAYERS says:
//   0       one array, at an offset from the address (what algoprof does without call-outs)
//   4, 6    a page table of so many layers of nodes of 4 KiB, of which the leaf that was used last is remembered
// Writes to $LAYERS_OUT how many accesses there were, how many found the remembered leaf, and the bytes of the nodes.
#define _GNU_SOURCE
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>

#define LEAF 1024u                      // stamps, of 4 bytes
#define INNER 512u                      // pointers
#define DEEPEST (1u << 22)

static struct frame { uint32_t stamp; int64_t size; } frames[DEEPEST], *top = frames;
static uint32_t count;
static uint64_t accesses, remembered, nodes;

#if LAYERS == 0
#define SPAN (UINT64_C(1) << 40)        // cells: nothing lies above 2^43 from the lowest
static uint32_t *stamps;

__attribute__((constructor(101))) static void begin(void)
{
    stamps = mmap(NULL, SPAN * sizeof *stamps, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (stamps == MAP_FAILED)
        abort();
}

static uint32_t *stamp_of(uint64_t cell)
{
    return &stamps[cell % SPAN];
}
#else
static void *root;
static uint64_t last_page = UINT64_MAX;
static uint32_t *last_leaf;

static void *new_node(void)
{
    static uint8_t *at, *end;
    if (at == end) {
        at = mmap(NULL, 1 << 24, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (at == MAP_FAILED)
            abort();
        end = at + (1 << 24);
    }
    at += 4096;
    nodes++;
    return at - 4096;
}

__attribute__((noinline)) static uint32_t *walk(uint64_t page)
{
    void **node = &root;
    for (int layer = LAYERS - 2; layer >= -1; layer--) {
        if (!*node)
            *node = new_node();
        if (layer >= 0)
            node = (void **)*node + (page >> 9 * layer) % INNER;
    }
    last_page = page;
    last_leaf = *node;
    return last_leaf;
}

static inline uint32_t *stamp_of(uint64_t cell)
{
    uint64_t page = cell / LEAF;
    if (page == last_page) {
        remembered++;
        return &last_leaf[cell % LEAF];
    }
    return &walk(page)[cell % LEAF];
}
#endif

__attribute__((noinline)) static void first(uint32_t stamp)
{
    top->size++;
    if (!stamp)
        return;
    struct frame *low = frames, *high = top;
    while (high - low > 1) {
        struct frame *middle = low + (high - low) / 2;
        if (middle->stamp > stamp)
            high = middle;
        else
            low = middle;
    }
    low->size--;
}

static inline void touch(const void *p, size_t size, int reads)
{
    accesses++;
    for (uint64_t cell = (uintptr_t)p / 8; cell <= ((uintptr_t)p + size - 1) / 8; cell++) {
        uint32_t *at = stamp_of(cell), stamp = *at;
        if (stamp >= top->stamp)
            continue;
        *at = top->stamp;
        if (reads)
            first(stamp);
    }
}

void __tsan_func_entry(void *pc)
{
    (void)pc;
    *++top = (struct frame){ ++count, 0 };
}

void __tsan_func_exit(void)
{
    top[-1].size += top->size;
    top--;
}

#define SIZED(n) \
    void __tsan_read##n(void *p) { touch(p, n, 1); } \
    void __tsan_write##n(void *p) { touch(p, n, 0); } \
    void __tsan_unaligned_read##n(void *p) { touch(p, n, 1); } \
    void __tsan_unaligned_write##n(void *p) { touch(p, n, 0); } \
    void __tsan_volatile_read##n(void *p) { touch(p, n, 1); } \
    void __tsan_volatile_write##n(void *p) { touch(p, n, 0); }
SIZED(1) SIZED(2) SIZED(4) SIZED(8) SIZED(16)
void __tsan_read_range(void *p, size_t n) { touch(p, n, 1); }
void __tsan_write_range(void *p, size_t n) { touch(p, n, 0); }
void __tsan_init(void) {}

__attribute__((destructor)) static void end(void)
{
    const char *path = getenv("LAYERS_OUT");
    FILE *out = path ? fopen(path, "w") : NULL;
    if (out)
        fprintf(out, "%lu %lu %lu\n", accesses, remembered, nodes * 4096), fclose(out);
}
