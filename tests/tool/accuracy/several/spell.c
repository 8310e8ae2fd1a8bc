/* SPDX-License-Identifier: GPL-3.0-or-later
 * A hash table that does not grow: its chains do. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BUCKETS = 64 };

struct word {
    struct word *next;
    unsigned count;
    char text[12];
};
static struct word *table[BUCKETS];
static unsigned long state = 41;

static unsigned next_random(void)
{
    state = state * 6364136223846793005ul + 1;
    return (unsigned)(state >> 33);
}

static char *make_text(int n, size_t *size)
{
    char *text = malloc((size_t)n * 9 + 1), *p = text;
    for (int i = 0; i < n; i++) {
        unsigned w = next_random() % (unsigned)n;
        for (int k = 0; k < 7; k++) {
            *p++ = (char)('a' + w % 17);
            w /= 3;
        }
        *p++ = i % 12 ? ' ' : '\n';
    }
    *p = 0;
    *size = (size_t)(p - text);
    return text;
}

static unsigned hash(const char *p)
{
    unsigned h = 5381;
    while (*p)
        h = h * 33 ^ (unsigned char)*p++;
    return h % BUCKETS;
}

static struct word *find(const char *text)
{
    struct word **at = &table[hash(text)];
    for (struct word *w = *at; w; w = w->next)
        if (!strcmp(w->text, text))
            return w;
    struct word *w = calloc(1, sizeof *w);
    strcpy(w->text, text);
    w->next = *at;
    return *at = w;
}

static long read_words(const char *p)
{
    long words = 0;
    char word[12];
    while (*p) {
        int n = 0;
        while (*p == ' ' || *p == '\n')
            p++;
        while (*p && *p != ' ' && *p != '\n' && n < 11)
            word[n++] = *p++;
        word[n] = 0;
        if (n) {
            find(word)->count++;
            words++;
        }
    }
    return words;
}

static int count_lines(const char *p)
{
    int n = 0;
    for (; *p; p++)
        n += *p == '\n';
    return n;
}

static void upper(char *p)
{
    for (; *p; p++)
        if (*p >= 'a' && *p <= 'z')
            *p = (char)(*p - 32);
}

static void histogram(const char *p, int *h)
{
    for (; *p; p++)
        h[(unsigned char)*p]++;
}

static int longest_chain(void)
{
    int most = 0;
    for (int i = 0; i < BUCKETS; i++) {
        int n = 0;
        for (struct word *w = table[i]; w; w = w->next)
            n++;
        if (n > most)
            most = n;
    }
    return most;
}

static void drop(void)
{
    for (int i = 0; i < BUCKETS; i++)
        while (table[i]) {
            struct word *w = table[i];
            table[i] = w->next;
            free(w);
        }
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 1000, h[256] = { 0 };
    size_t size;
    char *text = make_text(n, &size);
    int lines = count_lines(text);
    long words = read_words(text);
    histogram(text, h);
    upper(text);
    unsigned sum = 0;
    for (int i = 0; i < 256; i++)
        sum = sum * 31 + (unsigned)h[i];
    printf("%d %ld %d %u\n", lines, words, longest_chain(), sum);
    drop();
    free(text);
    return 0;
}
