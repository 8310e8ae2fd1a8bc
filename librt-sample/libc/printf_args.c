/* SPDX-License-Identifier: MIT
 *
 * What printf reads and scanf writes through its pointer arguments (C17 7.21.6,
 * and glibc's additions).  The program passes the format, and each argument
 * that is a pointer with its number; from a va_list the arguments are fetched here. */
#include "arch/machine.h"
#include "libc/model.h"

/* One conversion of a format. */
struct directive {
    uint32_t conversion;        /* its character; 0: the format ends */
    unsigned size;              /* bytes of the integer that it is about */
    unsigned stars;             /* arguments that are widths and precisions */
    unsigned number;            /* of "%number$", from 1; 0: the next argument */
    bool wide;                  /* wide characters */
    bool long_double;
    bool suppressed;            /* scanf's "*" */
    bool allocated;             /* scanf's "m" */
    bool hidden;                /* width or precision is a numbered argument */
    bool star_precision;
    int64_t width, precision;   /* -1: none */
};

struct format {
    struct rt_text text;
    uint64_t at;
};

static uint32_t next(const struct format *f)
{
    return rt_character(f->text, f->at);
}

static bool accept(struct format *f, uint32_t c)
{
    if (next(f) != c)
        return false;
    f->at++;
    return true;
}

static bool among(uint32_t c, const char *set)
{
    for (; *set; set++)
        if (c == (uint32_t)*set)
            return true;
    return false;
}

/* -1: there is no number.  Beyond INT_MAX, which no libc takes, it is not exact. */
static int64_t read_number(struct format *f)
{
    int64_t n = -1;
    for (; next(f) >= '0' && next(f) <= '9'; f->at++)
        if (n <= INT32_MAX)
            n = (n < 0 ? 0 : n) * 10 + (int64_t)(next(f) - '0');
    return n;
}

/* A width or precision that is an argument; false: it is none. */
static bool read_star(struct format *f, struct directive *d)
{
    if (!accept(f, '*'))
        return false;
    if (read_number(f) >= 0 && accept(f, '$'))
        d->hidden = true;
    else
        d->stars++;
    return true;
}

static void read_length(struct format *f, struct directive *d)
{
    d->size = 4;
    if (accept(f, 'h'))
        d->size = accept(f, 'h') ? 1 : 2;
    else if (accept(f, 'l')) {
        d->size = 8;
        d->wide = !accept(f, 'l');
    } else if (accept(f, 'L')) {
        d->size = 8;
        d->long_double = true;
    } else if (among(next(f), "qjzZt")) {
        d->size = 8;
        f->at++;
    }
}

/* Behind the set of a "%[". */
static void skip_set(struct format *f)
{
    accept(f, '^');
    accept(f, ']');
    while (next(f) && next(f) != ']')
        f->at++;
    accept(f, ']');
}

/* The next directive that is not "%%"; at the format's end conversion is 0. */
static struct directive read_directive(struct format *f, bool scanf)
{
    for (;;) {
        struct directive d = { .width = -1, .precision = -1 };
        while (next(f) && next(f) != '%')
            f->at++;
        if (!accept(f, '%'))
            return d;
        uint64_t start = f->at;
        int64_t number = read_number(f);
        if (number > 0 && accept(f, '$'))
            d.number = (unsigned)number;
        else
            f->at = start;
        for (; among(next(f), scanf ? "*'mI" : "-+ #0'I"); f->at++) {
            d.suppressed |= next(f) == '*';
            d.allocated |= next(f) == 'm';
        }
        if (scanf || !read_star(f, &d))
            d.width = read_number(f);
        if (!scanf && accept(f, '.')) {
            d.star_precision = read_star(f, &d);
            if (!d.star_precision) {
                d.precision = read_number(f);
                d.precision += d.precision < 0;
            }
        }
        read_length(f, &d);
        d.conversion = next(f);
        if (!d.conversion)
            return d;
        f->at++;
        if (scanf && d.conversion == '[')
            skip_set(f);
        if (d.conversion == 'S' || d.conversion == 'C')
            d.wide = true;
        if (d.conversion != '%')
            return d;
    }
}

static struct format open_format(const struct rt_model *m, uint64_t format)
{
    return (struct format){ { (const unsigned char *)format, m->width }, 0 };
}

/* ---- printf */

static void printed(const struct rt_model *m, const struct directive *d, uint64_t p, int64_t precision)
{
    struct rt_text t = { (const unsigned char *)p, d->wide ? 4 : 1 };
    if (d->conversion == 'n')
        rt_writes(m, p, d->size);
    else if ((d->conversion == 's' || d->conversion == 'S') && p)
        rt_reads(m, p, rt_extent(t, precision < 0 ? RT_NO_LIMIT : (uint64_t)precision) * t.width);
}

