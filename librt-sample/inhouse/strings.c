/* SPDX-License-Identifier: MIT
 *
 * What the commonest library functions read of strings of bytes, told without the models (libc/model.c), and the same. */
#include "inhouse/inhouse.h"
#include "libc/model.h"
#include <algoprof/rt_abi.h>

static uint64_t length_with_nul(const unsigned char *s)
{
    uint64_t n = 0;
    while (s[n])
        n++;
    return n + 1;
}

/* Bytes up to and with the first that differs, or NUL. */
static uint64_t common_with_nul(const unsigned char *a, const unsigned char *b, uint64_t max)
{
    for (uint64_t n = 0; n < max; n++)
        if (a[n] != b[n] || !a[n])
            return n + 1;
    return max;
}

static uint64_t common_bytes(const unsigned char *a, const unsigned char *b, uint64_t max)
{
    for (uint64_t n = 0; n < max; n++)
        if (a[n] != b[n])
            return n + 1;
    return max;
}

static uint64_t read_both(struct algoprof_frame *f, uint64_t a, uint64_t b, uint64_t bytes)
{
    rt_frame_read(f, a, bytes);
    rt_frame_read(f, b, bytes);
    return 2 * RT_CHARGE(bytes);
}

bool rt_string_told(struct algoprof_frame *f, unsigned op, uint64_t a, uint64_t b, uint64_t c, uint64_t *cost)
{
    const unsigned char *s = (const unsigned char *)a, *t = (const unsigned char *)b;
    uint64_t n;
    if (!a)
        return false;
    switch (op) {
    case ALGOPROF_M_STR:
        n = length_with_nul(s);
        rt_frame_read(f, a, n);
        *cost = RT_CHARGE(n);
        return true;
    case ALGOPROF_M_STRCMP:
        *cost = read_both(f, a, b, common_with_nul(s, t, RT_NO_LIMIT));
        return true;
    case ALGOPROF_M_STRNCMP:
        *cost = read_both(f, a, b, common_with_nul(s, t, c));
        return true;
    case ALGOPROF_M_MEMCMP:
        *cost = read_both(f, a, b, common_bytes(s, t, c));
        return true;
    case ALGOPROF_M_STRCPY:
        n = length_with_nul(t);
        rt_frame_read(f, b, n);
        rt_frame_write(f, a, n);
        *cost = 2 * RT_CHARGE(n);
        return true;
    default:
        return false;
    }
}
