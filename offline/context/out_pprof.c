/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * pprof's format: a Profile of github.com/google/pprof/proto/profile.proto, as protocol buffers encode it. */
#include "context/out.h"

#include <stdlib.h>
#include <string.h>

#include "common/varint.h"

struct bytes {
    uint8_t *p;
    size_t n, cap;
    bool failed;
};

static void put(struct bytes *b, const void *p, size_t n)
{
    if (b->failed || array_grow(&b->p, &b->cap, b->n + n, 1) != 0) {
        b->failed = true;
        return;
    }
    if (n)
        memcpy(b->p + b->n, p, n);
    b->n += n;
}

static void put_varint(struct bytes *b, uint64_t v)
{
    uint8_t text[VARINT_MAX];
    put(b, text, varint_write(text, v));
}

/* Fields: numbers are of wire type 0, all else of type 2. */
static void put_number(struct bytes *b, unsigned field, uint64_t v)
{
    put_varint(b, field << 3);
    put_varint(b, v);
}

static void put_part(struct bytes *b, unsigned field, const void *p, size_t n)
{
    put_varint(b, field << 3 | 2);
    put_varint(b, n);
    put(b, p, n);
}

/* What is in it becomes a field of the whole; it is empty again. */
static void end_part(struct bytes *whole, unsigned field, struct bytes *part)
{
    put_part(whole, field, part->p, part->n);
    whole->failed |= part->failed;
    part->n = 0;
}

/* A whole is a sequence of its parts. */
static void print(FILE *out, struct bytes *whole)
{
    if (!whole->failed && whole->n > 0)
        fwrite(whole->p, 1, whole->n, out);
    whole->n = 0;
}

enum { PROFILE_TYPE = 1, PROFILE_SAMPLE = 2, PROFILE_LOCATION = 4, PROFILE_FUNCTION = 5, PROFILE_STRING = 6 };

/* Strings: "", "calls", "count", then name and file of each function, then files of places. */
enum { STRING_CALLS = 1, STRING_COUNT, STRING_FIRST };

static void put_strings(struct bytes *b, const struct contexts *all)
{
    static const char *const first[] = { "", "calls", "count" };
    for (size_t i = 0; i < 3; i++)
        put_part(b, PROFILE_STRING, first[i], strlen(first[i]));
    for (size_t i = 0; i < all->n_functions; i++) {
        const struct context_function *f = &all->functions[i];
        put_part(b, PROFILE_STRING, f->name, strlen(f->name));
        put_part(b, PROFILE_STRING, f->file, strlen(f->file));
    }
}

static void put_functions(struct bytes *b, struct bytes *part, const struct contexts *all)
{
    for (size_t i = 0; i < all->n_functions; i++) {
        uint64_t name = STRING_FIRST + 2 * i;
        put_number(part, 1, i + 1);
        put_number(part, 2, name);
        put_number(part, 3, name);
        put_number(part, 4, name + 1);
        put_number(part, 5, all->functions[i].line);
        end_part(b, PROFILE_FUNCTION, part);
    }
}

/* One for each context, as its leaf: the place is where it begins.  And one as caller of another: where it calls that. */
static void put_location(struct bytes *b, struct bytes *part, uint64_t id, uint64_t function, uint64_t line)
{
    struct bytes entry = { 0 };
    put_number(&entry, 1, function + 1);
    put_number(&entry, 2, line);
    put_number(part, 1, id);
    end_part(part, 4, &entry);
    free(entry.p);
    end_part(b, PROFILE_LOCATION, part);
}

static void put_locations(struct bytes *b, struct bytes *part, const struct contexts *all)
{
    for (size_t i = 1; i < all->n; i++) {
        const struct context *c = &all->list[i];
        put_location(b, part, 2 * i, c->function, all->functions[c->function].line);
        if (c->parent)
            put_location(b, part, 2 * i + 1, all->list[c->parent].function, all->places[c->place].line);
    }
}

static void put_sample(struct bytes *b, struct bytes *part, const struct contexts *all, size_t i)
{
    struct bytes ids = { 0 };
    size_t n;
    uint32_t *path = context_path(all, i, &n);
    if (!path) {
        b->failed = true;
        return;
    }
    put_varint(&ids, 2 * i);
    while (n-- > 1)
        put_varint(&ids, 2 * (uint64_t)path[n] + 1);
    free(path);
    end_part(part, 1, &ids);
    free(ids.p);
    put_varint(part, 2 << 3 | 2);
    uint8_t value[VARINT_MAX];
    size_t size = varint_write(value, all->list[i].count);
    put_varint(part, size);
    put(part, value, size);
    end_part(b, PROFILE_SAMPLE, part);
}

int contexts_pprof(FILE *out, const struct contexts *all, double share)
{
    struct bytes whole = { 0 }, part = { 0 };
    put_number(&part, 1, STRING_CALLS);
    put_number(&part, 2, STRING_COUNT);
    end_part(&whole, PROFILE_TYPE, &part);
    for (size_t i = 1; i < all->n; i++)
        if (context_is_hot(all, &all->list[i], share)) {
            put_sample(&whole, &part, all, i);
            print(out, &whole);
        }
    put_locations(&whole, &part, all);
    put_functions(&whole, &part, all);
    put_strings(&whole, all);
    print(out, &whole);
    bool done = !whole.failed;
    free(whole.p);
    free(part.p);
    return done ? 0 : -1;
}
