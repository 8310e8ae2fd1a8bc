/* SPDX-License-Identifier: MIT
 *
 * What .eh_frame says of an instruction's frame (DWARF 5, 6.4; Linux Standard Base 5.0, 10.6): the caller's frame
 * and its frame register, and no other one.  The C library's unwinder would do, but it ends the process where tables are
 * not as it expects, reads code where there are none, and may wait for the loader. */
#include "callers/cfi.h"
#include "arch/machine.h"
#include <stddef.h>

enum { BP = RT_DWARF_FRAME, SP = RT_DWARF_STACK, RA = RT_DWARF_RETURN };
enum { DEREF = 0x06 };                  /* of expressions */
enum { PCREL_4 = 0x1b, PLAIN_4 = 0x03, TABLE_4 = 0x3b, PCREL_8 = 0x10, PLAIN_8 = 0x00 };        /* encodings of addresses */

/* A part of the module's tables.  What lies beyond its end is 0, and makes it bad. */
struct bytes {
    const uint8_t *p, *end;
    bool bad;
};

static uint64_t take(struct bytes *b, unsigned size)
{
    uint64_t value = 0;
    if (b->bad || (size_t)(b->end - b->p) < size) {
        b->bad = true;
        return 0;
    }
    for (unsigned i = 0; i < size; i++)
        value |= (uint64_t)b->p[i] << 8 * i;
    b->p += size;
    return value;
}

static void skip(struct bytes *b, uint64_t size)
{
    if (b->bad || (uint64_t)(b->end - b->p) < size)
        b->bad = true;
    else
        b->p += size;
}

static uint64_t take_uleb(struct bytes *b)
{
    uint64_t value = 0, byte = 0x80;
    for (unsigned shift = 0; byte & 0x80 && shift < 63; shift += 7) {
        byte = take(b, 1);
        value |= (byte & 0x7f) << shift;
    }
    b->bad |= byte >> 7;
    return value;
}

static int64_t take_sleb(struct bytes *b)
{
    uint64_t value = 0, byte = 0x80;
    unsigned shift = 0;
    for (; byte & 0x80 && shift < 63; shift += 7) {
        byte = take(b, 1);
        value |= (byte & 0x7f) << shift;
    }
    b->bad |= byte >> 7;
    return (int64_t)(byte & 0x40 && shift < 64 ? value | UINT64_MAX << shift : value);
}

static uint64_t take_address(struct bytes *b, unsigned encoding)
{
    uint64_t at = (uintptr_t)b->p;
    switch (encoding) {
    case PCREL_4:
        return at + (uint64_t)(int32_t)take(b, 4);
    case PCREL_8:
        return at + take(b, 8);
    case PLAIN_4:
        return take(b, 4);
    case PLAIN_8:
        return take(b, 8);
    default:
        b->bad = true;
        return 0;
    }
}

/* ---- the tables ---- */

static struct bytes part(const struct rt_image *m, uint64_t from, uint64_t to)
{
    bool inside = from >= m->start && from <= to && to <= m->end;
    return (struct bytes){ (const uint8_t *)(uintptr_t)from, (const uint8_t *)(uintptr_t)to, !inside };
}

/* The entry of pc's function; 0: none. */
static uint64_t find_entry(const struct rt_image *m, uint64_t pc)
{
    struct bytes head = part(m, m->table, m->end);
    if (!m->table || take(&head, 4) != (1u | PCREL_4 << 8 | PLAIN_4 << 16 | (uint32_t)TABLE_4 << 24))
        return 0;
    skip(&head, 4);
    uint64_t rows = take(&head, 4), low = 0, high = rows;
    if (head.bad || rows > (uint64_t)(head.end - head.p) / 8)
        return 0;
    while (low < high) {        /* the first one behind pc */
        uint64_t mid = (low + high) / 2;
        struct bytes row = { head.p + 8 * mid, head.end, false };
        if (m->table + (uint64_t)(int32_t)take(&row, 4) <= pc)
            low = mid + 1;
        else
            high = mid;
    }
    struct bytes row = { head.p + 8 * low - 4, head.end, !low };
    return low ? m->table + (uint64_t)(int32_t)take(&row, 4) : 0;
}

/* An entry of .eh_frame, behind its length; bad: it has none. */
static struct bytes entry_at(const struct rt_image *m, uint64_t at)
{
    struct bytes head = part(m, at, m->end);
    uint64_t length = take(&head, 4);
    if (head.bad || length < 4 || length >= 0xfffffff0)
        return (struct bytes){ .bad = true };
    return part(m, at + 4, at + 4 + length);
}

/* What functions have in common. */
struct common {
    uint64_t code_factor;
    int64_t data_factor;
    unsigned encoding;
    bool augmented, is_signal;
    struct bytes program;
};

