/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Words from standard input, through a buffer of 4 KiB; each is looked up among the different ones so far, of which there
 * are about as many as the root of all: in its own place of a table, or with "list" in one place after the other.  With
 * "fork" a child does that, but for the first 4 KiB.  With "clear" memory is cleared for each word, a byte for each 64 words before. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define WORDS 65536
#define LENGTH 8

static char word[WORDS][LENGTH];
static unsigned words;

/* Whether it is the word there. */
__attribute__((noinline)) static bool is_same(const char *place, const char *text)
{
#pragma algoprof loop name(same)
    while (*text && *place == *text) {
        place++;
        text++;
    }
    return *place == *text;
}

__attribute__((noinline)) static unsigned find(const char *text)
{
    unsigned i = 0;
#pragma algoprof loop name(list)
    while (i < words && memcmp(word[i], text, LENGTH))
        i++;
    return i;
}

/* Reads nothing. */
__attribute__((noinline)) static void clear(unsigned n)
{
    static volatile char room[1 << 20];
#pragma algoprof loop name(clear)
    for (unsigned i = 0; i < n; i++)
        room[i] = 0;
}

static void look_up(const char *text, bool list)
{
    unsigned place = list ? find(text) : (unsigned)atoi(text);
    if (!list && is_same(word[place], text))
        return;
    memcpy(word[place], text, LENGTH);
    words += place == words;
}

int main(int argc, char **argv)
{
    static char buffer[4096];
    char text[LENGTH] = "";
    unsigned length = 0;
    bool list = argc > 1 && !strcmp(argv[1], "list"), clears = argc > 1 && !strcmp(argv[1], "clear");
    unsigned all = 0;
    if (argc > 1 && !strcmp(argv[1], "fork") && read(0, buffer, sizeof buffer) > 0 && fork() > 0)
        return wait(NULL) < 0;
    for (ssize_t n; (n = read(0, buffer, sizeof buffer)) > 0;)
        for (ssize_t i = 0; i < n; i++) {
            if (buffer[i] != ' ') {
                text[length++] = buffer[i];
                continue;
            }
            if (clears)
                clear(all++ / 64);
            else
                look_up(text, list);
            memset(text, 0, LENGTH);
            length = 0;
        }
    return 0;
}
