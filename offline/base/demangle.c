/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/demangle.h"

#include <setjmp.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include <libiberty/demangle.h>

#define LONG 60                 /* bytes of a name that is shown whole */
#define MOST 2000               /* bytes of a mangled name that is looked at */

/* A short name may stand for gigabytes of text: what is written is bounded by leaving the demangler, which holds
 * no memory but its stack. */
struct writer {
    char text[8 * DEMANGLED_ROOM];
    size_t len;
    jmp_buf full;
};

static void take(const char *text, size_t len, void *arg)
{
    struct writer *w = arg;
    if (len >= sizeof w->text - w->len)
        longjmp(w->full, 1);
    memcpy(w->text + w->len, text, len);
    w->len += len;
    w->text[w->len] = '\0';
}

/* The length of an operator's name at text ("operator<<"), or 0. */
static size_t operator_length(const char *text)
{
    static const char *const names[] = { "operator<=>", "operator<<=", "operator>>=", "operator->*", "operator<<",
                                         "operator>>", "operator<=", "operator>=", "operator->", "operator<",
                                         "operator>" };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strncmp(text, names[i], strlen(names[i])) == 0)
            return strlen(names[i]);
    return 0;
}

/* Template arguments as "<…>"; false: there is no room. */
static bool shorten(const char *text, char room[DEMANGLED_ROOM])
{
    static const char some[] = "<…>";
    size_t len = 0, depth = 0;
    while (*text) {
        size_t whole = depth == 0 ? operator_length(text) : 0, n = whole ? whole : 1;
        const char *from = text;
        text += n;
        if (!whole && *from == '<' && depth++ == 0) {
            from = some;
            n = sizeof some - 1;
            len -= len > 0 && room[len - 1] == ' ';     /* "operator>> <char>" */
        } else if (depth > 0) {
            depth -= *from == '>';
            continue;
        }
        if (len + n >= DEMANGLED_ROOM)
            return false;
        memcpy(room + len, from, n);
        len += n;
    }
    room[len] = '\0';
    return true;
}

/* False: it is no mangled name, or too long. */
static bool write_all(const char *name, struct writer *w)
{
    return setjmp(w->full) == 0 && cplus_demangle_v3_callback(name, DMGL_NO_OPTS, take, w) && w->len > 0;
}

const char *demangle(const char *name, char room[DEMANGLED_ROOM])
{
    struct writer writer = { .len = 0 };
    if (strncmp(name, "_Z", 2) != 0 || strlen(name) > MOST || !write_all(name, &writer))
        return name;
    if (writer.len > LONG)
        return shorten(writer.text, room) ? room : name;
    memcpy(room, writer.text, writer.len + 1);
    return room;
}