/* How exceptions are handled is of no interest. */
static bool read_augmentation(struct bytes *b, const uint8_t *text, const uint8_t *end, struct common *c)
{
    for (; text < end; text++) {
        if (*text == 'S')
            c->is_signal = true;
        else if (*text == 'R')
            c->encoding = (unsigned)take(b, 1);
        else if (*text == 'L')
            skip(b, 1);
        else if (*text == 'P')
            skip(b, (take(b, 1) & 0x07) == 0x03 ? 4 : 8);
        else
            return false;
    }
    return true;
}

static bool read_common(struct bytes b, struct common *c)
{
    skip(&b, 4);                /* that it is one */
    uint64_t version = take(&b, 1);
    const uint8_t *text = b.p;
    while (take(&b, 1))
        ;
    const uint8_t *end = b.p - 1;
    if (b.bad)
        return false;
    c->code_factor = take_uleb(&b);
    c->data_factor = take_sleb(&b);
    uint64_t column = version == 1 ? take(&b, 1) : take_uleb(&b);
    c->encoding = PLAIN_8;
    c->is_signal = false;
    c->augmented = text < end && *text == 'z';
    if (b.bad || column != RA || (text < end && !c->augmented))
        return false;
    if (c->augmented) {
        uint64_t length = take_uleb(&b);
        struct bytes rest = b;
        skip(&rest, length);
        if (!read_augmentation(&b, text + 1, end, c) || b.bad)
            return false;
        b = rest;
    }
    c->program = b;
    return !b.bad;
}

/* ---- the programs ---- */

struct state {
    struct rt_frame_rule rule;
    int64_t cfa, saved;         /* offsets, as told */
    bool odd;                   /* it says what is not understood of what is wanted */
};

#define REMEMBERED 4u

struct machine {
    struct state now, first, before[REMEMBERED];
    unsigned remembered;
    uint64_t at, pc;
    const struct common *common;
    bool failed;
};

static void set_cfa(struct state *s, uint64_t reg, int64_t offset)
{
    s->rule.cfa = reg == SP ? RT_CFA_SP : reg == BP ? RT_CFA_BP : RT_CFA_UNKNOWN;
    s->cfa = offset;
}

/* A register is saved there, beside the caller's frame. */
static void set_saved(struct state *s, uint64_t reg, int64_t offset)
{
    if (reg == BP) {
        s->rule.saved = RT_SAVED_AT_CFA;
        s->saved = offset;
    }
    s->odd |= reg == SP || (reg == RA && offset != -8);
}

/* It is as its caller had it; or, of another kind, nobody knows. */
static void set_other(struct state *s, uint64_t reg, bool same)
{
    if (reg == BP && same)
        s->rule.saved = RT_SAVED_NOT;
    s->odd |= reg == SP || (reg == BP && !same) || reg == RA;
}

static void restore(struct machine *m, uint64_t reg)
{
    if (reg == BP) {
        m->now.rule.saved = m->first.rule.saved;
        m->now.saved = m->first.saved;
    }
    m->failed |= reg == SP || reg == RA;
}

/* Those of frames that GCC aligns: the word at, or just, the frame register and an offset. */
static void take_expression(struct machine *m, struct bytes *b, bool is_cfa, uint64_t reg)
{
    uint64_t length = take_uleb(b);
    struct bytes e = { b->p, b->p + length, false };
    skip(b, length);
    if (b->bad)
        return;
    bool by_bp = take(&e, 1) == RT_DWARF_BY_FRAME;
    int64_t offset = take_sleb(&e);
    bool loads = e.p < e.end && take(&e, 1) == DEREF, known = by_bp && !e.bad && e.p == e.end && loads == is_cfa;
    if (is_cfa) {
        m->now.rule.cfa = known ? RT_CFA_AT_BP : RT_CFA_UNKNOWN;
        m->now.cfa = offset;
    } else if (reg == BP && known) {
        m->now.rule.saved = RT_SAVED_AT_BP;
        m->now.saved = offset;
    } else {
        set_other(&m->now, reg, false);
    }
}

/* Those whose number says all: of how many steps, or which register. */
static void do_short(struct machine *m, struct bytes *b, unsigned op)
{
    if (op >> 6 == 1)
        m->at += (op & 63) * m->common->code_factor;
    else if (op >> 6 == 2)
        set_saved(&m->now, op & 63, (int64_t)take_uleb(b) * m->common->data_factor);
    else
        restore(m, op & 63);
}

static void do_stack(struct machine *m, bool remember)
{
    if (remember && m->remembered < REMEMBERED)
        m->before[m->remembered++] = m->now;
    else if (!remember && m->remembered)
        m->now = m->before[--m->remembered];
    else
        m->failed = true;
}

