/* Loops that jumps lead into: each execution is from where control comes into the loop to where it leaves it, and an
   iteration that begins in the middle is one. */
/* target device: instances 40, iterations 120 */
/* target parse: instances 8, iterations 10 */
/* target digits: instances 9, iterations 18 */
/* target again: instances 2, iterations 8 */
/* target label: instances 4, iterations 10 */
/* target only: instances 3, iterations 12 */
/* target nest: instances 6, iterations 9 */
/* target walk: instances 9, iterations 13 */
#include "opaque.h"
#include <stdio.h>

/* Duff's: of 1 to 40 numbers, eight at a time. */
static int device(const int *from, int count)
{
    int n = (count + 7) / 8, s = 0;
    switch (count % 8) {
    case 0:
#pragma algoprof loop name(device)
        do {
            s += *from++;
            /* fall through */
    case 7: s ^= *from++; /* fall through */
    case 6: s += *from++; /* fall through */
    case 5: s ^= *from++; /* fall through */
    case 4: s += *from++; /* fall through */
    case 3: s ^= *from++; /* fall through */
    case 2: s += *from++; /* fall through */
    case 1: s ^= *from++;
        } while (--n > 0);
    }
    return s;
}

struct state {
    int place, i, k, sum;
};

/* A parser that goes on where it ran out of input: three times a letter, four digits, a letter. */
static int parse(struct state *z, const char *input)
{
#define NEXT(at) \
    case at: \
        z->place = at; \
        if (!*input) \
            return 0; \
        z->sum = z->sum * 3 + *input++;
    switch (z->place) {
    case 0:
#pragma algoprof loop name(parse)
        for (z->i = 0; z->i < 3; z->i++) {
            NEXT(1)
#pragma algoprof loop name(digits)
            for (z->k = 0; z->k < 4; z->k++) {
                NEXT(2)
            }
            NEXT(3)
        }
    }
    return 1;
}

/* What stands behind it and jumps back belongs to it. */
static int again(int n)
{
    int i = 0, s = 0, once = 1;
#pragma algoprof loop name(again)
    while (i < n) {
        s += opaque(i);
middle:
        i++;
        s ^= i;
    }
    if (once) {
        once = 0;
        i = n - opaque(1);
        goto middle;
    }
    return s;
}

/* A loop of gotos. */
static int label(int n, int skip)
{
    int i = 0, s = 0;
    if (skip)
        goto in;
#pragma algoprof loop name(label)
top:
    s += opaque(i);
in:
    s ^= i;
    if (++i < n)
        goto top;
    return s;
}

/* Its beginning is never come to. */
static int only(int state, int n)
{
    int s = 0;
    switch (state)
#pragma algoprof loop name(only)
        while (n-- > 0) {
        case 0:
            s += opaque(n);
        }
    return s;
}

/* A loop inside that is entered as usual. */
static int nest(const int *a, int rows, int in)
{
    int r = 0, s = 0;
    if (in)
        goto second;
#pragma algoprof loop name(nest)
    do {
        s += opaque(r);
second:
#pragma algoprof loop name(walk)
        for (int i = 0; i <= r; i++)
            s ^= a[opaque(i)];
        if (s == 12345678)
            return s;
    } while (++r < rows);
    return s;
}

int main(void)
{
    int numbers[64], s = 0;
    for (int i = 0; i < 64; i++)
        numbers[i] = opaque(i * 17 % 64);
    for (int n = 1; n <= 40; n++)
        s += device(numbers, n);
    struct state z = {0, 0, 0, 1};
    static const char *const inputs[] = {"a", "bcd", "e", "fghi", "", "jklmn", "o", "pqrstuvw"};
    int ended = 0;
    for (int i = 0; i < 8; i++)
        ended += parse(&z, inputs[i]);
    for (int i = 0; i < 2; i++)
        s += again(opaque(4));
    for (int i = 0; i < 4; i++)
        s += label(opaque(1 + i), opaque(i & 1));
    for (int i = 0; i < 3; i++)
        s += only(opaque(0), opaque(i + 2));
    for (int i = 1; i < 4; i++)
        s += nest(numbers, opaque(i), 0) + nest(numbers, opaque(1), i & 1);
    printf("%d %d %d\n", s, z.sum, ended);
    return 0;
}
