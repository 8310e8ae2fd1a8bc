/* SPDX-License-Identifier: MIT
 *
 * Consent of a shipped program's user: found, given, withdrawn (docs/spool.md). */
#include "base/options.h"
#include "base/text.h"
#include "core/state.h"
#include "log/log.h"
#include "spool/spool.h"
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <algoprof/spool_layout.h>

static bool is_there(const struct rt_spool *s, const char *name, struct stat *st)
{
    char text[sizeof s->path + 32];
    struct rt_out path = { text, 0, sizeof text, false };
    if (s->folder >= 0)
        return !fstatat(s->folder, name, st, AT_SYMLINK_NOFOLLOW);
    rt_put(&path, s->path, s->len);
    rt_put_text(&path, "/");
    rt_put_text(&path, name);
    return !fstatat(AT_FDCWD, text, st, AT_SYMLINK_NOFOLLOW);
}

bool rt_consent_in(const struct rt_spool *s)
{
    struct stat st;
    if (rt_options.consent == RT_CONSENT_NO)
        return false;
    if (is_there(s, ASPOOL_CONSENT, &st) && S_ISREG(st.st_mode) && (st.st_uid == geteuid() || !st.st_uid))
        return true;
    return rt_options.consent == RT_CONSENT_YES && !is_there(s, ASPOOL_WITHDRAWN, &st);
}

bool rt_consent_given(void)
{
    static struct rt_spool s RT_LARGE;
    if (!rt_spool_open(&s, RT_FIND))
        return rt_options.consent == RT_CONSENT_YES;    /* the folder is to be made */
    bool given = rt_consent_in(&s);
    rt_spool_close(&s);
    return given;
}

int rt_shipped_state(bool forked)
{
    if (rt_options.consent == RT_CONSENT_NO)
        return RT_OFF;
    if (!rt_consent_given())
        return RT_WAIT;
    if (rt_options.max_log > ASPOOL_LOG_BYTES)
        rt_options.max_log = ASPOOL_LOG_BYTES;
    return forked || (!rt_spool_paused() && rt_switched_on(rt_spool_app())) ? RT_ON : RT_OFF;
}

/* ---- given and withdrawn by the program ---- */

/* Make an empty file, or one with the text where a file may have it.  One that is there
 * tells of this moment from now on. */
static bool make_file(int folder, const char *name, const char *text)
{
    struct stat st;
    size_t len = strlen(text);
    int fd = openat(folder, name, O_WRONLY | O_CREAT | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK | O_NOCTTY,
                    ASPOOL_FILE_MODE);
    if (fd < 0)
        return false;
    bool done = !fstat(fd, &st) && S_ISREG(st.st_mode);
    if (done && !st.st_size && len && rt_file_allowed(len)) {
        ssize_t n = write(fd, text, len);
        (void)n;                /* what counts is that it is there */
    }
    fchmod(fd, ASPOOL_FILE_MODE);
    futimens(fd, NULL);
    fsync(fd);
    close(fd);
    return done;
}

bool rt_consent_store(void)
{
    static struct rt_spool s RT_LARGE;
    if (!rt_spool_open(&s, RT_MAKE))
        return false;
    bool done = make_file(s.folder, ASPOOL_CONSENT, ASPOOL_CONSENT_TEXT);
    rt_spool_close(&s);
    return done;
}

static bool remove_file(int folder, const char *name)
{
    return !unlinkat(folder, name, 0) || errno == ENOENT;
}

static bool remove_log(int folder, const char *name, void *done)
{
    *(bool *)done &= remove_file(folder, name);
    return true;
}

/* Removals while a folder is read may hide entries. */
static bool remove_logs(int folder)
{
    bool done = true;
    return rt_spool_walk(folder, remove_log, &done) && rt_spool_walk(folder, remove_log, &done) && done;
}

/* The log that is being written goes too; from here on memory takes its place. */
static void give_up_log(void)
{
    rt_paused |= RT_WITHDRAWN;
    unlink(rt_file_name());
    rt_log_forget(true);
}

bool rt_consent_remove(void)
{
    static struct rt_spool s RT_LARGE;
    if (!rt_spool_open(&s, RT_FIND))
        return errno == ENOENT;
    bool done = make_file(s.folder, ASPOOL_WITHDRAWN, "");
    fsync(s.folder);
    done &= remove_file(s.folder, ASPOOL_CONSENT);
    done &= remove_file(s.folder, ASPOOL_CLIENT);
    done &= remove_file(s.folder, ASPOOL_DIED);
    if (rt_state == RT_ON)
        give_up_log();
    /* Others' logs, too: when they end there may be a new consent, which is not for those.
       What ends now goes from run to out. */
    if (rt_spool_open_inner(&s, RT_FIND))
        done &= remove_logs(s.run) & remove_logs(s.out);
    rt_spool_close(&s);
    return done;
}
