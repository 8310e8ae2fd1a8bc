/* SPDX-License-Identifier: GPL-3.0-or-later
 * Text: scanners, buffers, searches, tables of names. */
#include "kinds.h"
#include <ctype.h>

static char *text_of(size_t n, int words)
{
    char *s = get(n + 1);
    for (size_t i = 0; i < n; i++)
        s[i] = words && draw(6) == 0 ? ' ' : (char)('a' + draw(words ? 26 : 1));
    return s;
}

static __attribute__((noinline)) void upper(char *s)
{
#pragma algoprof loop
    for (size_t i = 0; i < strlen(s); i++)
        s[i] = (char)toupper((unsigned char)s[i]);
}

KIND(length_in_condition, 1, 1, 500, 10000)
{
    upper(text_of(n, 1));
}

KIND(concatenation, 2, 1, 100, 1500)
{
    char *all = get(8 * n + 1);
    for (size_t k = 0; k < n; k++) {
        char *end = all;
#pragma algoprof loop
        while (*end)
            end++;
        for (int i = 0; i < 4 + VARIANT; i++)
            end[i] = 'x';
    }
    sink += all[n];
}

KIND(words_split, 1, 0, 2000, 60000)
{
    char *s = text_of(n, 1), *at = s;
    while (*at) {
        uint32_t hash = 0;
#pragma algoprof loop
        while (*at && *at != ' ')
            hash = hash * 31 + (unsigned char)*at++;
        sink += hash;
        while (*at == ' ')
            at++;
    }
}

KIND(substring_of_a, 2, 1, 200, 4000)
{
    char *s = text_of(n, 0);
    size_t length = n / 4;
    for (size_t i = 0; i + length <= n; i++) {
        size_t k = 0;
#pragma algoprof loop
        while (k + 1 < length && s[i + k] == s[k])
            k++;
        sink += (long)k;
    }
}

KIND(substring_of_words, 1, 0, 2000, 60000)
{
    char *s = text_of(n, 1);
    for (size_t i = 0; i + 8 <= n; i++) {
        size_t k = 0;
#pragma algoprof loop
        while (k < 8 && s[i + k] == "abacadae"[k])
            k++;
        sink += (long)k;
    }
}

KIND(palindromes, 2, 1, 150, 3000)
{
    char *s = text_of(n, 0);
    for (size_t i = 0; i < n; i++) {
        size_t r = 0;
#pragma algoprof loop
        while (i >= r + 1 && i + r + 1 < n && s[i - r - 1] == s[i + r + 1])
            r++;
        sink += (long)r;
    }
}

KIND(line_of_offset, 2, 1, 400, 8000)
{
    char *s = text_of(n, 1);
    for (size_t k = 0; k < n / 10; k++) {
        size_t to = draw((uint32_t)n);
        long line = 1;
#pragma algoprof loop
        for (size_t i = 0; i < to; i++)
            line += s[i] == ' ';
        sink += line;
    }
}

KIND(names_looked_up, 2, 1, 100, 1500)
{
    char (*name)[16] = get(n * sizeof *name);
    size_t used = 0;
    for (size_t k = 0; k < n; k++) {
        char key[16] = "";
        snprintf(key, sizeof key, "name%u", draw((uint32_t)(4 * n)));
        size_t i = 0;
#pragma algoprof loop
        while (i < used && strcmp(name[i], key) != 0)
            i++;
        if (i == used)
            memcpy(name[used++], key, sizeof key);
    }
    sink += (long)used;
}

KIND(numbers_parsed, 1, 0, 500, 20000)
{
    char *s = get(8 * n + 1), *at = s;
    for (size_t k = 0; k < n; k++)
        at += sprintf(at, "%u ", draw(1000000));
    for (at = s; *at;) {
        long value = 0;
#pragma algoprof loop
        while (isdigit((unsigned char)*at))
            value = 10 * value + *at++ - '0';
        sink += value;
        at++;
    }
}

KIND(escape_by_moving, 1, 1, 500, 8000)
{
    char *s = get(2 * n + 1);
    size_t length = n;
    for (size_t i = 0; i < n; i++)
        s[i] = draw(4) ? 'x' : '&';
#pragma algoprof loop
    for (size_t i = 0; i < length; i++)
        if (s[i] == '&') {
            memmove(s + i + 2, s + i + 1, length - i - 1);
            s[i + 1] = 'a';
            length++;
            i++;
        }
    sink += (long)length;
}

KIND(checksum_once, 1, 0, 5000, 200000)
{
    char *s = text_of(n, 1);
    uint32_t a = 1, b = 0;
#pragma algoprof loop
    for (size_t i = 0; i < n; i++) {
        a = (a + (unsigned char)s[i]) % 65521;
        b = (b + a) % 65521;
    }
    sink += b;
}

KIND(lines_of_growing_length, 1, 0, 2000, 60000)
{
    char *s = text_of(n, 1);
    size_t length = 10;
    for (size_t at = 0; at + length < n; at += length, length += 2) {
        long blanks = 0;
#pragma algoprof loop
        for (size_t i = at; i < at + length; i++)
            blanks += s[i] == ' ';
        sink += blanks;
    }
}
