/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A file system in memory: directories have lists of entries; paths are resolved one component after the other.  */
#include <stdio.h>
#include <string.h>
#include "rnd.h"
struct ent {
    struct ent *next, *child, *parent;
    unsigned ino, size;
    char name[24];
};
static struct ent root, **all;
static unsigned count;
static struct ent *entry(struct ent *dir, const char *name, size_t l)
{
    struct ent *e = dir->child;
#pragma algoprof loop name(dirs)
    while (e && !(strncmp(e->name, name, l) == 0 && !e->name[l]))
        e = e->next;
    return e;
}
static struct ent *resolve(const char *path)
{
    struct ent *e = &root;
    while (e && *path) {
        size_t l = strcspn(path, "/");
        e = entry(e, path, l);
        path += l;
        if (*path)
            path++;
    }
    return e;
}
static char *path_of(struct ent *e, char *b)
{
    if (e->parent != &root) {
        b = path_of(e->parent, b);
        *b++ = '/';
    }
    return b + sprintf(b, "%s", e->name);
}
int main(int argc, char **argv)
{
    unsigned n = atoi(argv[1]);
    rnd_seed(atoi(argv[2]));
    all = malloc(n * sizeof *all);
    for (unsigned i = 0; i < n; i++) {
        struct ent *d = count < 4 ? &root : all[rnd_n(3) ? rnd_z(count) : rnd_n(count)];
        struct ent *e = calloc(1, sizeof *e);
        e->parent = d;
        e->next = d->child;
        d->child = e;
        e->ino = i;
        e->size = rnd_n(10000);
        snprintf(e->name, sizeof e->name, "%s%u", i % 3 ? "file" : "dir", i);
        all[count++] = e;
    }
    unsigned long bytes = 0;
    char b[4096];
    for (unsigned i = 0; i < n * 2; i++) {
        path_of(all[rnd_n(n)], b);
        struct ent *e = resolve(b);
        if (e)
            bytes += e->size;
    }
    printf("%lu\n", bytes);
}
