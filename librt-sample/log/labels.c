/* SPDX-License-Identifier: MIT
 *
 * The program's labels (algoprof_label).  They are remembered: the log may begin later, and that of a
 * fork's child has them too. */
#include "core/lock.h"
#include "core/state.h"
#include "log/log.h"
#include <algoprof/log_format.h>
#include <string.h>

static struct label {
    bool used;
    uint32_t order;
    uint64_t offset;            /* of its block, 0: none */
    uint8_t key_len, text_len;
    char text[ALOG_LABEL_KEY + ALOG_LABEL_TEXT];    /* key, then text */
} labels[ALOG_LABELS] RT_LARGE;
static uint32_t label_order;

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
    rt_log_commit(l->offset, rt_run, ALOG_LABEL, label_payload(l), 0);
    return true;
}

static bool is_good_key(const char *key, size_t len)
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
static bool set(const char *key, size_t key_len, const char *text, size_t text_len)
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

bool rt_label_set(const char *key, const char *text)
{
    struct rt_held held;
    if (!rt_lock(&held, RT_WAIT_LONG))
        return false;
    bool done = set(key, strlen(key), text, strlen(text));
    rt_unlock(&held);
    return done;
}

bool rt_label_fits(const char *key, const char *text)
{
    return is_good_key(key, strnlen(key, ALOG_LABEL_KEY + 1)) && strnlen(text, ALOG_LABEL_TEXT + 1) <= ALOG_LABEL_TEXT;
}

bool rt_labels_begin(void)
{
    for (struct label *l = labels; label_order && l < labels + ALOG_LABELS; l++)
        if (l->used && !write_label(l))
            return false;
    return true;
}
