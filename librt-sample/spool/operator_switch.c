/* SPDX-License-Identifier: MIT
 *
 * The operator's switch: /etc/algoprof/APP.conf and all.conf (docs/spool.md).
 * What cannot be understood switches off. */
#include "base/text.h"
#include "base/rng.h"
#include "core/state.h"
#include "spool/spool.h"
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <algoprof/spool_layout.h>

#ifndef RT_CONF_FOLDER          /* tests have another */
#define RT_CONF_FOLDER ASPOOL_CONF_FOLDER
#endif

struct settings {
    bool off;
    bool has_share;
    double share;
};

/* A part of the text, not terminated. */
struct span {
    const char *p;
    size_t len;
};

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

static struct span trim(struct span s)
{
    while (s.len && is_blank(s.p[s.len - 1]))
        s.len--;
    while (s.len && is_blank(*s.p)) {
        s.p++;
        s.len--;
    }
    return s;
}

static bool is(struct span s, const char *word)
{
    return s.len == strlen(word) && !memcmp(s.p, word, s.len);
}

/* 0 to 1, decimal. */
static bool parse_share(struct span s, double *out)
{
    double value = 0, place = 1;
    bool digits = false, point = false;
    for (size_t i = 0; i < s.len; i++) {
        if (s.p[i] == '.' && !point && digits) {
            point = true;
            continue;
        }
        if (s.p[i] < '0' || s.p[i] > '9')
            return false;
        digits = true;
        if (point)
            value += (place /= 10) * (s.p[i] - '0');
        else
            value = value * 10 + (s.p[i] - '0');
    }
    *out = value;
    return digits && value <= 1 && s.p[s.len - 1] != '.';
}

static bool read_setting(struct span key, struct span value, struct settings *out)
{
    if (is(key, "enabled")) {
        out->off |= is(value, "no");
        return is(value, "yes") || is(value, "no");
    }
    if (is(key, "share")) {
        out->has_share = true;
        return parse_share(value, &out->share);
    }
    if (is(key, "round") || is(key, "obey-pause"))      /* the uploader's */
        return is(value, "yes") || is(value, "no");
    return (is(key, "url") || is(key, "ca")) && value.len;
}

static bool read_lines(const char *text, size_t len, struct settings *out)
{
    for (const char *end = text + len; text < end;) {
        const char *stop = memchr(text, '\n', (size_t)(end - text));
        if (!stop)
            stop = end;
        struct span line = trim((struct span){ text, (size_t)(stop - text) });
        text = stop + 1;
        if (!line.len || *line.p == '#')
            continue;
        const char *equals = memchr(line.p, '=', line.len);
        if (!equals)
            return false;
        struct span key = { line.p, (size_t)(equals - line.p) };
        struct span value = { equals + 1, line.len - key.len - 1 };
        if (!read_setting(trim(key), trim(value), out))
            return false;
    }
    return true;
}

static bool read_open(int fd, struct settings *out)
{
    static char text[ASPOOL_CONF_BYTES + 1] RT_LARGE;
    struct stat st;
    size_t len = 0;
    if (fstat(fd, &st) || !S_ISREG(st.st_mode))
        return false;
    for (;;) {
        ssize_t n = read(fd, text + len, sizeof text - len);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return false;
        len += (size_t)n;
        if (!n || len == sizeof text)
            return len < sizeof text && read_lines(text, len, out);
    }
}

/* Whether nothing has that name, not even a link that leads nowhere; nor has its folder. */
static bool is_absent(const char *path)
{
    struct stat st;
    if (!fstatat(AT_FDCWD, RT_CONF_FOLDER, &st, 0))
        return fstatat(AT_FDCWD, path, &st, AT_SYMLINK_NOFOLLOW) && errno == ENOENT;
    return fstatat(AT_FDCWD, RT_CONF_FOLDER, &st, AT_SYMLINK_NOFOLLOW) && errno == ENOENT;
}

/* No file is as an empty one. */
static bool read_conf(const char *name, struct settings *out)
{
    char text[sizeof RT_CONF_FOLDER + 1 + ASPOOL_APP_MAX + sizeof ASPOOL_CONF_SUFFIX];
    struct rt_out path = { text, 0, sizeof text, false };
    *out = (struct settings){ .share = 1 };
    rt_put_text(&path, RT_CONF_FOLDER "/");
    rt_put_text(&path, name);
    if (strcmp(name, ASPOOL_CONF_ALL))
        rt_put_text(&path, ASPOOL_CONF_SUFFIX);
    int fd = path.overflow ? -1 : open(text, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    if (fd < 0)
        return !path.overflow && errno == ENOENT && is_absent(text);
    bool done = read_open(fd, out);
    close(fd);
    return done;
}

static bool draw(double share)
{
    uint64_t bits;
    if (share >= 1)
        return true;
    return rt_random_bytes(&bits, sizeof bits) && (double)(bits >> 11) * 0x1p-53 < share;
}

bool rt_switched_on(const char *app)
{
    struct settings own, all;
    if (!read_conf(app, &own) || !read_conf(ASPOOL_CONF_ALL, &all) || own.off || all.off)
        return false;
    return draw(own.has_share ? own.share : all.share);
}
