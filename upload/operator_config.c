/* SPDX-License-Identifier: MIT */
#include "operator_config.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "algoprof/spool_layout.h"

static char *trimmed(char *text)
{
    text += strspn(text, " \t");
    size_t len = strlen(text);
    while (len > 0 && strchr(" \t\r\n", text[len - 1]))
        text[--len] = '\0';
    return text;
}

static bool is_share(const char *text)
{
    size_t whole = strspn(text, "0123456789"), point = text[whole] == '.';
    size_t part = point ? strspn(text + whole + 1, "0123456789") : 0;
    return whole > 0 && (part > 0 || !point) && text[whole + point + part] == '\0' &&
           strtod(text, NULL) <= 1;
}

/* The last line of a key counts; 0, or -1 for what cannot be understood. */
static int take_word(char **word, const char *value)
{
    if (*value == '\0')
        return -1;
    free(*word);
    *word = strdup(value);
    return *word ? 0 : -1;
}

/* "yes" in any line is yes. */
static int take_flag(bool *flag, const char *value)
{
    bool yes = strcmp(value, "yes") == 0;
    *flag |= yes;
    return yes || strcmp(value, "no") == 0 ? 0 : -1;
}

static int take_line(struct config *config, char *line)
{
    char *key = trimmed(line), *equals = strchr(key, '=');
    if (*key == '\0' || *key == '#')
        return 0;
    if (!equals)
        return -1;
    *equals = '\0';
    const char *value = trimmed(equals + 1);
    key = trimmed(key);
    if (strcmp(key, "enabled") == 0) {
        bool no = strcmp(value, "no") == 0;
        config->enabled &= !no;
        return no || strcmp(value, "yes") == 0 ? 0 : -1;
    }
    if (strcmp(key, "round") == 0)
        return take_flag(&config->round, value);
    if (strcmp(key, "obey-pause") == 0)
        return take_flag(&config->obey_pause, value);
    if (strcmp(key, "share") == 0)
        return is_share(value) ? 0 : -1;
    if (strcmp(key, "url") == 0)
        return take_word(&config->url, value);
    return strcmp(key, "ca") == 0 ? take_word(&config->ca, value) : -1;
}

static int take_text(struct config *config, char *text, const char *path, struct err *err)
{
    unsigned number = 1;
    for (char *line = text, *next; line; line = next, number++) {
        next = strchr(line, '\n');
        if (next)
            *next++ = '\0';
        if (take_line(config, line) != 0)
            return err_set(err, "%s:%u: cannot be understood, so nothing is sent", path, number);
    }
    return 0;
}

/* The whole file, or more than it may have; -1: it cannot be read. */
static ssize_t read_text(int fd, char *text, size_t room)
{
    size_t len = 0;
    while (len < room) {
        ssize_t n = read(fd, text + len, room - len);
        if (n == 0)
            break;
        if (n < 0 && errno != EINTR)
            return -1;
        len += n > 0 ? (size_t)n : 0;
    }
    return (ssize_t)len;
}

/* Nothing has that name, not even a link that leads nowhere; nor has its folder. */
static bool is_absent(const char *folder, const char *path)
{
    struct stat st;
    return lstat(stat(folder, &st) == 0 ? path : folder, &st) != 0 && errno == ENOENT;
}

static int take_file(struct config *config, const char *folder, const char *path, struct err *err)
{
    struct stat st;
    char *text = NULL;
    ssize_t len;
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY), result = -1;
    if (fd < 0 && errno == ENOENT && is_absent(folder, path))
        return 0;
    if (fd < 0)
        return err_set(err, "%s: %s, so nothing is sent", path, strerror(errno));
    if (fstat(fd, &st) != 0 || !S_ISREG(st.st_mode) || st.st_size > ASPOOL_CONF_BYTES)
        err_set(err, "%s: no regular file of at most 64 KiB, so nothing is sent", path);
    else if (!(text = calloc(1, ASPOOL_CONF_BYTES + 2)) || (len = read_text(fd, text, ASPOOL_CONF_BYTES + 1)) < 0 ||
             len > ASPOOL_CONF_BYTES || strlen(text) != (size_t)len)
        err_set(err, "%s: cannot be read as text, so nothing is sent", path);
    else
        result = take_text(config, text, path, err);
    free(text);
    close(fd);
    return result;
}

int config_read(struct config *config, const char *folder, const char *app, struct err *err)
{
    struct config all = { .enabled = true };
    char path[4096];
    *config = all;
    snprintf(path, sizeof path, "%s/%s%s", folder, app, ASPOOL_CONF_SUFFIX);
    int result = take_file(config, folder, path, err);
    snprintf(path, sizeof path, "%s/%s", folder, ASPOOL_CONF_ALL);
    if (result == 0)
        result = take_file(&all, folder, path, err);
    config->enabled = result == 0 && config->enabled && all.enabled;
    config->round |= all.round;
    config->obey_pause |= all.obey_pause;
    if (!config->url) {
        config->url = all.url;
        all.url = NULL;
    }
    if (!config->ca) {
        config->ca = all.ca;
        all.ca = NULL;
    }
    config_free(&all);
    return result;
}

void config_free(struct config *config)
{
    free(config->url);
    free(config->ca);
    config->url = config->ca = NULL;
}
