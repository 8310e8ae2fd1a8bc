/* SPDX-License-Identifier: MIT
 *
 * Accesses of libc functions that depend on the data (enum algoprof_model).
 * Each looks at no byte that the function itself would not read.  The walks
 * are our own: the host may have replaced libc's functions, by traced ones
 * even. */
#include "rt.h"
#include <ctype.h>

#define NO_LIMIT UINT64_MAX

struct model {
    struct rt_thread *thread;
    uint64_t low;
};

static void reads(const struct model *m, const void *p, uint64_t size)
{
    rt_touch(m->thread, m->low, (uintptr_t)p, size, 0);
}

static void writes(const struct model *m, uint64_t p, uint64_t size)
{
    rt_touch(m->thread, m->low, p, size, ALGOPROF_WRITE);
}

/* Bytes before the NUL, at most max. */
static uint64_t length(const unsigned char *s, uint64_t max)
{
    uint64_t n = 0;
    while (n < max && s[n])
        n++;
    return n;
}

/* Bytes that a reader of the string looks at: the NUL too, at most max. */
static uint64_t extent(const unsigned char *s, uint64_t max)
{
    uint64_t n = length(s, max);
    return n < max ? n + 1 : n;
}

enum compare { COMPARE_NUL = 1, COMPARE_FOLD = 2 };

/* Bytes up to and with the first that differs (or NUL), at most max. */
static uint64_t common(const unsigned char *a, const unsigned char *b, uint64_t max, unsigned how)
{
    uint64_t n = 0;
    while (n < max) {
        int x = a[n], y = b[n];
        n++;
        if (how & COMPARE_FOLD) {
            x = tolower(x);
            y = tolower(y);
        }
        if (x != y || (!x && (how & COMPARE_NUL)))
            break;
    }
    return n;
}

static bool member(const unsigned char *set, unsigned char c)
{
    for (; *set; set++)
        if (*set == c)
            return true;
    return false;
}

/* Bytes up to and with the first whose membership is `stop`, or NUL. */
static uint64_t span(const unsigned char *s, const unsigned char *set, bool stop)
{
    uint64_t n = 0;
    while (s[n] && member(set, s[n]) != stop)
        n++;
    return n + 1;
}

/* Bytes of s that a search for the needle looks at: the end of its first
 * match, or the NUL.  Knuth, Morris and Pratt's table would need memory;
 * needles are short. */
static uint64_t search(const unsigned char *s, const unsigned char *needle)
{
    uint64_t len = length(needle, NO_LIMIT);
    for (uint64_t i = 0;; i++) {
        uint64_t k = 0;
        while (k < len && s[i + k] == needle[k])
            k++;
        if (k == len)
            return i + len;
        if (!s[i + k] && !length(s + i, k))
            return i + 1;
        if (!s[i])
            return i + 1;
    }
}

static void compare(const struct model *m, const unsigned char *a, const unsigned char *b, uint64_t max,
                    unsigned how)
{
    uint64_t n = common(a, b, max, how);
    reads(m, a, n);
    reads(m, b, n);
}

/* n: bytes of b that count; the result ends with a NUL. */
static void concatenate(const struct model *m, const unsigned char *a, const unsigned char *b, uint64_t max)
{
    uint64_t end = length(a, NO_LIMIT), n = length(b, max);
    reads(m, a, end + 1);
    reads(m, b, n < max ? n + 1 : n);
    writes(m, (uintptr_t)a + end, n + 1);
}

static uint64_t find_byte(const unsigned char *a, unsigned char byte, uint64_t max, bool nul)
{
    uint64_t n = 0;
    while (n < max) {
        unsigned char c = a[n++];
        if (c == byte || (nul && !c))
            break;
    }
    return n;
}

static void model_copy(const struct model *m, unsigned op, uint64_t a, uint64_t b, uint64_t c)
{
    const unsigned char *from = (const unsigned char *)b;
    uint64_t n = extent(from, op == ALGOPROF_M_STRCPY ? NO_LIMIT : c);
    reads(m, from, n);
    writes(m, a, op == ALGOPROF_M_STRCPY ? n : c);
}

/* Functions of a set of bytes or a needle in b. */
static void model_search(const struct model *m, unsigned op, const unsigned char *s, const unsigned char *t)
{
    reads(m, t, extent(t, NO_LIMIT));
    reads(m, s, op == ALGOPROF_M_STRSTR ? search(s, t) : span(s, t, op == ALGOPROF_M_STRCSPN));
}

void rt_model_touch(struct rt_thread *thread, uint64_t low, unsigned op, uint64_t a, uint64_t b, uint64_t c)
{
    const struct model m = { thread, low };
    const unsigned char *s = (const unsigned char *)a, *t = (const unsigned char *)b;
    switch (op) {
    case ALGOPROF_M_STR:
        reads(&m, s, extent(s, NO_LIMIT));
        break;
    case ALGOPROF_M_STRN:
        reads(&m, s, extent(s, b));
        break;
    case ALGOPROF_M_STRCMP:
        compare(&m, s, t, NO_LIMIT, COMPARE_NUL);
        break;
    case ALGOPROF_M_STRNCMP:
        compare(&m, s, t, c, COMPARE_NUL);
        break;
    case ALGOPROF_M_MEMCMP:
        compare(&m, s, t, c, 0);
        break;
    case ALGOPROF_M_STRCASECMP:
        compare(&m, s, t, NO_LIMIT, COMPARE_NUL | COMPARE_FOLD);
        break;
    case ALGOPROF_M_STRNCASECMP:
        compare(&m, s, t, c, COMPARE_NUL | COMPARE_FOLD);
        break;
    case ALGOPROF_M_STRCPY:
    case ALGOPROF_M_STRNCPY:
        model_copy(&m, op, a, b, c);
        break;
    case ALGOPROF_M_STRCAT:
        concatenate(&m, s, t, NO_LIMIT);
        break;
    case ALGOPROF_M_STRNCAT:
        concatenate(&m, s, t, c);
        break;
    case ALGOPROF_M_STRCHR:
        reads(&m, s, find_byte(s, (unsigned char)b, NO_LIMIT, true));
        break;
    case ALGOPROF_M_MEMCHR:
        reads(&m, s, find_byte(s, (unsigned char)b, c, false));
        break;
    case ALGOPROF_M_STRSTR:
    case ALGOPROF_M_STRSPN:
    case ALGOPROF_M_STRCSPN:
        model_search(&m, op, s, t);
        break;
    }
}
