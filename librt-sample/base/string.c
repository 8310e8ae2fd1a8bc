/* SPDX-License-Identifier: MIT
 *
 * The string functions that the runtime calls, and GCC for it.  The program may
 * have its own, with targets inside or of other meaning: these are hidden, so
 * that nothing in the runtime meets the program's, and nobody outside meets
 * them.  GCC must not make calls of themselves of their loops (rt.mk).  A name in parentheses is a
 * macro in the C library of some releases. */
#include "arch/machine.h"
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#define HIDDEN __attribute__((visibility("hidden")))

#define WORD sizeof(struct word)
struct word {
    uint64_t bits;
} __attribute__((packed, may_alias));
typedef uint64_t two_words __attribute__((vector_size(2 * WORD), aligned(1), may_alias));

HIDDEN void *memcpy(void *restrict to, const void *restrict from, size_t n)
{
    unsigned char *p = to;
    const unsigned char *q = from;
    if (n > RT_MANY_BYTES) {
        rt_copy_many(p, q, n);
        return to;
    }
    for (; n >= 2 * WORD; n -= 2 * WORD, p += 2 * WORD, q += 2 * WORD)
        *(two_words *)p = *(const two_words *)q;
    for (; n >= WORD; n -= WORD, p += WORD, q += WORD)
        *(struct word *)p = *(const struct word *)q;
    while (n--)
        *p++ = *q++;
    return to;
}

HIDDEN void *memset(void *to, int c, size_t n)
{
    unsigned char *p = to;
    if (n > RT_MANY_BYTES) {
        rt_fill_many(p, c, n);
        return to;
    }
    uint64_t bits = (unsigned char)c * 0x0101010101010101u;
    for (; n >= 2 * WORD; n -= 2 * WORD, p += 2 * WORD)
        *(two_words *)p = (two_words){ bits, bits };
    for (; n >= WORD; n -= WORD, p += WORD)
        *(struct word *)p = (struct word){ bits };
    while (n--)
        *p++ = (unsigned char)c;
    return to;
}

HIDDEN void *memmove(void *to, const void *from, size_t n)
{
    if ((uintptr_t)to - (uintptr_t)from >= n)
        return memcpy(to, from, n);
    unsigned char *p = to;
    const unsigned char *q = from;
    while (n % WORD) {
        n--;
        p[n] = q[n];
    }
    if (n % (2 * WORD)) {       /* from the end: what is not read yet lies below */
        n -= WORD;
        *(struct word *)(p + n) = *(const struct word *)(q + n);
    }
    while (n) {
        n -= 2 * WORD;
        *(two_words *)(p + n) = *(const two_words *)(q + n);
    }
    return to;
}

HIDDEN int memcmp(const void *a, const void *b, size_t n)
{
    const unsigned char *p = a, *q = b;
    for (; n; n--, p++, q++)
        if (*p != *q)
            return *p - *q;
    return 0;
}

HIDDEN size_t strnlen(const char *s, size_t max)
{
    size_t n = 0;
    while (n < max && s[n])
        n++;
    return n;
}

HIDDEN size_t strlen(const char *s)
{
    return strnlen(s, SIZE_MAX);
}

HIDDEN int strncmp(const char *a, const char *b, size_t n)
{
    for (; n; n--, a++, b++)
        if (*a != *b || !*a)
            return (unsigned char)*a - (unsigned char)*b;
    return 0;
}

HIDDEN int strcmp(const char *a, const char *b)
{
    return strncmp(a, b, SIZE_MAX);
}

HIDDEN char *(strchr)(const char *s, int c)
{
    for (; *s != (char)c; s++)
        if (!*s)
            return NULL;
    return (char *)(uintptr_t)s;
}

HIDDEN char *(strrchr)(const char *s, int c)
{
    const char *last = NULL;
    for (; *s; s++)
        if (*s == (char)c)
            last = s;
    return (char *)(uintptr_t)last;
}

HIDDEN void *(memchr)(const void *s, int c, size_t n)
{
    const unsigned char *p = s;
    for (; n; n--, p++)
        if (*p == (unsigned char)c)
            return (void *)(uintptr_t)p;
    return NULL;
}

HIDDEN size_t strspn(const char *s, const char *set)
{
    size_t n = 0;
    while (s[n] && strchr(set, s[n]))
        n++;
    return n;
}
