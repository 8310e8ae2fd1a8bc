/* SPDX-License-Identifier: MIT
 *
 * Accesses of libc functions that depend on the data (enum algoprof_model).
 * Each looks at no byte that the function itself would not read, and tells
 * what the function must read for its result, not what an implementation that
 * works by words happens to read.  The walks are our own: the host may have
 * replaced libc's functions, by traced ones even. */
#include "libc/model.h"
#include "arch/machine.h"
#include "base/words.h"
#include "core/thread.h"
#include "inhouse/inhouse.h"
#include "budget/start_or_leave.h"
#include "trace/touch.h"
#include "trace/open_instances.h"
#include <algoprof/rt_abi.h>
#include <ctype.h>
#include <limits.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <wctype.h>

#define FORESEEN 256u           /* elements: fewer are sorted before long */
#define COMPARED_NS 20u         /* a traced comparison */
#define MOST_SORTED (UINT64_C(1) << 40)

__thread bool rt_walks_inhouse;
__thread uint64_t rt_charged;

void rt_told(struct rt_thread *t, uint64_t low, uint64_t address, uint64_t bytes, unsigned flags)
{
    if (t) {
        rt_touch(t, low, address, bytes, flags);
        return;
    }
    rt_charged += RT_CHARGE(bytes);
    if (flags & ALGOPROF_EXTERNAL)
        rt_frame_filled(rt_pointer(low), address, bytes);
    else if (flags & ALGOPROF_WRITE)
        rt_frame_write(rt_pointer(low), address, bytes);
    else
        rt_frame_read(rt_pointer(low), address, bytes);
}

void rt_reads(const struct rt_model *m, uint64_t address, uint64_t bytes)
{
    rt_told(m->thread, m->low, address, bytes, 0);
}

void rt_writes(const struct rt_model *m, uint64_t address, uint64_t bytes)
{
    rt_told(m->thread, m->low, address, bytes, ALGOPROF_WRITE);
}

void rt_receives(const struct rt_model *m, uint64_t address, uint64_t bytes)
{
    rt_told(m->thread, m->low, address, bytes, ALGOPROF_WRITE | ALGOPROF_EXTERNAL);
}

void rt_receives_text(const struct rt_model *m, struct rt_text t)
{
    uint64_t bytes = rt_length(t, RT_NO_LIMIT) * t.width;
    rt_receives(m, (uintptr_t)t.at, bytes);
    rt_writes(m, (uintptr_t)t.at + bytes, t.width);
}

static void reads(const struct rt_model *m, struct rt_text t, uint64_t characters)
{
    rt_reads(m, (uintptr_t)t.at, characters * t.width);
}

static struct rt_text text(const struct rt_model *m, uint64_t address)
{
    return (struct rt_text){ (const unsigned char *)address, m->width };
}

static struct rt_text behind(struct rt_text t, uint64_t characters)
{
    return (struct rt_text){ t.at + characters * t.width, t.width };
}

/* ---- comparing and copying */

enum compare { COMPARE_NUL = 1, COMPARE_FOLD = 2 };

static void fold_wide(void *c)
{
    *(uint32_t *)c = towlower(*(uint32_t *)c);
}

static uint32_t fold(struct rt_text t, uint64_t i)
{
    uint32_t c = rt_character(t, i);
    if (t.width == 1)
        return (uint32_t)tolower((int)c);
    if (!rt_walks_inhouse)
        rt_go_on(rt_tls.self, 1);
    rt_keep_all(fold_wide, &c);
    return c;
}

/* What common () is of bytes that are not folded. */
static uint64_t common_bytes(const unsigned char *a, const unsigned char *b, uint64_t max, bool nul)
{
    uint64_t n = 0;
    while (n < max && rt_walks_on(n)) {
        const uint64_t to = rt_walks_to(n, max);
        while (n < to && a[n] == b[n] && (a[n] || !nul))
            n++;
        if (n < to)
            return n + 1;
    }
    return n;
}

/* Characters up to and with the first that differs (or NUL), at most max. */
static uint64_t common(struct rt_text a, struct rt_text b, uint64_t max, unsigned how)
{
    uint64_t n = 0;
    if (a.width == 1 && !(how & COMPARE_FOLD))
        return common_bytes(a.at, b.at, max, how & COMPARE_NUL);
    while (n < max && rt_walks_on(n)) {
        uint32_t c = rt_character(a, n);
        bool same = how & COMPARE_FOLD ? fold(a, n) == fold(b, n) : c == rt_character(b, n);
        n++;
        if (!same || (!c && (how & COMPARE_NUL)))
            break;
    }
    return n;
}

