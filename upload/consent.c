/* SPDX-License-Identifier: MIT
 *
 * Consent: given, withdrawn, and what follows; the client id. */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "machine.h"
#include "spool_pass.h"

bool agree_still(const struct pass *pass)
{
    int64_t when;
    enum spool_consent consent = spool_consent(&pass->spool);
    return (consent == CONSENT_FILE || consent == CONSENT_VARIABLE) &&
           !spool_withdrawn(&pass->spool, &when);
}

int agree_withdraw(const struct spool *spool, struct err *err)
{
    int fd = openat(spool->folder, ASPOOL_WITHDRAWN,
                    O_WRONLY | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC,
                    ASPOOL_FILE_MODE);
    int number = fd < 0 ? errno : 0;
    if (fd >= 0) {
        futimens(fd, NULL);
        fsync(fd);
        close(fd);
        fsync(spool->folder);
    }
    /* On a full disk, too: that there is no consent any more says the same. */
    if ((unlinkat(spool->folder, ASPOOL_CONSENT, 0) != 0 && errno != ENOENT) ||
        (unlinkat(spool->folder, ASPOOL_CLIENT, 0) != 0 && errno != ENOENT))
        return err_set(err, "the consent cannot be removed: %s", strerror(errno));
    fsync(spool->folder);
    return number ? err_set(err, "%s: %s", ASPOOL_WITHDRAWN, strerror(number)) : 0;
}

/* Whether a log began after that moment, by its own account; one that is just beginning
 * has none yet. */
static bool began_after(const struct pass *pass, const struct spool_log *log, int64_t when)
{
    struct object object;
    struct err err;
    enum object_result result = log->alive ? object_read_closed(&object, &pass->spool, log, false, &err)
                                           : object_read(&object, &pass->spool, log, false, &err);
    bool after = log->alive ? object.began == 0 || object.began > when
                            : result == OBJECT_HELD || (result == OBJECT_FINE && object.began > when);
    object_free(&object);
    return after;
}

/* Consent is withdrawn.  `when`: only of what began until then, -1: of all.  A living
 * writer's log goes, too: at its end there may be a new consent, which is not for that. */
static void take_back(struct pass *pass, int64_t when)
{
    struct spool_list list;
    struct err err;
    if (spool_list(&pass->spool, &list, &err) != 0)
        pass_failed(pass, NULL, &err);
    for (size_t i = 0; i < list.n; i++)
        if (when < 0 || !began_after(pass, &list.logs[i], when))
            pass_remove(pass, &list.logs[i], list.logs[i].id, NULL);
    spool_list_free(&list);
}

/* Nobody agreed, as far as this process knows: a living writer may know more. */
static void remove_unagreed(struct pass *pass)
{
    struct spool_list list;
    struct err err;
    if (spool_list(&pass->spool, &list, &err) != 0)
        pass_failed(pass, NULL, &err);
    for (size_t i = 0; i < list.n; i++)
        if (!list.logs[i].alive)
            pass_remove(pass, &list.logs[i], list.logs[i].id, ASPOOL_REASON_NO_CONSENT);
    spool_list_free(&list);
}

/* One request; false: it did not get through. */
static bool request(struct pass *pass, char (*hashes)[ID_ROOM], size_t n)
{
    struct object object;
    struct send_outcome outcome = { .kind = SEND_STOPPED };
    struct err err;
    if (object_request(&object, hashes, n, &err) != 0) {
        pass_failed(pass, NULL, &err);
    } else if (pass_may_send(pass)) {
        pass_note_sending(pass);
        send_object(pass->sender, &pass->send, &object, &outcome);
        if (outcome.kind != SEND_DONE && outcome.kind != SEND_STOPPED)
            say("%s: %s: %s", pass->spool.app, object.name, outcome.text);
    }
    if (outcome.kind == SEND_IMPOSSIBLE) {
        pass->result = PASS_USAGE;
    } else if (outcome.kind != SEND_DONE && outcome.kind != SEND_STOPPED) {
        if (pass->records.request_failures < UINT8_MAX)
            pass->records.request_failures++;
        pass_pause(pass, outcome.retry_after >= 0 ? pass_asked_pause(outcome.retry_after)
                         : schedule_delay(pass->records.request_failures, host_fraction()));
    }
    object_free(&object);
    return outcome.kind == SEND_DONE;
}

