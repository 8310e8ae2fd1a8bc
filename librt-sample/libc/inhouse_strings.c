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
    uint64_t n = 0;
    while (n < max) {
        unsigned char c = a[n];
        if (c != b[n++] || !c)
            break;
    }
    return n;
}

static uint64_t common_bytes(const unsigned char *a, const unsigned char *b, uint64_t max)
{
    uint64_t n = 0;
    while (n < max) {
        unsigned char c = a[n];
        if (c != b[n++])
            break;
    }
    return n;
}

/* ---- each with what it costs */

#define TOLD static __attribute__((noinline)) uint64_t
#define BYTES(address) ((const unsigned char *)(address))

static inline __attribute__((always_inline)) bool is_near(struct algoprof_frame *f, uint64_t address, uint64_t bytes)
{
    uint64_t cell = rt_cell_of(address);
    return rt_frame_read_near(f, &cell, rt_cell_of(address + bytes - 1));
}

TOLD read_one(struct algoprof_frame *f, uint64_t a, uint64_t bytes)
{
    rt_frame_read(f, a, bytes);
    return RT_CHARGE(bytes);
}

TOLD read_two(struct algoprof_frame *f, uint64_t a, uint64_t b, uint64_t bytes)
{
    rt_frame_read(f, a, bytes);
    return RT_CHARGE(bytes) + read_one(f, b, bytes);
}

/* What is_near has told need not be told again, but may be. */
static inline __attribute__((always_inline)) uint64_t read_both(struct algoprof_frame *f, uint64_t a, uint64_t b, uint64_t bytes)
{
    if (!bytes || !is_near(f, a, bytes) || !is_near(f, b, bytes))
        return read_two(f, a, b, bytes);
    return 2 * RT_CHARGE(bytes);
}

TOLD told_str(struct algoprof_frame *f, uint64_t a)
{
    uint64_t n = length_with_nul(BYTES(a));
    return is_near(f, a, n) ? RT_CHARGE(n) : read_one(f, a, n);
}

TOLD told_strcmp(struct algoprof_frame *f, uint64_t a, uint64_t b)
{
    return read_both(f, a, b, common_with_nul(BYTES(a), BYTES(b), RT_NO_LIMIT));
}

TOLD told_strncmp(struct algoprof_frame *f, uint64_t a, uint64_t b, uint64_t most)
{
    return read_both(f, a, b, common_with_nul(BYTES(a), BYTES(b), most));
}

TOLD told_memcmp(struct algoprof_frame *f, uint64_t a, uint64_t b, uint64_t most)
{
    return read_both(f, a, b, common_bytes(BYTES(a), BYTES(b), most));
}

TOLD told_strcpy(struct algoprof_frame *f, uint64_t to, uint64_t from)
{
    uint64_t n = length_with_nul(BYTES(from));
    rt_frame_read(f, from, n);
    rt_frame_write(f, to, n);
    return 2 * RT_CHARGE(n);
}

TOLD told_by_model(struct algoprof_frame *f, unsigned op, uint64_t a, uint64_t b, uint64_t c)
{
    int error = errno;
    uint64_t cost = rt_model_told(f, op, a, b, c);
    errno = error;
    return cost;
}

/* No registers are saved here: each of these takes the frame's place. */
uint64_t rt_strings_told(struct algoprof_frame *f, unsigned op, uint64_t a, uint64_t b, uint64_t c)
{
    if (!a)
        return told_by_model(f, op, a, b, c);
    switch (op) {
    case ALGOPROF_M_STR:
        return told_str(f, a);
    case ALGOPROF_M_STRCMP:
        return told_strcmp(f, a, b);
    case ALGOPROF_M_STRNCMP:
        return told_strncmp(f, a, b, c);
    case ALGOPROF_M_MEMCMP:
        return told_memcmp(f, a, b, c);
    case ALGOPROF_M_STRCPY:
        return told_strcpy(f, a, b);
    default:
        return told_by_model(f, op, a, b, c);
    }
}
