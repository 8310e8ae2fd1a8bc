/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A logger that says "last message repeated": each new message is compared with the earlier ones, newest first.  */
#include <stdio.h>
#include <string.h>
#include "rnd.h"
struct msg {
    struct msg *prev;
    unsigned level, repeats;
    char text[];
};
static struct msg *last;
static unsigned long total;
static struct msg *find_same(unsigned level, const char *text)
{
    struct msg *m = last;
#pragma algoprof loop name(logdup)
    while (m && !(m->level == level && strcmp(m->text, text) == 0))
        m = m->prev;
    return m;
}
static void log_message(unsigned level, const char *text)
{
    struct msg *m = find_same(level, text);
    if (m) {
        m->repeats++;
        return;
    }
    size_t l = strlen(text) + 1;
    m = malloc(sizeof *m + l);
    m->prev = last;
    m->level = level;
    m->repeats = 0;
    memcpy(m->text, text, l);
    last = m;
    total++;
}
int main(int argc, char **argv)
{
    unsigned n = atoi(argv[1]);
    rnd_seed(atoi(argv[2]));
    static const char *what[] = {"connection from %u closed", "disk %u: slow answer", "user %u logged in",
                                 "cannot open file %u: no such file", "retry %u"};
    for (unsigned i = 0; i < n; i++) {
        char b[100];
        unsigned k = rnd_n(5);
        snprintf(b, sizeof b, what[k], rnd_n(100) < 30 ? rnd_z(n) : rnd_n(50 + i / 2));
        log_message(k < 2 ? 3 : 5, b);
    }
    printf("%lu\n", total);
}
