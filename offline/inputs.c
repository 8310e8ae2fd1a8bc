/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "inputs.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static int is_log_name(const struct dirent *entry)
{
    static const char suffix[] = ".aplog";
    const char *name = entry->d_name, *at = NULL;
    for (const char *p = name; (p = strstr(p, suffix)); p++)
        at = p;
    if (!at)
        return 0;
    at += sizeof suffix - 1;
    if (*at == 0)
        return 1;
    return *at == '.' && at[1] && at[1 + strspn(at + 1, "0123456789")] == 0;
}

/* Takes over the path. */
static int add_path(struct inputs *inputs, char *path)
{
    if (!path || array_grow(&inputs->path, &inputs->cap, inputs->n + 1, sizeof *inputs->path) != 0) {
        free(path);
        return -1;
    }
    inputs->path[inputs->n++] = path;
    return 0;
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
        if (path && stat(path, &st) == 0 && S_ISDIR(st.st_mode))
            free(path);
        else if (add_path(inputs, path) != 0)
            result = err_memory(err);
        free(entries[i]);
    }
    free(entries);
    if (result == 0 && inputs->n == before)
        return err_set(err, "folder without logs (*.aplog)");
    return result;
}

int inputs_add(struct inputs *inputs, const char *log, struct err *err)
{
    struct stat st;
    if (strcmp(log, "-") != 0 && stat(log, &st) == 0 && S_ISDIR(st.st_mode))
        return add_folder(inputs, log, err);
    return add_path(inputs, strdup(log)) == 0 ? 0 : err_memory(err);
}

void inputs_free(struct inputs *inputs)
{
    for (size_t i = 0; i < inputs->n; i++)
        free(inputs->path[i]);
    free(inputs->path);
    *inputs = (struct inputs){ 0 };
}
