/* SPDX-License-Identifier: MIT
 *
 * In-house mode: what the commonest library functions read of strings of bytes is told without the models (libc/model.c),
 * and the same. */
#include "libc/steps.h"
#include "inhouse/inhouse.h"
#include "libc/model.h"
#include <algoprof/rt_abi.h>
#include <errno.h>

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

static __attribute__((noinline)) uint64_t told_by_model(struct algoprof_frame *f, unsigned op, uint64_t a, uint64_t b,
                                                        uint64_t c)
{
    int error = errno;
    uint64_t cost = rt_model_told(f, op, a, b, c);
    errno = error;
    return cost;
}

uint64_t rt_strings_told(struct algoprof_frame *f, unsigned op, uint64_t a, uint64_t b, uint64_t c)
{
    const unsigned char *s = (const unsigned char *)a, *t = (const unsigned char *)b;
    uint64_t n;
    switch (a ? op : 0) {
    case ALGOPROF_M_STR:
        n = length_with_nul(s);
        rt_frame_read(f, a, n);
        return RT_CHARGE(n);
    case ALGOPROF_M_STRCMP:
        return read_both(f, a, b, common_with_nul(s, t, RT_NO_LIMIT));
    case ALGOPROF_M_STRNCMP:
        return read_both(f, a, b, common_with_nul(s, t, c));
    case ALGOPROF_M_MEMCMP:
        return read_both(f, a, b, common_bytes(s, t, c));
    case ALGOPROF_M_STRCPY:
        n = length_with_nul(t);
        rt_frame_read(f, b, n);
        rt_frame_write(f, a, n);
        return 2 * RT_CHARGE(n);
    default:
        return told_by_model(f, op, a, b, c);
    }
}