void rt_printf_touch(const struct rt_model *m, uint64_t format, unsigned number, uint64_t p, int64_t before)
{
    struct format f = open_format(m, format);
    unsigned next_argument = 0;
    for (struct directive d; (d = read_directive(&f, false)).conversion;) {
        if (d.conversion == 'm')
            continue;
        unsigned mine = d.number ? d.number - 1 : next_argument + d.stars;
        if (mine == number && !d.hidden)
            printed(m, &d, p, d.star_precision ? before : d.precision);
        if (!d.number)
            next_argument += d.stars + 1;
    }
}

/* Numbered arguments, which are fetched when all directives are read, which have their types; what none is of is
 * taken for a whole number. */
#define MOST_NUMBERED 32u
static void printf_numbered(const struct rt_model *m, uint64_t format, struct rt_list *a)
{
    enum { WHOLE, DOUBLE, LONG_DOUBLE } types[MOST_NUMBERED] = { WHOLE };
    uint64_t values[MOST_NUMBERED] = { 0 };
    unsigned count = 0;
    struct format f = open_format(m, format);
    for (struct directive d; (d = read_directive(&f, false)).conversion;) {
        if (!d.number || d.number > MOST_NUMBERED)
            continue;
        if (among(d.conversion, "aAeEfFgG"))
            types[d.number - 1] = d.long_double ? LONG_DOUBLE : DOUBLE;
        count = d.number > count ? d.number : count;
    }
    for (unsigned i = 0; i < count; i++)
        if (types[i] == WHOLE)
            values[i] = rt_list_next(a);
        else
            rt_list_skip_double(a, types[i] == LONG_DOUBLE);
    f = open_format(m, format);
    for (struct directive d; (d = read_directive(&f, false)).conversion;)
        if (d.number && d.number <= MOST_NUMBERED && !d.hidden && types[d.number - 1] == WHOLE)
            printed(m, &d, values[d.number - 1], d.precision);
}

void rt_vprintf_touch(const struct rt_model *m, uint64_t format, uint64_t list)
{
    struct format f = open_format(m, format);
    struct rt_list a;
    __builtin_memcpy(&a, (const void *)list, sizeof a);
    for (struct directive d; (d = read_directive(&f, false)).conversion;) {
        if (d.number || d.hidden) {     /* then all are */
            printf_numbered(m, format, &a);
            return;
        }
        int64_t precision = d.precision;
        for (unsigned i = 0; i < d.stars; i++) {
            int value = (int)rt_list_next(&a);
            if (d.star_precision && i + 1 == d.stars)
                precision = value;
        }
        if (among(d.conversion, "aAeEfFgG"))
            rt_list_skip_double(&a, d.long_double);
        else if (d.conversion != 'm')
            printed(m, &d, rt_list_next(&a), precision);
    }
}

/* ---- scanf */

static void scanned(const struct rt_model *m, const struct directive *d, uint64_t p, bool external)
{
    uint64_t size = d->size;
    struct rt_text t = { (const unsigned char *)p, d->wide ? 4 : 1 };
    if (d->allocated) {
        uint64_t string;
        __builtin_memcpy(&string, (const void *)p, sizeof string);
        rt_writes(m, p, sizeof string);
        t.at = (const unsigned char *)string;
    }
    if (among(d->conversion, "sS[")) {
        if (external)
            rt_receives_text(m, t);
        size = rt_extent(t, RT_NO_LIMIT) * t.width;
        external = false;
    } else if (d->conversion == 'c' || d->conversion == 'C')
        size = (uint64_t)(d->width < 0 ? 1 : d->width) * t.width;
    else if (among(d->conversion, "aAeEfFgG"))
        size = d->long_double ? 16 : d->wide ? 8 : 4;
    else if (d->conversion == 'p')
        size = 8;
    (external && d->conversion != 'n' ? rt_receives : rt_writes)(m, (uintptr_t)t.at, size);
}

void rt_scanf_touch(const struct rt_model *m, uint64_t format, unsigned number, uint64_t p, int64_t assigned,
                    bool external)
{
    struct format f = open_format(m, format);
    unsigned next_argument = 0;
    int64_t before = 0;
    for (struct directive d; (d = read_directive(&f, true)).conversion;) {
        if (d.suppressed)
            continue;
        bool counted = d.conversion != 'n';
        if (p && (d.number ? d.number - 1 : next_argument) == number && before + counted <= assigned)
            scanned(m, &d, p, external);
        before += counted;
        next_argument += !d.number;
    }
}
