/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "packed/packed_list.h"

#include <math.h>
#include <string.h>
#include <unistd.h>

#define MOST_WHOLE 4503599627370496.    /* 2^52 */

static uint64_t signed_last(uint64_t difference)
{
    return difference << 1 ^ (difference >> 63 ? UINT64_MAX : 0);
}

static uint64_t signed_first(uint64_t code)
{
    return code >> 1 ^ (code & 1 ? UINT64_MAX : 0);
}

static bool is_whole(double value)
{
    return value >= 0 && value <= MOST_WHOLE && value <= floor(value) && !signbit(value);
}

static bool are_whole(const struct row *rows, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (!is_whole(rows[i].size) || !is_whole(rows[i].cost) ||
            (i > 0 && rows[i].size < rows[i - 1].size))
            return false;
    return true;
}

void packed_put_rows(const struct row *rows, size_t n, struct bytes *out)
{
    uint64_t size = 0, cost = 0;
    bool whole = are_whole(rows, n);
    bytes_number(out, whole);
    for (size_t i = 0; i < n; i++) {
        const struct row *r = &rows[i];
        if (!whole) {
            bytes_double(out, r->size);
            bytes_double(out, r->cost);
            bytes_number(out, r->count);
            continue;
        }
        bytes_number(out, ((uint64_t)r->size - size) << 1 | (r->count != 1));
        bytes_number(out, signed_last((uint64_t)r->cost - cost));
        if (r->count != 1)
            bytes_number(out, r->count);
        size = (uint64_t)r->size;
        cost = (uint64_t)r->cost;
    }
}

void packed_put_outermost(const struct outermost *list, size_t n, struct bytes *out)
{
    uint64_t size = 0, cost = 0;
    for (size_t i = 0; i < n; i++) {
        bytes_number(out, signed_last(list[i].size - size));
        bytes_number(out, signed_last(list[i].cost - cost));
        bytes_double(out, list[i].rms);
        bytes_number(out, list[i].count);
        size = list[i].size;
        cost = list[i].cost;
    }
}

void packed_look_ahead(struct packed_reader *r)
{
    size_t rest = (size_t)(r->at.end - r->at.p);
    if (r->left == 0 || rest >= PACKED_ELEMENT)
        return;
    memmove(r->window, r->at.p, rest);
    size_t want = sizeof r->window - rest;
    if (want > r->left)
        want = r->left;
    if (pread(r->file, r->window + rest, want, (off_t)r->from) != (ssize_t)want) {
        r->at.failed = true;
        return;
    }
    r->at.p = r->window;
    r->at.end = r->window + rest + want;
    r->from += want;
    r->left -= want;
}

bool packed_next_row(struct packed_reader *r, struct row *row)
{
    packed_look_ahead(r);
    if (r->n == 0 || r->at.failed)
        return false;
    r->n--;
    if (!r->whole) {
        row->size = bytes_read_double(&r->at);
        row->cost = bytes_read_double(&r->at);
        row->count = bytes_read_number(&r->at, UINT64_MAX);
        return !r->at.failed;
    }
    uint64_t code = bytes_read_number(&r->at, UINT64_MAX);
    r->size += code >> 1;
    r->cost += signed_first(bytes_read_number(&r->at, UINT64_MAX));
    *row = (struct row){ (double)r->size, (double)r->cost,
                         code & 1 ? bytes_read_number(&r->at, UINT64_MAX) : 1 };
    return !r->at.failed;
}

bool packed_next_outermost(struct packed_reader *r, struct outermost *o)
{
    packed_look_ahead(r);
    if (r->n == 0 || r->at.failed)
        return false;
    r->n--;
    r->size += signed_first(bytes_read_number(&r->at, UINT64_MAX));
    r->cost += signed_first(bytes_read_number(&r->at, UINT64_MAX));
    double rms = bytes_read_double(&r->at);
    *o = (struct outermost){ r->size, r->cost, rms, bytes_read_number(&r->at, UINT64_MAX) };
    return !r->at.failed;
}