static void compare(const struct rt_model *m, struct rt_text a, struct rt_text b, uint64_t max, unsigned how)
{
    uint64_t n = common(a, b, max, how);
    reads(m, a, n);
    reads(m, b, n);
}

/* max: characters of b that count; the result ends with a NUL. */
static void concatenate(const struct rt_model *m, struct rt_text a, struct rt_text b, uint64_t max)
{
    uint64_t end = rt_length(a, RT_NO_LIMIT), n = rt_length(b, max);
    reads(m, a, end + 1);
    reads(m, b, n < max ? n + 1 : n);
    rt_writes(m, (uintptr_t)behind(a, end).at, (n + 1) * m->width);
}

static void copy(const struct rt_model *m, uint64_t to, struct rt_text from)
{
    uint64_t n = rt_extent(from, RT_NO_LIMIT);
    reads(m, from, n);
    rt_writes(m, to, n * m->width);
}

/* ---- searching */

/* What find () is of bytes. */
static uint64_t find_byte(const unsigned char *at, unsigned char c, uint64_t max, bool nul)
{
    uint64_t n = 0;
    while (n < max && rt_walks_on(n)) {
        const uint64_t to = rt_walks_to(n, max);
        while (n < to && at[n] != c && (at[n] || !nul))
            n++;
        if (n < to)
            return n + 1;
    }
    return n;
}

/* Characters up to and with the first c (or NUL), at most max. */
static uint64_t find(struct rt_text t, uint32_t c, uint64_t max, bool nul)
{
    uint64_t n = 0;
    if (t.width == 1)
        return find_byte(t.at, (unsigned char)c, max, nul);
    while (n < max && rt_walks_on(n)) {
        uint32_t x = rt_character(t, n++);
        if (x == c || (nul && !x))
            break;
    }
    return n;
}

/* Members below 256; more are looked up in the string. */
struct set {
    uint64_t low[4];
    struct rt_text all;
};

static void make_set(struct set *set, struct rt_text t)
{
    *set = (struct set){ .all = t };
    for (uint64_t i = 0, c; rt_walks_on(i) && (c = rt_character(t, i)) != 0; i++)
        if (c < 256)
            set->low[c >> 6] |= (uint64_t)1 << (c & 63);
}

static bool member(const struct set *set, uint32_t c)
{
    if (c < 256)
        return set->low[c >> 6] >> (c & 63) & 1;
    for (uint64_t i = 0, x; rt_walks_on(i) && (x = rt_character(set->all, i)) != 0; i++)
        if (x == c)
            return true;
    return false;
}

/* Characters before the first whose membership is not `in`, or NUL. */
static uint64_t span(struct rt_text t, const struct set *set, bool in)
{
    uint64_t n = 0;
    for (uint32_t c; rt_walks_on(n) && (c = rt_character(t, n)) != 0 && member(set, c) == in;)
        n++;
    return n;
}

static void search(const struct rt_model *m, struct rt_text t, struct rt_text set_text, bool in)
{
    struct set set;
    make_set(&set, set_text);
    reads(m, set_text, rt_extent(set_text, RT_NO_LIMIT));
    reads(m, t, span(t, &set, in) + 1);
}

/* A needle of no characters is found before anything is read. */
static void find_text(const struct rt_model *m, struct rt_text t, struct rt_text needle, uint64_t found)
{
    uint64_t n = rt_length(needle, RT_NO_LIMIT);
    reads(m, needle, n + 1);
    if (found)
        rt_reads(m, (uintptr_t)t.at, found - (uintptr_t)t.at + n * t.width);
    else
        reads(m, t, rt_extent(t, RT_NO_LIMIT));
}

/* ---- cutting strings */

static uint64_t load_word(uint64_t address)
{
    uint64_t word;
    __builtin_memcpy(&word, (const void *)address, sizeof word);
    return word;
}

/* The token at t ends with a character of the set, which becomes NUL, or NUL. */
static void cut_token(const struct rt_model *m, struct rt_text t, const struct set *set)
{
    uint64_t n = span(t, set, false);
    reads(m, t, n + 1);
    if (rt_character(t, n))
        rt_writes(m, (uintptr_t)behind(t, n).at, m->width);
}

