/* SPDX-License-Identifier: MIT */
#include "spool_pass.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "machine.h"
#include "tell_losses.h"

#define FAILURES_IN_A_ROW 3     /* end a pass: the receiver has trouble of its own */

void pass_failed(struct pass *pass, const char *what, const struct err *err)
{
    say("%s: %s%s%s", pass->spool.app, what ? what : "", what ? ": " : "", err->text);
    if (pass->result == PASS_FINE)
        pass->result = PASS_LEFT;
}

static void left(struct pass *pass)
{
    if (pass->result == PASS_FINE)
        pass->result = PASS_LEFT;
}

void pass_options(struct pass *pass, const struct send_options *send)
{
    pass->send = *send;
    if (!pass->send.url && !pass->send.presign)
        pass->send.url = pass->config.url;
    if (!pass->send.ca)
        pass->send.ca = pass->config.ca;
    pass->send.round |= pass->config.round;
    pass->send.obey_pause |= pass->config.obey_pause;
}

int64_t pass_asked_pause(int64_t retry_after)
{
    int64_t wait = retry_after + (int64_t)((double)retry_after * 0.1 * host_fraction());
    return wait < SCHEDULE_LONGEST_WAIT ? wait : SCHEDULE_LONGEST_WAIT;
}

void pass_pause(struct pass *pass, int64_t seconds)
{
    pass->records.pause = host_now() + seconds;
    say_more("%s: nothing more for %" PRId64 " s", pass->spool.app, seconds);
}

bool pass_may_send(struct pass *pass)
{
    int64_t now = host_now();
    if (!schedule_is_due(pass->records.pause, now)) {
        say("%s: waits for %" PRId64 " s more", pass->spool.app, pass->records.pause - now);
        left(pass);
        return false;
    }
    pass->records.pause = 0;
    int64_t wait = schedule_recent_wait(&pass->records.recent, now);
    int64_t wait_all = schedule_recent_wait(sender_recent(pass->sender), now);
    wait = wait > wait_all ? wait : wait_all;
    if (wait > 0)
        say_more("%s: %d a minute are enough: waiting %" PRId64 " s", pass->spool.app,
                 SCHEDULE_PER_MINUTE, wait);
    if (host_stopping() || (wait > 0 && !host_sleep(wait))) {
        left(pass);
        return false;
    }
    return true;
}

void pass_note_sending(struct pass *pass)
{
    int64_t now = host_now();
    schedule_recent_add(&pass->records.recent, now);
    schedule_recent_add(sender_recent(pass->sender), now);
}

void pass_remove(struct pass *pass, const struct spool_log *log, const char *id,
                 const char *reason)
{
    struct err err;
    if (reason) {
        if (records_add_given_up(&pass->records, id, host_now(), reason, &err) != 0) {
            pass_failed(pass, NULL, &err);
            return;
        }
        say("%s: %s: given up: %s", pass->spool.app, id, reason);
        left(pass);
        lost_again(&pass->records, log->id);
    }
    if (unlinkat(spool_folder_of(&pass->spool, log), log->file, 0) != 0 && errno != ENOENT) {
        err_set(&err, "cannot be removed: %s", strerror(errno));
        pass_failed(pass, log->file, &err);
    }
}

/* What is still being written stays, for what is still to come. */
static void finished(struct pass *pass, const struct spool_log *log, const char *id,
                     const char *reason)
{
    if (!log->alive)
        pass_remove(pass, log, id, reason);
}

struct limits limits_start(const struct spool_list *list, int64_t now)
{
    struct limits limits = { .files = list->n, .now = now };
    for (size_t i = 0; i < list->n; i++) {
        const struct spool_log *log = &list->logs[i];
        limits.bytes += log->size;
        limits.dead_files += log->dead;
        limits.dead_bytes += log->dead ? log->size : 0;
    }
    return limits;
}

static bool is_held(const struct spool *spool, const struct spool_log *log)
{
    bool held;
    int fd = spool_open_log(spool, log, &held);
    if (fd >= 0)
        close(fd);
    return held;
}

const char *limits_forbid(struct limits *limits, const struct spool *spool, const struct spool_log *log)
{
    /* The others go when no log of the dead is left. */
    uint64_t before = log->dead ? 0 : limits->dead_files, bytes = log->dead ? 0 : limits->dead_bytes;
    bool full = limits->files - before > ASPOOL_FILES || limits->bytes - bytes > ASPOOL_BYTES;
    bool old = limits->now - log->changed > (int64_t)ASPOOL_AGE;
    if (log->alive || (!full && !old) || is_held(spool, log))
        return NULL;
    limits->files--;
    limits->bytes -= log->size;
    limits->dead_files -= log->dead;
    limits->dead_bytes -= log->dead ? log->size : 0;
    return old ? ASPOOL_REASON_OLD : ASPOOL_REASON_FULL;
}