/* DW_CFA_def_cfa and its like.  false: it is another one. */
static bool do_cfa(struct machine *m, struct bytes *b, unsigned op)
{
    int64_t factor = m->common->data_factor;
    uint64_t reg;
    switch (op) {
    case 0x0c:                  /* def_cfa */
        reg = take_uleb(b);
        set_cfa(&m->now, reg, (int64_t)take_uleb(b));
        return true;
    case 0x0d:                  /* def_cfa_register */
        set_cfa(&m->now, take_uleb(b), m->now.cfa);
        return true;
    case 0x0e:                  /* def_cfa_offset */
        m->now.cfa = (int64_t)take_uleb(b);
        return true;
    case 0x0f:                  /* def_cfa_expression */
        take_expression(m, b, true, 0);
        return true;
    case 0x12:                  /* def_cfa_sf */
        reg = take_uleb(b);
        set_cfa(&m->now, reg, take_sleb(b) * factor);
        return true;
    case 0x13:                  /* def_cfa_offset_sf */
        m->now.cfa = take_sleb(b) * factor;
        return true;
    default:
        return false;
    }
}

/* One register's rule.  false: it is another one. */
static bool do_register(struct machine *m, struct bytes *b, unsigned op)
{
    int64_t factor = m->common->data_factor;
    if (op != 0x05 && op != 0x11 && (op < 0x06 || op > 0x09) && op != 0x10 && (op < 0x14 || op > 0x16))
        return false;
    uint64_t reg = take_uleb(b);
    switch (op) {
    case 0x05:                  /* offset_extended */
        set_saved(&m->now, reg, (int64_t)take_uleb(b) * factor);
        break;
    case 0x11:                  /* offset_extended_sf */
        set_saved(&m->now, reg, take_sleb(b) * factor);
        break;
    case 0x06:                  /* restore_extended */
        restore(m, reg);
        break;
    case 0x07:                  /* undefined: of the return address, that there is no caller */
        if (reg == RA)
            m->now.rule.cfa = RT_CFA_END;
        else if (reg == RT_DWARF_BETWEEN)
            m->now.rule.between = 1;
        else
            set_other(&m->now, reg, false);
        break;
    case 0x08:                  /* same_value */
        set_other(&m->now, reg, true);
        break;
    case 0x10:                  /* expression */
        take_expression(m, b, false, reg);
        break;
    default:                    /* register, val_offset, val_expression */
        if (op == 0x16)
            skip(b, take_uleb(b));
        else
            take_uleb(b);
        set_other(&m->now, reg, false);
    }
    return true;
}

static void do_rest(struct machine *m, struct bytes *b, unsigned op)
{
    switch (op) {
    case 0x00:                  /* nop */
        break;
    case 0x02: case 0x03: case 0x04:    /* advance_loc1, 2, 4 */
        m->at += take(b, 1u << (op - 2)) * m->common->code_factor;
        break;
    case 0x0a: case 0x0b:       /* remember_state, restore_state */
        do_stack(m, op == 0x0a);
        break;
    case 0x2e:                  /* GNU_args_size */
        take_uleb(b);
        break;
    default:
        m->failed = true;
    }
}

/* Until what it says is of instructions behind pc. */
static void run(struct machine *m, struct bytes b)
{
    while (b.p < b.end && !b.bad && !m->failed && m->now.rule.cfa != RT_CFA_END) {
        unsigned op = (unsigned)take(&b, 1);
        if (op >> 6)
            do_short(m, &b, op);
        else if (!do_cfa(m, &b, op) && !do_register(m, &b, op))
            do_rest(m, &b, op);
        if (m->at > m->pc)
            return;
    }
    m->failed |= b.bad;
}

static struct rt_frame_rule result(const struct machine *m)
{
    struct rt_frame_rule rule = m->now.rule;
    bool fits = m->now.cfa == (int32_t)m->now.cfa && m->now.saved == (int16_t)m->now.saved;
    if (m->failed || (rule.cfa != RT_CFA_END && (m->now.odd || !fits)))
        return (struct rt_frame_rule){ .cfa = RT_CFA_UNKNOWN };
    rule.cfa_at = (int32_t)m->now.cfa;
    rule.saved_at = (int16_t)m->now.saved;
    return rule;
}

struct rt_frame_rule rt_cfi_rule(const struct rt_image *image, uint64_t pc)
{
    const struct rt_frame_rule unknown = { .cfa = RT_CFA_UNKNOWN };
    struct common common;
    uint64_t entry = find_entry(image, pc);
    struct bytes b = entry ? entry_at(image, entry) : (struct bytes){ .bad = true };
    uint64_t back = take(&b, 4);
    if (b.bad || !back || !read_common(entry_at(image, entry + 4 - back), &common))
        return unknown;
    uint64_t from = take_address(&b, common.encoding), size = take_address(&b, common.encoding & 0x0f ? PLAIN_4 : PLAIN_8);
    if (common.augmented)
        skip(&b, take_uleb(&b));
    if (b.bad || pc - from >= size)
        return unknown;
    if (common.is_signal)
        return (struct rt_frame_rule){ .cfa = RT_CFA_SIGNAL };
    struct machine m = { .at = from, .pc = pc, .common = &common };
    run(&m, common.program);
    m.first = m.now;
    run(&m, b);
    return result(&m);
}