/* Asks to delete all that the receiver may have; it is not given up. */
static bool request_all(struct pass *pass)
{
    struct hashes hashes = { 0 };
    struct err err;
    bool done = records_maybe_sent(&pass->records, &hashes) == 0;
    for (size_t i = 0; done && i < hashes.n; i += ASPOOL_DELETE_LINES) {
        size_t n = hashes.n - i < ASPOOL_DELETE_LINES ? hashes.n - i : ASPOOL_DELETE_LINES;
        done = request(pass, hashes.list + i, n);
    }
    if (done && hashes.n > 0)
        say_more("%s: asked to delete %zu object%s", pass->spool.app, hashes.n, hashes.n == 1 ? "" : "s");
    hashes_free(&hashes);
    if (!done && pass->result == PASS_FINE)
        pass->result = PASS_LEFT;
    if ((done ? records_forget(&pass->records, &err) : records_save(&pass->records, &err)) != 0) {
        pass_failed(pass, NULL, &err);
        done = false;
    }
    return done;
}

/* "ID TIME\n", as strictly as the runtime takes it; 0: not understood. */
static int64_t read_client(const struct spool *spool)
{
    char text[64] = "";
    int fd = openat(spool->folder, ASPOOL_CLIENT, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (fd < 0)
        return 0;
    (void)!read(fd, text, sizeof text - 1);
    close(fd);
    const char *number = text + ASPOOL_ID_DIGITS + 1;
    if (strspn(text, "0123456789abcdef") != ASPOOL_ID_DIGITS || number[-1] != ' ')
        return 0;
    size_t digits = strspn(number, "0123456789");
    return digits > 0 && strcmp(number + digits, "\n") == 0 ? strtoll(number, NULL, 10) : 0;
}

static void renew_client(struct pass *pass)
{
    struct stat st;
    struct err err;
    uint8_t id[ASPOOL_ID_DIGITS / 2];
    char text[64];
    int64_t now = host_now();
    if (fstatat(pass->spool.folder, ASPOOL_CLIENT, &st, AT_SYMLINK_NOFOLLOW) != 0)
        return;
    int64_t drawn = read_client(&pass->spool);
    if (drawn > 0 && now - drawn < (int64_t)ASPOOL_CLIENT_AGE && drawn - now < 86400)
        return;
    host_random(id, sizeof id);
    for (size_t i = 0; i < sizeof id; i++)
        snprintf(text + 2 * i, 3, "%02x", id[i]);
    int len = ASPOOL_ID_DIGITS;
    len += snprintf(text + len, sizeof text - (size_t)len, " %" PRId64 "\n", now);
    if (spool_write(&pass->spool, ASPOOL_CLIENT, text, (size_t)len, &err) != 0)
        pass_failed(pass, NULL, &err);
}

/* The file was there at an earlier pass, and is not: to remove it by hand is to withdraw. */
static bool removed_by_hand(struct pass *pass, int64_t *when)
{
    struct err err;
    if (!pass->records.had_consent)
        return false;
    if (agree_withdraw(&pass->spool, &err) != 0)
        pass_failed(pass, NULL, &err);
    *when = host_now();
    return true;
}

void agree_off(struct pass *pass)
{
    int64_t when = 0;
    enum spool_consent consent = spool_consent(&pass->spool);
    if (consent == CONSENT_REFUSED ||
        (!spool_withdrawn(&pass->spool, &when) && (consent == CONSENT_FILE || !removed_by_hand(pass, &when))))
        return;
    take_back(pass, consent == CONSENT_FILE ? when : -1);
    say("%s: switched off by the operator: what was sent is asked back when that ends", pass->spool.app);
    if (pass->result == PASS_FINE)
        pass->result = PASS_LEFT;
}

bool agree(struct pass *pass)
{
    enum spool_consent consent = spool_consent(&pass->spool);
    struct err err;
    int64_t when = 0;
    if (consent == CONSENT_REFUSED) {
        say_more("%s: ALGOPROF_CONSENT=0: nothing is sent", pass->spool.app);
        return false;
    }
    bool withdrawn = spool_withdrawn(&pass->spool, &when);
    if (withdrawn || (consent != CONSENT_FILE && removed_by_hand(pass, &when))) {
        take_back(pass, consent == CONSENT_FILE ? when : -1);
        if (!request_all(pass))
            return false;
    } else if (consent == CONSENT_NONE) {
        if (pass->send.url || pass->send.presign)
            remove_unagreed(pass);
        else
            say("%s: nobody agreed, and no receiver is named: nothing is sent or removed", pass->spool.app);
        return false;
    }
    if (consent == CONSENT_NONE)
        return false;
    if (consent == CONSENT_FILE && !pass->records.had_consent) {
        pass->records.had_consent = true;
        if (records_save(&pass->records, &err) != 0) {
            pass_failed(pass, NULL, &err);
            return false;
        }
    }
    renew_client(pass);
    return true;
}
