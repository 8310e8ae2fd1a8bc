/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "packed/packed_bytes.h"

#include <stdlib.h>
#include <string.h>

#include "base/util.h"
#include "common/varint.h"

void bytes_put(struct bytes *out, const void *p, size_t n)
{
    if (out->failed || array_grow(&out->p, &out->cap, out->n + n, 1) != 0) {
        out->failed = true;
        return;
    }
    if (n > 0)
        memcpy(out->p + out->n, p, n);
    out->n += n;
}

void bytes_number(struct bytes *out, uint64_t value)
{
    uint8_t code[VARINT_MAX];
    bytes_put(out, code, varint_write(code, value));
}

void bytes_double(struct bytes *out, double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    bytes_number(out, __builtin_bswap64(bits));
}

void bytes_text(struct bytes *out, const char *text)
{
    size_t n = text ? strlen(text) : 0;
    bytes_number(out, text ? n + 1 : 0);
    bytes_put(out, text, n);
}

void bytes_free(struct bytes *out)
{
    free(out->p);
    *out = (struct bytes){ 0 };
}

uint64_t bytes_read_number(struct bytes_reader *in, uint64_t limit)
{
    uint64_t value = 0;
    if (!in->failed && varint_read(&in->p, in->end, &value) && value <= limit)
        return value;
    in->failed = true;
    return 0;
}

double bytes_read_double(struct bytes_reader *in)
{
    uint64_t bits = __builtin_bswap64(bytes_read_number(in, UINT64_MAX));
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

void bytes_read(struct bytes_reader *in, void *to, size_t n)
{
    if (in->failed || (size_t)(in->end - in->p) < n) {
        in->failed = true;
        memset(to, 0, n);
        return;
    }
    memcpy(to, in->p, n);
    in->p += n;
}

char *bytes_read_text(struct bytes_reader *in)
{
    uint64_t n = bytes_read_number(in, UINT64_MAX);
    if (n == 0)
        return NULL;
    if (n - 1 > (uint64_t)(in->end - in->p)) {
        in->failed = true;
        return NULL;
    }
    char *text = text_is_valid((const char *)in->p, n - 1) ? text_clean(in->p, n - 1) : NULL;
    if (!text) {
        in->failed = true;
        return NULL;
    }
    in->p += n - 1;
    return text;
}

size_t bytes_read_count(struct bytes_reader *in)
{
    return bytes_read_number(in, (uint64_t)(in->end - in->p));
}
