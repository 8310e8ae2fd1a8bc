/* SPDX-License-Identifier: MIT */
#include "paused.h"

#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define MOST_SECONDS (ASPOOL_PAUSE_DAYS * INT64_C(86400))      /* later ends were noted by another clock */

struct pause {
    int64_t until;              /* seconds since 1970 */
    char version[ASPOOL_VERSION_MAX + 1];
};

/* As many as the file has room for. */
struct pauses {
    struct pause list[ASPOOL_PAUSED_BYTES / (ASPOOL_VERSION_MAX + 12)];
    size_t n;
};

_Static_assert(ASPOOL_VERSION_MAX == 128, "the widths of scanf below");

static bool is_version(const char *text)
{
    size_t digits = strspn(text, "0123456789abcdef");
    return strcmp(text, "*") == 0 ||
           (digits > 0 && digits % 2 == 0 && digits <= ASPOOL_VERSION_MAX && text[digits] == '\0');
}

void paused_take(struct paused_asked *asked, const char *value)
{
    struct paused_request request = { .version = "*" };
    char rest[2], version[ASPOOL_VERSION_MAX + 2];      /* one more, to see that it is too long */
    int words = sscanf(value, " %3u %129s %1s", &request.days, version, rest);
    if (words < 1 || words > 2 || request.days < 1 || request.days > ASPOOL_PAUSE_DAYS)
        return;
    if (words == 2 && !is_version(version))
        return;
    if (words == 2)
        memcpy(request.version, version, strlen(version) + 1);
    if (asked->n < PAUSED_ASKED)
        asked->list[asked->n++] = request;
}

/* The later end counts.  What has no room any more pauses all versions instead. */
static void add(struct pauses *pauses, int64_t until, const char *version)
{
    struct pause *pause = pauses->list;
    while (pause < pauses->list + pauses->n && strcmp(pause->version, version) != 0)
        pause++;
    if (pause == pauses->list + pauses->n) {
        if (pauses->n == sizeof pauses->list / sizeof *pauses->list) {
            pause--;
            version = "*";
        } else {
            *pause = (struct pause){ 0 };
            pauses->n++;
        }
        snprintf(pause->version, sizeof pause->version, "%s", version);
    }
    if (pause->until < until)
        pause->until = until;
}

static void load(struct pauses *pauses, const struct spool *spool, int64_t now)
{
    char line[ASPOOL_VERSION_MAX + 32], version[ASPOOL_VERSION_MAX + 1];
    int64_t until;
    int fd = openat(spool->folder, ASPOOL_PAUSED, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    FILE *stream = fd >= 0 ? fdopen(fd, "r") : NULL;
    if (fd >= 0 && !stream)
        close(fd);
    while (stream && fgets(line, sizeof line, stream))
        if (sscanf(line, "%" SCNd64 " %128s", &until, version) == 2 && is_version(version) && until > now &&
            until <= now + MOST_SECONDS)
            add(pauses, until, version);
    if (stream)
        fclose(stream);
}

int paused_note(const struct spool *spool, const struct paused_asked *asked, int64_t now, struct err *err)
{
    struct pauses pauses = { .n = 0 };
    char text[ASPOOL_PAUSED_BYTES + 1];
    size_t len = 0;
    load(&pauses, spool, now);
    for (size_t i = 0; i < asked->n; i++)
        add(&pauses, now + (int64_t)asked->list[i].days * 86400, asked->list[i].version);
    for (size_t i = 0; i < pauses.n; i++)
        len += (size_t)snprintf(text + len, sizeof text - len, "%" PRId64 " %s\n", pauses.list[i].until,
                                pauses.list[i].version);
    return spool_write(spool, ASPOOL_PAUSED, text, len, err);
}
