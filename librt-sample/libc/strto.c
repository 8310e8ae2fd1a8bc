/* SPDX-License-Identifier: MIT
 *
 * How far strtol and strtod look (C17 7.22.1, in the C locale): up to the
 * first character that cannot belong to the number any more, which is included.
 * "0x" and exponents may turn out not to belong to it. */
#include "libc/model.h"

struct scan {
    struct rt_text text;
    uint64_t at;                /* the next character */
    uint64_t seen;              /* characters looked at */
};

/* The character `ahead` places on. */
static uint32_t peek(struct scan *s, unsigned ahead)
{
    if (s->at + ahead >= s->seen)
        s->seen = s->at + ahead + 1;
    return rt_character(s->text, s->at + ahead);
}

static uint32_t lower(uint32_t c)
{
    return c >= 'A' && c <= 'Z' ? c | 0x20 : c;
}

static unsigned digit(uint32_t c)
{
    c = lower(c);
    if (c >= '0' && c <= '9')
        return c - '0';
    return c >= 'a' && c <= 'z' ? c - 'a' + 10 : 99;
}

static void skip_blanks_and_sign(struct scan *s)
{
    while (rt_walks_on(s->at) && (peek(s, 0) == ' ' || peek(s, 0) - '\t' < 5))
        s->at++;
    if (peek(s, 0) == '+' || peek(s, 0) == '-')
        s->at++;
}

static unsigned skip_digits(struct scan *s, unsigned base)
{
    unsigned n = 0;
    for (; rt_walks_on(s->at) && digit(peek(s, 0)) < base; n++)
        s->at++;
    return n;
}

uint64_t rt_integer_extent(struct rt_text text, unsigned base)
{
    struct scan s = { text, 0, 0 };
    if (base == 1 || base > 36)
        return 0;
    skip_blanks_and_sign(&s);
    if ((base == 0 || base == 16) && peek(&s, 0) == '0' && lower(peek(&s, 1)) == 'x') {
        if (digit(peek(&s, 2)) >= 16)
            return s.seen;
        s.at += 2;
        base = 16;
    }
    if (base == 0)
        base = peek(&s, 0) == '0' ? 8 : 10;
    skip_digits(&s, base);
    return s.seen;
}

/* Skips the word if it stands there whole. */
static bool skip_word(struct scan *s, const char *word)
{
    unsigned n = 0;
    while (word[n] && lower(peek(s, n)) == (uint32_t)word[n])
        n++;
    if (word[n])
        return false;
    s->at += n;
    return true;
}

/* nan(characters) */
static void skip_payload(struct scan *s)
{
    unsigned n = 1;
    if (peek(s, 0) != '(')
        return;
    while (rt_walks_on(n) && (digit(peek(s, n)) < 36 || peek(s, n) == '_'))
        n++;
    if (peek(s, n) == ')')
        s->at += n + 1;
}

static void skip_exponent(struct scan *s, uint32_t mark)
{
    if (lower(peek(s, 0)) != mark)
        return;
    bool sign = peek(s, 1) == '+' || peek(s, 1) == '-';
    if (digit(peek(s, 1 + sign)) < 10) {
        s->at += 1 + sign;
        skip_digits(s, 10);
    }
}

uint64_t rt_float_extent(struct rt_text text)
{
    struct scan s = { text, 0, 0 };
    skip_blanks_and_sign(&s);
    if (skip_word(&s, "inf")) {
        skip_word(&s, "inity");
        return s.seen;
    }
    if (skip_word(&s, "nan")) {
        skip_payload(&s);
        return s.seen;
    }
    bool hex = peek(&s, 0) == '0' && lower(peek(&s, 1)) == 'x'
               && (digit(peek(&s, 2)) < 16 || (peek(&s, 2) == '.' && digit(peek(&s, 3)) < 16));
    if (hex)
        s.at += 2;
    unsigned base = hex ? 16 : 10, n = skip_digits(&s, base);
    if (peek(&s, 0) == '.' && (n || digit(peek(&s, 1)) < base)) {
        s.at++;
        n += skip_digits(&s, base);
    }
    if (n)
        skip_exponent(&s, hex ? 'p' : 'e');
    return s.seen;
}
