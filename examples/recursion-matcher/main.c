/* SPDX-License-Identifier: MIT
 *
 * A matcher of shell patterns, which tries at each star all that it may stand
 * for, and begins anew behind it.  With three stars and a text that matches
 * but for the last letter, n letters cost n^3.  Many programs have one like it.
 *
 *     main LETTERS [SEED]
 */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#define PATTERN "*a*a*b"
#define TEXTS 6

static unsigned long state;

static unsigned draw(unsigned below)
{
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)(state >> 33) % below;
}

/* Without the plugin the attribute is unknown. */
#pragma GCC diagnostic ignored "-Wattributes"
__attribute__((algoprof))
static bool match(const char *pattern, const char *text)
{
    if (*pattern == '*')
        return match(pattern + 1, text) || (*text && match(pattern, text + 1));
    if (*pattern != *text)
        return false;
    return *pattern == '\0' || match(pattern + 1, text + 1);
}

int main(int argc, char **argv)
{
    size_t letters = argc > 1 ? (size_t)atol(argv[1]) : 50;
    int matches = 0;
    char *text;

    if (letters < 1)
        return 2;
    state = argc > 2 ? strtoul(argv[2], NULL, 10) : 1;
    text = calloc(letters + 1, 1);
    if (!text)
        return 1;
    for (int i = 0; i < TEXTS; i++) {
        for (size_t l = 0; l < letters; l++)
            text[l] = "aac"[draw(3)];
        matches += match(PATTERN, text);
    }
    text[letters - 1] = 'b';
    matches += match(PATTERN, text);
    printf("matches %d\n", matches);
    free(text);
    return 0;
}
