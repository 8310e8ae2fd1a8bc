/* SPDX-License-Identifier: MIT
 * The variables of variables.def, read once in the constructor. */
#include "base/options.h"
#include <algoprof/log_format.h>
#include <algoprof/rt_abi.h>
#include <stdlib.h>
#include <string.h>

struct rt_options rt_options = {
#define VARIABLE(name, field, type, init, parser) .field = init,
#include "base/variables.def"
#undef VARIABLE
};

/* Decimal digits up to `end`; at most `max`. */
static bool parse_number(const char *s, const char **end, uint64_t max, uint64_t *out)
{
    uint64_t value = 0;
    const char *p = s;
    for (; *p >= '0' && *p <= '9'; p++) {
        unsigned digit = (unsigned)(*p - '0');
        if (value > (max - digit) / 10)
            return false;
        value = value * 10 + digit;
    }
    *end = p;
    *out = value;
    return p != s;
}

static bool parse_text(const char *s, const char **out)
{
    for (const char *p = s; (p = strchr(p, '%')); p += 2)
        if (!p[1] || !strchr(ALGOPROF_PATTERN, p[1]))
            return false;
    *out = s;
    return true;
}

static bool parse_rate(const char *s, uint32_t *out)
{
    uint64_t n;
    if (!strcmp(s, "auto")) {
        *out = ALOG_RATE_AUTO;
        return true;
    }
    if (!parse_number(s, &s, ALOG_RATE_AUTO - 1, &n) || *s || !n)
        return false;
    *out = (uint32_t)n;
    return true;
}

static bool parse_pairs(const char *s, uint32_t *out)
{
    uint64_t n;
    if (!parse_number(s, &s, 1 << 20, &n) || *s || !n)
        return false;
    *out = (uint32_t)n;
    return true;
}

/* Percent with decimals, to millionths; what is not 0 stays at least 1. */
static bool parse_percent(const char *s, uint32_t *out)
{
    uint64_t whole, ppm;
    uint32_t place = 1000;
    bool rest = false;
    if (!parse_number(s, &s, 100000, &whole))
        return false;
    ppm = whole * 10000;
    if (*s == '.') {
        if (s[1] < '0' || s[1] > '9')
            return false;
        for (s++; *s >= '0' && *s <= '9'; s++, place /= 10) {
            ppm += (uint64_t)(*s - '0') * place;
            rest |= *s != '0';
        }
    }
    *out = (uint32_t)(!ppm && rest ? 1 : ppm);
    return !*s;
}

#define LEAST_LOG 65536u        /* bytes: what less than that asks for */

static bool parse_bytes(const char *s, uint64_t *out)
{
    uint64_t n;
    if (!parse_number(s, &s, (uint64_t)1 << 40, &n))
        return false;
    unsigned shift = *s == 'K' ? 10 : *s == 'M' ? 20 : *s == 'G' ? 30 : 0;
    if (shift)
        s++;
    if (*s || n > ((uint64_t)1 << 40) >> shift)
        return false;
    *out = n << shift < LEAST_LOG ? LEAST_LOG : n << shift;
    return true;
}

/* Seconds with up to three decimals, to milliseconds; not 0. */
static bool parse_seconds(const char *s, uint64_t *out)
{
    uint64_t whole, ms, place = 100;
    if (!parse_number(s, &s, (uint64_t)1 << 32, &whole))
        return false;
    ms = whole * 1000;
    if (*s == '.') {
        if (s[1] < '0' || s[1] > '9')
            return false;
        for (s++; *s >= '0' && *s <= '9'; s++, place /= 10)
            ms += (uint64_t)(*s - '0') * place;
    }
    *out = ms;
    return ms && !*s;
}

static bool parse_seed(const char *s, struct rt_seed *out)
{
    out->given = parse_number(s, &s, UINT64_MAX, &out->value) && !*s;
    return out->given;
}

/* Not 0. */
static bool parse_size(const char *s, uint64_t *out)
{
    return parse_number(s, &s, UINT64_MAX, out) && !*s && *out;
}

static bool parse_flag(const char *s, bool *out)
{
    *out = !strcmp(s, "1");
    return *out || !strcmp(s, "0");
}

static bool parse_switch(const char *s, bool *out)
{
    *out = !strcmp(s, "on");
    return *out || !strcmp(s, "off");
}

static bool parse_cost(const char *s, bool *time)
{
    *time = !strcmp(s, "time");
    return *time || !strcmp(s, "blocks");
}

static bool parse_callers(const char *s, enum rt_ask_callers *out)
{
    bool on;
    if (!parse_switch(s, &on))
        return false;
    *out = on ? RT_CALLERS_ON : RT_CALLERS_OFF;
    return true;
}

static bool parse_consent(const char *s, enum rt_consent *out)
{
    bool yes;
    if (!parse_flag(s, &yes))
        return false;
    *out = yes ? RT_CONSENT_YES : RT_CONSENT_NO;
    return true;
}

void rt_options_read(void)
{
    unsigned i = 0;
#define VARIABLE(name, field, type, init, parser)                   \
    {                                                               \
        const char *s = getenv("ALGOPROF_" #name);                  \
        type value;                                                 \
        if (s && *s) {                                              \
            if (parse_##parser(s, &value))                          \
                rt_options.field = value;                           \
            else                                                    \
                rt_options.malformed |= 1u << i;                    \
        }                                                           \
        i++;                                                        \
    }
#include "base/variables.def"
#undef VARIABLE
}

size_t rt_options_complaint(char *text, size_t room)
{
    static const char *const names[] = {
#define VARIABLE(name, field, type, init, parser) "ALGOPROF_" #name,
#include "base/variables.def"
#undef VARIABLE
    };
    size_t n = 0;
    for (unsigned i = 0; i < sizeof names / sizeof *names; i++) {
        size_t len = strlen(names[i]);
        if (!(rt_options.malformed >> i & 1) || n + len + 1 >= room)
            continue;
        text[n++] = ' ';
        memcpy(text + n, names[i], len);
        n += len;
    }
    return n;
}
