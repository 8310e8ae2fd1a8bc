/* SPDX-License-Identifier: GPL-3.0-or-later
 * Loops over text, mostly short. */
#include "../kernel.h"

#define N 8192
#define WORDS 1024
static char text[N + 64], other[N + 64];
static const char *word[WORDS];
static uint32_t crc_table[256];

NOINLINE long kernel_length(const char *s)
{
    const char *p = s;

#pragma algoprof loop name(length)
    while (*p)
        p++;
    return p - s;
}

NOINLINE long kernel_word(const char *s)
{
    const char *p = s;

#pragma algoprof loop name(word)
    while (*p && *p != ' ')
        p++;
    return p - s;
}

NOINLINE int kernel_compare(const char *s, const char *t)
{
#pragma algoprof loop name(compare)
    while (*s && *s == *t) {
        s++;
        t++;
    }
    return *s - *t;
}

NOINLINE uint32_t kernel_fnv(const char *s)
{
    uint32_t h = 2166136261u;

#pragma algoprof loop name(fnv)
    for (; *s != ' ' && *s; s++)
        h = (h ^ (unsigned char)*s) * 16777619u;
    return h;
}

NOINLINE uint32_t kernel_crc(const char *s, long n)
{
    uint32_t crc = ~0u;

#pragma algoprof loop name(crc)
    for (long i = 0; i < n; i++)
        crc = crc >> 8 ^ crc_table[(crc ^ (unsigned char)s[i]) & 255];
    return ~crc;
}

NOINLINE long kernel_number(const char *s)
{
    long n = 0;

#pragma algoprof loop name(number)
    for (; *s >= '!' && *s <= '~'; s++)
        n = n * 10 + *s - '!';
    return n;
}

NOINLINE long kernel_digits(char *out, unsigned long n)
{
    char *p = out;

#pragma algoprof loop name(digits)
    do
        *p++ = (char)('0' + n % 10);
    while (n /= 10);
    return p - out;
}

NOINLINE void kernel_lower(char *out, const char *s, long n)
{
#pragma algoprof loop name(lower)
    for (long i = 0; i < n; i++)
        out[i] = s[i] >= 'A' && s[i] <= 'Z' ? (char)(s[i] + 32) : s[i];
}

NOINLINE long kernel_spaces(const char *s)
{
    long count = 0;

#pragma algoprof loop name(spaces)
    for (; *s; s++)
        if (*s == ' ')
            count++;
    return count;
}

static void setup(void)
{
    for (long i = 0; i < N; i++)
        text[i] = bench_draw(7) ? (char)('A' + bench_draw(58)) : ' ';
    for (long i = 0; i < WORDS; i++)
        word[i] = text + bench_draw(N - 64);
    for (uint32_t i = 0; i < 256; i++) {
        uint32_t c = i;

        for (int k = 0; k < 8; k++)
            c = c >> 1 ^ (c & 1 ? 0xedb88320u : 0);
        crc_table[i] = c;
    }
}

KERNEL_CALL(length, 500, sum += (uint64_t)kernel_length(text));
KERNEL_CALL(word, 500000, sum += (uint64_t)kernel_word(word[k % WORDS]));
KERNEL_CALL(compare, 500000, sum += (uint64_t)kernel_compare(word[k % WORDS], word[(k + 1 + k / WORDS) % WORDS]));
KERNEL_CALL(fnv, 500000, sum += kernel_fnv(word[k % WORDS]));
KERNEL_CALL(crc, 500, sum += kernel_crc(text, opaque(N)));
KERNEL_CALL(number, 500000, sum += (uint64_t)kernel_number(word[k % WORDS]));
KERNEL_CALL(digits, 300000, sum += (uint64_t)kernel_digits(other, (unsigned long)k * 7919u));
KERNEL_CALL(lower, 500, kernel_lower(other, text, opaque(N)); sum += (uint64_t)other[9]);
KERNEL_CALL(spaces, 500, sum += (uint64_t)kernel_spaces(text));
