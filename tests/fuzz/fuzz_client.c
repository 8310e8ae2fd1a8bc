/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The spool's file `client`, as the uploader and the runtime read it: where the uploader
 * does not draw a new id, the runtime has one; and what it drew, too. */
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "../../upload/consent.c"
#include "fuzz.h"

/* Of the runtime: its reader, and what that has beside it. */
bool rt_client_id(uint8_t id[16]);
const char compiled_app[] __asm__("__algoprof1_spool") = "app";
extern const int rt_options;
const int rt_options;

#define NOT_ASKED(name) void name(void); void name(void) { abort(); }
NOT_ASKED(rt_process_start)
NOT_ASKED(rt_spool_bury)
NOT_ASKED(rt_spool_make_room)
NOT_ASKED(rt_spool_move)
NOT_ASKED(rt_spool_note_not_begun)
NOT_ASKED(rt_consent_in)
NOT_ASKED(rt_file_fill)

static char home[] = "/tmp/fuzz_client.XXXXXX";
static char path[sizeof home + 32];
static int folder = -1;

static void clean(void)
{
    unlinkat(folder, ASPOOL_CLIENT, 0);
    rmdir(path);
    path[strlen(path) - strlen("/app")] = '\0';
    rmdir(path);
    rmdir(home);
}

static void make_folders(void)
{
    if (!mkdtemp(home) || setenv("XDG_STATE_HOME", home, 1) != 0)
        abort();
    snprintf(path, sizeof path, "%s/%s", home, ASPOOL_FOLDER);
    if (mkdir(path, 0700) != 0)
        abort();
    strcat(path, "/app");
    if (mkdir(path, 0700) != 0 || (folder = open(path, O_DIRECTORY | O_CLOEXEC)) < 0)
        abort();
    atexit(clean);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    uint8_t id[16];
    char now[24];
    if (folder < 0)
        make_folders();
    /* A time that is now, for which chance would search long: @. */
    int len = snprintf(now, sizeof now, "%lld", (long long)host_now());
    int fd = openat(folder, ASPOOL_CLIENT, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    for (size_t i = 0; i < size; i++)
        if (write(fd, data[i] == '@' ? now : (const char *)data + i, data[i] == '@' ? (size_t)len : 1) <= 0)
            abort();
    close(fd);
    struct pass pass = { .spool = { .app = "app", .folder = folder, .run = -1, .out = -1, .lock = -1 } };
    renew_client(&pass);
    if (pass.result != PASS_FINE || !rt_client_id(id))
        abort();
    return 0;
}
