/* SPDX-License-Identifier: MIT
 * Texts put together in memory of a fixed size: paths, names. */
#ifndef RT_TEXT_H
#define RT_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

struct rt_out {
    char *p;
    size_t len, room;           /* room counts the terminating NUL */
    bool overflow;              /* something did not fit and was left out */
};

static inline void rt_put(struct rt_out *t, const char *s, size_t len)
{
    if (len >= t->room - t->len) {
        t->overflow = true;
        return;
    }
    memcpy(t->p + t->len, s, len);
    t->len += len;
    t->p[t->len] = '\0';
}

static inline void rt_put_text(struct rt_out *t, const char *s)
{
    rt_put(t, s, strlen(s));
}

static inline void rt_put_number(struct rt_out *t, uint64_t n)
{
    char digits[20];
    size_t i = sizeof digits;
    do
        digits[--i] = (char)('0' + n % 10);
    while (n /= 10);
    rt_put(t, digits + i, sizeof digits - i);
}

static inline void rt_put_hex(struct rt_out *t, const uint8_t *bytes, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        char two[2] = { "0123456789abcdef"[bytes[i] >> 4], "0123456789abcdef"[bytes[i] & 15] };
        rt_put(t, two, 2);
    }
}

#endif
