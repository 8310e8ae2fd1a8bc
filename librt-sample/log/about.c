/* SPDX-License-Identifier: MIT
 *
 * What a log says about its process as a whole: the program's labels, and
 * what profiling cost. */
#include "rt.h"
#include "core/api.h"
#include <errno.h>
#include <string.h>
#include <time.h>

int rt_label(const char *key, const char *text) RT_PUBLIC("label");

/* ---- labels: remembered, since the log may begin later, and a child's has them too ---- */

static struct label {
    bool used;
    uint32_t order;
    uint64_t offset;            /* of its block, 0: none */
    uint8_t key_len, text_len;
    char text[ALOG_LABEL_KEY + ALOG_LABEL_TEXT];    /* key, then text */
} labels[ALOG_LABELS] RT_LARGE;
static uint32_t label_order;

static uint64_t now_ns(clockid_t clock)
{
    struct timespec now;
    if (!rt_clock(clock, &now))
        return 0;
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

static size_t label_payload(const struct label *l)
{
    return sizeof(struct alog_label) + l->key_len + l->text_len;
}

static bool write_label(struct label *l)
{
    struct alog_label *b = rt_log_reserve(label_payload(l), rt_log_max, &l->offset);
    if (!b) {
        l->offset = 0;
        return false;
    }
    *b = (struct alog_label){ l->order, l->key_len, l->text_len };
    memcpy(b + 1, l->text, (size_t)l->key_len + l->text_len);
    rt_log_commit(l->offset, ALOG_LABEL, label_payload(l), 0);
    return true;
}

static bool good_key(const char *key, size_t len)
{
    static const char chars[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._-";
    return len <= ALOG_LABEL_KEY && strspn(key, chars) == len;
}

/* The label of that key, or a free one; NULL: there are too many. */
static struct label *find_label(const char *key, size_t len)
{
    struct label *unused = NULL;
    for (struct label *l = labels; l < labels + ALOG_LABELS; l++) {
        if (l->used && l->key_len == len && !memcmp(l->text, key, len))
            return l;
        if (!l->used && !unused)
            unused = l;
    }
    return unused;
}

/* The new block first: a log that is read in between has both, and the order. */
static bool set_label(const char *key, size_t key_len, const char *text, size_t text_len)
{
    struct label *l = find_label(key, key_len);
    if (!l)
        return false;
    uint64_t old = l->used ? l->offset : 0;
    uint32_t old_len = (uint32_t)((sizeof(struct alog_block) + label_payload(l) + 7) & ~(size_t)7);
    *l = (struct label){ .used = text_len, .order = ++label_order, .key_len = (uint8_t)key_len,
                         .text_len = (uint8_t)text_len };
    memcpy(l->text, key, key_len);
    memcpy(l->text + key_len, text, text_len);
    bool done = !l->used || rt_state != RT_ON || write_label(l);
    if (old && rt_state == RT_ON)
        rt_log_drop(old, old_len);
    return done;
}

int rt_label(const char *key, const char *text)
{
    struct rt_held held;
    int error = errno;
    bool done = false;
    size_t key_len = key ? strnlen(key, ALOG_LABEL_KEY + 1) : 0;
    size_t text_len = text ? strnlen(text, ALOG_LABEL_TEXT + 1) : 0;
    if (rt_tls.busy || rt_shut || !good_key(key ? key : "", key_len) || text_len > ALOG_LABEL_TEXT)
        return -1;
    rt_tls.busy = (uint64_t)(uintptr_t)__builtin_frame_address(0);
    RT_BARRIER();
    rt_process_ready();
    if (rt_state != RT_OFF && rt_lock(&held, RT_WAIT_LONG)) {
        done = set_label(key ? key : "", key_len, text ? text : "", text_len);
        rt_unlock(&held);
    }
    RT_BARRIER();
    rt_tls.busy = 0;
    errno = error;
    return done ? 0 : -1;
}

/* ---- what profiling cost ---- */

static uint64_t began_ns;
static struct alog_spent spent; /* as last written */
static uint64_t spent_at[2];    /* offsets of two blocks, 0: none; one is free in turn */
static unsigned spent_in;       /* the other one */
static rt_turn spent_turn;

void rt_about_start(void)
{
    began_ns = now_ns(CLOCK_THREAD_CPUTIME_ID);
}

/* The new block first, then the old one goes: a log that is read in between has
 * both, and the order.  In its turn. */
static void tell(void)
{
    unsigned to = !spent_in;
    if (!spent_at[to])
        return;
    spent.order++;
    rt_log_store_free(spent_at[to], rt_log_block_len(sizeof spent));
    memcpy(rt_log_payload(spent_at[to]), &spent, sizeof spent);
    rt_log_finish_block(spent_at[to], ALOG_SPENT, sizeof spent);
    rt_log_store_free(spent_at[!to], rt_log_block_len(sizeof spent));
    RT_BARRIER();
    spent_in = to;
}

void rt_about_tell(void)
{
    if (!rt_turn_take(&spent_turn))
        return;
    rt_budget_told(&spent.traced_ns, &spent.process_ns);
    tell();
    rt_turn_end(&spent_turn);
}

void rt_about_repair(void)
{
    rt_turn_repair(&spent_turn);
}

void rt_about_spent(bool whole)
{
    if (!spent.start_ns)
        return;
    rt_budget_told(&spent.traced_ns, &spent.process_ns);
    if (whole)
        spent.process_ns = now_ns(CLOCK_PROCESS_CPUTIME_ID);
    tell();
    rt_turn_end(&spent_turn);   /* alone: if somebody had it, he has left it */
}

/* A block that is free, for one of the two; 0: no space. */
static uint64_t spent_block(void)
{
    uint64_t offset;
    if (!rt_log_reserve(sizeof spent, rt_log_max, &offset))
        return 0;
    rt_log_commit(offset, ALOG_FREE, sizeof spent, 0);
    return offset;
}

static void begin_spent(void)
{
    spent = (struct alog_spent){ .start_ns = now_ns(CLOCK_THREAD_CPUTIME_ID) - began_ns };
    spent_at[0] = spent_block();
    spent_at[1] = spent_block();
    rt_budget_begun(spent.start_ns);
    rt_about_spent(false);
}

/* ---- */

bool rt_about_begin(void)
{
    for (struct label *l = labels; label_order && l < labels + ALOG_LABELS; l++)
        if (l->used && !write_label(l))
            return false;
    begin_spent();
    return true;
}
