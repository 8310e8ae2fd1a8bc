/* SPDX-License-Identifier: MIT
 *
 * --dry-run: what a pass would do. */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "machine.h"
#include "tell_losses.h"
#include "spool_pass.h"

static bool dump(const struct object *object, const char *folder, struct err *err)
{
    char path[4096];
    snprintf(path, sizeof path, "%s/%s", folder, object->name);
    FILE *out = fopen(path, "wb");
    bool good = out && fwrite(object->bytes, 1, object->size, out) == object->size;
    if (out && fclose(out) != 0)
        good = false;
    if (!good)
        err_set(err, "%s: cannot be written: %s", path, strerror(errno));
    return good;
}

static void show_sending(struct pass *pass, struct object *object, const char *dump_to)
{
    const bool named = pass->send.url || pass->send.presign;
    char place[256];
    struct err err;
    if (named && send_place(&pass->send, object->name, place, sizeof place, &err) != 0) {
        pass_failed(pass, NULL, &err);
        pass->result = PASS_USAGE;
        return;
    }
    printf("  would send %s, %zu bytes", object->name, object->size);
    if (object->log)
        printf(" (%zu as a log)", object->log_size);
    if (object->runs)
        printf(", closed runs of a log still being written");
    if (named)
        printf(", to %s\n", place);
    else
        puts(", no receiver is named");
    if (dump_to && !dump(object, dump_to, &err))
        pass_failed(pass, NULL, &err);
}

static void show_time(int64_t moment)
{
    char text[32];
    time_t time = (time_t)moment;
    struct tm parts;
    gmtime_r(&time, &parts);
    strftime(text, sizeof text, "%Y-%m-%d %H:%M:%S UTC", &parts);
    printf("  not before %s:\n", text);
}

static void show_log(struct pass *pass, const struct spool_log *log, const char *dump_to)
{
    struct object object;
    struct err err;
    const struct record *record;
    switch (pass_read(pass, log, &object, &err)) {
    case OBJECT_ERROR:
        pass_failed(pass, NULL, &err);
        break;
    case OBJECT_HELD:
        printf("  would leave %s: still being written\n", log->file);
        break;
    case OBJECT_GONE:
        if (log->alive)
            printf("  would leave %s: still being written\n", log->file);
        break;
    case OBJECT_NO_LOG:
        printf("  would give up %s: %s\n", log->id, ASPOOL_REASON_NO_LOG);
        break;
    case OBJECT_FINE:
        record = records_find(&pass->records, object.hash);
        if (records_is_sent(&pass->records, object.hash)) {
            printf("  would remove %s: was sent\n", log->file);
        } else if (records_is_given_up(&pass->records, object.hash) ||
                   records_is_given_up(&pass->records, log->id)) {
            printf("  would remove %s: was given up\n", log->file);
        } else if (object_pack(&object, &err) == 0) {
            if (record && !schedule_is_due(record->next, host_now()))
                show_time(record->next);
            show_sending(pass, &object, dump_to);
        } else {
            pass_failed(pass, log->id, &err);
        }
        break;
    }
    object_free(&object);
}

static void show_logs(struct pass *pass, const char *dump_to)
{
    struct spool_list list;
    struct err err;
    if (spool_list(&pass->spool, &list, &err) != 0)
        pass_failed(pass, NULL, &err);
    struct limits limits = limits_start(&list, host_now());
    lost_begin(&pass->records, &list);
    for (size_t i = 0; i < list.n; i++) {
        const struct spool_log *log = &list.logs[i];
        const char *reason = limits_forbid(&limits, &pass->spool, log);
        if (reason)
            printf("  would give up %s: %s\n", log->id, reason);
        else
            show_log(pass, log, dump_to);
    }
    spool_list_free(&list);
}

static void show_request(struct pass *pass, const char *dump_to)
{
    struct hashes hashes = { 0 };
    struct object object;
    struct err err;
    puts("  consent is withdrawn: would remove all unsent logs from before");
    if (records_maybe_sent(&pass->records, &hashes) != 0)
        hashes.n = 0;
    for (size_t i = 0; i < hashes.n; i += ASPOOL_DELETE_LINES) {
        size_t n = hashes.n - i < ASPOOL_DELETE_LINES ? hashes.n - i : ASPOOL_DELETE_LINES;
        if (object_request(&object, hashes.list + i, n, &err) == 0)
            show_sending(pass, &object, dump_to);
        else
            pass_failed(pass, NULL, &err);
        object_free(&object);
    }
    hashes_free(&hashes);
}

static void show(struct pass *pass, const char *dump_to)
{
    enum spool_consent consent = spool_consent(&pass->spool);
    int64_t when;
    if (consent == CONSENT_REFUSED)
        puts("  ALGOPROF_CONSENT=0: would send nothing");
    else if (spool_withdrawn(&pass->spool, &when) ||
             (consent != CONSENT_FILE && pass->records.had_consent))
        show_request(pass, dump_to);
    else if (consent == CONSENT_NONE)
        puts(pass->send.url || pass->send.presign ? "  nobody agreed: would send nothing, and remove all logs"
             : "  nobody agreed, and no receiver is named: would send and remove nothing");
    else
        show_logs(pass, dump_to);
}

enum pass_result pass_show(const char *path, const char *app, const struct send_options *send,
                           const char *dump_to)
{
    struct pass pass = { 0 };
    struct err err;
    enum spool_result opened = spool_open(&pass.spool, path, app, &err);
    snprintf(pass.spool.app, sizeof pass.spool.app, "%s", app);
    printf("%s: %s\n", app, path);
    if (opened == SPOOL_NONE) {
        puts("  no spool");
    } else if (opened != SPOOL_FINE) {
        pass_failed(&pass, NULL, &err);
    } else if (config_read(&pass.config, host_conf_folder(), app, &err) != 0) {
        pass_failed(&pass, NULL, &err);
    } else if (!pass.config.enabled) {
        puts("  switched off by the operator");
    } else if (records_load(&pass.records, &pass.spool, &err) != 0) {
        pass_failed(&pass, NULL, &err);
    } else {
        pass_options(&pass, send);
        show(&pass, dump_to);
    }
    records_free(&pass.records);
    config_free(&pass.config);
    spool_close(&pass.spool);
    return pass.result;
}
