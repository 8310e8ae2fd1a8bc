/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The judge of sizes: stands in for libtsan in a program that was compiled,
 * but not linked, with -fsanitize=thread.  GCC's own call-outs tell of every
 * access; this accounts for them byte by byte, in the simplest way.  It shares
 * nothing with algoprof but the definition: a byte is input of an instance if
 * its first access there is a read, and it does not lie on stack that was made
 * within the instance.
 *
 * At the process's end the file $JUDGE_OUT gets a line for each instance,
 *     instance NAME INDEX ITERATIONS BYTES
 * and for each name
 *     union NAME BYTES
 */
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { WRITTEN = 1, READ = 2, MAX_DEPTH = 16, MAX_NAMES = 16 };

/* Bytes with a state, by open addressing; key 0 is a free cell. */
struct byte_map {
    uintptr_t *keys;
    unsigned char *states;
    size_t size, used;
};

struct target {
    const char *name;
    unsigned long instances;
    struct byte_map all;
};

struct instance {
    struct target *target;
    unsigned long iterations, bytes;
    uintptr_t stack;            /* the stack pointer when it began */
    struct byte_map seen;
};

static struct target targets[MAX_NAMES];
static struct instance active[MAX_DEPTH];
static int depth;
static FILE *out;

static unsigned char *state_of(struct byte_map *map, uintptr_t key);

static void grow(struct byte_map *map)
{
    struct byte_map bigger = { .size = map->size ? map->size * 2 : 1024 };
    bigger.keys = calloc(bigger.size, sizeof *bigger.keys);
    bigger.states = calloc(bigger.size, 1);
    if (!bigger.keys || !bigger.states)
        abort();
    for (size_t i = 0; i < map->size; i++)
        if (map->keys[i])
            *state_of(&bigger, map->keys[i]) = map->states[i];
    free(map->keys);
    free(map->states);
    *map = bigger;
}

static unsigned char *state_of(struct byte_map *map, uintptr_t key)
{
    if (map->used * 2 >= map->size)
        grow(map);
    size_t i = key * 0x9e3779b97f4a7c15u >> 20 & (map->size - 1);
    while (map->keys[i] && map->keys[i] != key)
        i = (i + 1) & (map->size - 1);
    map->used += !map->keys[i];
    map->keys[i] = key;
    return &map->states[i];
}

static void account(struct instance *now, uintptr_t byte, int state, uintptr_t sp)
{
    if (byte >= sp && byte < now->stack)
        return;
    unsigned char *seen = state_of(&now->seen, byte);
    if (*seen)
        return;
    *seen = state;
    if (state == READ) {
        now->bytes++;
        *state_of(&now->target->all, byte) = READ;
    }
}

static void touch(const void *address, size_t size, int state)
{
    uintptr_t sp = (uintptr_t)__builtin_frame_address(0);
    for (int i = 0; i < depth; i++)
        for (size_t b = 0; b < size; b++)
            account(&active[i], (uintptr_t)address + b, state, sp);
}

/* ---- the program's side */

/* strcmp below is the program's, and accounted for. */
static int same(const char *a, const char *b)
{
    while (*a && *a == *b)
        a++, b++;
    return *a == *b;
}

void judge_begin(const char *name);
void judge_step(void);
void judge_end(void);

void judge_begin(const char *name)
{
    int i = 0;
    while (targets[i].name && !same(targets[i].name, name))
        if (++i == MAX_NAMES)
            abort();
    targets[i].name = name;
    if (depth == MAX_DEPTH)
        abort();
    struct instance *now = &active[depth++];
    *now = (struct instance){ .target = &targets[i] };
    now->stack = (uintptr_t)__builtin_frame_address(0) + 2 * sizeof(void *);
}

void judge_step(void)
{
    active[depth - 1].iterations++;
}

static void finish(void)
{
    for (int i = 0; i < MAX_NAMES && targets[i].name; i++)
        fprintf(out, "union %s %zu\n", targets[i].name, targets[i].all.used);
    fclose(out);
}

void judge_end(void)
{
    struct instance *now = &active[--depth];
    if (!out) {
        out = fopen(getenv("JUDGE_OUT"), "w");
        if (!out)
            abort();
        atexit(finish);
    }
    fprintf(out, "instance %s %lu %lu %lu\n", now->target->name, now->target->instances++,
            now->iterations, now->bytes);
    free(now->seen.keys);
    free(now->seen.states);
}

/* ---- what -fsanitize=thread calls */

#define EXPORT(type, name, ...) \
    type name(__VA_ARGS__); \
    type name(__VA_ARGS__)