static void model_strsep(const struct rt_model *m, uint64_t where, struct rt_text delimiters)
{
    struct set set;
    uint64_t start = load_word(where);
    rt_reads(m, where, sizeof start);
    if (start) {
        make_set(&set, delimiters);
        reads(m, delimiters, rt_extent(delimiters, RT_NO_LIMIT));
        cut_token(m, text(m, start), &set);
    }
    rt_writes(m, where, sizeof start);
}

static void model_strtok_r(const struct rt_model *m, uint64_t start, struct rt_text delimiters, uint64_t where)
{
    struct set set;
    if (!start) {
        start = load_word(where);
        rt_reads(m, where, sizeof start);
    }
    rt_writes(m, where, sizeof start);
    if (!start)
        return;
    make_set(&set, delimiters);
    reads(m, delimiters, rt_extent(delimiters, RT_NO_LIMIT));
    struct rt_text t = text(m, start);
    uint64_t skipped = span(t, &set, true);
    reads(m, t, skipped + 1);
    if (rt_character(t, skipped))
        cut_token(m, behind(t, skipped), &set);
}

/* After the call.  Where strtok went on from is its secret, but a NUL stands
 * before that place, and from there to the token all characters are
 * delimiters. */
static void model_strtok(const struct rt_model *m, uint64_t start, struct rt_text delimiters, uint64_t token)
{
    struct set set;
    make_set(&set, delimiters);
    reads(m, delimiters, rt_extent(delimiters, RT_NO_LIMIT));
    if (!token) {
        if (start)
            reads(m, text(m, start), rt_extent(text(m, start), RT_NO_LIMIT));
        return;
    }
    uint64_t from = start ? start : token;
    while (!start && rt_walks_on(token - from) && member(&set, *(const unsigned char *)(from - 1)))
        from--;
    uint64_t size = rt_length(text(m, token), RT_NO_LIMIT);
    rt_reads(m, from, token - from + size + 1);
    rt_writes(m, token + size, 1);
}

/* ---- vectors of buffers */

/* readv and writev of n bytes. */
static void model_vector(const struct rt_model *m, uint64_t vector, uint64_t count, int64_t n, bool receives)
{
    const struct iovec *v = (const struct iovec *)vector;
    if (count > IOV_MAX)
        return;                 /* refused, also a negative one */
    rt_reads(m, vector, count * sizeof *v);
    for (; n > 0 && count; v++, count--) {
        uint64_t part = v->iov_len < (uint64_t)n ? v->iov_len : (uint64_t)n;
        (receives ? rt_receives : rt_reads)(m, (uintptr_t)v->iov_base, part);
        n -= (int64_t)part;
    }
}

static void model_message(const struct rt_model *m, uint64_t message, int64_t n, bool receives)
{
    const struct msghdr *h = (const struct msghdr *)message;
    rt_reads(m, message, sizeof *h);
    if (n < 0)
        return;
    if (h->msg_name)
        (receives ? rt_receives : rt_reads)(m, (uintptr_t)h->msg_name, h->msg_namelen);
    if (h->msg_control)
        (receives ? rt_receives : rt_reads)(m, (uintptr_t)h->msg_control, h->msg_controllen);
    model_vector(m, (uintptr_t)h->msg_iov, h->msg_iovlen, n, receives);
}

/* ---- which */

static void touch_string(const struct rt_model *m, unsigned op, uint64_t a, uint64_t b, uint64_t c)
{
    struct rt_text s = text(m, a), t = text(m, b);
    switch (op) {
    case ALGOPROF_M_STR:
        reads(m, s, rt_extent(s, RT_NO_LIMIT));
        break;
    case ALGOPROF_M_STRN:
        reads(m, s, rt_extent(s, b));
        break;
    case ALGOPROF_M_STRCMP:
        compare(m, s, t, RT_NO_LIMIT, COMPARE_NUL);
        break;
    case ALGOPROF_M_STRNCMP:
        compare(m, s, t, c, COMPARE_NUL);
        break;
    case ALGOPROF_M_MEMCMP:
        compare(m, s, t, c, 0);
        break;
    case ALGOPROF_M_STRCASECMP:
        compare(m, s, t, RT_NO_LIMIT, COMPARE_NUL | COMPARE_FOLD);
        break;
    case ALGOPROF_M_STRNCASECMP:
        compare(m, s, t, c, COMPARE_NUL | COMPARE_FOLD);
        break;
    case ALGOPROF_M_STRCPY:
        copy(m, a, t);
        break;
    case ALGOPROF_M_STRNCPY:
        reads(m, t, rt_extent(t, c));
        rt_writes(m, a, c * m->width);
        break;
    case ALGOPROF_M_STRCAT:
        concatenate(m, s, t, RT_NO_LIMIT);
        break;
    case ALGOPROF_M_STRNCAT:
        concatenate(m, s, t, c);
        break;
    case ALGOPROF_M_STRCHR:
        reads(m, s, find(s, (uint32_t)b, RT_NO_LIMIT, true));
        break;
    case ALGOPROF_M_MEMCHR:
        reads(m, s, find(s, (uint32_t)b, c, false));
        break;
    case ALGOPROF_M_STRSTR:
        find_text(m, s, t, c);
        break;
    case ALGOPROF_M_STRSPN:
    case ALGOPROF_M_STRCSPN:
        search(m, s, t, op == ALGOPROF_M_STRSPN);
        break;
    }
}

