/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/inputs.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "log/merged_file.h"

static int is_log_name(const struct dirent *entry)
{
    static const char suffix[] = ".aplog";
    const char *name = entry->d_name, *at = NULL;
    for (const char *p = name; (p = strstr(p, suffix)); p++)
        at = p;
    if (!at)
        return 0;
    at += sizeof suffix - 1;
    if (*at == 0 || strcmp(at, ".zst") == 0)
        return 1;
    return *at == '.' && at[1] && at[1 + strspn(at + 1, "0123456789")] == 0;
}

/* Takes over name and path, also on error. */
static int add_input(struct inputs *inputs, struct input input)
{
    char *raw = input.name;
    input.name = raw ? text_clean(raw, strlen(raw)) : NULL;     /* it is shown, not opened */
    free(raw);
    if (!input.name || !input.path ||
        array_grow(&inputs->list, &inputs->cap, inputs->n + 1, sizeof input) != 0) {
        free(input.name);
        free(input.path);
        free(input.bad);
        return -1;
    }
    inputs->list[inputs->n++] = input;
    return 0;
}

/* The logs of a merged file; only those whose run id begins with `id'. */
static int add_members(struct inputs *inputs, const char *name, const char *path,
                       const struct alog_member *list, size_t n, const char *id, struct err *err)
{
    size_t before = inputs->n;
    for (size_t i = 0; i < n; i++) {
        struct input input = { .path = strdup(path), .merged = true, .member = list[i] };
        char hex[2 * sizeof list->run_id + 1];
        text_hex(list[i].run_id, sizeof list->run_id, hex);
        if (strncasecmp(hex, id, strlen(id)) != 0) {
            free(input.path);
            continue;
        }
        if (asprintf(&input.name, "%s#%.8s", name, hex) < 0)
            input.name = NULL;
        if (add_input(inputs, input) != 0)
            return err_memory(err);
    }
    return inputs->n > before ? 0 : err_set(err, "no log with a run id %.32s... in it", id);
}

/* What a folder has under a log's name, and is none for sure: a pipe would be waited for. */
static int add_bad(struct inputs *inputs, const char *path, const char *why, struct err *err)
{
    struct input input = { .name = strdup(path), .path = strdup(path), .bad = strdup(why) };
    if (!input.bad) {
        free(input.name);
        input.name = NULL;
    }
    return add_input(inputs, input) == 0 ? 0 : err_memory(err);
}

/* A file, of whatever kind.  id: "" or of the log that is wanted. */
static int add_file(struct inputs *inputs, const char *name, const char *path, const char *id,
                    struct err *err)
{
    struct alog_member *list = NULL;
    size_t n = 0;
    struct stat st;
    int fd = stat(path, &st) == 0 && S_ISREG(st.st_mode) ? open(path, O_RDONLY | O_CLOEXEC) : -1;
    int merged = fd >= 0 ? merged_index(fd, &list, &n, err) : 0;
    if (fd >= 0)
        close(fd);
    if (merged == 0 && id[0])
        return err_set(err, "is no merged file");
    if (merged <= 0) {
        struct input input = { .name = strdup(name), .path = strdup(path) };
        if (merged < 0 && !(input.bad = strdup(err->text))) {
            free(input.name);
            input.name = NULL;
        }
        return add_input(inputs, input) == 0 ? 0 : err_memory(err);
    }
    int result = add_members(inputs, name, path, list, n, id, err);
    free(list);
    return result;
}

/* What stdin has may be a merged file, which is not read from begin to end. */
static int add_stdin(struct inputs *inputs, struct err *err)
{
    char buffer[1 << 16], path[64];
    bool first = true;
    ssize_t got;
    if (inputs->stdin_copy > 0)
        return err_set(err, "stdin was given before");
    int fd = memfd_create("stdin", MFD_CLOEXEC);
    if (fd < 0)
        return err_set(err, "cannot be copied: %s", strerror(errno));
    while ((got = read(STDIN_FILENO, buffer, sizeof buffer)) != 0) {
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0 || write(fd, buffer, (size_t)got) != got) {
            int number = errno;
            close(fd);
            return err_set(err, "cannot be read: %s", strerror(number));
        }
        if (first && log_is_foreign((uint8_t *)buffer, (size_t)got))
            break;
        first = false;
    }
    inputs->stdin_copy = fd;
    snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
    return add_file(inputs, "-", path, "", err);
}

static char *join(const char *folder, const char *name)
{
    size_t len = strlen(folder), room = len + strlen(name) + 2;
    char *path = malloc(room);
    if (!path)
        return NULL;
    memcpy(path, folder, len + 1);
    if (len > 0 && folder[len - 1] != '/')
        strcat(path, "/");
    return strcat(path, name);
}

static int add_folder(struct inputs *inputs, const char *folder, struct err *err)
{
    struct dirent **entries;
    size_t before = inputs->n;
    int result = 0, n = scandir(folder, &entries, is_log_name, alphasort);
    if (n < 0)
        return err_set(err, "folder cannot be read: %s", strerror(errno));
    for (int i = 0; i < n; i++) {
        struct stat st;
        char *path = join(folder, entries[i]->d_name);
        bool there = path && stat(path, &st) == 0;
        if (!path)
            result = err_memory(err);
        else if (there && !S_ISDIR(st.st_mode) && !S_ISREG(st.st_mode) && result == 0)
            result = add_bad(inputs, path, "not a regular file", err);
        else if (!(there && S_ISDIR(st.st_mode)) && result == 0)
            result = add_file(inputs, path, path, "", err);
        free(path);
        free(entries[i]);
    }
    free(entries);
    if (result == 0 && inputs->n == before)
        return err_set(err, "folder without logs (*.aplog)");
    return result;
}

/* FILE#ID, where there is no file of that whole name. */
static int add_part(struct inputs *inputs, const char *log, struct err *err)
{
    const char *id = strrchr(log, '#');
    char *path = strndup(log, (size_t)(id - log));
    int result = path ? add_file(inputs, path, path, id + 1, err) : err_memory(err);
    free(path);
    return result;
}

static bool names_part(const char *log)
{
    const char *id = strrchr(log, '#');
    return id && id[1] && id[1 + strspn(id + 1, "0123456789abcdefABCDEF")] == 0;
}

int inputs_add(struct inputs *inputs, const char *log, struct err *err)
{
    struct stat st;
    if (strcmp(log, "-") == 0)
        return add_stdin(inputs, err);
    if (stat(log, &st) != 0 && names_part(log))
        return add_part(inputs, log, err);
    if (stat(log, &st) == 0 && S_ISDIR(st.st_mode))
        return add_folder(inputs, log, err);
    return add_file(inputs, log, log, "", err);
}

int input_read(const struct input *input, struct log **out, struct err *err)
{
    if (input->bad) {
        err_set(err, "%s", input->bad);
        return -1;
    }
    return input->merged ? merged_read(input->path, &input->member, out, err)
                         : log_read(input->path, out, err);
}

void inputs_free(struct inputs *inputs)
{
    for (size_t i = 0; i < inputs->n; i++) {
        free(inputs->list[i].name);
        free(inputs->list[i].path);
        free(inputs->list[i].bad);
    }
    if (inputs->stdin_copy > 0)
        close(inputs->stdin_copy);
    free(inputs->list);
    *inputs = (struct inputs){ 0 };
}