static void give_up(struct pass *pass, const struct spool_log *log, const struct record *record,
                    const char *reason)
{
    char hash[ID_ROOM];
    memcpy(hash, record->hash, sizeof hash);
    records_drop(&pass->records, hash);
    finished(pass, log, hash, reason);
}

/* A receiver that was set up wrongly refuses what it will take when it is mended.  So only
 * what was refused on different days is given up. */
static void note_refusal(struct pass *pass, const struct spool_log *log, struct record *record, long status)
{
    char reason[32];
    int64_t now = host_now(), today = now / SCHEDULE_DAY;
    if (record->refused == 0 || record->refused_day != today)
        record->refused++;
    record->refused_day = today;
    record->next = now + schedule_delay(SCHEDULE_RETRIES, host_fraction());
    if (record->refused < SCHEDULE_REFUSALS)
        return;
    snprintf(reason, sizeof reason, ASPOOL_REASON_REFUSED " %ld", status);
    give_up(pass, log, record, reason);
}

/* One more failure of an object, of which `status` came back. */
static void note_failure(struct pass *pass, const struct spool_log *log, struct record *record,
                         long status, bool pause)
{
    char reason[32];
    int64_t delay = schedule_delay(++record->failures, host_fraction());
    left(pass);
    if (pause)
        pass_pause(pass, delay);
    record->next = host_now() + delay;
    if (record->failures <= SCHEDULE_RETRIES)
        return;
    snprintf(reason, sizeof reason, ASPOOL_REASON_TRIES " %ld", status);
    give_up(pass, log, record, reason);
}

/* What follows from an answer.  False: the pass ends. */
static bool settle(struct pass *pass, const struct spool_log *log, const struct object *object,
                   const struct send_outcome *outcome)
{
    struct record *record = records_find(&pass->records, object->hash);
    struct err err;
    if (outcome->kind == SEND_DONE) {
        say_more("%s: sent %s, %zu bytes", pass->spool.app, object->name, object->size);
        pass->in_a_row = 0;
        pass->sent_any = true;
        if (records_add_sent(&pass->records, object->hash, host_now(), &err) != 0) {
            pass_failed(pass, NULL, &err);
            return false;
        }
        lost_sent(&pass->records, log->id);
        finished(pass, log, log->id, NULL);
        return true;
    }
    if (outcome->kind != SEND_STOPPED)
        say("%s: %s: %s", pass->spool.app, object->name, outcome->text);
    left(pass);
    switch (outcome->kind) {
    case SEND_REFUSED:
        lost_refused(&pass->records, log->id, record, object);
        note_refusal(pass, log, record, outcome->status);
        return ++pass->in_a_row < FAILURES_IN_A_ROW;
    case SEND_FAILED:
        note_failure(pass, log, record, outcome->status, false);
        return ++pass->in_a_row < FAILURES_IN_A_ROW;
    case SEND_BUSY:
        if (outcome->retry_after >= 0)
            pass_pause(pass, pass_asked_pause(outcome->retry_after));
        else
            note_failure(pass, log, record, outcome->status, true);
        return false;
    case SEND_UNREACHABLE:
        note_failure(pass, log, record, outcome->status, true);
        return false;
    case SEND_IMPOSSIBLE:
        pass->result = PASS_USAGE;
        return false;
    default:
        return false;
    }
}

enum object_result pass_read(struct pass *pass, const struct spool_log *log,
                             struct object *object, struct err *err)
{
    const struct record_live *before = records_find_live(&pass->records, log->id);
    int64_t now = host_now();
    *object = (struct object){ .fd = -1 };
    if (!log->alive) {
        enum object_result complete = object_read(object, &pass->spool, log, pass->send.round, err);
        if (complete == OBJECT_FINE)
            lost_add(pass, log, object);
        return complete;
    }
    if (before && !schedule_is_due(before->next, now))
        return OBJECT_GONE;
    enum object_result result = object_read_closed(object, &pass->spool, log, pass->send.round, err);
    if (result == OBJECT_FINE && ((before && object->runs <= before->runs) ||
                                  !schedule_is_due(object->began + SCHEDULE_LIVE, now)))
        return OBJECT_GONE;
    return result;
}

static void obey_pause(struct pass *pass, const struct paused_asked *asked)
{
    struct err err;
    if (!pass->send.obey_pause || asked->n == 0)
        return;
    if (paused_note(&pass->spool, asked, host_now(), &err) != 0)
        pass_failed(pass, NULL, &err);
    else
        say("%s: the receiver asks for a pause: no new logs for up to %u day%s", pass->spool.app,
            asked->list[0].days, asked->list[0].days == 1 ? "" : "s");
}

