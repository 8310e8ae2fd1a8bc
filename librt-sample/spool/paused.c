/* SPDX-License-Identifier: MIT
 *
 * A pause that the receiver asked for: the file `paused` of the spool, written by
 * the uploader (docs/spool.md).  It only takes away: what cannot be understood
 * pauses, too. */
#include "base/text.h"
#include "core/modules.h"
#include "spool/spool.h"
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
#include <algoprof/spool_layout.h>

enum { ID_BYTES = 64 };         /* most of a build-id, as rt_module_build_id gives it */

/* The build-id of the module that the spool belongs to, in hexadecimal digits.  "": it has none. */
static void put_version(char text[2 * ID_BYTES + 1])
{
    uint8_t id[ID_BYTES];
    struct rt_out out = { text, 0, 2 * ID_BYTES + 1, false };
    rt_put_hex(&out, id, rt_module_build_id(rt_spool_app(), id));
    text[out.len] = '\0';
}

/* "UNTIL VERSION" of `len` bytes: whether it pauses this version now. */
static bool line_pauses(const char *line, size_t len, const char *version, uint64_t now)
{
    uint64_t until = 0;
    size_t at = 0;
    for (; at < len && line[at] >= '0' && line[at] <= '9' && until < UINT32_MAX; at++)
        until = until * 10 + (uint64_t)(line[at] - '0');
    if (at == 0 || at == len || line[at] != ' ' || ++at == len)
        return true;
    if (until <= now || until > now + ASPOOL_PAUSE_DAYS * (uint64_t)86400)
        return false;           /* over, or noted by another clock */
    return (len - at == 1 && line[at] == '*') ||
           (len - at == strlen(version) && !memcmp(line + at, version, len - at));
}

static bool text_pauses(const char *text, size_t len)
{
    char version[2 * ID_BYTES + 1];
    uint64_t now = (uint64_t)time(NULL);
    put_version(version);
    for (const char *end = text + len; text < end;) {
        const char *stop = memchr(text, '\n', (size_t)(end - text));
        if (!stop || line_pauses(text, (size_t)(stop - text), version, now))
            return true;
        text = stop + 1;
    }
    return false;
}

bool rt_spool_paused(void)
{
    static struct rt_spool s RT_LARGE;
    static char text[ASPOOL_PAUSED_BYTES + 1] RT_LARGE;
    struct stat st;
    if (!rt_spool_open(&s, RT_FIND))
        return false;           /* the folder is to be made */
    int fd = openat(s.folder, ASPOOL_PAUSED, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    bool absent = fd < 0 && errno == ENOENT;
    rt_spool_close(&s);
    if (fd < 0)
        return !absent;
    ssize_t n = !fstat(fd, &st) && S_ISREG(st.st_mode) ? read(fd, text, sizeof text) : -1;
    close(fd);
    return n < 0 || (size_t)n == sizeof text || text_pauses(text, (size_t)n);
}