static void move(const struct rt_model *m, uint64_t from, uint64_t to, uint64_t bytes)
{
    if (m->thread)
        rt_moved(m->thread, from, to, bytes);
    else if (from) {
        rt_charged += RT_CHARGE(bytes);
        rt_frame_moved(rt_pointer(m->low), from, to, bytes);
    }
}

/* The library calls back some n log2 n times and cannot be left, and each call that has been left tells
 * so again: who foresees that it is too much goes no further. */
static void foresee_sort(struct rt_thread *t, uint64_t n)
{
    if (n < FORESEEN || rt_tls.leaving || !t->depth)
        return;
    uint64_t calls = (n < MOST_SORTED ? n : MOST_SORTED) * (64 - (unsigned)__builtin_clzll(n));
    if (rt_budget_too_short(t, calls * COMPARED_NS))
        rt_trace_leave(t);
}

static void touch_memory(const struct rt_model *m, unsigned op, uint64_t a, uint64_t b, uint64_t c)
{
    switch (op) {
    case ALGOPROF_M_MEMRCHR:
        rt_reads(m, b ? b : a, b ? a + c - b : c);
        break;
    case ALGOPROF_M_STRSEP:
        model_strsep(m, a, text(m, b));
        break;
    case ALGOPROF_M_STRTOL:
        reads(m, text(m, a), rt_integer_extent(text(m, a), (unsigned)b));
        break;
    case ALGOPROF_M_STRTOD:
        reads(m, text(m, a), rt_float_extent(text(m, a)));
        break;
    case ALGOPROF_M_WSTR:
        rt_writes(m, a, rt_extent(text(m, a), RT_NO_LIMIT) * m->width);
        break;
    case ALGOPROF_M_XSTR:
        rt_receives_text(m, text(m, a));
        break;
    case ALGOPROF_M_READV:
    case ALGOPROF_M_WRITEV:
        model_vector(m, a, b, (int64_t)c, op == ALGOPROF_M_READV);
        break;
    case ALGOPROF_M_RECVMSG:
    case ALGOPROF_M_SENDMSG:
        model_message(m, a, (int64_t)b, op == ALGOPROF_M_RECVMSG);
        break;
    case ALGOPROF_M_REALLOC:
        if (c && a != c)
            move(m, a, c, b);
        break;
    case ALGOPROF_M_QSORT:
        if (b > 1) {
            rt_reads(m, a, b * c);
            rt_writes(m, a, b * c);
            if (m->thread)
                foresee_sort(m->thread, b);
        }
        break;
    }
}

void rt_model_touch(struct rt_thread *thread, uint64_t low, unsigned op, uint64_t a, uint64_t b, uint64_t c)
{
    const struct rt_model m = { thread, low, op & ALGOPROF_M_WIDE ? 4 : 1 };
    unsigned number = op >> ALGOPROF_M_SHIFT, what = op & (ALGOPROF_M_WIDE - 1);
    switch (what) {
    case ALGOPROF_M_STRTOK:
        model_strtok(&m, a, text(&m, b), c);
        break;
    case ALGOPROF_M_STRTOKR:
        model_strtok_r(&m, a, text(&m, b), c);
        break;
    case ALGOPROF_M_PRINTF:
        rt_printf_touch(&m, a, number, b, (int64_t)c);
        break;
    case ALGOPROF_M_VPRINTF:
        rt_vprintf_touch(&m, a, b);
        break;
    case ALGOPROF_M_SCANF:
    case ALGOPROF_M_XSCANF:
        rt_scanf_touch(&m, a, number, b, (int64_t)c, what == ALGOPROF_M_XSCANF);
        break;
    default:
        if (!a)
            break;
        touch_string(&m, what, a, b, c);
        touch_memory(&m, what, a, b, c);
    }
}
