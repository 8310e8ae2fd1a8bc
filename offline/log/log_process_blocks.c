/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Blocks about a log's process as a whole: labels, what profiling cost, what was lost beside it.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "algoprof/spool_layout.h"
#include "log/log_block.h"

/* A key has one block, two while its text is changed. */
#define MOST_BLOCKS (ALOG_LABELS + 1)

static int add_label(struct log_about *about, const uint8_t *p, size_t left, struct err *err)
{
    struct alog_label rec;
    if (left < sizeof rec)
        return err_set(err, "label too short");
    memcpy(&rec, p, sizeof rec);
    p += sizeof rec;
    size_t need = (size_t)rec.key_len + rec.text_len;
    if (rec.key_len > ALOG_LABEL_KEY || rec.text_len > ALOG_LABEL_TEXT || need > left - sizeof rec)
        return err_set(err, "label with wrong lengths");
    if (about->n_labels == MOST_BLOCKS)
        return err_set(err, "more than %u labels", MOST_BLOCKS);
    if (array_grow(&about->labels, &about->cap_labels, about->n_labels + 1, sizeof *about->labels) != 0)
        return err_memory(err);
    struct log_label *l = &about->labels[about->n_labels++];
    *l = (struct log_label){ rec.order, text_clean(p, rec.key_len), text_clean(p + rec.key_len, rec.text_len) };
    return l->key && l->text ? 0 : err_memory(err);
}

static int add_spent(struct log_about *about, const uint8_t *p, size_t left, struct err *err)
{
    struct alog_spent rec = { 0 };
    if (left < ALOG_SPENT_LEAST)
        return err_set(err, "account of what profiling cost too short");
    memcpy(&rec, p, left < sizeof rec ? ALOG_SPENT_LEAST : sizeof rec);
    if (!about->has_spent || rec.order > about->spent.order)
        about->spent = rec;
    about->has_spent = true;
    return 0;
}

static int add_lost(struct log_about *about, const uint8_t *p, size_t left, struct err *err)
{
    struct alog_lost rec;
    if (left < sizeof rec)
        return err_set(err, "account of lost logs too short");
    memcpy(&rec, p, sizeof rec);
    for (unsigned i = 0; i < ALOG_LOSSES; i++)
        if (__builtin_add_overflow(about->lost.logs[i], rec.logs[i], &about->lost.logs[i]))
            return err_set(err, "more lost logs than fit");
    return 0;
}

const char *log_loss_name(unsigned loss)
{
    static const char *const names[ALOG_LOSSES] = {
        [ALOG_L_FULL] = ASPOOL_REASON_FULL, [ALOG_L_OLD] = ASPOOL_REASON_OLD, [ALOG_L_DEAD] = ASPOOL_REASON_DEAD,
        [ALOG_L_NO_LOG] = ASPOOL_REASON_NO_LOG, [ALOG_L_REFUSED] = ASPOOL_REASON_REFUSED,
        [ALOG_L_TRIES] = ASPOOL_REASON_TRIES, [ALOG_L_NOT_BEGUN] = ASPOOL_REASON_NOT_BEGUN,
        [ALOG_L_OTHER] = "other",
    };
    return names[loss];
}

uint64_t log_losses(const struct alog_lost *lost)
{
    uint64_t sum = 0;
    for (unsigned i = 0; i < ALOG_LOSSES; i++)
        sum += lost->logs[i];
    return sum;
}

int log_about_add(struct log_about *about, const struct alog_block *block, const uint8_t *payload,
                  size_t size, struct err *err)
{
    switch (block->tag) {
    case ALOG_LABEL: return add_label(about, payload, size, err);
    case ALOG_LOST: return add_lost(about, payload, size, err);
    default: return add_spent(about, payload, size, err);
    }
}

static int by_key(const void *pa, const void *pb)
{
    const struct log_label *a = pa, *b = pb;
    int order = strcmp(a->key, b->key);
    return order ? order : (a->order < b->order) - (a->order > b->order);
}

static void free_label(struct log_label *l)
{
    free(l->key);
    free(l->text);
}

void log_about_link(struct log_about *about)
{
    size_t n = 0;
    if (about->n_labels > 0)
        qsort(about->labels, about->n_labels, sizeof *about->labels, by_key);
    for (size_t i = 0; i < about->n_labels; i++) {
        if (n > 0 && strcmp(about->labels[n - 1].key, about->labels[i].key) == 0)
            free_label(&about->labels[i]);
        else
            about->labels[n++] = about->labels[i];
    }
    about->n_labels = n;
}

void log_about_free(struct log_about *about)
{
    for (size_t i = 0; i < about->n_labels; i++)
        free_label(&about->labels[i]);
    free(about->labels);
}

char *log_about_label(const struct log_about *about)
{
    size_t room = 1, len = 0;
    for (size_t i = 0; i < about->n_labels; i++)
        room += strlen(about->labels[i].key) + strlen(about->labels[i].text) + 2;
    char *text = malloc(room);
    if (!text)
        return NULL;
    text[0] = '\0';
    for (size_t i = 0; i < about->n_labels; i++) {
        const struct log_label *l = &about->labels[i];
        len += (size_t)snprintf(text + len, room - len, "%s%s%s%s", i ? " " : "", l->key, l->key[0] ? "=" : "",
                                l->text);
    }
    return text;
}

const char *log_kind_name(unsigned kind)
{
    if (kind == KIND_FUNCTION || kind == KIND_FUNCTION_TRMS)
        return "function";
    return kind == ALOG_RECURSION ? "recursion" : "loop";
}
