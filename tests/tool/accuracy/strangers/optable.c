/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A table of options, filled from a configuration, then asked for by name everywhere in the program.  */
#include <stdio.h>
#include <string.h>
#include "rnd.h"
struct opt {
    const char *section, *name;
    char *value;
    int used;
};
static struct opt *opts;
static unsigned count;
static struct opt *get_option(const char *section, const char *name)
{
#pragma algoprof loop name(optable)
    for (unsigned i = 0; i < count; i++)
        if (strcmp(opts[i].name, name) == 0 && strcmp(opts[i].section, section) == 0)
            return &opts[i];
    return 0;
}
int main(int argc, char **argv)
{
    unsigned n = atoi(argv[1]);
    rnd_seed(atoi(argv[2]));
    static const char *sec[] = {"core", "net", "ui", "store", "auth", "debug"};
    opts = malloc(n * sizeof *opts);
    for (count = 0; count < n; count++) {
        char b[64];
        snprintf(b, sizeof b, "%s.%x_limit", count % 3 ? "max" : "min", count * 7919u % 65521u);
        opts[count].section = sec[rnd_n(6)];
        opts[count].name = strdup(b);
        opts[count].used = 0;
        snprintf(b, sizeof b, "%u", rnd_n(100000));
        opts[count].value = strdup(b);
    }
    unsigned long sum = 0;
    for (unsigned i = 0; i < n * 3; i++) {
        struct opt *want = &opts[rnd_z(n)]; /* some options are asked for often */
        struct opt *o = get_option(rnd_n(20) ? want->section : "missing", want->name);
        if (o) {
            o->used++;
            sum += atoi(o->value);
        }
    }
    printf("%lu\n", sum);
}
