/* SPDX-License-Identifier: GPL-3.0-or-later
 * A file of settings; each question walks all entries. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct entry {
    int section;
    char key[12], value[12];
};

struct file {
    struct entry *entry;
    int n;
};

static unsigned long state = 77;

static unsigned next_random(void)
{
    state = state * 6364136223846793005ul + 1;
    return (unsigned)(state >> 33);
}

static char *make_text(int n)
{
    char *text = malloc((size_t)n * 32 + 1), *p = text;
    for (int i = 0; i < n; i++) {
        if (i % 10 == 0)
            p += sprintf(p, "[s%d]\n", i / 10);
        p += sprintf(p, "k%d = %u\n", i, next_random() % 1000);
    }
    return text;
}

static const char *skip_blanks(const char *p)
{
    while (*p == ' ' || *p == '\t')
        p++;
    return p;
}

static const char *take(const char *p, const char *stop, char *out)
{
    int n = 0;
    while (*p && !strchr(stop, *p)) {
        if (n < 11)
            out[n++] = *p;
        p++;
    }
    out[n] = 0;
    return p;
}

static struct file parse(const char *p, int lines)
{
    struct file f = { calloc((size_t)lines + 1, sizeof *f.entry), 0 };
    int section = -1;
    while (*p) {
        if (*p == '[') {
            section++;
            while (*p && *p != '\n')
                p++;
        } else {
            struct entry *e = &f.entry[f.n++];
            e->section = section;
            p = take(skip_blanks(p), " =\n", e->key);
            p = skip_blanks(p);
            if (*p == '=')
                p++;
            p = take(skip_blanks(p), " \n", e->value);
        }
        while (*p == '\n' || *p == ' ')
            p++;
    }
    return f;
}

static int count_lines(const char *p)
{
    int n = 0;
    for (; *p; p++)
        n += *p == '\n';
    return n;
}

static const char *get(const struct file *f, int section, const char *key)
{
    for (int i = 0; i < f->n; i++)
        if (f->entry[i].section == section && !strcmp(f->entry[i].key, key))
            return f->entry[i].value;
    return NULL;
}

static long add_up(const struct file *f, int n)
{
    long sum = 0;
    for (int i = 0; i < n; i++) {
        char key[16];
        snprintf(key, sizeof key, "k%d", i);
        const char *v = get(f, i / 10, key);
        sum += v ? atoi(v) : 0;
    }
    return sum;
}

static int sections(const struct file *f)
{
    int n = 0, last = -1;
    for (int i = 0; i < f->n; i++)
        if (f->entry[i].section != last) {
            last = f->entry[i].section;
            n++;
        }
    return n;
}

static unsigned checksum(const struct file *f)
{
    unsigned x = 0;
    for (int i = 0; i < f->n; i++)
        for (const char *p = f->entry[i].value; *p; p++)
            x = x * 31 + (unsigned char)*p;
    return x;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 1000;
    char *text = make_text(n);
    struct file f = parse(text, count_lines(text));
    long sum = add_up(&f, n);
    printf("%d %d %ld %u\n", f.n, sections(&f), sum, checksum(&f));
    free(text);
    free(f.entry);
    return 0;
}