#define ACCESS(size) \
    EXPORT(void, __tsan_read##size, void *p) { touch(p, size, READ); } \
    EXPORT(void, __tsan_write##size, void *p) { touch(p, size, WRITTEN); } \
    EXPORT(void, __tsan_volatile_read##size, void *p) { touch(p, size, READ); } \
    EXPORT(void, __tsan_volatile_write##size, void *p) { touch(p, size, WRITTEN); } \
    EXPORT(void, __tsan_unaligned_read##size, void *p) { touch(p, size, READ); } \
    EXPORT(void, __tsan_unaligned_write##size, void *p) { touch(p, size, WRITTEN); }
ACCESS(1)
ACCESS(2)
ACCESS(4)
ACCESS(8)
ACCESS(16)
EXPORT(void, __tsan_read_range, void *p, unsigned long n) { touch(p, n, READ); }
EXPORT(void, __tsan_write_range, void *p, unsigned long n) { touch(p, n, WRITTEN); }
EXPORT(void, __tsan_vptr_read, void **p) { touch(p, sizeof *p, READ); }
EXPORT(void, __tsan_vptr_update, void **p, void *value)
{
    (void)value;
    touch(p, sizeof *p, WRITTEN);
}
EXPORT(void, __tsan_func_entry, void *pc) { (void)pc; }
EXPORT(void, __tsan_func_exit, void) { }
EXPORT(void, __tsan_init, void) { }

#define ATOMIC(bits, type) \
    EXPORT(type, __tsan_atomic##bits##_load, const volatile type *p, int order) \
    { \
        (void)order; \
        touch((const void *)p, sizeof *p, READ); \
        return __atomic_load_n(p, __ATOMIC_SEQ_CST); \
    } \
    EXPORT(void, __tsan_atomic##bits##_store, volatile type *p, type v, int order) \
    { \
        (void)order; \
        touch((const void *)p, sizeof *p, WRITTEN); \
        __atomic_store_n(p, v, __ATOMIC_SEQ_CST); \
    } \
    EXPORT(type, __tsan_atomic##bits##_exchange, volatile type *p, type v, int order) \
    { \
        (void)order; \
        touch((const void *)p, sizeof *p, READ); \
        return __atomic_exchange_n(p, v, __ATOMIC_SEQ_CST); \
    } \
    EXPORT(type, __tsan_atomic##bits##_fetch_add, volatile type *p, type v, int order) \
    { \
        (void)order; \
        touch((const void *)p, sizeof *p, READ); \
        return __atomic_fetch_add(p, v, __ATOMIC_SEQ_CST); \
    } \
    EXPORT(type, __tsan_atomic##bits##_fetch_sub, volatile type *p, type v, int order) \
    { \
        (void)order; \
        touch((const void *)p, sizeof *p, READ); \
        return __atomic_fetch_sub(p, v, __ATOMIC_SEQ_CST); \
    } \
    EXPORT(type, __tsan_atomic##bits##_fetch_or, volatile type *p, type v, int order) \
    { \
        (void)order; \
        touch((const void *)p, sizeof *p, READ); \
        return __atomic_fetch_or(p, v, __ATOMIC_SEQ_CST); \
    } \
    EXPORT(_Bool, __tsan_atomic##bits##_compare_exchange_strong, volatile type *p, type *old, \
           type v, int order, int failure) \
    { \
        (void)order; \
        (void)failure; \
        touch((const void *)p, sizeof *p, READ); \
        return __atomic_compare_exchange_n(p, old, v, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST); \
    }
ATOMIC(8, uint8_t)
ATOMIC(16, uint16_t)
ATOMIC(32, uint32_t)
ATOMIC(64, uint64_t)

/* ---- libc's functions, which the compiler does not look into */

EXPORT(void *, memmove, void *to, const void *from, size_t n)
{
    char *t = to;
    const char *f = from;
    touch(from, n, READ);
    touch(to, n, WRITTEN);
    if (t < f)
        for (size_t i = 0; i < n; i++)
            t[i] = f[i];
    else
        while (n--)
            t[n] = f[n];
    return to;
}

EXPORT(void *, memcpy, void *to, const void *from, size_t n) { return memmove(to, from, n); }

EXPORT(void *, memset, void *to, int c, size_t n)
{
    char *t = to;
    touch(to, n, WRITTEN);
    for (size_t i = 0; i < n; i++)
        t[i] = (char)c;
    return to;
}

EXPORT(int, memcmp, const void *a, const void *b, size_t n)
{
    const unsigned char *x = a, *y = b;
    for (size_t i = 0; i < n; i++) {
        touch(x + i, 1, READ);
        touch(y + i, 1, READ);
        if (x[i] != y[i])
            return x[i] - y[i];
    }
    return 0;
}

EXPORT(void *, memchr, const void *s, int c, size_t n)
{
    const unsigned char *p = s;
    for (; n--; p++) {
        touch(p, 1, READ);
        if (*p == (unsigned char)c)
            return (void *)(uintptr_t)p;
    }
    return NULL;
}

EXPORT(size_t, strlen, const char *s)
{
    size_t n = 0;
    while (s[n])
        n++;
    touch(s, n + 1, READ);
    return n;
}

EXPORT(int, strncmp, const char *a, const char *b, size_t n)
{
    for (; n--; a++, b++) {
        touch(a, 1, READ);
        touch(b, 1, READ);
        if (*a != *b || !*a)
            return (unsigned char)*a - (unsigned char)*b;
    }
    return 0;
}

EXPORT(int, strcmp, const char *a, const char *b) { return strncmp(a, b, SIZE_MAX); }

EXPORT(char *, strchr, const char *s, int c)
{
    for (;; s++) {
        touch(s, 1, READ);
        if (*s == (char)c)
            return (char *)(uintptr_t)s;
        if (!*s)
            return NULL;
    }
}

EXPORT(char *, strcpy, char *to, const char *from)
{
    size_t n = strlen(from) + 1;
    touch(to, n, WRITTEN);
    for (size_t i = 0; i < n; i++)
        to[i] = from[i];
    return to;
}

EXPORT(char *, strcat, char *to, const char *from)
{
    strcpy(to + strlen(to), from);
    return to;
}

/* The array counts as read as a whole, then as written. */
EXPORT(void, qsort, void *base, size_t n, size_t size, int (*compare)(const void *, const void *))
{
    char *a = base;
    touch(base, n * size, READ);
    for (size_t i = 1; i < n; i++)
        for (size_t j = i; j > 0 && compare(a + (j - 1) * size, a + j * size) > 0; j--)
            for (size_t b = 0; b < size; b++) {
                char c = a[j * size + b];
                a[j * size + b] = a[(j - 1) * size + b];
                a[(j - 1) * size + b] = c;
            }
}
