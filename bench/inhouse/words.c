// SPDX-License-Identifier: GPL-3.0-or-later
// Word frequency: aprof's first example, written anew.  str_tolower asks for the length of the word at each letter; with
// FIXED once.
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BUCKETS 4093

struct word {
    struct word *next;
    unsigned count;
    char text[];
};

static struct word *table[BUCKETS];

static char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c + ('a' - 'A')) : c;
}

static void str_tolower(char *s)
{
#ifdef FIXED
    for (size_t i = 0, n = strlen(s); i < n; i++)
#else
    for (size_t i = 0; i < strlen(s); i++)
#endif
        s[i] = lower(s[i]);
}

static unsigned hash(const char *s)
{
    unsigned h = 0;
    while (*s)
        h = h * 31 + (unsigned char)*s++;
    return h % BUCKETS;
}

static void addword(const char *s)
{
    unsigned h = hash(s);
    struct word *w;
    for (w = table[h]; w && strcmp(w->text, s); w = w->next)
        ;
    if (!w) {
        size_t n = strlen(s) + 1;
        w = malloc(sizeof *w + n);
        memcpy(w->text, s, n);
        w->count = 0;
        w->next = table[h];
        table[h] = w;
    }
    w->count++;
}

static int getword(FILE *f, char *s, size_t room)
{
    int c;
    size_t n = 0;
    while ((c = getc(f)) != EOF && !isalpha(c))
        ;
    for (; c != EOF && isalpha(c); c = getc(f))
        if (n < room - 1)
            s[n++] = (char)c;
    s[n] = '\0';
    return n > 0;
}

int main(int argc, char **argv)
{
    static char s[1 << 16];
    FILE *f = fopen(argv[1], "r");
    unsigned long words = 0, distinct = 0, longest = 0;
    for (int i = 0; f && i < (argc > 2 ? atoi(argv[2]) : 1); i++) {
        rewind(f);
        while (getword(f, s, sizeof s)) {
            str_tolower(s);
            addword(s);
            words++;
        }
    }
    for (unsigned i = 0; i < BUCKETS; i++)
        for (struct word *w = table[i]; w; w = w->next) {
            distinct++;
            if (strlen(w->text) > longest)
                longest = strlen(w->text);
        }
    printf("%lu %lu %lu\n", words, distinct, longest);
    return !f;
}
