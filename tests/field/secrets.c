/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * secrets FILE: counts words in a file, with marked loops over its text, over pointers
 * into it, and over the environment. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern char **environ;

static char *text, **words;
static size_t size, n;

__attribute__((noinline, algoprof("loops"))) static void split(void)
{
    for (char *word = strtok(text, " \n"); word; word = strtok(NULL, " \n"))
        words[n++] = word;
}

__attribute__((noinline, algoprof("loops"))) static size_t measure(char **list)
{
    size_t sum = 0;
    for (char **word = list; *word; word++)
        sum += strlen(*word) ^ (size_t)**word;
    return sum;
}

int main(int argc, char **argv)
{
    FILE *in = argc > 1 ? fopen(argv[1], "r") : NULL;
    text = calloc(1, 1 << 20);
    words = calloc(1 << 20, sizeof *words);
    if (!in || !text || !words)
        return 2;
    size = fread(text, 1, (1 << 20) - 1, in);
    fclose(in);
    for (int i = 0; i < 50; i++) {
        n = 0;
        split();
        printf("%zu %zu\n", measure(words), measure(environ));
    }
    return 0;
}