/* The object is in `state` on the disk before its first byte leaves. */
static bool send_ready(struct pass *pass, const struct spool_log *log, struct object *object)
{
    struct send_outcome outcome;
    struct err err;
    if (!agree_still(pass))
        return false;
    if (object_pack(object, &err) != 0) {
        pass_failed(pass, log->id, &err);
        return true;
    }
    if (!records_begin(&pass->records, object->hash))
        err_set(&err, "out of memory");
    if (log->alive)
        records_set_live(&pass->records, log->id, object->runs, host_now() + SCHEDULE_LIVE);
    pass_note_sending(pass);
    if (!records_find(&pass->records, object->hash) || records_save(&pass->records, &err) != 0) {
        pass_failed(pass, NULL, &err);
        return false;
    }
    if (!agree_still(pass))
        return false;
    send_object(pass->sender, &pass->send, object, &outcome);
    obey_pause(pass, &outcome.asked);
    bool on = settle(pass, log, object, &outcome);
    if (outcome.kind != SEND_DONE && records_save(&pass->records, &err) != 0) {
        pass_failed(pass, NULL, &err);
        return false;
    }
    return on;
}

static void leave(struct pass *pass, const struct record *record)
{
    left(pass);
    if (pass->waiting++ == 0 || record->next < pass->next)
        pass->next = record->next;
}

/* Sees to one log; false: the pass ends. */
static bool send_log(struct pass *pass, const struct spool_log *log)
{
    struct object object;
    struct err err;
    bool on = true;
    const struct record *record;
    switch (pass_read(pass, log, &object, &err)) {
    case OBJECT_ERROR:
        pass_failed(pass, NULL, &err);
        break;
    case OBJECT_HELD:
        say_more("%s: %s: still being written", pass->spool.app, log->id);
        break;
    case OBJECT_GONE:
        break;
    case OBJECT_NO_LOG:
        finished(pass, log, log->id, ASPOOL_REASON_NO_LOG);
        break;
    case OBJECT_FINE:
        record = records_find(&pass->records, object.hash);
        if (records_is_sent(&pass->records, object.hash) ||
            records_is_given_up(&pass->records, object.hash) ||
            records_is_given_up(&pass->records, log->id))
            finished(pass, log, log->id, NULL);
        else if (record && !schedule_is_due(record->next, host_now()))
            leave(pass, record);
        else
            on = pass_may_send(pass) && send_ready(pass, log, &object);
        break;
    }
    object_free(&object);
    return on;
}

static void send_all(struct pass *pass)
{
    struct spool_list list;
    struct err err;
    if (spool_list(&pass->spool, &list, &err) != 0)
        pass_failed(pass, NULL, &err);
    struct limits limits = limits_start(&list, host_now());
    bool on = true;
    lost_begin(&pass->records, &list);
    for (size_t i = 0; i < list.n; i++) {
        struct spool_log *log = &list.logs[i];
        const char *reason = limits_forbid(&limits, &pass->spool, log);
        if (!reason && !spool_adopt(&pass->spool, log))
            reason = ASPOOL_REASON_DEAD;
        if (reason)
            pass_remove(pass, log, log->id, reason);
        if (on && !reason && (!log->in_run || log->alive))
            on = send_log(pass, log);
    }
    if (pass->waiting)
        say("%s: %u to be tried again, not before %" PRId64 " s from now", pass->spool.app, pass->waiting,
            pass->next - host_now());
    records_keep_live(&pass->records, &list);
    spool_list_free(&list);
    /* What was begun and is sent needs no record any more. */
    if (pass->sent_any && records_save(&pass->records, &err) != 0)
        pass_failed(pass, NULL, &err);
}

static void run_locked(struct pass *pass)
{
    struct err err;
    if (records_load(&pass->records, &pass->spool, &err) != 0) {
        pass_failed(pass, NULL, &err);
    } else if (!pass->config.enabled) {
        say_more("%s: switched off by the operator", pass->spool.app);
        agree_off(pass);
    } else if (agree(pass)) {
        send_all(pass);
        /* Withdrawn meanwhile: seen to at once. */
        if (!agree_still(pass))
            agree(pass);
    }
    records_free(&pass->records);
}

enum pass_result pass_run(const char *path, const char *app, const struct send_options *send,
                          struct sender *sender)
{
    struct pass pass = { .sender = sender };
    struct err err;
    enum spool_result opened = spool_open(&pass.spool, path, app, &err);
    snprintf(pass.spool.app, sizeof pass.spool.app, "%s", app);
    if (opened != SPOOL_FINE) {
        if (opened == SPOOL_NONE)
            say("%s: no spool at %s", app, path);
        else
            pass_failed(&pass, NULL, &err);
        return pass.result;
    }
    if (config_read(&pass.config, host_conf_folder(), app, &err) != 0) {
        pass_failed(&pass, NULL, &err);
    } else if ((opened = spool_take(&pass.spool, &err)) == SPOOL_FINE) {
        pass_options(&pass, send);
        run_locked(&pass);
    } else if (opened == SPOOL_NONE) {
        say_more("%s: another uploader is at work", app);
    } else {
        pass_failed(&pass, NULL, &err);
    }
    config_free(&pass.config);
    spool_close(&pass.spool);
    return pass.result;
}
